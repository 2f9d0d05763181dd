/** The entry of all threads of the index: the one that keeps it, and the helpers it starts. */
import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { assertNever } from '../../../shared/base/assert.ts';
import { bulkLoad } from './bulk-load.ts';
import { helpersFrom } from './helper-thread.ts';
import { IndexKeeper } from './index-keeper.ts';
import type { FromHelper, FromWorker, Job, ToWorker } from './messages.ts';
import { Segments } from './segments.ts';
import { wordsOf } from './sqlite-trouble.ts';

const buildChunkBytes = 1024 * 1024;
const bytesBetweenNews = 32 * 1024 * 1024;

const port = parentPort;
if (port) run(workerData as Job, port);

type Port = NonNullable<typeof parentPort>;

function run(job: Job, to: Port): void {
  switch (job.kind) {
    case 'keep':
      return keep(job, to);
    case 'build':
      return build(job, to);
    case 'check':
      return check(job, to);
    default:
      return assertNever(job);
  }
}

function keep({ dataDir, timing, fresh }: Job & { kind: 'keep' }, to: Port): void {
  const say = (message: FromWorker): void => to.postMessage(message);
  const keeper = new IndexKeeper({
    dataDir,
    timing,
    fresh,
    startHelper: helpersFrom(new URL(import.meta.url)),
    tell: (state) => say({ kind: 'state', state }),
  });
  to.on('message', (message: ToWorker) => {
    switch (message.kind) {
      case 'ask':
        return answer(keeper, message, say);
      case 'follow':
        return keeper.follow(message.upTo);
      case 'rebuild':
        return keeper.rebuild();
      case 'close':
        return void keeper.close().then(() => to.close());
      default:
        return assertNever(message);
    }
  });
  keeper.start();
}

function answer(
  keeper: IndexKeeper,
  { id, question }: ToWorker & { kind: 'ask' },
  say: (message: FromWorker) => void,
): void {
  try {
    say({ kind: 'answer', id, answer: keeper.answer(question) });
  } catch (error) {
    say({ kind: 'failed', id, why: wordsOf(error) });
  }
}

function build({ auditFolder, file }: Job & { kind: 'build' }, to: Port): void {
  const segments = new Segments(auditFolder, buildChunkBytes);
  let told = 0;
  const { progress, packed, transfer } = bulkLoad(segments, file, (bytes) => {
    if (bytes - told < bytesBetweenNews) return;
    told = bytes;
    to.postMessage({ kind: 'bytes', bytes } satisfies FromHelper);
  });
  segments.dispose();
  to.postMessage({ kind: 'built', progress, packed } satisfies FromHelper, [...transfer]);
}

function check({ file }: Job & { kind: 'check' }, to: Port): void {
  const db = new DatabaseSync(file, { readOnly: true, timeout: 5_000 });
  const rows = db.prepare('PRAGMA quick_check(1)').all();
  db.close();
  const sound = rows.length === 1 && rows[0]?.['quick_check'] === 'ok';
  to.postMessage({ kind: 'checked', sound } satisfies FromHelper);
}
