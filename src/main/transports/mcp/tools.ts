/** Which tools a client sees, and how a call of one is answered. */
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { isAction } from '../../../shared/actions/actions.ts';
import type { Disposable } from '../../../shared/base/disposable.ts';
import type { ClientId } from '../../../shared/base/ids.ts';
import { workbenchActions } from '../../../shared/protocols/plugin-protocol.ts';
import type { ContributedTool, Core } from '../../core/core.ts';
import { accessTools, type AccessTool } from './access-tools.ts';
import { ImplicitAccess, type FinishedCall } from './implicit-access.ts';
import type { LeastFor } from './folders.ts';
import { PendingToolCalls } from './pending-calls.ts';
import { isObject } from './json-rpc.ts';
import type { Exchange } from './registry.ts';
import { describeAccessTool } from './tool-list.ts';
import { ToolLists, type ToolList } from './tool-lists.ts';
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
      leastFor,
      canDo,
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

  /**
   * The access tools and the actions that have an executor: with a session those it covers, without
   * one every action that could be requested, since a call requests access.
   */
  listFor(clientId: ClientId): ToolList {
    const live = this.#core.sessions.liveOf(clientId);
    const scopes = isError(live) ? null : new Set(live.flatMap((session) => session.scopes));
    return this.#lists.of(scopes);
  }

  dispose(): void | Promise<void> {
    return this.#lists.dispose();
  }

  /** Null when there is no such tool. */
  call(name: string, args: unknown, exchange: Exchange): Promise<CallToolResult> | null {
    const tool = Object.hasOwn(this.#accessTools, name) ? this.#accessTools[name] : undefined;
    if (tool) return tool.run(args ?? {}, exchange);
    if (isAction(name)) return this.#callAction(name, args ?? {}, exchange);
    const contributed = this.#core.executors.contributed(name);
    if (!contributed) return null;
    return this.#callAction(
      name,
      withClaimedWorkspace(contributed, args ?? {}, exchange),
      exchange,
    );
  }

  #callAction(action: string, args: unknown, exchange: Exchange): Promise<CallToolResult> {
    const { agent, claimedWorkspace } = exchange;
    const withdrawal = new AbortController();
    const running = this.#implicitAccess.run(
      { action, args, agent, claimedWorkspace },
      withdrawal.signal,
    );
    const isRawMcp = this.#core.executors.contributed(action)?.answersInMcp === true;
    const result = running.then((ended) =>
      isRawMcp && ended.outcome.kind === 'done'
        ? rawMcpResult(ended.outcome)
        : this.#resultFor(ended, agent.clientId),
    );
    return this.#pendingCalls.hold(
      { tool: action, result, withdraw: () => withdrawal.abort() },
      exchange,
    );
  }

  #resultFor({ outcome, requestId }: FinishedCall, clientId: ClientId): CallToolResult {
    if (outcome.kind !== 'refused' || !wantsAlternatives(outcome)) {
      return toResult(outcome, { requestId });
    }
    return toResult(outcome, { requestId, allowedInstead: this.#allowed(clientId) });
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
