/** Workspaces on real git and the real trash, with no house around them. */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { noAgents, type Agents } from '../../src/main/integrations/workspaces/agents.ts';
import { WorkspaceRegistry } from '../../src/main/integrations/workspaces/registry.ts';
import type { FolderTrash } from '../../src/main/integrations/workspaces/removal.ts';
import { Workspaces } from '../../src/main/integrations/workspaces/workspaces.ts';
import { FolderCheckpointStore } from '../../src/main/platform/checkpoints/checkpoint-store.ts';
import { BlobStore } from '../../src/main/platform/files/blob-store.ts';
import type { Outcome } from '../../src/shared/actions/outcomes.ts';
import { confinedFiles } from '../../src/workbench/confined/files.ts';
import { AgentRuns } from '../../src/workbench/agent/agent-runs.ts';
import { Trash } from '../../src/workbench/files/trash.ts';
import { openUserHandlers } from '../../src/workbench/user/user-handlers.ts';

const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com'];
const quiet = ['-c', 'init.defaultBranch=main', '-c', 'commit.gpgSign=false'];

export const git = (cwd: string, ...args: readonly string[]): string =>
  execFileSync('git', [...identity, ...quiet, ...args], {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  }).trim();

/** A repository with one commit; `build` and `*.log` are ignored. */
export function newRepository(folder: string): string {
  fs.mkdirSync(folder, { recursive: true });
  git(folder, 'init', '--quiet');
  fs.writeFileSync(path.join(folder, '.gitignore'), 'build\n*.log\n');
  fs.writeFileSync(path.join(folder, 'first.txt'), 'one\n');
  git(folder, 'add', '.');
  git(folder, 'commit', '--quiet', '--message', 'first');
  return folder;
}

/** The trash of the workbench, as main asks for it over the pipe. */
export function realTrash(dataDir: string): FolderTrash & { readonly folder: string } {
  const stateFolder = path.join(dataDir, 'workbench');
  const blobs = new BlobStore(dataDir);
  const context = {
    version: '1.2.3',
    files: confinedFiles,
    stateFolder,
    emit: () => undefined,
    keep: (content: Uint8Array) => blobs.put(content),
  };
  const store = new FolderCheckpointStore(dataDir);
  const agents = new AgentRuns(context);
  const deps = { context, blobs, trash: new Trash(context), store, agents };
  const ask = openUserHandlers({ ...deps, dataFolder: dataDir });
  return {
    folder: path.join(stateFolder, 'trash'),
    async put(folder, id) {
      const put = await ask('putAway', { path: folder, ...id, by: 'test' });
      if (put.kind !== 'done') return put;
      return { trashId: String(put.data['trashId']), place: String(put.data['place']) };
    },
    async bringBack(trashId) {
      const back = await ask('untrash', { trashId });
      return back.kind === 'done' ? null : back;
    },
  };
}

export interface Options {
  readonly agents?: Agents;
  readonly trash?: (real: FolderTrash) => FolderTrash;
}

export async function openSpaces(root: string, options: Options = {}) {
  const dataDir = path.join(root, 'data');
  fs.mkdirSync(dataDir, { recursive: true });
  const errors: string[] = [];
  const onError = (text: string): void => void errors.push(text);
  const registry = new WorkspaceRegistry({ dataDir, onSetAside: onError });
  await registry.load();
  const trash = realTrash(dataDir);
  const workspaces = new Workspaces({
    ...{ dataDir, registry, onError },
    agents: options.agents ?? noAgents,
    trash: options.trash?.(trash) ?? trash,
    whyNoProject: (folder) => (folder.startsWith(dataDir) ? 'It is ours.' : null),
  });
  return { workspaces, registry, trash, errors, dataDir };
}

/** With one project, and one workspace of it called `topic`. */
export async function openWithTopic(root: string, options: Options = {}) {
  const spaces = await openSpaces(root, options);
  const project = newRepository(path.join(root, 'app'));
  await spaces.workspaces.addProject(project);
  const topic = await makeWorkspace(spaces, 'topic');
  return { ...spaces, project, topic };
}

type Spaces = Awaited<ReturnType<typeof openSpaces>>;

export async function makeWorkspace({ workspaces, registry }: Spaces, name: string) {
  const projectId = registry.projects[0]?.projectId;
  if (!projectId) throw new Error('there is no project');
  const made = await workspaces.create({ projectId, name });
  if (made.kind !== 'done') throw new Error(JSON.stringify(made));
  return String(made.data['path']);
}

export const codeOf = (outcome: Outcome): string =>
  outcome.kind === 'done' ? 'done' : outcome.code;

export const branchesIn = (repository: string): readonly string[] =>
  git(repository, 'for-each-ref', '--format=%(refname:short)', 'refs/heads').split('\n');
