/** A wish as it comes in, and the frozen thing it becomes before anybody judges it. */
import type { Agent, Root, Session } from '../../../shared/access.ts';
import type { ActionName } from '../../../shared/actions.ts';

export interface Call {
  readonly action: string;
  readonly args: unknown;
}

export interface ShapedCall {
  readonly action: ActionName;
  readonly args: Readonly<Record<string, unknown>> & { readonly path: string };
}

/** What is judged, shown, run and recorded: one object, frozen. */
export interface SettledCall extends ShapedCall {
  readonly agent: Agent;
  readonly session: Session;
  readonly root: Root;
}
