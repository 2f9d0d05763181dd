/** Projects that the user added, and their workspaces, for tools, window and command line. */
import { z } from 'zod';
import type { Outcome } from '../actions/outcomes.ts';

export const ProjectId = z.uuid().brand<'ProjectId'>();
export type ProjectId = z.infer<typeof ProjectId>;

export const longestName = 60;

/** Also its branch name; git has a few additional rules. */
export const WorkspaceName = z
  .string()
  .regex(
    /^[A-Za-z0-9][\w.-]*(\/[A-Za-z0-9][\w.-]*)*$/,
    'use letters, digits and . _ - /, a letter or digit first',
  )
  .max(longestName);

/** An existing branch; git checks that it exists. */
export const BranchName = z
  .string()
  .max(250)
  .regex(/^[^-\s~^:?*[\\\0][^\s~^:?*[\\\0]*$/, 'not a valid branch name');

export const MetadataKey = z
  .string()
  .max(64)
  .regex(/^[A-Za-z][A-Za-z0-9-]*$/, 'a letter first, then letters, digits and hyphens');

export const longestValue = 4096;
export const MetadataValue = z.string().max(longestValue);

export type Metadata = Readonly<Record<string, string>>;

export interface AgentStatus {
  readonly type: 'none' | 'idle' | 'busy' | 'mixed';
  readonly counts: { readonly idle: number; readonly busy: number; readonly total: number };
}

export function agentStatus(idle: number, busy: number): AgentStatus {
  const counts = { idle, busy, total: idle + busy };
  if (idle > 0 && busy > 0) return { type: 'mixed', counts };
  if (busy > 0) return { type: 'busy', counts };
  return { type: idle > 0 ? 'idle' : 'none', counts };
}

export interface ServerView {
  readonly state: 'stopped' | 'starting' | 'running' | 'waiting' | 'failed';
  readonly port: number | null;
  /** Why it is not running although it should be. */
  readonly why: string | null;
}

/** Which OpenCode would run; null if there is none, with the reason. */
export interface OpenCodeProgram {
  readonly path: string | null;
  readonly why: string | null;
  /** True if the user chose it; otherwise it is the first on the PATH. */
  readonly isSelected: boolean;
}

/** Branches to start from, newest first. */
export interface ProjectBranches {
  /** The branch the project has checked out; null if it is not on a branch. */
  readonly current: string | null;
  readonly names: readonly string[];
}

export interface WorkspaceView {
  readonly path: string;
  readonly name: string;
  /** Gatehouse created it and may delete it; otherwise it is the project's own folder. */
  readonly isMade: boolean;
  /** Null if there is none, or no branch is checked out. */
  readonly branch: string | null;
  /** How many files differ from the last commit; null if git cannot determine it. */
  readonly changes: number | null;
  readonly agent: AgentStatus;
  readonly server: ServerView;
  /** Why it cannot be used; null if it can. */
  readonly error: string | null;
}

export interface ProjectView {
  readonly projectId: ProjectId;
  readonly path: string;
  readonly isGit: boolean;
  /** Whether OpenCode starts with its workspaces. */
  readonly startsOpenCode: boolean;
  /** The project's own folder first. */
  readonly workspaces: readonly WorkspaceView[];
}

/** What deleting a workspace would do. */
export type RemovalView =
  | { readonly kind: 'possible'; readonly seen: string; readonly sentence: string }
  | { readonly kind: 'refused'; readonly why: string; readonly hint: string };

export type WorkspaceReceipt =
  | { readonly kind: 'done'; readonly path: string }
  | { readonly kind: 'not-chosen' }
  | { readonly kind: 'refused'; readonly why: string; readonly hint: string };

export interface NewWorkspace {
  readonly projectId: ProjectId;
  readonly name: string;
  /** The branch to start from; by default, what the project has checked out. */
  readonly base?: string | undefined;
}

/** An editor that asks to delete the workspace which it has open. */
export interface EditorDeletion {
  readonly pluginId: string;
  readonly name: string;
  readonly version: string;
  /** The real paths of its open folders. */
  readonly folders: readonly string[];
  /** Without one, the only workspace that the editor has open. */
  readonly workspace?: string | undefined;
  readonly keepBranch: boolean;
  /** Aborted when the editor is gone; it withdraws the question. */
  readonly signal: AbortSignal;
}

/** What the user can do with workspaces in the window. Each action is recorded. */
export interface WorkspaceState {
  /** Checks all of them again. */
  refresh(): Promise<void>;
  addProject(folder: string): Promise<Outcome>;
  /** Only removed from the list: folders and branches stay. */
  forgetProject(projectId: ProjectId): Promise<Outcome>;
  forgetMissing(path: string): Promise<Outcome>;
  create(request: NewWorkspace): Promise<Outcome>;
  branches(projectId: ProjectId): Promise<ProjectBranches>;
  look(path: string, keepBranch: boolean): Promise<RemovalView>;
  /** `seen` is the digest that `look` returned. */
  remove(path: string, keepBranch: boolean, seen: string): Promise<Outcome>;
  /** The program that is set, or a different one to use instead. */
  opencodeProgram(wanted?: string): Promise<OpenCodeProgram>;
  /** Whether OpenCode starts with the workspaces of this project, now and after a restart. */
  setOpenCodeStart(projectId: ProjectId, starts: boolean): Promise<Outcome>;
  startOpenCode(path: string): Promise<Outcome>;
  stopOpenCode(path: string): Promise<Outcome>;
  opencodeLog(path: string): readonly string[];
}
