/**
 * What core needs from outside: clock, disk, paths, programs. The platform implements it; tests use
 * fakes for the user and the clock.
 */
import type { Root, VerifiedCaller } from '../../shared/access/access.ts';
import type { PathUse } from '../../shared/actions/actions.ts';
import type { ClientId } from '../../shared/base/ids.ts';
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
  /** Never goes back; may stop while the machine sleeps. */
  readonly monotonic: () => number;
  after(ms: number, run: () => void): Disposable;
}

export interface AppendHow {
  /** `later`: written, but durable only after the next sync(). */
  readonly sync?: 'now' | 'later';
  /** `new`: starts a segment, which appears on disk complete and durable, or not at all. */
  readonly segment?: 'same' | 'new';
}

/** Stores the ledger's lines. */
export interface LedgerStore {
  /** Resolves when the text is durable; rejects when it is not, and then none of it is kept. */
  append(text: string, how?: AppendHow): Promise<void>;
  /**
   * Appends synchronously, to be synced later. Returns false, and does nothing, when that is not
   * possible now; throws on failure.
   */
  appendAtOnce?(text: string): boolean;
  /**
   * Makes everything appended so far durable. A store without it makes every append durable. When
   * it rejects, lines after the last durable one are not trusted, and a new segment must be started.
   */
  sync?(): Promise<void>;
  /** The lines of the newest segment, oldest first, torn tail already set aside. */
  tail(): Promise<LedgerTail>;
  /** Free disk space. */
  freeBytes?(): Promise<number>;
  /**
   * Why lines written now would be lost: the folder or the file was moved, replaced or changed by
   * another program. Null while it is in place. Appends reject in that case, too.
   */
  whyLost?(): string | null;
}

export interface LedgerTail {
  readonly lines: readonly string[];
  readonly tornBytes: number;
  /** The last lines of the previous segment, to show recent entries. */
  readonly older?: readonly string[];
  /** Why that segment may not be continued. */
  readonly damage?: string;
}

/** A second file that records the end of the ledger from time to time. */
export interface CheckpointStore {
  append(line: string): Promise<void>;
  last(): Promise<string | null>;
  /** Why earlier checkpoints were missing at the last append; returned once. */
  takeLost?(): string | null;
  /** Why the open file is no longer the one at its path; null while it is. */
  whyLost?(): string | null;
}

export interface ResolvedPath {
  readonly path: string;
  readonly root: Root;
  readonly exists: boolean;
  /** Number of hard links; with more than one, a change shows elsewhere too. */
  readonly links: number;
  readonly kind: 'file' | 'folder' | 'other' | 'missing';
  /** For changes: the git folders around the path. */
  readonly git?: GitFacts;
}

/** The names in a folder that make git treat it as a repository. */
export type GitMark = 'HEAD' | 'objects' | 'refs' | 'commondir' | 'config' | 'gitdir';

export interface GitFolder {
  readonly path: string;
  readonly marks: readonly GitMark[];
}

export interface GitFacts {
  /** The path and its parents that contain such names. */
  readonly folders: readonly GitFolder[];
  /** Files and folders from which enclosing repositories take settings or hooks. */
  readonly settings: readonly string[];
}

/** The hidden files that a search looks at. */
export interface HiddenFiles {
  readonly all: boolean;
  /** Otherwise those that one of these fits, in the words of `.gitignore`; with `!` none. */
  readonly patterns: readonly string[];
}

export interface Paths {
  /** The real folder behind a name, pinned by device and inode. */
  pin(folder: string): Promise<Root | Refused>;
  /** The real path behind a name, if it is in one of the roots and the root was not replaced. Synchronous. */
  resolve(path: string, roots: readonly Root[], use?: PathUse): ResolvedPath | Refused;
  /** Changes whenever a file changes: what the user approved must still be the same when it runs. */
  fingerprint(paths: readonly string[]): Promise<string>;
  /** Where other file systems are mounted below a real folder; these are never part of a grant. */
  mountsBelow?(folder: string): readonly string[];
  /** Whether a search that looks at these hidden files finds some such as `.env`, a few levels below a real folder at most. */
  hasSecretsBelow?(folder: string, hidden: HiddenFiles): boolean;
  /** When a real folder was created; null where the file system does not say. */
  birthTimeOf?(folder: string): string | null;
}

export interface FoundProgram {
  readonly kind: 'found';
  /** As found on PATH. */
  readonly path: string;
  /** With links resolved: the file that is started. */
  readonly real: string;
  /** Either path is in a granted root, so the agent may have written the program. */
  readonly insideRoot: boolean;
  /** The file as it is now; omitted when unknown. */
  readonly pin?: FilePin | null;
}

export interface ProgramNotFound {
  readonly kind: 'not-found' | 'refused';
  readonly sentence: string;
}

/** Finds out about a command before the user is asked. Nothing is started. */
export interface Commands {
  /** Loads the parser, which takes a moment, before it is needed. */
  prepare(): void;
  parseLine(line: string): Promise<ParsedLine>;
  findProgram(
    name: string,
    from: { readonly cwd: string; readonly roots: readonly string[] },
  ): Promise<FoundProgram | ProgramNotFound>;
  /** Pins a file as it is now, to compare it when it is used; null when it does not exist. */
  pinFile?(path: string): Promise<FilePin | null>;
  /** Whether a git that the agent itself starts there runs no hook and no program that the repository names. */
  gitStartsNothing?(cwd: string, roots: readonly string[]): Promise<boolean>;
  /** The user's own environment; a command gets only what is on our list. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Small state kept across restarts, by name. */
export interface StateStore {
  /** Null when nothing is stored, or it cannot be read. */
  load(name: string): Promise<unknown>;
  /** For state that must not be lost: rejects with instructions when something is stored that `parse` rejects. */
  loadOrFail<Kept>(name: string, parse: (stored: unknown) => Kept): Promise<Kept | null>;
  save(name: string, value: unknown): Promise<void>;
}

/** What to search for in a granted folder; decided by the name alone. */
export interface FolderPatterns {
  /** Files that run by themselves later, and so must not be changed. */
  readonly isProtected: (path: string) => boolean;
  /** Names that the user added to those that are always protected. */
  readonly protectedNames: readonly string[];
  /** Files with secrets of the project. */
  readonly isSecret: (name: string) => boolean;
  /** Absolute paths that programs inside may not see, whether they exist or not. */
  readonly hidden: readonly string[];
}

/** The sandbox of this machine. */
export interface SandboxMachine {
  status(): SandboxStatus;
  /**
   * Based on the current state of the machine and the session's folders; creates the session's
   * private folders.
   */
  facts(session: SandboxedSession, patterns: FolderPatterns): MachineFacts;
  /**
   * Whether the folders can be restored to their current state; otherwise sandboxed code needs an
   * ask. The checkpoint itself is made right before the start, and without it nothing starts.
   */
  canRestore?(roots: readonly Root[]): boolean;
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
  /** Always current: read a setting when it is needed, do not copy it. */
  readonly settings: Settings;
  /** The login name of the user, for the ledger. */
  readonly user: string;
  readonly home: string;
  /** Gatehouse's own files: never granted to an agent. */
  readonly ownPaths: readonly string[];
  /** Whether this address and port are a listener of Gatehouse itself. */
  readonly isOwnPort?: (address: string, port: number) => boolean;
  /** Whether an address is one of this computer's own, including public ones. */
  readonly isThisMachine?: (address: string) => boolean;
  /** Whether a process still runs; true when that is not known. */
  readonly isStillThere?: (caller: VerifiedCaller) => boolean;
  /** Identifies the key that a client uses now; null for a client without one. Left out: nothing is remembered of any client. */
  readonly keyMarkOf?: (client: ClientId) => string | null;
  /** The executable of Gatehouse, which is also the proxy that clients start. */
  readonly ownProgram?: string;
  readonly isScreenLocked?: () => Promise<boolean>;
  newId(): string;
  /** 256 random bits, sent to the agent once. */
  newSessionToken(): string;
  sha256(text: string): string;
  /** Compares in constant time. */
  sameDigest(a: string, b: string): boolean;
  /** A MAC that only this installation can compute. */
  readonly mac?: (text: string) => string;
  /** Identifies the boot that the monotonic clock belongs to. */
  readonly bootId?: string;
  /** Replaces credentials, so that no secret reaches the ledger. */
  redact(text: string): string;
  /** Left out where nothing is sandboxed. */
  readonly sandbox?: SandboxMachine;
}
