/** A folder and what is below it, without what is ignored; and what the project is. */
import fs from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import type { ActionArgs } from '../../../../src/shared/actions.ts';
import { done, type Outcome } from '../../../../src/shared/outcomes.ts';
import { oneFolder } from '../../../../src/workbench/basics/one-folder.ts';
import type { Task } from '../../../../src/workbench/hand.ts';
import type { Editor } from '../basics/editor.ts';
import { orThrow, refusal } from '../basics/refusal.ts';
import { repositoryAround, topOf } from './git-extension.ts';
import { languageOf } from './languages.ts';
import { tasksIn } from './project-tasks.ts';
import { listFiles } from './ripgrep.ts';

interface Entry {
  readonly path: string;
  readonly kind: 'file' | 'folder';
  readonly depth: number;
  readonly bytes?: number;
}

const mostTasks = 1_000;
const mostLanguages = 200;

export async function exploreTree(
  { path: wanted, depth, limit }: ActionArgs<'explore_tree'>,
  task: Task,
): Promise<Outcome> {
  const top = orThrow(oneFolder(wanted, task));
  if (!fs.statSync(top, { throwIfNoEntry: false })?.isDirectory()) throw refusal('not-a-folder');
  const found = await listFiles(top, [], task);
  const all = entriesBelow(
    found.paths.map((file) => path.relative(top, file)),
    depth,
  );
  const entries = all.slice(0, limit).map((entry) => withSize(top, entry));
  return done({ path: top, entries, truncated: found.truncated || all.length > limit });
}

/** Level by level, folders with their files. */
export function entriesBelow(names: readonly string[], depth: number): readonly Entry[] {
  const entries = new Map<string, Entry>();
  for (const name of names) {
    const parts = name.split(path.sep);
    for (let at = 1; at <= Math.min(parts.length, depth); at += 1) {
      const kind = at === parts.length ? 'file' : 'folder';
      const below = parts.slice(0, at).join(path.sep);
      entries.set(below, { path: below, kind, depth: at });
    }
  }
  return [...entries.values()].toSorted((a, b) => a.depth - b.depth || (a.path < b.path ? -1 : 1));
}

function withSize(top: string, entry: Entry): Entry {
  const full = { ...entry, path: path.join(top, entry.path) };
  const info = entry.kind === 'file' ? fs.lstatSync(full.path, { throwIfNoEntry: false }) : null;
  return info ? { ...full, bytes: info.size } : full;
}

export async function workspaceInfo(editor: Editor, task: Task): Promise<Outcome> {
  const roots = task.roots.map((root) => root.path);
  const counted = new Map<string, number>();
  let truncated = false;
  for (const root of roots) {
    const found = await listFiles(root, [], task);
    truncated ||= found.truncated;
    for (const file of found.paths) {
      const language = languageOf(file);
      if (language !== null) counted.set(language, (counted.get(language) ?? 0) + 1);
    }
  }
  const tasks = (await Promise.all(roots.map((root) => tasksIn(root)))).flat();
  return done({
    folders: await Promise.all(roots.map(toldFolder)),
    languages: [...counted]
      .map(([name, files]) => ({ name, files }))
      .toSorted((a, b) => b.files - a.files)
      .slice(0, mostLanguages),
    tasks: tasks.slice(0, mostTasks).map(({ name, kind, root }) => ({ name, kind, root })),
    editor: { name: editor.name, version: vscode.version },
    truncated: truncated || tasks.length > mostTasks,
  });
}

async function toldFolder(folder: string) {
  const repository = await repositoryAround(folder);
  const isOwn = repository && topOf(repository) === folder;
  const head = isOwn ? repository.state.HEAD : undefined;
  const git = isOwn ? { branch: head?.name ?? null, head: head?.commit ?? null } : null;
  return { path: folder, name: path.basename(folder) || folder, git };
}
