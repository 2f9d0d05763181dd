/**
 * Processes by a mark in their environment. OpenCode starts commands in groups of their own, which
 * the end of its group does not reach; all of them carry the mark. Linux only: elsewhere the group
 * is what we know.
 */
import fs from 'node:fs';
import { markName } from './config.ts';

export function markedProcesses(mark: string): readonly number[] {
  if (process.platform !== 'linux') return [];
  const wanted = `${markName}=${mark}`;
  return fs
    .readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) =>
      environmentOf(pid)
        .split('\0')
        .some((one) => one.startsWith(wanted)),
    )
    .map(Number);
}

function environmentOf(pid: string): string {
  try {
    return fs.readFileSync(`/proc/${pid}/environ`, 'utf8');
  } catch {
    return '';
  }
}

/** As often as new ones come, for they may be starting others; never ourselves. */
export function endMarked(mark: string): void {
  for (let round = 0; round < 5; round += 1) {
    const found = markedProcesses(mark).filter((pid) => pid !== process.pid);
    if (found.length === 0) return;
    for (const pid of found) end(pid);
  }
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It is gone already.
  }
}
