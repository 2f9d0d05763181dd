/**
 * The thread that reads agents' histories. Main ends it on a timeout or when the user cancels.
 */
import '../../../shared/base/freeze-prototypes.ts';
import { parentPort, workerData } from 'node:worker_threads';
import type { HistoryProgress } from '../../../shared/integrations/agent-history.ts';
import { readHistory, type CountedHistory, type ReadTask } from './read-history.ts';

export type FromHistoryWorker =
  | { readonly kind: 'progress'; readonly progress: HistoryProgress }
  | { readonly kind: 'read'; readonly history: CountedHistory }
  | { readonly kind: 'failed'; readonly why: string };

const post = (message: FromHistoryWorker): void => parentPort?.postMessage(message);

readHistory(workerData as ReadTask, (progress) => post({ kind: 'progress', progress })).then(
  (history) => post({ kind: 'read', history }),
  (error: unknown) =>
    post({ kind: 'failed', why: error instanceof Error ? error.message : String(error) }),
);
