/** Executes the calls of one server's tools. */
import { ProtocolError } from '@modelcontextprotocol/client';
import {
  done,
  failed,
  refused,
  type Outcome,
  type ResultData,
} from '../../../shared/actions/outcomes.ts';
import type {
  CallReports,
  ContributedTool,
  Executor,
  StartCheck,
  ResolvedCall,
  ServerCompletionArgs,
  ServerPromptArgs,
  ServerResourceArgs,
} from '../../core/core.ts';
import type { SandboxLaunch } from '../../../shared/sandbox/sandbox-launch.ts';
import type { ManagedServer } from './managed-server.ts';
import { isUnauthorized, messageOf } from './server-state.ts';
import type { ServerConnection } from './server-connection.ts';
import type { OfferedTool } from './server-text.ts';

interface ReportedCall {
  readonly signal: AbortSignal;
  readonly reports: CallReports | undefined;
}

interface Deps {
  readonly server: ManagedServer;
  readonly tools: readonly ContributedTool[];
  /** The accepted tool, if the server still offers it unchanged; checked again once it runs. */
  readonly accepted: (ownName: string) => OfferedTool | null;
  /** Whether the user has reviewed anything of it; checked again once it runs. */
  readonly isUsable: () => boolean;
  readonly onUsed: (clientId: string) => void;
  readonly resultBytes: number;
}

export class ServerExecutor implements Executor {
  readonly #deps: Deps;
  readonly id: string;
  readonly name: string;
  readonly inApp = true;
  readonly actions: ReadonlySet<string> = new Set();
  readonly tools: readonly ContributedTool[];

  constructor(deps: Deps) {
    this.#deps = deps;
    this.id = `mcp:${deps.server.name}`;
    this.name = `MCP server ${deps.server.name}`;
    this.tools = deps.tools;
  }

  async run(
    call: ResolvedCall,
    _entryId: string,
    signal: AbortSignal,
    mayBegin?: StartCheck,
    _sandbox?: SandboxLaunch | null,
    reports?: CallReports,
  ): Promise<Outcome> {
    const tool = this.tools.find(({ name }) => name === call.action);
    if (!tool || tool.definitionHash !== call.tool?.definitionHash)
      return refused('server-blocked');
    const { server, onUsed } = this.#deps;
    onUsed(call.agent.clientId);
    const { agent, action } = call;
    return server.use(async (connection) => {
      if (signal.aborted) return failed('ask-withdrawn');
      const stopped = mayBegin?.();
      if (stopped) return stopped;
      return server.calls.during({ agent, action, reports }, () =>
        this.#carryOut(tool, call, connection, { signal, reports }),
      );
    }, signal);
  }

  async #carryOut(
    tool: ContributedTool,
    { args }: ResolvedCall,
    connection: ServerConnection,
    { signal, reports }: ReportedCall,
  ): Promise<Outcome> {
    if (!this.#deps.isUsable()) return refused('server-blocked');
    const options = { signal, ...(reports ? { onProgress: reports.progress.bind(reports) } : {}) };
    try {
      switch (tool.server?.method) {
        case 'resource':
          return this.#bounded(await connection.readResource(args as ServerResourceArgs, options));
        case 'subscription': {
          const { uri } = args as ServerResourceArgs;
          return await this.#deps.server.followed.begin(uri, connection, signal);
        }
        case 'prompt':
          return this.#bounded(await connection.getPrompt(args as ServerPromptArgs, options));
        case 'completion':
          return this.#bounded(await connection.complete(args as ServerCompletionArgs, options));
        case 'tool':
        case undefined: {
          const accepted = this.#deps.accepted(tool.ownName);
          if (!accepted) return refused('server-blocked');
          return this.#bounded(await connection.call(accepted, args, options));
        }
      }
    } catch (error) {
      return this.#outcomeOf(error, signal);
    }
  }

  #bounded(result: object): Outcome {
    const isTooLong = JSON.stringify(result).length > this.#deps.resultBytes;
    return isTooLong
      ? failed('action-failed', "The server's answer is too long.")
      : done(result as ResultData);
  }

  async #outcomeOf(error: unknown, signal: AbortSignal): Promise<Outcome> {
    const { server } = this.#deps;
    if (signal.aborted) return failed('ask-withdrawn');
    if (isUnauthorized(error)) {
      await server.rejected();
      return refused('server-needs-login');
    }
    if (error instanceof ProtocolError)
      return failed('action-failed', `The server answered: ${server.log.clean(messageOf(error))}`);
    const { kind, why } = server.state;
    return failed('server-failed', kind === 'failed' ? why : server.log.clean(messageOf(error)));
  }
}
