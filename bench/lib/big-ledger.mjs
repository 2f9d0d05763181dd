// Runs on Electron's Node: writes a ledger of many entries in the product's format, in one go.
import fs from 'node:fs';
import path from 'node:path';
import { asKept } from '../../src/main/core/ledger/bounded-record.ts';
import {
  firstHead,
  stampOf,
  extend,
  grown,
  positionAt,
  segmentRecord,
} from '../../src/main/core/ledger/chain.ts';
import { makeMac, quickSha256 } from '../../src/main/platform/ledger/marks.ts';
import {
  checkpointFileName,
  checkpointFolderOf,
  checkpointLine,
} from '../../src/shared/ledger/checkpoint.ts';

const [, , dataDir, second, wanted] = process.argv;
const entries = Number(wanted);
const segmentLength = 16 * 1024 ** 2;
const batch = 1_000;
const key = Buffer.alloc(32, 3);
const mac = makeMac(key);
const now = { ts: new Date().toISOString(), mono_ms: 1, boot: '3f2a9c1e-7b21', user: 'ada' };
const stamp = stampOf(now);
const phases = /** @type {const} */ (['intent', 'decision', 'outcome']);

/** @param {number} at */
const stamped = (at) => ({
  stamp,
  ...asKept({
    phase: phases[at % 3] ?? 'note',
    entry: `00000000-0000-4000-8000-${String(Math.floor(at / 3)).padStart(12, '0')}`,
    actor: 'cursor',
    action: 'open_file',
    args: { path: `/home/ada/projects/app/src/file-${at}.ts` },
    session_id: '11111111-2222-4333-8444-555555555555',
  }),
});

const audit = path.join(dataDir, 'audit');
fs.mkdirSync(audit, { recursive: true });
fs.writeFileSync(path.join(dataDir, 'install.key'), key);
const env = { GATEHOUSE_CHECKPOINT_DIR: second };
const folder = checkpointFolderOf(
  { platform: process.platform, env, home: '/' },
  dataDir,
  quickSha256,
);
fs.mkdirSync(folder, { recursive: true });
const checkpoints = fs.openSync(path.join(folder, checkpointFileName), 'w');

let position = positionAt(firstHead);
let segment = 1;
let at = 0;
let bytes = 0;
while (position.head.seq < entries) {
  const full = position.length >= segmentLength;
  const fingerprint = full
    ? [{ stamp, ...asKept(segmentRecord(position, [], 'the segment before is full', quickSha256)) }]
    : [];
  if (full) {
    segment += 1;
    position = positionAt(position.head);
  }
  const left = Math.min(batch, entries - position.head.seq - fingerprint.length);
  const added = [...fingerprint, ...Array.from({ length: left }, () => stamped((at += 1)))];
  const next = extend(position.head, added, quickSha256);
  fs.appendFileSync(path.join(audit, `${String(segment).padStart(6, '0')}.jsonl`), next.text);
  const length = position.length + next.text.length;
  position = grown({ ...position, head: next.head, length }, next.hashes, quickSha256);
  bytes += next.text.length;
  fs.writeSync(checkpoints, `${checkpointLine(position.head, Date.now(), mac)}\n`);
}
fs.closeSync(checkpoints);
console.log(JSON.stringify({ entries: position.head.seq, segments: segment, bytes }));
