/**
 * Builds a new index of the whole ledger. One thread reads and another writes, because both take
 * about equally long.
 */
import { startThread } from '../threads/start-thread.ts';
import { BulkRead, type ReadLedger } from './bulk-read.ts';
import { Columns, type PackedColumns } from './columns.ts';
import { IndexDatabase, type Progress } from './index-database.ts';
import type { Job } from './messages.ts';
import { packRows, unpackRow, type RowBatch } from './row-batch.ts';
import { beginning, Segments } from './segments.ts';
import { StringTable } from './string-table.ts';

const chunkBytes = 1024 * 1024;
/**
 * How many batches may be in flight: enough to keep both threads busy, few enough to limit memory.
 */
const maxInProgress = 16;
const maxWaitMs = 1_000;

export type FromReader =
  | { readonly kind: 'rows'; readonly batch: RowBatch; readonly bytes: number }
  | {
      readonly kind: 'end';
      readonly progress: Progress;
      readonly packed: PackedColumns;
      readonly words: readonly string[];
      readonly sizes: ReadLedger['sizes'];
    };

export async function bulkLoad(
  { auditFolder, file, oneThreadBytes }: Job & { readonly kind: 'build' },
  script: URL,
  onBytes: (bytes: number) => void,
): Promise<ReadLedger> {
  const db = IndexDatabase.create(file);
  db.begin();
  const segments = new Segments(auditFolder, chunkBytes);
  const isSmall = segments.bytesBehind(beginning) <= oneThreadBytes;
  const read = isSmall
    ? readHere(segments, db)
    : await readBeside(auditFolder, db, script, onBytes);
  segments.dispose();
  for (const [segment, bytes] of read.sizes) db.leaveSegment(segment, bytes);
  for (const word of read.words.since(1)) db.words.numberFor(word);
  db.commit(read.progress);
  db.finishBulk();
  return read;
}

function readHere(segments: Segments, db: IndexDatabase): ReadLedger {
  return new BulkRead(segments, (rows) => {
    for (const row of rows) db.put(row);
  }).run();
}

async function readBeside(
  auditFolder: string,
  db: IndexDatabase,
  script: URL,
  onBytes: (bytes: number) => void,
): Promise<ReadLedger> {
  const written = new Int32Array(new SharedArrayBuffer(4));
  const job: Job = { kind: 'read', auditFolder, written };
  const reader = startThread(script, { name: 'audit-index-reader', workerData: job });
  const { promise, resolve, reject } = Promise.withResolvers<ReadLedger>();
  reader.once('error', reject);
  reader.once('exit', () => reject(new Error('the reading broke off')));
  reader.on('message', (message: FromReader) => {
    if (message.kind === 'end') {
      const words = new StringTable();
      for (const word of message.words) words.numberFor(word);
      resolve({ ...message, words, columns: new Columns(message.packed) });
      return;
    }
    const { batch } = message;
    for (let index = 0; index < batch.rows; index += 1) db.put(unpackRow(batch, index));
    Atomics.add(written, 0, 1);
    Atomics.notify(written, 0);
    onBytes(message.bytes);
  });
  return promise;
}

/** Runs in the reading thread. It waits only for the writer. */
export function readFor(
  auditFolder: string,
  written: Int32Array<SharedArrayBuffer>,
  say: (message: FromReader, transfer: readonly ArrayBuffer[]) => void,
): void {
  const segments = new Segments(auditFolder, chunkBytes);
  let given = 0;
  const read = new BulkRead(segments, (rows, bytes) => {
    const batch = packRows(rows);
    say({ kind: 'rows', batch, bytes }, [batch.numbers.buffer]);
    given += 1;
    for (let done = Atomics.load(written, 0); given - done > maxInProgress;) {
      Atomics.wait(written, 0, done, maxWaitMs);
      done = Atomics.load(written, 0);
    }
  }).run();
  segments.dispose();
  const { progress, sizes } = read;
  const { packed, transfer } = read.columns.pack();
  say({ kind: 'end', progress, sizes, packed, words: read.words.since(1) }, transfer);
}
