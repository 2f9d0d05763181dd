/** Which tools a client sees, and how a call of one is answered. */
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { isAction } from '../../../shared/actions/actions.ts';
import { isObject } from '../../../shared/base/is-object.ts';
import type { Disposable } from '../../../shared/base/disposable.ts';
import type { ClientId } from '../../../shared/base/ids.ts';
import { workbenchActions } from '../../../shared/protocols/plugin-protocol.ts';
import type { ContributedTool, Core } from '../../core/core.ts';
import { accessTools, type AccessTool } from './access-tools.ts';
import { ImplicitAccess, leastAccess } from './implicit-access.ts';
import type { LeastFor } from './folders.ts';
import { PendingToolCalls } from './pending-calls.ts';
import type { Exchange } from './registry.ts';
import { describeAccessTool } from './tool-descriptions.ts';
import { ToolLists, type ToolList, type ToolListOptions } from './tool-lists.ts';
import { rawMcpResult, toResult, wantsAlternatives } from './tool-results.ts';
import { isError } from '../../../shared/actions/outcomes.ts';

interface Deps {
  readonly core: Core;
  readonly leastFor: LeastFor;
  readonly clock: { readonly now: () => number; readonly monotonic: () => number };
}

const workbenchActionNames: ReadonlySet<string> = new Set(workbenchActions);

export class McpTools implements Disposable {
  readonly #core: Core;
  readonly #accessTools: Readonly<Record<string, AccessTool>>;
  readonly #lists: ToolLists;
  readonly #pendingCalls: PendingToolCalls;
  readonly #implicitAccess: ImplicitAccess;

  constructor({ core, leastFor, clock }: Deps) {
    this.#core = core;
    const canDo = (action: string): boolean => this.#canDo(action);
    this.#pendingCalls = new PendingToolCalls(clock.monotonic);
    this.#implicitAccess = new ImplicitAccess({
      core,
      accessFor: leastAccess({ core, leastFor, canDo }),
      monotonic: clock.monotonic,
    });
    this.#accessTools = accessTools({
      core,
      leastFor,
      canDo,
      pendingCalls: this.#pendingCalls,
      now: clock.now,
    });
    const always = Object.entries(this.#accessTools).map(([name, tool]) =>
      describeAccessTool(name, tool),
    );
    this.#lists = new ToolLists({ executors: core.executors, always, canDo });
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
    const tool = Object.hasOwn(this.#accessTools, name) ? this.#accessTools[name] : undefined;
    if (tool) return tool.run(args ?? {}, exchange);
    const contributed = isAction(name) ? null : this.#core.executors.contributed(name);
    if (contributed === undefined) return null;
    const own = contributed
      ? withClaimedWorkspace(contributed, args ?? {}, exchange)
      : (args ?? {});
    return this.#pendingCalls.hold(
      { tool: name, result: this.#run(name, own, exchange) },
      exchange,
    );
  }

  async #run(action: string, args: unknown, exchange: Exchange): Promise<CallToolResult> {
    const { agent, claimedWorkspace, signal } = exchange;
    const call = { action, args, agent, claimedWorkspace };
    const { outcome, requestId } = await this.#implicitAccess.run(call, signal);
    if (outcome.kind === 'done' && this.#core.executors.contributed(action)?.answersInMcp) {
      return rawMcpResult(outcome);
    }
    if (outcome.kind !== 'refused' || !wantsAlternatives(outcome)) {
      return toResult(outcome, { requestId });
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
