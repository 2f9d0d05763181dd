/** Verifies the whole ledger when the user asks for it, in a separate thread. */
import path from 'node:path';
import type { Worker } from 'node:worker_threads';
import { checkpointFileName } from '../../../shared/ledger/checkpoint.ts';
import type { Disposable } from '../../../shared/base/disposable.ts';
import type { VerifyReceipt } from '../../../shared/ipc/main-window.ts';
import type { VerifyResult } from '../../../shared/ledger/verify.ts';
import type { Clock } from '../../core/dependencies.ts';
import { startThread } from '../threads/start-thread.ts';
import type { VerifyJob } from './verify-worker.ts';

export interface LedgerCheckDeps {
  readonly dataDir: string;
  /** Null where no checkpoint file is kept. */
  readonly checkpointFolder?: (dataDir: string) => string;
  readonly key: Uint8Array;
  readonly clock: Pick<Clock, 'now'>;
}

/** Next to the bundle; when running from source, the source file. */
const script = new URL(
  import.meta.url.endsWith('.ts') ? './verify-worker.ts' : './verify-worker.js',
  import.meta.url,
);

export class LedgerCheck implements Disposable {
  readonly #deps: LedgerCheckDeps;
  #worker: Worker | null = null;
  #running: Promise<VerifyReceipt> | null = null;

  constructor(deps: LedgerCheckDeps) {
    this.#deps = deps;
  }

  /** Concurrent requests share one check. */
  run(): Promise<VerifyReceipt> {
    this.#running ??= this.#run().finally(() => (this.#running = null));
    return this.#running;
  }

  async dispose(): Promise<void> {
    await this.#worker?.terminate();
    await this.#running;
  }

  async #run(): Promise<VerifyReceipt> {
    const { dataDir, key, clock } = this.#deps;
    const folder = this.#deps.checkpointFolder?.(dataDir);
    const checkpointFile = folder === undefined ? null : path.join(folder, checkpointFileName);
    const job: VerifyJob = { auditFolder: path.join(dataDir, 'audit'), checkpointFile, key };
    const worker = startThread(script, { name: 'ledger-check', workerData: job });
    this.#worker = worker;
    const { promise, resolve } = Promise.withResolvers<VerifyReceipt>();
    worker.once('message', (verdict: VerifyResult) =>
      resolve({ kind: 'verified', verdict, at: clock.now() }),
    );
    worker.once('error', (error: Error) => resolve({ kind: 'failed', why: error.message }));
    worker.once('exit', () => resolve({ kind: 'failed', why: 'it was broken off' }));
    const receipt = await promise;
    await worker.terminate();
    this.#worker = null;
    return receipt;
  }
}
