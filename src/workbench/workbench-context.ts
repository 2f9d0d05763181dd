/** The objects that every handler set of the workbench may use. */
import type { EventName } from '../shared/protocols/session-events.ts';
import type { FromShared } from '../shared/editing/share-protocol.ts';
import type { ConfinedFiles } from './confined/files.ts';
import type { Task } from './action-handler.ts';
import type { RunTracking, RunEffects } from './sandbox/run-tracking.ts';

export interface WorkbenchEventData {
  /** The path concerned; only sessions that may see it receive the event. */
  readonly path?: string;
  readonly [fact: string]: unknown;
}

export interface WorkbenchContext {
  readonly version: string;
  readonly files: ConfinedFiles;
  /** The workbench's own folder for state that must survive a crash. */
  readonly stateFolder: string;
  /** User-configured language servers as argv by language id; they take precedence. */
  readonly languageServers?: Readonly<Record<string, readonly string[]>>;
  /** Emits an event to one session, or to all that may see it. */
  readonly emit: (event: EventName, about: WorkbenchEventData, sessionId?: string) => void;
  /** Sends an editor what concerns a document that it shares. */
  readonly shareWith?: (editor: string, path: string, message: FromShared) => void;
  /** Stores a content for diff and undo; resolves to its digest once durable. */
  readonly keep: (content: Uint8Array) => Promise<string>;
  /** Checkpoints and watches around sandboxed programs. */
  readonly runs?: RunTracking;
  /** Tells what a program left behind that ended with its session, after its call was answered. */
  readonly runEnded?: (
    task: Pick<Task, 'sessionId' | 'entryId' | 'agentId'>,
    effects: RunEffects,
  ) => void;
}
