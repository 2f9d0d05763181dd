import fs from 'node:fs';
import path from 'node:path';
import { branchNamed, commitNamed } from '../../main/platform/git/read-head.ts';
import { done, type Outcome } from '../../shared/actions/outcomes.ts';
import { findFiles } from '../basics/find-files.ts';
import { readTextFile } from '../basics/text-file.ts';
import type { WorkbenchContext } from '../workbench-context.ts';
import { isError } from '../confined/errors.ts';
import { languageOf } from '../files/languages.ts';
import type { Task } from '../action-handler.ts';
import { tasksIn } from './tasks.ts';

const maxFiles = 200_000;
const maxTasks = 1_000;

export async function workspaceInfo(context: WorkbenchContext, task: Task): Promise<Outcome> {
  const roots = task.roots.map((root) => root.path);
  const counted = new Map<string, number>();
  let truncated = false;
  for (const root of roots) {
    const listing = await findFiles({ folder: root, limit: maxFiles }, task);
    if (isError(listing)) return listing;
    truncated ||= listing.truncated;
    for (const file of listing.paths) {
      const language = languageOf(file);
      if (language !== 'plaintext') counted.set(language, (counted.get(language) ?? 0) + 1);
    }
  }
  const tasks = (await Promise.all(roots.map((root) => tasksIn(context, root, task)))).flat();
  const folders = roots.map(async (root) => {
    return { path: root, name: path.basename(root), git: await headOf(context, root, task) };
  });
  return done({
    folders: await Promise.all(folders),
    languages: [...counted]
      .map(([name, files]) => ({ name, files }))
      .toSorted((a, b) => b.files - a.files)
      .slice(0, 200),
    tasks: tasks.slice(0, maxTasks).map(({ name, kind, root }) => ({ name, kind, root })),
    editor: { name: 'Workbench', version: context.version },
    truncated: truncated || tasks.length > maxTasks,
  });
}

/** Reads git's files; starts no program. */
async function headOf(context: WorkbenchContext, root: string, { roots }: Task) {
  const read = async (name: string): Promise<string | null> => {
    const file = await readTextFile(context, path.join(root, '.git', name), roots);
    return isError(file) ? null : file.text.trim();
  };
  if (!fs.lstatSync(path.join(root, '.git'), { throwIfNoEntry: false })?.isDirectory()) return null;
  const head = await read('HEAD');
  if (head === null) return null;
  const branch = branchNamed(head);
  if (branch === null) return { branch, head: commitNamed(head) };
  return { branch, head: commitNamed(await read(`refs/heads/${branch}`)) };
}
