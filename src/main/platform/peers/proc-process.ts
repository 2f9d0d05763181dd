/** What /proc tells about one process. Every look may fail: processes come and go, others' are closed. */
import fs from 'node:fs/promises';
import { mostParents, type ProcessFacts } from './peer-process.ts';

export interface ProcStat {
  readonly parent: number;
  /** In ticks since the machine started: with the pid it names one process for good. */
  readonly started: string;
}

const ticksPerSecond = 100;

export async function statOf(pid: number): Promise<ProcStat | null> {
  const text = await quietly(fs.readFile(`/proc/${pid}/stat`, 'utf8'));
  if (text === null) return null;
  // The name in brackets may hold spaces and brackets of its own.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const [, parent] = fields;
  const started = fields[19];
  return parent && started ? { parent: Number(parent), started } : null;
}

export async function factsOf(pid: number): Promise<ProcessFacts> {
  const [executable, cwd] = await Promise.all([
    quietly(fs.readlink(`/proc/${pid}/exe`)),
    quietly(fs.readlink(`/proc/${pid}/cwd`)),
  ]);
  // A program that was updated while it runs is still that program.
  return { pid, executable: executable?.replace(/ \(deleted\)$/, '') ?? null, cwd };
}

export async function parentsOf(pid: number): Promise<readonly ProcessFacts[]> {
  const parents: ProcessFacts[] = [];
  let stat = await statOf(pid);
  while (stat && stat.parent > 1 && parents.length < mostParents) {
    parents.push(await factsOf(stat.parent));
    stat = await statOf(stat.parent);
  }
  return parents;
}

export async function startedAt({ started }: ProcStat): Promise<number | null> {
  const text = await quietly(fs.readFile('/proc/stat', 'utf8'));
  const booted = /^btime (\d+)$/m.exec(text ?? '')?.[1];
  return booted ? (Number(booted) + Number(started) / ticksPerSecond) * 1000 : null;
}

/** Newest first: who just connected has often just started. */
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
