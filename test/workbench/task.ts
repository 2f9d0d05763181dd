import fs from 'node:fs';
import type { WireRoot } from '../../src/workbench/confined/folder.ts';
import type { Task } from '../../src/workbench/action-handler.ts';

export const rootOf = (folder: string): WireRoot => {
  const { dev, ino } = fs.statSync(folder, { bigint: true });
  return { path: folder, device: `${dev}`, inode: `${ino}` };
};

export const taskIn = (roots: readonly WireRoot[], own: Partial<Task> = {}): Task => ({
  sessionId: 's1',
  agentId: 'cursor',
  entryId: 'e1',
  roots,
  skip: [],
  start: undefined,
  planned: undefined,
  resultBytes: 1_048_576,
  signal: new AbortController().signal,
  ...own,
});
