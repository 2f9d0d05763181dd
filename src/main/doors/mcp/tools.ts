/** Which tools a client sees, and how a call of one is answered. */
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { isAction } from '../../../shared/actions.ts';
import type { Disposable } from '../../../shared/base/disposable.ts';
import type { ClientId } from '../../../shared/ids.ts';
import { workbenchActions } from '../../../shared/plugin-protocol.ts';
import type { ContributedTool, Core } from '../../core/offers.ts';
import { accessTools, type AccessTool } from './access-tools.ts';
import { FirstUse, type Ended } from './first-use.ts';
import type { LeastFor } from './folders.ts';
import { Holding } from './holding.ts';
import { isObject } from './json-rpc.ts';
import type { Exchange } from './registry.ts';
import { describeAccessTool } from './tool-list.ts';
import { ToolLists, type ToolList } from './tool-lists.ts';
import { asAnswered, toResult, wantsAlternatives } from './tool-results.ts';

interface Deps {
  readonly core: Core;
  readonly leastFor: LeastFor;
  readonly clock: { readonly now: () => number; readonly monotonic: () => number };
}

const ofWorkbench: ReadonlySet<string> = new Set(workbenchActions);

export class Tools implements Disposable {
  readonly #core: Core;
  readonly #accessTools: Readonly<Record<string, AccessTool>>;
  readonly #lists: ToolLists;
  readonly #holding: Holding;
  readonly #firstUse: FirstUse;

  constructor({ core, leastFor, clock }: Deps) {
    this.#core = core;
    const canDo = (action: string): boolean => this.#canDo(action);
    this.#holding = new Holding(clock.monotonic);
    this.#firstUse = new FirstUse({ core, leastFor, canDo, monotonic: clock.monotonic });
    this.#accessTools = accessTools({
      core,
      leastFor,
      canDo,
      holding: this.#holding,
      now: clock.now,
    });
    const always = Object.entries(this.#accessTools).map(([name, tool]) =>
      describeAccessTool(name, tool),
    );
    this.#lists = new ToolLists({ executors: core.executors, always, canDo });
  }

  /**
   * The tools of access, and the actions somebody is there to carry out: with a session those it
   * covers, without one all that could be asked for, since calling one asks.
   */
  listFor(clientId: ClientId): ToolList {
    const live = this.#core.sessions.liveOf(clientId);
    const scopes = 'kind' in live ? null : new Set(live.flatMap((session) => session.scopes));
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
    return this.#callAction(name, inItsWorkspace(contributed, args ?? {}, exchange), exchange);
  }

  #callAction(action: string, args: unknown, exchange: Exchange): Promise<CallToolResult> {
    const { agent, claimedWorkspace } = exchange;
    const withdrawal = new AbortController();
    const running = this.#firstUse.run(
      { action, args, agent, claimedWorkspace },
      withdrawal.signal,
    );
    const asTheyAre = this.#core.executors.contributed(action)?.answersInMcp === true;
    const result = running.then((ended) =>
      asTheyAre && ended.outcome.kind === 'done'
        ? asAnswered(ended.outcome)
        : this.#tell(ended, agent.clientId),
    );
    return this.#holding.hold(
      { tool: action, result, withdraw: () => withdrawal.abort() },
      exchange,
    );
  }

  #tell({ outcome, requestId }: Ended, clientId: ClientId): CallToolResult {
    if (outcome.kind !== 'refused' || !wantsAlternatives(outcome)) {
      return toResult(outcome, { requestId });
    }
    return toResult(outcome, { requestId, allowedInstead: this.#allowed(clientId) });
  }

  #allowed(clientId: ClientId): object | undefined {
    const live = this.#core.sessions.liveOf(clientId);
    if ('kind' in live) return undefined;
    return live.map(({ scopes, roots }) => ({ scopes, roots: roots.map(({ path }) => path) }));
  }

  #canDo(action: string): boolean {
    return ofWorkbench.has(action) || this.#core.executors.canDo(action);
  }
}

/** Where the arguments do not say it, a tool for workspaces works in the one the client claims. */
function inItsWorkspace(
  { own }: ContributedTool,
  args: unknown,
  { claimedWorkspace }: Pick<Exchange, 'claimedWorkspace'>,
): unknown {
  const field = own?.workspaceField;
  if (field === undefined || claimedWorkspace === null || !isObject(args)) return args;
  return { [field]: claimedWorkspace, ...args };
}
