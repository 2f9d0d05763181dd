// The ledger against the obvious way to be durable, in the same rounds; what a record waits; and how
// long it takes to verify a million entries.
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { median, round, spread } from './lib/figures.mjs';

const repo = path.resolve(import.meta.dirname, '..');
const inLib = (/** @type {string} */ name) => path.join(import.meta.dirname, 'lib', name);
const rounds = 9;
const entries = 1_000_000;

/** @param {{ electron: string, env: NodeJS.ProcessEnv, report: (figure: object) => void }} tools */
export async function run({ electron, env, report }) {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'gatehouse-bench-')));
  const asNode = { ...env, ELECTRON_RUN_AS_NODE: '1', NODE_NO_WARNINGS: '1' };
  const tools = { electron, env: asNode, folder, report };
  try {
    await writing(tools);
    await verifying(tools);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

/** @typedef {{ electron: string, env: NodeJS.ProcessEnv, folder: string, report: (figure: object) => void }} Tools */

/** @param {Tools} tools */
async function writing({ electron, env, folder, report }) {
  fs.mkdirSync(path.join(folder, 'ours'), { mode: 0o700 });
  const args = [inLib('ledger-load.mjs'), folder, String(rounds)];
  const { stdout } = await promisify(execFile)(electron, args, { env });
  const seen = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const ratios = seen.map(({ load }) => load.ours / load.theirs);
  const ratio = round(median(ratios));
  report({
    name: 'durable records/s at 32 writers, against write + fdatasync each',
    ratio,
    target: '≥ 20',
    ok: ratio >= 20,
    spread: spread(ratios),
    ours: `${Math.round(median(seen.map(({ load }) => load.ours)))}/s`,
    theirs: `${Math.round(median(seen.map(({ load }) => load.theirs)))}/s`,
  });
  reportLeast(seen, report);
  const singles = seen.map(({ single }) => single.ours / single.theirs);
  report({
    name: 'one durable record at a time, against write + fdatasync',
    ratio: round(median(singles)),
    target: '≤ 1.1',
    ok: median(singles) <= 1.1,
    spread: spread(singles),
    ours: `${round(median(seen.map(({ single }) => single.ours)))} ms`,
    theirs: `${round(median(seen.map(({ single }) => single.theirs)))} ms`,
  });
  const ratiosOfDeferred = seen.map(({ deferred, single }) => deferred.ours / single.theirs);
  report({
    name: 'one record to be durable soon, against write + fdatasync',
    ratio: round(median(ratiosOfDeferred)),
    target: '≤ 0.2',
    ok: median(ratiosOfDeferred) <= 0.2,
    spread: spread(ratiosOfDeferred),
    ours: `${round(median(seen.map(({ deferred }) => deferred.ours)))} ms`,
    theirs: `${round(median(seen.map(({ single }) => single.theirs)))} ms`,
  });
  const waits = seen.map(({ steady }) => steady.ours);
  report({
    name: 'wait at 1,000 durable records/s, p99',
    ratio: round(median(waits) / 2),
    target: '≤ 1',
    ok: median(waits) <= 2,
    spread: spread(waits.map((ms) => ms / 2)),
    ours: `${round(median(waits))} ms`,
    theirs: '2 ms (the target)',
  });
}

/**
 * What of the target is out of reach for anybody: one sync for many, by hand and with nothing else.
 * @param {any[]} seen @param {(figure: object) => void} report
 */
function reportLeast(seen, report) {
  const perSecond = (/** @type {string} */ who) =>
    `${Math.round(median(seen.map(({ load }) => load[who])))}/s`;
  const above = seen.map(({ load }) => load.least / load.theirs);
  report({
    name: '  what one sync for all of them reaches by hand, against the same',
    ratio: round(median(above)),
    target: 'none',
    spread: spread(above),
    ours: perSecond('least'),
    theirs: perSecond('theirs'),
  });
  const ratios = seen.map(({ load }) => load.ours / load.least);
  report({
    name: 'durable records/s at 32 writers, against that (a target of ours)',
    ratio: round(median(ratios)),
    target: '≥ 0.65',
    ok: median(ratios) >= 0.65,
    spread: spread(ratios),
    ours: perSecond('ours'),
    theirs: perSecond('least'),
  });
}

/** @param {Tools} tools */
async function verifying({ electron, env, folder, report }) {
  const dataDir = path.join(folder, 'big');
  const second = path.join(folder, 'big-second');
  const made = [inLib('big-ledger.mjs'), dataDir, second, String(entries)];
  const { stdout } = await promisify(execFile)(electron, made, { env });
  const { bytes } = JSON.parse(stdout);
  const cli = path.join(repo, 'bin/gatehouse.mjs');
  const own = { ...env, GATEHOUSE_DATA_DIR: dataDir, GATEHOUSE_CHECKPOINT_DIR: second };
  /** @type {number[]} */
  const times = [];
  for (let time = 0; time < 3; time += 1) {
    const began = performance.now();
    const said = await promisify(execFile)(process.execPath, [cli, 'verify', '--json'], {
      env: own,
    });
    times.push((performance.now() - began) / 1000);
    const verdict = JSON.parse(said.stdout);
    if (!verdict.ok || verdict.entries !== entries) throw new Error(said.stdout);
  }
  const targetS = 5;
  report({
    name: `verify ${entries.toLocaleString('en')} entries (${Math.round(bytes / 1e6)} MB)`,
    ratio: round(median(times) / targetS),
    target: '≤ 1',
    ok: median(times) <= targetS,
    spread: spread(times.map((seconds) => seconds / targetS)),
    ours: `${round(median(times))} s`,
    theirs: `${targetS} s (the target)`,
  });
}
