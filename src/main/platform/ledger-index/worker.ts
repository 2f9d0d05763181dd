/** The entry point of all threads of the index. */
import '../../../shared/base/freeze-prototypes.ts';
import { parentPort, workerData } from 'node:worker_threads';
import { assertNever } from '../../../shared/base/assert.ts';
import { bulkLoad, readFor } from './bulk-load.ts';
import { helpersFrom } from './helper-thread.ts';
import { isSoundFile } from './index-database.ts';
import { IndexThread } from './index-thread.ts';
import type { FromHelper, FromWorker, Job, ToWorker } from './messages.ts';
import { wordsOf } from './sqlite-errors.ts';

const reportEveryBytes = 32 * 1024 * 1024;

const script = new URL(import.meta.url);
const port = parentPort;
if (port) run(workerData as Job, port);

type WorkerPort = NonNullable<typeof parentPort>;

function run(job: Job, to: WorkerPort): void {
  switch (job.kind) {
    case 'keep':
      return keep(job, to);
    case 'build':
      return void build(job, to);
    case 'read':
      return read(job, to);
    case 'check':
      return check(job, to);
    default:
      return assertNever(job);
  }
}

function keep({ dataDir, timing, fresh }: Job & { kind: 'keep' }, to: WorkerPort): void {
  const say = (message: FromWorker): void => to.postMessage(message);
  const indexThread = new IndexThread({
    dataDir,
    timing,
    fresh,
    startHelper: helpersFrom(script),
    reportState: (state) => say({ kind: 'state', state }),
  });
  to.on('message', (message: ToWorker) => {
    switch (message.kind) {
      case 'ask':
        return answer(indexThread, message, say);
      case 'follow':
        return indexThread.follow(message.upTo);
      case 'rebuild':
        return indexThread.rebuild();
      case 'close':
        return void indexThread.close().then(() => to.close());
      default:
        return assertNever(message);
    }
  });
  indexThread.start();
}

function answer(
  indexThread: IndexThread,
  { id, question }: ToWorker & { kind: 'ask' },
  say: (message: FromWorker) => void,
): void {
  try {
    say({ kind: 'answer', id, answer: indexThread.answer(question) });
  } catch (error) {
    say({ kind: 'failed', id, why: wordsOf(error) });
  }
}

async function build(job: Job & { kind: 'build' }, to: WorkerPort): Promise<void> {
  let lastReported = 0;
  const { progress, columns } = await bulkLoad(job, script, (bytes) => {
    if (bytes - lastReported < reportEveryBytes) return;
    lastReported = bytes;
    to.postMessage({ kind: 'bytes', bytes } satisfies FromHelper);
  });
  const { packed, transfer } = columns.pack();
  to.postMessage({ kind: 'built', progress, packed } satisfies FromHelper, [...transfer]);
}

function read({ auditFolder, written }: Job & { kind: 'read' }, to: WorkerPort): void {
  readFor(auditFolder, written, (message, transfer) => to.postMessage(message, [...transfer]));
}

function check({ file }: Job & { kind: 'check' }, to: WorkerPort): void {
  to.postMessage({ kind: 'checked', sound: isSoundFile(file) } satisfies FromHelper);
}
