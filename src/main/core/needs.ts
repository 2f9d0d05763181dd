/** What the core asks of the world. The platform fulfils it; tests fake the human and the clock. */
import type { Root } from '../../shared/access.ts';
import type { Disposable } from '../../shared/base/disposable.ts';
import type { Refused } from '../../shared/outcomes.ts';
import type { Settings } from '../../shared/settings.ts';

export interface Clock {
  /** Wall clock, ms. It may jump. */
  readonly now: () => number;
  /** Never goes back; may stand still while the machine sleeps. */
  readonly monotonic: () => number;
  after(ms: number, run: () => void): Disposable;
}

/** Where the ledger's lines go. */
export interface LedgerStore {
  /** Resolves when the text is durable; rejects when it is not, and then none of it is kept. */
  append(text: string): Promise<void>;
  /** The last lines, oldest first, torn tail already set aside. */
  tail(): Promise<{ readonly lines: readonly string[]; readonly tornBytes: number }>;
}

export interface SettledPath {
  readonly path: string;
  readonly root: Root;
}

export interface Paths {
  /** The real folder behind a name, pinned by device and inode. */
  pin(folder: string): Promise<Root | Refused>;
  /** The real path behind a name, if it lies in one of the roots and those are still what they were. */
  settle(path: string, roots: readonly Root[]): Promise<SettledPath | Refused>;
}

export interface Needs {
  readonly clock: Clock;
  readonly ledgerStore: LedgerStore;
  readonly paths: Paths;
  readonly settings: Settings;
  /** The login name of the person, for the ledger. */
  readonly user: string;
  readonly home: string;
  readonly dataDir: string;
  newId(): string;
  sha256(text: string): string;
  /** Replaces what looks like a credential, so that no secret reaches the ledger. */
  redact(text: string): string;
}
