/** What the core asks of the world. The platform fulfils it; tests fake the human and the clock. */
import type { Root, VerifiedCaller } from '../../shared/access/access.ts';
import type { PathUse } from '../../shared/actions/actions.ts';
import type { Disposable } from '../../shared/base/disposable.ts';
import type { FilePin } from '../../shared/files/file-pin.ts';
import type { Refused } from '../../shared/actions/outcomes.ts';
import type { ParsedLine } from '../../shared/commands/parsed-line.ts';
import type { Settings } from '../../shared/app/settings.ts';
import type { MachineFacts, SandboxedSession } from '../../shared/sandbox/machine-facts.ts';
import type { SandboxStatus } from '../../shared/sandbox/sandbox-status.ts';

export interface Clock {
  /** Wall clock, ms. It may jump. */
  readonly now: () => number;
  /** Never goes back; may stand still while the machine sleeps. */
  readonly monotonic: () => number;
  after(ms: number, run: () => void): Disposable;
}

export interface AppendHow {
  /** `later`: written, but durable only after the next sync(). */
  readonly sync?: 'now' | 'later';
  /** `new`: into a segment of its own, which is there as a whole and durable, or not at all. */
  readonly segment?: 'same' | 'new';
}

/** Where the ledger's lines go. */
export interface LedgerStore {
  /** Resolves when the text is durable; rejects when it is not, and then none of it is kept. */
  append(text: string, how?: AppendHow): Promise<void>;
  /**
   * The same as to append it to be synced later, if that can be done at once: false when it cannot,
   * and then nothing is done. A failure is thrown.
   */
  appendAtOnce?(text: string): boolean;
  /**
   * Makes durable what was appended so far; without it everything is at once. When it rejects,
   * the segment is not trusted behind what was durable before, and a new one must be begun.
   */
  sync?(): Promise<void>;
  /** The lines of the newest segment, oldest first, torn tail already set aside. */
  tail(): Promise<LedgerTail>;
  /** How much room there is on the disk. */
  freeBytes?(): Promise<number>;
  /**
   * Why lines written now would not be found again: the folder or the file was moved, replaced or
   * changed by another program. Null while all is in place. At once, and it rejects appends as well.
   */
  whyLost?(): string | null;
}

export interface LedgerTail {
  readonly lines: readonly string[];
  readonly tornBytes: number;
  /** The last lines of the segment before, for people to read. */
  readonly older?: readonly string[];
  /** Why nothing more may be written to that segment. */
  readonly damage?: string;
}

/** The second place, where the end of the ledger is written down now and then. */
export interface CheckpointStore {
  append(line: string): Promise<void>;
  last(): Promise<string | null>;
  /** Why the earlier checkpoints were gone at the last append; said once. */
  takeLost?(): string | null;
  /** Why the open file is not the one at its path any more; null while it is. */
  whyLost?(): string | null;
}

export interface ResolvedPath {
  readonly path: string;
  readonly root: Root;
  readonly exists: boolean;
  /** How many names a file has; more than one means that it is seen elsewhere too. */
  readonly links: number;
  readonly kind: 'file' | 'folder' | 'other' | 'missing';
  /** For what is changed: what git would make of the folders around it. */
  readonly git?: GitFacts;
}

/** Entries by which git knows its own directories. */
export type GitMark = 'HEAD' | 'objects' | 'refs' | 'commondir' | 'config' | 'gitdir';

export interface GitFolder {
  readonly path: string;
  readonly marks: readonly GitMark[];
}

export interface GitFacts {
  /** Folders on the way to the path, and itself, that hold such entries. */
  readonly folders: readonly GitFolder[];
  /** Files and folders that repositories around it take settings or hooks from. */
  readonly settings: readonly string[];
}

export interface Paths {
  /** The real folder behind a name, pinned by device and inode. */
  pin(folder: string): Promise<Root | Refused>;
  /** The real path behind a name, if it lies in one of the roots and those are still what they were; at once. */
  resolve(path: string, roots: readonly Root[], use?: PathUse): ResolvedPath | Refused;
  /** Changes whenever what is there does: what a person approved must still be so when it runs. */
  fingerprint(paths: readonly string[]): Promise<string>;
  /** Where other file systems are mounted below a real folder; these are never part of a grant. */
  mountsBelow?(folder: string): readonly string[];
}

export interface FoundProgram {
  readonly kind: 'found';
  /** As it was found on PATH. */
  readonly path: string;
  /** With links followed: what is really started. */
  readonly real: string;
  /** It lies in a granted root, under either name: whatever it is called, it is other code. */
  readonly insideRoot: boolean;
  /** The file as it is now; left out where that is not known. */
  readonly pin?: FilePin | null;
}

export interface ProgramNotFound {
  readonly kind: 'not-found' | 'refused';
  readonly sentence: string;
}

/** What is to know about a command before anybody is asked about it. Nothing is started. */
export interface Commands {
  /** Parsing takes a moment to get ready; whoever may soon need it says so. */
  prepare(): void;
  parseLine(line: string): Promise<ParsedLine>;
  findProgram(
    name: string,
    from: { readonly cwd: string; readonly roots: readonly string[] },
  ): Promise<FoundProgram | ProgramNotFound>;
  /** A file as it is now, to be compared when it is used; null when there is none. */
  pinFile?(path: string): Promise<FilePin | null>;
  /** The owner's own environment; a command gets only what is on our list. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Small things kept across restarts, by name. */
export interface StateStore {
  /** Null when there is none, or when it cannot be read. */
  load(name: string): Promise<unknown>;
  /** For what must not get lost: rejects, saying what to do, where it is there and `parse` throws. */
  loadOrFail<Kept>(name: string, parse: (stored: unknown) => Kept): Promise<Kept | null>;
  save(name: string, value: unknown): Promise<void>;
}

/** What to look for in a granted folder; the answer depends on the name alone. */
export interface FolderPatterns {
  /** What runs by itself later, and so stays as it is. */
  readonly isProtected: (path: string) => boolean;
  /** What holds secrets of the project. */
  readonly isSecret: (name: string) => boolean;
  /** Absolute paths that nothing inside may see, there or not. */
  readonly hidden: readonly string[];
}

/** The sandbox of this machine. */
export interface SandboxMachine {
  status(): SandboxStatus;
  /** As the machine and the session's folders are now; makes the session's private folders. */
  facts(session: SandboxedSession, patterns: FolderPatterns): MachineFacts;
  /** The process that holds the session's network namespace; null: there is no network. */
  launchNetwork?(sessionId: string): Promise<{ readonly holderPid: number } | null>;
}

export interface Needs {
  readonly clock: Clock;
  readonly ledgerStore: LedgerStore;
  readonly checkpoints?: CheckpointStore;
  readonly paths: Paths;
  readonly commands: Commands;
  readonly stateStore: StateStore;
  /** As they are at this moment: read from it when it matters. */
  readonly settings: Settings;
  /** The login name of the person, for the ledger. */
  readonly user: string;
  readonly home: string;
  /** What Gatehouse keeps for itself: never granted, never touched by an agent. */
  readonly ownPaths: readonly string[];
  /** Whether this address and port are a listener of Gatehouse itself. */
  readonly isOwnPort?: (address: string, port: number) => boolean;
  /** Whether a process that asked is still there; where nobody can tell, it is taken to be. */
  readonly isStillThere?: (caller: VerifiedCaller) => boolean;
  newId(): string;
  /** 256 random bits, told to the agent once. */
  newSessionToken(): string;
  sha256(text: string): string;
  /** In constant time. */
  sameDigest(a: string, b: string): boolean;
  /** A mark that only this installation can make. */
  readonly mac?: (text: string) => string;
  /** Names the run that the monotonic clock belongs to. */
  readonly bootId?: string;
  /** Replaces what looks like a credential, so that no secret reaches the ledger. */
  redact(text: string): string;
  /** Left out where nothing is sandboxed. */
  readonly sandbox?: SandboxMachine;
}
