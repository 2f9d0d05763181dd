// How every command of this repository ends: a failure is one sentence and what to do next, never
// a stack trace, and an interrupted run leaves with the code a shell expects.
import { interruptedBy } from './processes.mjs';

export class Failure extends Error {
  /**
   * @param {string} sentence what is wrong
   * @param {string} next what to do about it
   */
  constructor(sentence, next) {
    super(sentence);
    this.next = next;
  }
}

/** Progress goes to stderr, so that stdout stays clean for results. @param {string} line */
export const say = (line) => process.stderr.write(`${line}\n`);

/** @param {number} since from performance.now() */
export const secondsSince = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

/**
 * Says what is being done, and that it is still being done, when that takes long.
 * @template T
 * @param {string} what
 * @param {() => Promise<T>} work
 */
export async function withProgress(what, work) {
  const started = performance.now();
  say(`${what} …`);
  const reminder = setInterval(() => say(`  still busy after ${secondsSince(started)}`), 15_000);
  try {
    const result = await work();
    say(`  done in ${secondsSince(started)}`);
    return result;
  } finally {
    clearInterval(reminder);
  }
}

/** @param {() => Promise<number | void>} body resolves to the exit code (0 when nothing is said) */
export async function command(body) {
  try {
    process.exitCode = (await body()) ?? 0;
  } catch (error) {
    process.exitCode = interruptedBy() ?? 1;
    if (!interruptedBy()) explain(error);
  }
}

/** @param {unknown} error */
function explain(error) {
  if (error instanceof Failure) {
    say(`gatehouse: ${error.message}\n  Next: ${error.next}`);
  } else if (process.env.GATEHOUSE_DEBUG) {
    console.error(error);
  } else {
    say(`gatehouse: ${error instanceof Error ? error.message : String(error)}`);
    say('  Next: run it again with GATEHOUSE_DEBUG=1 to see where this comes from.');
  }
}
