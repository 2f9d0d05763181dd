/** A wish as it comes in, and the frozen thing it becomes before anybody judges it. */
import type { Agent, Session } from '../../../shared/access.ts';
import type { ActionKind, PathUse, ValidArgs } from '../../../shared/actions.ts';
import type { Scope } from '../../../shared/scopes.ts';
import type { SettledPath } from '../needs.ts';
import type { Protection } from '../roots/protected-paths.ts';
import type { ContributedTool } from './contributed-tools.ts';

export interface Call {
  readonly action: string;
  readonly args: unknown;
}

export interface ShapedCall {
  /** A name of the catalogue, or of a contributed tool. */
  readonly action: string;
  /** Null for actions of the catalogue. */
  readonly tool: ContributedTool | null;
  readonly args: ValidArgs;
  readonly kind: ActionKind;
  readonly scopes: readonly Scope[];
  readonly editBytes: number;
}

/** A path of the call as it really is. */
export interface Place extends SettledPath {
  readonly use: PathUse;
  readonly protection: Protection | null;
}

/** What is judged, shown, run and recorded: one object, frozen. */
export interface SettledCall extends ShapedCall {
  readonly agent: Agent;
  readonly session: Session;
  readonly places: readonly Place[];
  /** SHA-256 of the action and its settled arguments. */
  readonly digest: string;
  /** In plain words what it would do. */
  readonly sentence: string;
}
