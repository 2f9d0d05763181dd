/** A second thread for work that takes seconds: building a new index, checking a file. */
import { startThread } from '../threads/start-thread.ts';
import type { FromHelper, HelperJob } from './messages.ts';

export interface Helper {
  /** The thread's last message; rejects if it failed or was stopped. */
  readonly done: Promise<FromHelper>;
  stop(): Promise<void>;
}

export type StartHelper = (job: HelperJob, onBytes?: (bytes: number) => void) => Helper;

export const helpersFrom =
  (script: URL): StartHelper =>
  (job, onBytes) => {
    const worker = startThread(script, { name: 'audit-index-helper', workerData: job });
    const done = new Promise<FromHelper>((resolve, reject) => {
      worker.on('message', (message: FromHelper) => {
        if (message.kind === 'bytes') onBytes?.(message.bytes);
        else resolve(message);
      });
      worker.once('error', reject);
      worker.once('exit', () => reject(new Error('it ended before it was done')));
    });
    return {
      done,
      async stop() {
        await worker.terminate();
      },
    };
  };
