/** Holds a sandboxed program back until its mounts were checked from outside. */
import fs from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { isComplete, wrongMount } from './mount-check.ts';

const pollMs = 1;
const limitMs = 15_000;

export interface WaitingProgram {
  /** The arguments of bwrap. */
  readonly args: readonly string[];
  /** The first process inside, by its pid outside; null while unknown. */
  readonly firstPid: () => number | null;
  readonly hasEnded: () => boolean;
  readonly release: () => Promise<void>;
  /** Must end the program before releasing what holds it back. */
  readonly stop: (why: string) => void;
}

export async function releaseWhenChecked(waiting: WaitingProgram): Promise<void> {
  const until = Date.now() + limitMs;
  while (!waiting.hasEnded()) {
    const mounts = mountInfoOf(waiting.firstPid());
    if (mounts !== null && isComplete(mounts)) {
      const wrong = wrongMount(waiting.args, mounts);
      if (wrong === null) await waiting.release();
      else waiting.stop(`${wrong} was exchanged while the sandbox was made.`);
      return;
    }
    if (Date.now() > until) {
      waiting.stop('Its mounts could not be checked.');
      return;
    }
    await wait(pollMs);
  }
}

function mountInfoOf(pid: number | null): string | null {
  if (pid === null) return null;
  try {
    return fs.readFileSync(`/proc/${pid}/mountinfo`, 'utf8');
  } catch {
    return null;
  }
}
