/**
 * Starts OpenCode with workspaces, in projects where the user wants it: when a workspace is created
 * and when Gatehouse starts.
 */
import fs from 'node:fs';
import { done, refused, type Outcome } from '../../../shared/actions/outcomes.ts';
import type { Disposable } from '../../../shared/base/disposable.ts';
import type { ProjectId } from '../../../shared/integrations/workspaces.ts';
import type { Project, WorkspaceRegistry } from './registry.ts';
import type { Workspaces } from './workspaces.ts';

interface Deps {
  readonly registry: WorkspaceRegistry;
  readonly workspaces: Workspaces;
  readonly opencode: {
    startWithWorkspace(workspace: string, name: string): Promise<Outcome>;
    stop(workspace: string): Promise<void>;
  };
  /** Resolves to whether it is in the ledger. */
  readonly note: (action: string, detail: string) => Promise<boolean>;
  readonly onError: (text: string) => void;
}

export class OpenCodeStarts implements Disposable {
  readonly #deps: Deps;
  readonly #created: Disposable;
  #starting: Promise<void> = Promise.resolve();
  #closed = false;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#created = deps.workspaces.onChanged(({ path, change }) => {
      if (change === 'created' && this.#projectOf(path)?.startsOpenCode) this.#startIn([path]);
    });
  }

  async set(projectId: ProjectId, starts: boolean): Promise<Outcome> {
    const { registry } = this.#deps;
    const project = registry.project(projectId);
    if (!project) return refused('project-not-found');
    await registry.setStartsOpenCode(projectId, starts);
    return done({ path: project.path });
  }

  /** When Gatehouse starts. */
  startAll(): void {
    const wanted = this.#deps.registry.projects.filter((project) => project.startsOpenCode);
    this.#startIn(wanted.flatMap((project) => this.#foldersOf(project)));
  }

  async dispose(): Promise<void> {
    this.#closed = true;
    await this.#created.dispose();
    await this.#starting;
  }

  /** Its workspaces; the folder itself where there can be none. */
  #foldersOf({ projectId, path, isGit }: Project): readonly string[] {
    if (!isGit) return [path];
    const { made } = this.#deps.registry;
    return made.filter((item) => item.projectId === projectId).map((item) => item.path);
  }

  #projectOf(folder: string): Project | undefined {
    const { registry } = this.#deps;
    const made = registry.made.find((item) => item.path === folder);
    return made && registry.project(made.projectId);
  }

  /** One after the other. */
  #startIn(folders: readonly string[]): void {
    this.#starting = folders.reduce(
      (before, folder) =>
        before
          .then(() => this.#start(folder))
          .catch((error: unknown) => this.#deps.onError(`OpenCode in ${folder}: ${String(error)}`)),
      this.#starting,
    );
  }

  async #start(folder: string): Promise<void> {
    const { workspaces, opencode, note, onError } = this.#deps;
    if (this.#closed || !fs.existsSync(folder)) return;
    const isRecorded = await note('opencode.started', `${folder}, because its project is set to`);
    if (!isRecorded || this.#closed) return;
    const outcome = await opencode.startWithWorkspace(folder, workspaces.nameOf(folder));
    if (outcome.kind !== 'done') return onError(`OpenCode in ${folder}: ${outcome.message}`);
    // Deleted meanwhile.
    if (workspaces.realPathOf(folder) === null) await opencode.stop(folder);
  }
}
