/**
 * The sandboxes that this process has started, by the folders that they may write to. Their
 * programs can be paused while something is read that they could keep changing, such as a file
 * that becomes a pipe a moment later. Sandboxes that only read the folder are not included.
 */
import { constants } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import fs from 'node:fs';
import { isInside } from '../../../shared/files/inside.ts';
import type { SandboxLaunch } from '../../../shared/sandbox/sandbox-launch.ts';

interface LiveSandbox {
  readonly folders: readonly string[];
  /** All processes inside, by their pids outside; the outermost first. */
  readonly processes: () => readonly number[];
  readonly hasEnded: () => boolean;
}

const live = new Set<LiveSandbox>();
/** Folders whose writers are paused. */
const paused: string[] = [];

const lookMs = 1;
const maxLooks = 500;
const outermostLooks = 20;
/** How often to check for processes that run again. */
const lookAgainMs = 50;

export function addLiveSandbox(
  { args }: SandboxLaunch,
  how: Pick<LiveSandbox, 'processes' | 'hasEnded'>,
): void {
  const folders = args.flatMap((arg, at) => (arg === '--bind' ? (args[at + 1] ?? []) : []));
  live.add({ folders, ...how });
}

function writersOf(folder: string): readonly LiveSandbox[] {
  for (const item of live) if (item.hasEnded()) live.delete(item);
  return [...live].filter(({ folders }) =>
    folders.some((own) => isInside(own, folder) || isInside(folder, own)),
  );
}

/** Whether programs run that could write to the folder now. */
export const isPausable = (folder: string): boolean =>
  !paused.includes(folder) && writersOf(folder).length > 0;

let last: Promise<unknown> = Promise.resolve();

/**
 * Pauses all of them until it has ended. Runs one at a time, so that the end of one pause does not
 * interrupt the next.
 */
export function whilePaused<Result>(folder: string, run: () => Promise<Result>): Promise<Result> {
  const turn = last.then(() => withoutWriters(folder, run));
  last = turn.catch(() => undefined);
  return turn;
}

async function withoutWriters<Result>(folder: string, run: () => Promise<Result>): Promise<Result> {
  const stopped = new Set<number>();
  paused.push(folder);
  try {
    const writers = writersOf(folder);
    for (let looks = 0; looks < maxLooks; looks += 1) {
      // A program may start or wake another one, so repeat until all of them have stopped.
      const running = writers.flatMap(({ processes }) => processes()).filter(isRunning);
      if (running.length === 0) break;
      for (const pid of running) if (send(pid, 'SIGSTOP')) stopped.add(pid);
      await wait(lookMs);
    }
    return await run();
  } finally {
    paused.splice(paused.indexOf(folder), 1);
    // Innermost first, so that a resumed shell sees none of its programs stopped.
    for (const pid of [...stopped].toReversed()) send(pid, 'SIGCONT');
  }
}

/**
 * Processes of one sandbox that stay stopped until they are released, even if something wakes or
 * starts one meanwhile. Processes that were stopped before stay stopped afterwards.
 */
export class ProcessFreezer {
  readonly #processes: () => readonly number[];
  readonly #stopped = new Set<number>();
  /** One for each pause in effect. */
  #turn: object | null = null;

  constructor(processes: () => readonly number[]) {
    this.#processes = processes;
  }

  get isOn(): boolean {
    return this.#turn !== null;
  }

  set(isOn: boolean): void {
    if (isOn === this.isOn) return;
    if (!isOn) return this.#letGo();
    const turn = {};
    this.#turn = turn;
    void this.#keep(turn);
  }

  /** Immediately, or as soon as the others are released. */
  wake(pid: number): void {
    if (this.isOn) this.#stopped.add(pid);
    else send(pid, 'SIGCONT');
  }

  /** There is nothing left to release. */
  drop(): void {
    this.#turn = null;
    this.#stopped.clear();
  }

  #letGo(): void {
    const own = this.#processes().filter((pid) => this.#stopped.has(pid));
    this.drop();
    // Innermost first, so that a resumed shell sees none of its programs stopped.
    for (const pid of own.toReversed()) send(pid, 'SIGCONT');
  }

  async #keep(turn: object): Promise<void> {
    for (let looks = 0; this.#turn === turn; looks += 1) {
      const [outermost, ...others] = this.#processes().filter(isRunning);
      if (outermost !== undefined) {
        this.#stop(outermost);
        // A shell that still runs would think that the user suspended its program.
        for (let more = 0; more < outermostLooks && isRunning(outermost); more += 1)
          await wait(lookMs);
        if (this.#turn !== turn) return;
        for (const pid of others) this.#stop(pid);
      }
      await wait(outermost === undefined || looks > maxLooks ? lookAgainMs : lookMs);
    }
  }

  #stop(pid: number): void {
    if (send(pid, 'SIGSTOP')) this.#stopped.add(pid);
  }
}

function send(pid: number, signal: 'SIGSTOP' | 'SIGCONT'): boolean {
  try {
    process.kill(pid, constants.signals[signal]);
    return true;
  } catch {
    return false;
  }
}

/** Neither stopped nor exited. Its main thread can have exited while others go on. */
function isRunning(pid: number): boolean {
  try {
    return fs.readdirSync(`/proc/${pid}/task`).some((thread) => isThreadRunning(pid, thread));
  } catch {
    return false;
  }
}

function isThreadRunning(pid: number, thread: string): boolean {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/task/${thread}/stat`, 'latin1');
    return !/^\d+ \(.*\) [TtZX] /s.test(stat);
  } catch {
    return false;
  }
}
