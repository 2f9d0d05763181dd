/** The objects that every handler of this extension may use. */
import type { Disposable } from 'vscode';
import type { EventName } from '../../../../src/shared/protocols/session-events.ts';
import type { ActionHandlers, Planners } from '../../../../src/workbench/action-handler.ts';
import type { LiveDocuments } from './live-documents.ts';
import type { DocumentLocks } from './user-edits.ts';

export interface EditorEventData {
  /** The path concerned; only sessions that may see it receive the event. */
  readonly path?: string;
  readonly [fact: string]: unknown;
}

export type EmitEvent = (event: EventName, about: EditorEventData, sessionId?: string) => void;

export interface HandlerContext {
  readonly name: string;
  readonly emit: EmitEvent;
  /** Which documents the user or a call is editing. */
  readonly locks: DocumentLocks;
  /** The documents as texts that several authors edit. */
  readonly live: LiveDocuments;
  log(text: string): void;
}

/** A group of handlers and the resources they keep open. */
export interface HandlerGroup extends Disposable {
  readonly handlers: ActionHandlers;
  readonly planners?: Planners;
  endSession?(sessionId: string): void;
}
