// Another thread renames folders and puts others in their place while files are written through them.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { confinedFiles } from '../../../../src/workbench/confined/files.ts';

/** @typedef {import('../../../../src/workbench/confined/folder.ts').WireRoot} WireRoot */
/** @typedef {{ world: string, roots: readonly WireRoot[], at(name: string): string,
 *   outside(name: string): string, skip(why: string): void }} Place */
/** @typedef {(place: Place) => Promise<string | void>} Check what it returns is added to its line */

const rounds = 1_000;
const swapper = `
  const { workerData, parentPort } = require('node:worker_threads');
  const fs = require('node:fs');
  const { folder, away, outside, stop } = workerData;
  const flag = new Int32Array(stop);
  const attempt = (work) => { try { work(); return 1; } catch { return 0; } };
  let swaps = 0;
  parentPort.postMessage('started');
  while (Atomics.load(flag, 0) === 0) {
    swaps += attempt(() => fs.renameSync(folder, away));
    attempt(() => fs.renameSync(outside, folder));
    attempt(() => fs.renameSync(folder, outside));
    attempt(() => fs.renameSync(away, folder));
  }
  attempt(() => fs.renameSync(away, folder));
  parentPort.postMessage(swaps);
`;

/** @type {Record<string, Check>} */
export const raceChecks = {
  async 'a race against a program that renames folders loses no file'({ at, roots, world }) {
    const [folder, away, outside] = [at('sub'), `${world}\\away`, `${world}\\decoy`];
    fs.mkdirSync(outside);
    const decoy = fs.statSync(outside, { bigint: true }).ino;
    const stop = new SharedArrayBuffer(4);
    const worker = new Worker(swapper, { eval: true, workerData: { folder, away, outside, stop } });
    await once(worker, 'message');
    const counts = { inside: 0, refused: 0 };
    for (let round = 0; round < rounds; round += 1) {
      const made = await confinedFiles.create(at(`sub\\${round}.txt`), roots, 'x');
      counts['inode' in made ? 'inside' : 'refused'] += 1;
    }
    Atomics.store(new Int32Array(stop), 0, 1);
    const [swaps] = await once(worker, 'message');
    await worker.terminate();
    // What stands at the name is in the granted folder, decoy or not, and cannot leave while it is open.
    // A race that leads outside takes links, which Wine does not have.
    const left = [at('sub'), away, outside].filter((name) => fs.existsSync(name));
    const files = left.map((name) => ({ name, count: fs.readdirSync(name).length }));
    const all = files.reduce((sum, { count }) => sum + count, 0);
    assert.equal(all, counts.inside + 1, `${JSON.stringify(files)} of ${JSON.stringify(counts)}`);
    assert.ok(counts.inside > 0 && decoy > 0n);
    return `${counts.inside} written, ${counts.refused} refused, ${swaps} swaps`;
  },
};
