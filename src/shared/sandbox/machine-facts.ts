/** What a profile is made from: this machine, the session's folders and its private files. */
import type { Root } from '../access/access.ts';

/** The session that a sandbox is for. */
export interface SandboxedSession {
  readonly sessionId: string;
  readonly clientId: string;
  readonly roots: readonly Root[];
}

/** A system folder that programs need, or the link in its place. */
export interface SystemFolder {
  readonly path: string;
  /** The link's target as written; null when it is a folder. */
  readonly link: string | null;
}

/** A repository's `.git`: a folder, or the file that points a worktree or submodule to one. */
export interface GitPlace {
  /** The path of `.git` itself. */
  readonly path: string;
  readonly kind: 'folder' | 'file';
  /** HEAD and index; null when it could not be found out. */
  readonly gitDir: string | null;
  /** Refs, objects and settings; differs from gitDir only in linked worktrees. */
  readonly commonDir: string | null;
  /** Entries of gitDir and commonDir that exist and decide what git runs or where it looks. */
  readonly guarded: readonly string[];
}

/** What lies in one granted folder. */
export interface FolderFacts {
  readonly path: string;
  readonly git: readonly GitPlace[];
  /** Existing paths with a protected name, the outermost only. */
  readonly protectedPaths: readonly string[];
  /** Existing files with secrets of the project. */
  readonly secretFiles: readonly string[];
}

/** Made for a session, readable by its user only. */
export interface PrivateFiles {
  /** Shared by all programs of the session, as /tmp. */
  readonly temporary: string;
  /** Of the client in these folders; caches in it survive the session. */
  readonly home: string;
  /** A folder with our own files, as /run/gatehouse. */
  readonly ownFiles: string;
  /** Settings and login of an agent that runs inside, made for one session; not visible as a folder. */
  readonly agentFiles: string;
  /** Beside the private home: the folders of an agent's settings, which survive as it does. */
  readonly agentFolders: string;
  readonly passwd: string;
  readonly group: string;
  readonly resolvConf: string;
  /** Mounted over files that are hidden. */
  readonly empty: string;
  readonly seccomp: string;
}

export interface MachineFacts {
  readonly bwrap: string;
  /** Sets the limits from inside. */
  readonly prlimit: string | null;
  readonly user: string;
  readonly home: string;
  readonly systemFolders: readonly SystemFolder[];
  /** What of /sys programs read to count processors and memory. */
  readonly kernelFolders: readonly string[];
  /** Compilers and the like that are installed in the home folder. */
  readonly toolchains: readonly string[];
  /** Programs that come with the app, such as its language servers. */
  readonly ownPrograms: readonly string[];
  readonly folders: readonly FolderFacts[];
  /** Of the places that were to be hidden, those that exist; other file systems in the folders too. */
  readonly hidden: readonly HiddenPlace[];
  /** Where the generated files belong: their links are followed. */
  readonly settingFiles: SettingFiles;
  readonly files: PrivateFiles;
  /** Of the whole machine. */
  readonly memoryBytes: number;
}

export interface HiddenPlace {
  readonly path: string;
  readonly kind: 'file' | 'folder';
}

/** Null where the system has none. */
export interface SettingFiles {
  readonly passwd: string | null;
  readonly group: string | null;
  readonly resolvConf: string | null;
}
