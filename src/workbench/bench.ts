/** What every room of the workbench may use. */
import type { EventName } from '../shared/events.ts';
import type { ConfinedFiles } from './confined-files.ts';

export interface Happening {
  /** What it is about; only sessions that hold this path hear of it. */
  readonly path?: string;
  readonly [fact: string]: unknown;
}

export interface Bench {
  readonly version: string;
  readonly files: ConfinedFiles;
  /** The workbench's own folder: what must outlive a crash. */
  readonly stateFolder: string;
  /** The user's own language servers, as argv by language id; they come before ours. */
  readonly languageServers?: Readonly<Record<string, readonly string[]>>;
  /** Tells all sessions that may hear it, or one alone. */
  readonly tell: (event: EventName, about: Happening, sessionId?: string) => void;
  /** Keeps a content for diff and undo; resolves to its digest when it is durable. */
  readonly keep: (content: Uint8Array) => Promise<string>;
}
