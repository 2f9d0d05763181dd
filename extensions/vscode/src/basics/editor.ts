/** What every hand of this extension may use. */
import type { Disposable } from 'vscode';
import type { EventName } from '../../../../src/shared/events.ts';
import type { Hands, Planners } from '../../../../src/workbench/hand.ts';
import type { AgentLines } from '../face/agent-lines.ts';
import type { Holds } from './holds.ts';

export interface Happening {
  /** What it is about; only sessions that hold this path hear of it. */
  readonly path?: string;
  readonly [fact: string]: unknown;
}

export type Tell = (event: EventName, about: Happening, sessionId?: string) => void;

export interface Editor {
  readonly name: string;
  readonly tell: Tell;
  /** Who holds which document: the person, or a call. */
  readonly holds: Holds;
  /** Which lines agents wrote. */
  readonly lines: AgentLines;
  log(text: string): void;
}

/** Some of the actions, with everything they keep open. */
export interface HandRoom extends Disposable {
  readonly hands: Hands;
  readonly planners?: Planners;
  endSession?(sessionId: string): void;
}
