/** Which tools a client sees, and how a call of one is answered. */
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { readAs } from '../../../shared/base/parse.ts';
import { visibleText } from '../../../shared/base/visible-text.ts';
import { isAction } from '../../../shared/actions/actions.ts';
import { isObject } from '../../../shared/base/is-object.ts';
import type { Disposable } from '../../../shared/base/disposable.ts';
import type { ClientId } from '../../../shared/base/ids.ts';
import { workbenchActions } from '../../../shared/protocols/plugin-protocol.ts';
import type { CallReports, ContributedTool, Core } from '../../core/core.ts';
import { isLogLevel, withReports, type McpLogLevel } from './call-reports.ts';
import { serverResult } from './server-results.ts';
import { callToolName, findTools, findToolsName } from './server-tools.ts';
import { accessTools, type AccessTool } from './access-tools.ts';
import { ImplicitAccess, smallestAccess } from './implicit-access.ts';
import type { SmallestAskFor } from './folders.ts';
import { PendingToolCalls } from './pending-calls.ts';
import type { Exchange } from './registry.ts';
import { describeAccessTool } from './tool-descriptions.ts';
import { ToolLists, type ToolList, type ToolListOptions } from './tool-lists.ts';
import { rawMcpResult, toResult, wantsAlternatives } from './tool-results.ts';
import { done, isError, refused, type Outcome } from '../../../shared/actions/outcomes.ts';

interface Deps {
  readonly core: Core;
  readonly smallestAskFor: SmallestAskFor;
  readonly clock: { readonly now: () => number; readonly monotonic: () => number };
  /** What the tools of MCP servers may cost in a client's list. */
  readonly serverTokens: () => number;
}

const FindArgs = z.object({ query: z.string().max(1_000) });
const CallArgs = z.object({
  name: z.string().max(200),
  arguments: z.record(z.string(), z.unknown()).optional(),
});

type RunnableTool = Pick<AccessTool, 'run'>;

const mostLogLevels = 1_000;

const workbenchActionNames: ReadonlySet<string> = new Set(workbenchActions);

export class McpTools implements Disposable {
  readonly #core: Core;
  readonly #monotonic: () => number;
  /** The least level of log lines that each client wants. */
  readonly #logLevels = new Map<ClientId, McpLogLevel>();
  /** Those that no executor carries out, by name. */
  readonly #ownTools: ReadonlyMap<string, RunnableTool>;
  readonly #lists: ToolLists;
  readonly #pendingCalls: PendingToolCalls;
  readonly #implicitAccess: ImplicitAccess;

  constructor({ core, smallestAskFor, clock, serverTokens }: Deps) {
    this.#core = core;
    this.#monotonic = clock.monotonic;
    const canDo = (action: string): boolean => this.#canDo(action);
    this.#pendingCalls = new PendingToolCalls(clock.monotonic);
    this.#implicitAccess = new ImplicitAccess({
      core,
      accessFor: smallestAccess({ core, smallestAskFor, canDo }),
      monotonic: clock.monotonic,
    });
    const { now } = clock;
    const pendingCalls = this.#pendingCalls;
    const forAccess = Object.entries(
      accessTools({ core, smallestAskFor, canDo, pendingCalls, now }),
    );
    this.#ownTools = new Map<string, RunnableTool>([
      ...forAccess,
      [findToolsName, { run: (args, exchange) => this.#find(args, exchange) }],
      [callToolName, { run: (args, exchange) => this.#callFound(args, exchange) }],
    ]);
    const always = forAccess.map(([name, tool]) => describeAccessTool(name, tool));
    this.#lists = new ToolLists({ executors: core.executors, always, canDo, serverTokens });
  }

  /** The access tools and every action that has an executor: what a session does not cover can be requested. */
  list(options: ToolListOptions): ToolList {
    return this.#lists.list(options);
  }

  dispose(): void | Promise<void> {
    return this.#lists.dispose();
  }

  /** Null when there is no such tool. */
  call(name: string, args: unknown, exchange: Exchange): Promise<CallToolResult> | null {
    const ownTool = this.#ownTools.get(name);
    if (ownTool) return ownTool.run(args ?? {}, exchange);
    const contributed = isAction(name) ? null : this.#core.executors.contributed(name);
    if (contributed === undefined || (contributed && isHidden(contributed, exchange))) return null;
    const own = contributed
      ? withClaimedWorkspace(contributed, args ?? {}, exchange)
      : (args ?? {});
    const server = contributed?.server?.name ?? null;
    const reported = server === null ? { exchange } : this.#withReports(server, exchange);
    return this.#pendingCalls.hold(
      { tool: name, result: this.#run(name, own, reported, server) },
      reported.exchange,
    );
  }

  /** A call of an MCP server that is not the call of a tool: of a resource, a prompt or a completion. */
  async callServer(action: string, args: unknown, exchange: Exchange): Promise<Outcome> {
    const { agent, claimedWorkspace, signal } = exchange;
    const server = this.#core.executors.contributed(action)?.server?.name ?? '';
    const { reports } = this.#withReports(server, exchange);
    const call = { action, args, agent, claimedWorkspace, reports };
    return (await this.#implicitAccess.run(call, signal)).outcome;
  }

  setLogLevel(clientId: ClientId, level: McpLogLevel): void {
    if (this.#logLevels.size >= mostLogLevels) this.#logLevels.clear();
    this.#logLevels.set(clientId, level);
  }

  #withReports(server: string, exchange: Exchange): ReturnType<typeof withReports> {
    const { logLevel, agent } = exchange;
    const level = isLogLevel(logLevel) ? logLevel : (this.#logLevels.get(agent.clientId) ?? null);
    return withReports(exchange, { server, level, monotonic: this.#monotonic });
  }

  async #find(args: unknown, { agent }: Exchange): Promise<CallToolResult> {
    const parsed = readAs(FindArgs, args);
    if (!parsed.success)
      return toResult(refused('invalid-arguments', 'query: required, some words.'));
    const tools = findTools(this.#lists.serverToolsFor(agent.clientId), parsed.data.query);
    const found = tools.map(({ name, description, inputSchema }) => ({
      name,
      description,
      inputSchema,
    }));
    return toResult(done({ tools: found }));
  }

  /** The very same path as a direct call of the tool. */
  #callFound(args: unknown, exchange: Exchange): Promise<CallToolResult> {
    const parsed = readAs(CallArgs, args);
    if (!parsed.success)
      return Promise.resolve(toResult(refused('invalid-arguments', 'name: required, of a tool.')));
    const { name, arguments: own } = parsed.data;
    const tool = this.#lists
      .serverToolsFor(exchange.agent.clientId)
      .find((item) => item.name === name);
    const result = tool ? this.call(name, own, exchange) : null;
    const words = `Asked for: ${visibleText(name)}. Call ${findToolsName} to see which there are.`;
    return result ?? Promise.resolve(toResult(refused('unknown-action', words)));
  }

  async #run(
    action: string,
    args: unknown,
    { exchange, reports }: { readonly exchange: Exchange; readonly reports?: CallReports },
    server: string | null,
  ): Promise<CallToolResult> {
    const { agent, claimedWorkspace, signal } = exchange;
    const call = { action, args, agent, claimedWorkspace, ...(reports ? { reports } : {}) };
    const { outcome, requestId } = await this.#implicitAccess.run(call, signal);
    if (outcome.kind === 'done' && server !== null) return serverResult(server, outcome.data);
    if (outcome.kind === 'done' && this.#core.executors.contributed(action)?.answersInMcp) {
      return rawMcpResult(outcome);
    }
    if (outcome.kind !== 'refused' || !wantsAlternatives(outcome)) {
      return toResult(outcome, { action, requestId });
    }
    return toResult(outcome, { requestId, allowedInstead: this.#allowed(agent.clientId) });
  }

  #allowed(clientId: ClientId): object | undefined {
    const live = this.#core.sessions.liveOf(clientId);
    if (isError(live)) return undefined;
    return live.map(({ scopes, roots }) => ({ scopes, roots: roots.map(({ path }) => path) }));
  }

  #canDo(action: string): boolean {
    return workbenchActionNames.has(action) || this.#core.executors.canDo(action);
  }
}

/** What a server offers besides tools is called by other methods. */
const isHidden = ({ server }: ContributedTool, { agent }: Exchange): boolean =>
  server !== undefined && (server.method !== 'tool' || !server.isVisibleTo(agent.clientId));

/** Workspace tools use the claimed workspace when the arguments name none. */
function withClaimedWorkspace(
  { own }: ContributedTool,
  args: unknown,
  { claimedWorkspace }: Pick<Exchange, 'claimedWorkspace'>,
): unknown {
  const field = own?.workspaceField;
  if (field === undefined || claimedWorkspace === null || !isObject(args)) return args;
  return { [field]: claimedWorkspace, ...args };
}
