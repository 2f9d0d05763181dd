/**
 * What carries out calls: the workbench, a connected editor, an MCP server, or a part of Gatehouse itself.
 */
import type { ActionError, Outcome, Refused } from '../../../shared/actions/outcomes.ts';
import type { Plan } from '../../../shared/actions/plan.ts';
import type { SandboxLaunch } from '../../../shared/sandbox/sandbox-launch.ts';
import type { CallReports, ResolvedCall } from './call.ts';
import type { ContributedTool } from './contributed-tools.ts';

export interface Executor {
  readonly name: string;
  readonly actions: ReadonlySet<string>;
  /** The same across reconnects; its name where it has none. */
  readonly id?: string;
  /** The real folders it has open. */
  readonly folders?: readonly string[];
  readonly tools?: readonly ContributedTool[];
  /** Serves folders that no other editor has open. */
  readonly builtIn?: boolean;
  /** Part of Gatehouse itself, not an editor. */
  readonly inApp?: boolean;
  /** It disconnected without closing; it may reconnect in a moment. */
  readonly wasLost?: boolean;
  /**
   * `entryId` is the ledger entry that records the decision. `mayBegin` says whether the call is
   * still allowed; an executor in another process asks again right before the effect.
   */
  run(
    call: ResolvedCall,
    entryId: string,
    signal: AbortSignal,
    mayBegin?: StartCheck,
    /** What it starts runs in there. */
    sandbox?: SandboxLaunch | null,
    reports?: CallReports,
  ): Promise<Outcome>;
  /** The actions that `preview` supports. */
  readonly previews?: ReadonlySet<string>;
  /** Returns what `run` would do, without changing anything. */
  preview?(
    call: ResolvedCall,
    entryId: string,
    signal: AbortSignal,
    sandbox?: SandboxLaunch | null,
  ): Promise<Plan | ActionError>;
}

/** Null: the call may begin. */
export type StartCheck = () => Refused | null;

/** How long one took for a call, without asking and waiting for locks. For metrics only. */
export interface ExecutorRun {
  /** `mcp:<server>`: an MCP server behind the gate. */
  readonly by: 'workbench' | 'editor' | 'app' | `mcp:${string}`;
  readonly ms: number;
  readonly result: Outcome['kind'];
}
