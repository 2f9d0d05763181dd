/**
 * Starts a worker thread that inherits nothing from its process: no Node options, command-line
 * arguments or environment. test/child-processes.test.ts checks that every thread is started like
 * this.
 */
import { Worker, type ResourceLimits } from 'node:worker_threads';

export interface ThreadStart {
  readonly name: string;
  readonly workerData?: unknown;
  readonly resourceLimits?: ResourceLimits;
}

export const startThread = (
  script: URL,
  { name, workerData, resourceLimits = {} }: ThreadStart,
): Worker =>
  new Worker(script, { name, workerData, resourceLimits, argv: [], execArgv: [], env: {} });
