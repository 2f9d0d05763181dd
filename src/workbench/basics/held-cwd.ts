/** Starts something in a granted folder: that very folder, whatever becomes of its name meanwhile. */
import { holdFolder } from '../confined-folder.ts';
import { isTrouble, type Trouble } from '../confined-trouble.ts';
import type { Task } from '../hand.ts';
import { oneFolder } from './one-folder.ts';

export async function inFolder<T>(
  named: string | undefined,
  task: Task,
  work: (folder: { readonly path: string; readonly here: string }) => Promise<T | Trouble>,
): Promise<T | Trouble> {
  const path = oneFolder(named, task);
  if (typeof path !== 'string') return path;
  const held = holdFolder(path, task.roots);
  if (isTrouble(held)) return held;
  try {
    return await work({ path, here: held.here });
  } finally {
    held.letGo();
  }
}
