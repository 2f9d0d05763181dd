/**
 * Finds processes by a variable in their environment. OpenCode starts commands in process groups of
 * their own, which do not end with its group, but all inherit the variable. Linux only; elsewhere
 * only the process group is known.
 */
import fs from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { openCodeRunMark } from '../../../shared/integrations/opencode-run.ts';

const graceMs = 2_000;
const lookAgainMs = 50;

/** Terminates those whose variable has this value, and kills those that do not end in time. Resolves when none is left. */
export async function endMarked(mark: string, variable = openCodeRunMark): Promise<void> {
  if (process.platform !== 'linux') return;
  const asked = new Set<number>();
  const hardAt = performance.now() + graceMs;
  const giveUpAt = hardAt + graceMs;
  for (;;) {
    const found = markedProcesses(mark, variable);
    if (found.length === 0 || performance.now() > giveUpAt) return;
    const isHard = performance.now() > hardAt;
    for (const pid of found) {
      if (isHard) send(pid, 'SIGKILL');
      else if (!asked.has(pid)) send(pid, 'SIGTERM');
      asked.add(pid);
    }
    await wait(lookAgainMs);
  }
}

function markedProcesses(mark: string, variable: string): readonly number[] {
  const found = fs
    .readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => markOf(pid, variable)?.startsWith(mark));
  const isOurs = found.length === 0 ? () => false : partOfUs(variable);
  return found.filter((pid) => !isOurs(pid));
}

function markOf(pid: number, variable: string): string | undefined {
  const start = `${variable}=`;
  const line = readOf(pid, 'environ')
    .split('\0')
    .find((item) => item.startsWith(start));
  return line?.slice(start.length);
}

/**
 * Gatehouse itself, its parents and its children, in case it was started from within an OpenCode.
 */
function partOfUs(variable: string): (pid: number) => boolean {
  const above = new Set(lineOf(process.pid));
  const inherited = markOf(process.pid, variable);
  return (pid) =>
    above.has(pid) ||
    (inherited !== undefined &&
      markOf(pid, variable) === inherited &&
      lineOf(pid).includes(process.pid));
}

/** A process and its ancestors. */
function lineOf(pid: number): readonly number[] {
  const line: number[] = [];
  for (let at = pid; at > 1 && !line.includes(at); at = parentOf(at)) line.push(at);
  return line;
}

/**
 * The process name is in brackets and may contain anything; the second field after it is the
 * parent.
 */
function parentOf(pid: number): number {
  const stat = readOf(pid, 'stat');
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] ?? 0);
}

function readOf(pid: number, what: 'environ' | 'stat'): string {
  try {
    return fs.readFileSync(`/proc/${pid}/${what}`, 'utf8');
  } catch {
    return '';
  }
}

function send(pid: number, signal: 'SIGTERM' | 'SIGKILL'): void {
  try {
    process.kill(pid, signal);
  } catch {
    // The process has ended already.
  }
}
