/**
 * Reads one process from /proc. Any read may fail: processes end, and other users' processes are
 * not readable.
 */
import fs from 'node:fs/promises';
import { readFileSync, readlinkSync } from 'node:fs';
import { maxParents, type ProcessFacts } from './peer-process.ts';

export interface ProcStat {
  /** One letter; Z means that it has exited and was not reaped yet. */
  readonly state: string;
  readonly parent: number;
  /** In ticks since boot: together with the pid it identifies one process uniquely. */
  readonly started: string;
}

const ticksPerSecond = 100;

export async function statOf(pid: number): Promise<ProcStat | null> {
  const text = await quietly(fs.readFile(`/proc/${pid}/stat`, 'utf8'));
  return text === null ? null : procStatIn(text);
}

function procStatIn(text: string): ProcStat | null {
  // The name in brackets may itself contain spaces and brackets.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const [state = '', parent] = fields;
  const started = fields[19];
  return parent && started ? { state, parent: Number(parent), started } : null;
}

export async function factsOf(pid: number): Promise<ProcessFacts> {
  const [executable, cwd] = await Promise.all([
    executableOf(pid),
    quietly(fs.readlink(`/proc/${pid}/cwd`)),
  ]);
  return { pid, executable, cwd };
}

/**
 * Null unless the file at that path, as we see it, is the file that runs. The link's text alone
 * proves nothing: " (deleted)" may be part of a name, the file may have been replaced since, and
 * in another mount namespace the same path is another file.
 */
async function executableOf(pid: number): Promise<string | null> {
  const link = `/proc/${pid}/exe`;
  const name = await quietly(fs.readlink(link));
  if (name === null) return null;
  const [running, named] = await Promise.all([quietly(fs.stat(link)), quietly(fs.stat(name))]);
  if (!running || !named) return null;
  return running.dev === named.dev && running.ino === named.ino ? name : null;
}

/** Whether this process still runs, and still runs that program. Synchronous. */
export function isSameProcess(known: {
  readonly pid: number;
  readonly executable: string;
  readonly startedAt: number | null;
}): boolean {
  try {
    const stat = procStatIn(readFileSync(`/proc/${known.pid}/stat`, 'utf8'));
    if (!stat || stat.state === 'Z' || startOf(stat, bootedAt()) !== known.startedAt) return false;
    // If its file was updated on disk meanwhile, it is still the same process.
    const { executable } = known;
    const running = readlinkSync(`/proc/${known.pid}/exe`);
    return running === executable || running === `${executable} (deleted)`;
  } catch {
    return false;
  }
}

export async function parentsOf(pid: number): Promise<readonly ProcessFacts[]> {
  const parents: ProcessFacts[] = [];
  let stat = await statOf(pid);
  while (stat && stat.parent > 1 && parents.length < maxParents) {
    parents.push(await factsOf(stat.parent));
    stat = await statOf(stat.parent);
  }
  return parents;
}

export const startedAt = (stat: ProcStat): number | null => startOf(stat, bootedAt());

let booted: number | null = null;

/**
 * In seconds. Read once: it shifts with the wall clock, and the same process must keep the same
 * value.
 */
function bootedAt(): number | null {
  const found = booted ?? Number(/^btime (\d+)$/m.exec(readFileSync('/proc/stat', 'utf8'))?.[1]);
  booted = Number.isFinite(found) ? found : null;
  return booted;
}

const startOf = ({ started }: ProcStat, bootSeconds: number | null): number | null =>
  bootSeconds === null ? null : (bootSeconds + Number(started) / ticksPerSecond) * 1000;

/** Newest first: a process that just connected has often just started. */
export async function allProcesses(): Promise<readonly number[]> {
  const names = (await quietly(fs.readdir('/proc'))) ?? [];
  return names
    .map(Number)
    .filter(Number.isInteger)
    .toSorted((a, b) => b - a);
}

export async function holdsSocket(pid: number, inode: string): Promise<boolean> {
  const folder = `/proc/${pid}/fd`;
  const fds = (await quietly(fs.readdir(folder))) ?? [];
  const targets = await Promise.all(fds.map((fd) => quietly(fs.readlink(`${folder}/${fd}`))));
  return targets.includes(`socket:[${inode}]`);
}

async function quietly<T>(looking: Promise<T>): Promise<T | null> {
  try {
    return await looking;
  } catch {
    return null;
  }
}
