/** Lists, creates and deletes the workspaces of the user's projects. */
import fs from 'node:fs';
import path from 'node:path';
import type { Disposable } from '../../../shared/base/disposable.ts';
import { Emitter } from '../../../shared/base/emitter.ts';
import {
  done,
  isError,
  refused,
  type Outcome,
  type ActionError,
} from '../../../shared/actions/outcomes.ts';
import type {
  AgentStatus,
  Metadata,
  NewWorkspace,
  ProjectBranches,
  ProjectId,
  ProjectView,
} from '../../../shared/integrations/workspaces.ts';
import type { GitRunOptions } from '../../platform/git/git-program.ts';
import type { Agents } from './agents.ts';
import { branchesIn, makeWorktree } from './create-worktree.ts';
import { readNotes, writeNote } from './metadata.ts';
import type { CreatedWorktree, Project, WorkspaceRegistry } from './registry.ts';
import { carryOutRemoval, planRemoval, type FolderTrash, type Removal } from './removal.ts';
import { viewOfProject } from './views.ts';
import { readWorktreeStatus, worktreeAt } from './worktree.ts';

export interface WorkspaceChange {
  readonly path: string;
  readonly change: 'added' | 'removed' | 'created' | 'deleted' | 'metadata';
}

export interface RemovalRequest {
  readonly path: string;
  readonly keepBranch: boolean;
  /** The digest of the plan that was shown; undefined if none was. */
  readonly planned?: string | undefined;
  /** The agent that requested it, if any. */
  readonly clientId?: string;
}

interface Deps {
  readonly dataDir: string;
  readonly registry: WorkspaceRegistry;
  readonly agents: Agents;
  readonly trash: FolderTrash;
  /** Folders that cannot be projects: our own data and the home folder. */
  readonly whyNoProject: (folder: string) => string | null;
  /** Called when a deletion failed after its caller had stopped waiting. */
  readonly onError: (text: string) => void;
}

export class Workspaces implements Disposable {
  readonly #deps: Deps;
  readonly #closing = new AbortController();
  readonly #busy = new Set<string>();
  readonly #underWay = new Set<Promise<unknown>>();
  readonly #changed = new Emitter<WorkspaceChange>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  readonly onChanged = this.#changed.on;

  /** The registered folder for a name; null if there is none. */
  realPathOf(name: string): string | null {
    if (!path.isAbsolute(name) || name.includes('\0')) return null;
    try {
      const real = fs.realpathSync.native(path.normalize(name));
      return this.#paths().includes(real) ? real : null;
    } catch {
      return null;
    }
  }

  nameOf(folder: string): string {
    return this.#made(folder)?.name ?? path.basename(folder);
  }

  get isEmpty(): boolean {
    return this.#deps.registry.projects.length === 0;
  }

  list(): Promise<readonly ProjectView[]> {
    const { registry, agents } = this.#deps;
    const views = registry.projects.map((project) =>
      viewOfProject(
        project,
        registry.made.filter((item) => item.projectId === project.projectId),
        agents,
        this.#task,
      ),
    );
    return Promise.all(views);
  }

  async addProject(folder: string): Promise<Outcome> {
    const { registry, whyNoProject } = this.#deps;
    const real = realFolder(folder);
    if (real === null) return refused('root-not-found');
    const why = whyNoProject(real);
    if (why !== null) return refused('root-not-grantable', why);
    if (this.#paths().includes(real)) return refused('already-there', 'It is already in the list.');
    const worktree = await worktreeAt(real);
    if (isError(worktree) && worktree.code !== 'no-repository') return worktree;
    await registry.addProject(real, !isError(worktree));
    this.#changed.emit({ path: real, change: 'added' });
    return done({ path: real });
  }

  async forgetProject(projectId: ProjectId): Promise<Outcome> {
    const project = this.#deps.registry.project(projectId);
    if (!project) return refused('project-not-found');
    await this.#deps.registry.forgetProject(projectId);
    this.#changed.emit({ path: project.path, change: 'removed' });
    return done({ path: project.path });
  }

  /** Its folder no longer exists. */
  async forgetMissing(folder: string): Promise<Outcome> {
    const made = this.#made(folder);
    if (!made) return refused('workspace-not-found');
    if (fs.existsSync(made.path)) return refused('already-there', 'Its folder is still there.');
    await this.#deps.registry.forgetMade(made.path);
    this.#changed.emit({ path: made.path, change: 'removed' });
    return done({ path: made.path });
  }

  create(request: NewWorkspace): Promise<Outcome> {
    const { registry } = this.#deps;
    const project = registry.project(request.projectId);
    if (!project) return Promise.resolve(refused('project-not-found'));
    return this.#alone(project.path, async () => {
      const made = await makeWorktree(project, request, registry, this.#task);
      if (isError(made)) return made;
      const notes = await this.#notesFile(made.path);
      if (typeof notes === 'string') await writeNote(notes, 'base', made.base);
      this.#changed.emit({ path: made.path, change: 'created' });
      return done({ path: made.path, branch: made.branch });
    });
  }

  branchesOf(projectId: ProjectId): Promise<ProjectBranches> {
    const project = this.#deps.registry.project(projectId);
    return project?.isGit
      ? branchesIn(project.path, this.#task)
      : Promise.resolve({ current: null, names: [] });
  }

  async statusOf(folder: string): Promise<{ isDirty: boolean; agent: AgentStatus } | ActionError> {
    const agent = this.#deps.agents.statusOf(folder);
    if (!this.#projectOf(folder)?.isGit) return { isDirty: false, agent };
    const worktree = await worktreeAt(folder);
    if (isError(worktree)) return worktree;
    const status = await readWorktreeStatus({ cwd: folder }, this.#task);
    return isError(status) ? status : { isDirty: status.uncommitted.length > 0, agent };
  }

  async metadataOf(folder: string): Promise<{ readonly notes: Metadata } | ActionError> {
    const file = await this.#notesFile(folder);
    return typeof file === 'string' ? readNotes(file) : file;
  }

  setMetadata(folder: string, key: string, value: string | null): Promise<ActionError | null> {
    return this.#alone(folder, async () => {
      const file = await this.#notesFile(folder);
      if (typeof file !== 'string') return file;
      const error = await writeNote(file, key, value);
      if (!error) this.#changed.emit({ path: folder, change: 'metadata' });
      return error;
    });
  }

  portOf(folder: string): number | null {
    return this.#deps.agents.portOf(folder);
  }

  async planRemoval({
    path: folder,
    keepBranch,
    clientId,
  }: RemovalRequest): Promise<Removal | ActionError> {
    const { registry } = this.#deps;
    const made = this.#made(folder);
    if (!made)
      return this.#paths().includes(folder)
        ? refused('not-deletable')
        : refused('workspace-not-found');
    const project = registry.project(made.projectId);
    if (!project) return refused('project-not-found');
    const busy = this.#whyBusy(made.path, clientId);
    if (busy) return busy;
    const others = this.#paths();
    return planRemoval({ made, project, keepBranch, others }, this.#task);
  }

  /**
   * Resolves when everything is deleted; for an agent that runs in it, as soon as nothing prevents
   * the deletion.
   */
  remove(request: RemovalRequest): Promise<Outcome> {
    const answered = Promise.withResolvers<Outcome>();
    const started = (): void => answered.resolve(done({ started: true }));
    const going = this.#alone(request.path, () => this.#remove(request, started));
    void going.then(answered.resolve, answered.reject);
    return answered.promise;
  }

  async dispose(): Promise<void> {
    this.#closing.abort();
    await Promise.allSettled(this.#underWay);
  }

  async #remove(request: RemovalRequest, started: () => void): Promise<Outcome> {
    const first = await this.planRemoval(request);
    if (isError(first)) return first;
    if (request.planned !== undefined && request.planned !== first.digest) return refused('stale');
    const { agents, onError } = this.#deps;
    const { path: folder } = first.target.made;
    const isInside = request.clientId !== undefined && agents.isInside(folder, request.clientId);
    if (isInside) started();
    await agents.stop(folder);
    const outcome = await this.#removeQuiet(request, first.digest);
    if (isInside && outcome.kind !== 'done')
      onError(`${folder} was not deleted: ${outcome.message}`);
    return outcome;
  }

  /**
   * Checked again after the agents in it have ended, because they may have changed something last.
   */
  async #removeQuiet({ path: folder, keepBranch }: RemovalRequest, seen: string): Promise<Outcome> {
    const removal = await this.planRemoval({ path: folder, keepBranch });
    if (isError(removal)) return removal;
    if (removal.digest !== seen) return refused('stale');
    const { path: real } = removal.target.made;
    // Runs to its end even if the app is closing; git's own time limits bound it.
    const toItsEnd = { signal: new AbortController().signal };
    const error = await carryOutRemoval(removal, this.#deps.trash, toItsEnd);
    if (error && fs.existsSync(real)) return error;
    await this.#deps.registry.forgetMade(real);
    this.#changed.emit({ path: real, change: 'deleted' });
    return error ?? done({ started: true });
  }

  /** The requesting agent itself does not count as busy. */
  #whyBusy(folder: string, clientId: string | undefined): ActionError | null {
    const { agents } = this.#deps;
    const own = clientId !== undefined && agents.isInside(folder, clientId) ? 1 : 0;
    const { busy } = agents.statusOf(folder).counts;
    return busy > own ? refused('workspace-busy', 'An agent is working in it.') : null;
  }

  get #task(): GitRunOptions {
    return { signal: this.#closing.signal };
  }

  #paths(): readonly string[] {
    const { projects, made } = this.#deps.registry;
    return [...projects, ...made].map((item) => item.path);
  }

  #made(folder: string): CreatedWorktree | undefined {
    return this.#deps.registry.made.find((item) => item.path === folder);
  }

  #projectOf(folder: string): Project | undefined {
    const { registry } = this.#deps;
    const made = this.#made(folder);
    if (made) return registry.project(made.projectId);
    return registry.projects.find((item) => item.path === folder);
  }

  async #notesFile(folder: string): Promise<string | ActionError> {
    const project = this.#projectOf(folder);
    if (!project) return refused('workspace-not-found');
    if (!project.isGit) {
      const own = path.join(this.#deps.dataDir, 'workspaces');
      fs.mkdirSync(own, { recursive: true, mode: 0o700 });
      return path.join(own, `${project.projectId}.json`);
    }
    const worktree = await worktreeAt(folder);
    return isError(worktree) ? worktree : path.join(worktree.gitDir, 'gatehouse.json');
  }

  /** One change of a folder at a time; others are refused and may retry. */
  async #alone<T>(folder: string, run: () => Promise<T>): Promise<T | ActionError> {
    if (this.#busy.has(folder)) return refused('workspace-busy');
    this.#busy.add(folder);
    const running = run().finally(() => this.#busy.delete(folder));
    this.#underWay.add(running);
    try {
      return await running;
    } finally {
      this.#underWay.delete(running);
    }
  }
}

function realFolder(name: string): string | null {
  try {
    const real = fs.realpathSync.native(name);
    return fs.statSync(real).isDirectory() ? real : null;
  } catch {
    return null;
  }
}
