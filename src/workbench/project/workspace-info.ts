import fs from 'node:fs';
import path from 'node:path';
import { done, type Outcome } from '../../shared/outcomes.ts';
import { findFiles } from '../basics/find-files.ts';
import { readTextFile } from '../basics/text-file.ts';
import type { Bench } from '../bench.ts';
import { isTrouble } from '../confined-trouble.ts';
import { languageOf } from '../files/languages.ts';
import type { Task } from '../hand.ts';
import { tasksIn } from './tasks.ts';

const mostFiles = 200_000;
const mostTasks = 1_000;

export async function workspaceInfo(bench: Bench, task: Task): Promise<Outcome> {
  const roots = task.roots.map((root) => root.path);
  const counted = new Map<string, number>();
  let truncated = false;
  for (const root of roots) {
    const found = await findFiles({ folder: root, limit: mostFiles }, task);
    if (isTrouble(found)) return found;
    truncated ||= found.truncated;
    for (const file of found.paths) {
      const language = languageOf(file);
      if (language !== 'plaintext') counted.set(language, (counted.get(language) ?? 0) + 1);
    }
  }
  const tasks = (await Promise.all(roots.map((root) => tasksIn(bench, root, task)))).flat();
  const folders = roots.map(async (root) => {
    return { path: root, name: path.basename(root), git: await headOf(bench, root, task) };
  });
  return done({
    folders: await Promise.all(folders),
    languages: [...counted]
      .map(([name, files]) => ({ name, files }))
      .toSorted((a, b) => b.files - a.files)
      .slice(0, 200),
    tasks: tasks.slice(0, mostTasks).map(({ name, kind, root }) => ({ name, kind, root })),
    editor: { name: 'Workbench', version: bench.version },
    truncated: truncated || tasks.length > mostTasks,
  });
}

/** Read from the files themselves: no program is started for it. */
async function headOf(bench: Bench, root: string, { roots }: Task) {
  const read = async (name: string): Promise<string | null> => {
    const file = await readTextFile(bench, path.join(root, '.git', name), roots);
    return isTrouble(file) ? null : file.text.trim();
  };
  if (!fs.lstatSync(path.join(root, '.git'), { throwIfNoEntry: false })?.isDirectory()) return null;
  const head = await read('HEAD');
  if (head === null) return null;
  const ref = /^ref: (refs\/heads\/(.+))$/.exec(head);
  if (!ref) return { branch: null, head };
  return { branch: ref[2] ?? null, head: await read(ref[1] ?? '') };
}
