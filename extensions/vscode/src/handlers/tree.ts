/** Lists a folder without ignored files, and describes the project. */
import fs from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import type { ActionArgs } from '../../../../src/shared/actions/actions.ts';
import { findRepository } from '../../../../src/main/platform/git/find-repository.ts';
import { readHead } from '../../../../src/main/platform/git/read-head.ts';
import { done, isError, type Outcome } from '../../../../src/shared/actions/outcomes.ts';
import { oneFolder } from '../../../../src/workbench/basics/one-folder.ts';
import type { Task } from '../../../../src/workbench/action-handler.ts';
import type { HandlerContext } from '../basics/editor.ts';
import { orThrow, refusal } from '../basics/refusal.ts';
import { languageOf } from './languages.ts';
import { tasksIn } from './project-tasks.ts';
import { listFiles } from './ripgrep.ts';

interface FolderEntry {
  readonly path: string;
  readonly kind: 'file' | 'folder';
  readonly depth: number;
  readonly bytes?: number;
}

const maxTasks = 1_000;
const maxLanguages = 200;

export async function exploreTree(
  { path: requested, depth, limit }: ActionArgs<'explore_tree'>,
  task: Task,
): Promise<Outcome> {
  const top = orThrow(oneFolder(requested, task));
  if (!fs.statSync(top, { throwIfNoEntry: false })?.isDirectory()) throw refusal('not-a-folder');
  const listing = await listFiles(top, [], task);
  const all = entriesBelow(
    listing.paths.map((file) => path.relative(top, file)),
    depth,
  );
  const entries = all.slice(0, limit).map((entry) => withSize(top, entry));
  return done({ path: top, entries, truncated: listing.truncated || all.length > limit });
}

/** Level by level: folders and files. */
export function entriesBelow(names: readonly string[], depth: number): readonly FolderEntry[] {
  const entries = new Map<string, FolderEntry>();
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

function withSize(top: string, entry: FolderEntry): FolderEntry {
  const full = { ...entry, path: path.join(top, entry.path) };
  const info = entry.kind === 'file' ? fs.lstatSync(full.path, { throwIfNoEntry: false }) : null;
  return info ? { ...full, bytes: info.size } : full;
}

export async function workspaceInfo(editor: HandlerContext, task: Task): Promise<Outcome> {
  const roots = task.roots.map((root) => root.path);
  const counted = new Map<string, number>();
  let truncated = false;
  for (const root of roots) {
    const listing = await listFiles(root, [], task);
    truncated ||= listing.truncated;
    for (const file of listing.paths) {
      const language = languageOf(file);
      if (language !== null) counted.set(language, (counted.get(language) ?? 0) + 1);
    }
  }
  const tasks = (await Promise.all(roots.map((root) => tasksIn(root)))).flat();
  return done({
    folders: await Promise.all(roots.map((root) => toWireFolder(root, task))),
    languages: [...counted]
      .map(([name, files]) => ({ name, files }))
      .toSorted((a, b) => b.files - a.files)
      .slice(0, maxLanguages),
    tasks: tasks.slice(0, maxTasks).map(({ name, kind, root }) => ({ name, kind, root })),
    editor: { name: editor.name, version: vscode.version },
    truncated: truncated || tasks.length > maxTasks,
  });
}

async function toWireFolder(folder: string, task: Task) {
  const listing = await findRepository(folder, task);
  const git = isError(listing) || listing.top !== folder ? null : await readHead(listing);
  return { path: folder, name: path.basename(folder) || folder, git };
}
