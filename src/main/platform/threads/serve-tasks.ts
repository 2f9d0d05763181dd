/**
 * The thread's side of bounded-thread.ts: runs one task at a time; errors are sent as replies too.
 */
import { parentPort } from 'node:worker_threads';
import type { FromThread } from './bounded-thread.ts';

export function serveTasks(carryOut: (task: never) => unknown): void {
  const answer = (message: FromThread): void => parentPort?.postMessage(message);
  parentPort?.on('message', (task: unknown) => {
    // A stack overflow is thrown like any error.
    const carriedOut = (async (): Promise<unknown> => carryOut(task as never))();
    carriedOut.then(
      (value) => answer({ value }),
      (error: unknown) => answer({ error: error instanceof Error ? error.message : String(error) }),
    );
  });
}
