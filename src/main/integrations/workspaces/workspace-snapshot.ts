/** The workspaces as the window shows them. Git runs only when files may have changed. */
import type { Disposable } from '../../../shared/base/disposable.ts';
import type { ProjectView, WorkspaceView } from '../../../shared/integrations/workspaces.ts';
import type { Agents } from './agents.ts';

interface Deps {
  readonly list: () => Promise<readonly ProjectView[]>;
  readonly agents: Pick<Agents, 'statusOf' | 'serverOf'>;
  readonly show: (projects: readonly ProjectView[]) => void;
}

export class WorkspaceSnapshot implements Disposable {
  readonly #deps: Deps;
  #projects: readonly ProjectView[] = [];
  #looking: Promise<void> | null = null;
  #next: Promise<void> | null = null;
  #closed = false;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Reads everything again. A caller during a running read gets the result of the next one. */
  refresh(): Promise<void> {
    if (!this.#looking) {
      this.#looking = this.#readAll().finally(() => (this.#looking = null));
      return this.#looking;
    }
    this.#next ??= this.#looking.then(() => {
      this.#next = null;
      return this.refresh();
    });
    return this.#next;
  }

  /** Only the agents changed, not the folders. */
  agentsChanged(): void {
    this.#show(this.#projects);
  }

  async dispose(): Promise<void> {
    this.#closed = true;
    await this.#looking;
    await this.#next;
  }

  async #readAll(): Promise<void> {
    if (!this.#closed) this.#show(await this.#deps.list());
  }

  /** Git may have taken a while, so the agents are read now. */
  #show(projects: readonly ProjectView[]): void {
    const { agents, show } = this.#deps;
    const now = (item: WorkspaceView): WorkspaceView => ({
      ...item,
      agent: agents.statusOf(item.path),
      server: agents.serverOf(item.path),
    });
    this.#projects = projects.map((project) => ({
      ...project,
      workspaces: project.workspaces.map(now),
    }));
    if (!this.#closed) show(this.#projects);
  }
}
