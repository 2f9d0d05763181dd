/**
 * The facts that a profile is made from: the machine, the session's folders and its private files.
 */
import type { Root } from '../access/access.ts';

/** The session that a sandbox is for. */
export interface SandboxedSession {
  readonly sessionId: string;
  readonly clientId: string;
  readonly roots: readonly Root[];
}

/** A system folder that programs need, or a link in its place. */
export interface SystemFolder {
  readonly path: string;
  /** The link's target as written; null if it is a folder. */
  readonly link: string | null;
}

/**
 * A repository's `.git`: a folder, or the file of a worktree or submodule that points to one.
 */
export interface GitPlace {
  /** The path of `.git` itself. */
  readonly path: string;
  readonly kind: 'folder' | 'file';
  /** The folder with HEAD and index; null if it could not be determined. */
  readonly gitDir: string | null;
  /**
   * The folder with refs, objects and settings; differs from gitDir only in linked worktrees.
   */
  readonly commonDir: string | null;
  /** Existing entries of gitDir and commonDir that decide what git runs or where it reads. */
  readonly guarded: readonly string[];
}

/** The relevant contents of one granted folder. */
export interface FolderFacts {
  readonly path: string;
  readonly git: readonly GitPlace[];
  /** Existing paths with a protected name, outermost only. */
  readonly protectedPaths: readonly string[];
  /** Existing files with the project's secrets. */
  readonly secretFiles: readonly string[];
}

/** Created for a session, readable only by its user. */
export interface PrivateFiles {
  /** Shared by all programs of the session, mounted as /tmp. */
  readonly temporary: string;
  /** Belongs to the client in these folders; caches in it survive the session. */
  readonly home: string;
  /** A folder with our own files, mounted as /run/gatehouse. */
  readonly ownFiles: string;
  /**
   * Settings and login of an agent that runs inside, created for one session; not visible as a
   * folder.
   */
  readonly agentFiles: string;
  /** Next to the private home: the folders of an agent's settings, which survive like it. */
  readonly agentFolders: string;
  readonly passwd: string;
  readonly group: string;
  readonly resolvConf: string;
  /** Mounted over hidden files. */
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
  /** The parts of /sys that programs read to count processors and memory. */
  readonly kernelFolders: readonly string[];
  /** Compilers and similar tools installed in the home folder. */
  readonly toolchains: readonly string[];
  /** Programs that come with the app, such as its language servers. */
  readonly ownPrograms: readonly string[];
  readonly folders: readonly FolderFacts[];
  /** The existing ones of the places to hide, including other file systems in the folders. */
  readonly hidden: readonly HiddenPath[];
  /** The real paths of the generated files, with links resolved. */
  readonly settingFiles: SettingFiles;
  readonly files: PrivateFiles;
  /** For the whole machine. */
  readonly memoryBytes: number;
}

export interface HiddenPath {
  readonly path: string;
  readonly kind: 'file' | 'folder';
}

/** Null if the system has none. */
export interface SettingFiles {
  readonly passwd: string | null;
  readonly group: string | null;
  readonly resolvConf: string | null;
}
