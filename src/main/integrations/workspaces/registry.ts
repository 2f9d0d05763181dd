/** The user's projects and their workspaces, in a private file. */
import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { ProjectId } from '../../../shared/integrations/workspaces.ts';
import { readIfThere, writePrivateFile } from '../../platform/files/private-file.ts';

const Project = z.strictObject({
  projectId: ProjectId,
  /** The absolute real path. */
  path: z.string(),
  isGit: z.boolean(),
  /** Whether OpenCode starts with its workspaces. */
  startsOpenCode: z.boolean().default(false),
});
export type Project = Readonly<z.infer<typeof Project>>;

const CreatedWorktree = z.strictObject({
  path: z.string(),
  projectId: ProjectId,
  name: z.string(),
  /** The branch created with it; no other branch is ever deleted with it. */
  branch: z.string(),
});
/** A worktree that Gatehouse created. */
export type CreatedWorktree = Readonly<z.infer<typeof CreatedWorktree>>;

const File = z.strictObject({ projects: z.array(Project), made: z.array(CreatedWorktree) });
type Content = Readonly<z.infer<typeof File>>;

interface Deps {
  readonly dataDir: string;
  readonly onSetAside: (movedTo: string) => void;
}

export class WorkspaceRegistry {
  readonly #file: string;
  readonly #onSetAside: Deps['onSetAside'];
  #content: Content = { projects: [], made: [] };
  #writing: Promise<unknown> = Promise.resolve();

  constructor({ dataDir, onSetAside }: Deps) {
    this.#file = path.join(dataDir, 'workspaces.json');
    this.#onSetAside = onSetAside;
  }

  /** An unreadable file is renamed. Then no workspace is known, so none can be deleted. */
  async load(): Promise<void> {
    const content = await readIfThere(this.#file);
    if (content === null) return;
    try {
      this.#content = File.parse(JSON.parse(content.toString('utf8')));
    } catch {
      const movedTo = `${this.#file}.unreadable`;
      await fs.rename(this.#file, movedTo);
      this.#onSetAside(movedTo);
    }
  }

  get projects(): readonly Project[] {
    return this.#content.projects;
  }

  get made(): readonly CreatedWorktree[] {
    return this.#content.made;
  }

  project(projectId: ProjectId): Project | undefined {
    return this.projects.find((item) => item.projectId === projectId);
  }

  async addProject(folder: string, isGit: boolean): Promise<Project> {
    const projectId = ProjectId.parse(randomUUID());
    const project = { projectId, path: folder, isGit, startsOpenCode: false };
    await this.#change(({ projects, made }) => ({ projects: [...projects, project], made }));
    return project;
  }

  setStartsOpenCode(projectId: ProjectId, startsOpenCode: boolean): Promise<void> {
    return this.#change(({ projects, made }) => ({
      projects: projects.map((item) =>
        item.projectId === projectId ? { ...item, startsOpenCode } : item,
      ),
      made,
    }));
  }

  /** Forgets its workspaces; their folders and branches stay. */
  forgetProject(projectId: ProjectId): Promise<void> {
    return this.#change(({ projects, made }) => ({
      projects: projects.filter((item) => item.projectId !== projectId),
      made: made.filter((item) => item.projectId !== projectId),
    }));
  }

  addMade(workspace: CreatedWorktree): Promise<void> {
    return this.#change(({ projects, made }) => ({ projects, made: [...made, workspace] }));
  }

  forgetMade(folder: string): Promise<void> {
    return this.#change(({ projects, made }) => ({
      projects,
      made: made.filter((item) => item.path !== folder),
    }));
  }

  /** One change at a time; each is on disk before it takes effect. */
  #change(change: (content: Content) => Content): Promise<void> {
    const changing = this.#writing
      .catch(() => undefined)
      .then(async () => {
        const content = change(this.#content);
        await writePrivateFile(this.#file, `${JSON.stringify(content, null, 2)}\n`);
        this.#content = content;
      });
    this.#writing = changing;
    return changing;
  }
}
