// Everything that may happen to the ledger: kills, power cuts, full disks, failing syncs, forgers.
// The promise each time: what was acknowledged is there, the chain verifies, nothing unrecorded was done.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { chanceOf } from '../test/faults/lib/chance.ts';
import { nthStepRounds, powerCutRounds } from '../test/faults/lib/disk-rounds.ts';
import { failSyncs, whyNoStrace } from '../test/faults/lib/failed-sync.ts';
import { fillDisk, whyNoSmallDisk } from '../test/faults/lib/full-disk.ts';
import { harmRounds } from '../test/faults/lib/ledger-harms.ts';
import { killRounds, percentile } from '../test/faults/lib/kill-rounds.ts';
import { lineEntries } from '../test/faults/lib/read-back.ts';
import { sampleLedger, sampleMac } from '../test/faults/lib/sample-ledger.ts';
import { twoAppsRounds } from '../test/faults/lib/two-apps.ts';
import { build } from '../scripts/lib/build.mjs';
import { repo } from '../scripts/lib/repo.mjs';
import { sandboxFlags } from '../scripts/lib/sandbox.mjs';
import { needsVirtualDisplay, startVirtualDisplay } from '../scripts/lib/virtual-display.mjs';
import { names, tamperings, verdictOn } from '../test/faults/lib/tampering.ts';

const usual = 1_000;
const seed = Date.now() % 1_000_000;

/** @param {{ count?: number, report: (result: object) => void }} tools */
export async function run({ count = usual, report }) {
  report(await powerCuts(count));
  report(await nthSteps());
  for (const result of await forgeries(count)) report(result);
  report(await failedSyncs());
  report(await fullDisk());
  report(await movedAway());
  report(await twoApps(Math.min(count, 200)));
  report(await kills(count));
}

async function movedAway() {
  const name = 'K14 folder or file moved, replaced or changed by another program';
  /** @type {{ name: string, ok: boolean, [seen: string]: unknown }} */
  let result = { name, ok: false };
  await inScratch(async (folder) => {
    const { problems, ...seen } = await harmRounds(folder);
    result = { name, ok: seen.taken === 0 && problems.length === 0, ...seen, problems };
  });
  return result;
}

/** @param {number} count */
async function twoApps(count) {
  const name = 'K15 two apps on one data folder';
  await build();
  const screen = needsVirtualDisplay() ? await startVirtualDisplay() : null;
  /** @type {{ name: string, ok: boolean, [seen: string]: unknown }} */
  let result = { name, ok: false };
  const began = performance.now();
  try {
    await inScratch(async (folder) => {
      /** @type {NodeJS.ProcessEnv} */
      const all = { ...process.env, ...screen?.env };
      const { ELECTRON_RUN_AS_NODE: _node, ...env } = all;
      const dataDir = path.join(folder, 'data');
      const { problems, ...seen } = await twoAppsRounds({
        electron: process.execPath,
        args: [...sandboxFlags(), repo, '--password-store=basic'],
        env: { ...env, HOME: folder, GATEHOUSE_CHECKPOINT_DIR: path.join(folder, 'second') },
        dataDir,
        rounds: count,
      });
      const seconds = Math.round((performance.now() - began) / 1_000);
      const ok = seen.lost === 0 && problems.length === 0;
      result = { name, ok, ...seen, seconds, problems: problems.slice(0, 3) };
    });
  } finally {
    screen?.dispose();
  }
  return result;
}

/** @param {number} count */
async function kills(count) {
  const began = performance.now();
  const { readyMs, problems, ...seen } = await killRounds({ count, lanes: 2, seed });
  const readyP99 = percentile(readyMs, 0.99);
  return {
    name: 'K1 killed at random under load',
    ok:
      seen.lost === 0 &&
      seen.doubled === 0 &&
      seen.unrecordedEffects === 0 &&
      seen.chainsVerified === seen.kills &&
      readyP99 < 1_000,
    ...seen,
    readyMs: `p50 ${percentile(readyMs, 0.5)} p99 ${readyP99} (from opening the ledger, a loaded process)`,
    seconds: Math.round((performance.now() - began) / 1_000),
    problems: problems.slice(0, 3),
  };
}

/** @param {number} count */
async function powerCuts(count) {
  const seen = await powerCutRounds(Math.ceil(count / 3), seed);
  return rounds('K13 power cut, a random part of what was not synced is left', seen);
}

async function nthSteps() {
  return rounds('K3 K4 the Nth step to the disk fails', await nthStepRounds([1, 2, 3, 5, 8]));
}

/** @param {string} name @param {Awaited<ReturnType<typeof powerCutRounds>>} seen */
const rounds = (name, { problems, ...seen }) => ({
  name,
  ok: seen.lost === 0 && seen.doubled === 0 && problems.length === 0,
  ...seen,
  problems: problems.slice(0, 3),
});

/** @param {number} count */
async function forgeries(count) {
  const sample = await sampleLedger(120, 8_000);
  return Object.entries(tamperings).map(([name, tamper]) => {
    const chance = chanceOf(seed);
    let named = 0;
    for (let time = 0; time < count; time += 1) {
      const tampered = tamper(sample, chance);
      if (names(verdictOn(tampered, sampleMac), tampered.first)) named += 1;
    }
    return { name: `K7 ${name}`, ok: named === count, named, of: count };
  });
}

async function failedSyncs() {
  const name = 'K4 a real fdatasync fails (strace)';
  const impossible = whyNoStrace();
  if (impossible) return { name, ok: true, skipped: impossible };
  let lost = 0;
  let acknowledged = 0;
  for (let nth = 2; nth <= 14; nth += 1) {
    for (const when of [`${nth}`, `${nth}..${nth + 1}`]) {
      await inScratch(async (folder) => {
        const seen = await failSyncs(folder, when);
        const kept = new Set(lineEntries(folder));
        acknowledged += seen.acknowledged.length;
        lost += seen.acknowledged.filter((entry) => !kept.has(entry)).length;
      });
    }
  }
  return { name, ok: lost === 0 && acknowledged > 0, runs: 26, acknowledged, lost };
}

async function fullDisk() {
  const name = 'K3 a disk of 64 KB is full';
  const impossible = whyNoSmallDisk();
  if (impossible) return { name, ok: true, skipped: impossible };
  let acknowledged = 0;
  let wrong = 0;
  for (const segmentLength of [2_000, 5_000, 20_000, 1_000_000]) {
    await inScratch(async (folder) => {
      const seen = await fillDisk(folder, segmentLength);
      acknowledged += seen.acknowledged.length;
      const same = JSON.stringify(seen.kept) === JSON.stringify(seen.acknowledged);
      if (!same || !seen.after || seen.torn > 0) wrong += 1;
    });
  }
  return { name, ok: wrong === 0, runs: 4, acknowledged, wrong };
}

/** @param {(folder: string) => Promise<void>} work */
async function inScratch(work) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'gatehouse-fault-'));
  try {
    await work(folder);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}
