// The ledger's index over a million entries: making it, asking it, following the ledger; against
// reading every line for every question, in the same rounds.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { median, round, spread } from './lib/figures.mjs';
import { madeLedger } from './lib/made-ledger.mjs';

const inLib = (/** @type {string} */ name) => path.join(import.meta.dirname, 'lib', name);
const entries = 1_000_000;
const rounds = 7;
const rebuildMs = 15_000;
const answerMs = 50;
const loopMs = 50;

/** @typedef {Record<string, any>} Seen */

/** @param {{ electron: string, env: NodeJS.ProcessEnv, report: (figure: object) => void }} tools */
export async function run({ electron, env, report }) {
  const asNode = { ...env, ELECTRON_RUN_AS_NODE: '1', NODE_NO_WARNINGS: '1' };
  const ledger = await madeLedger(electron, asNode, entries);
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'gatehouse-bench-')));
  try {
    const seen = await measured(electron, asNode, [ledger, folder, String(rounds)]);
    const named = (/** @type {string} */ name) => seen.filter((item) => item.name === name);
    reportRebuild(named('rebuild'), report);
    const scans = named('plain scan').map(({ theirs }) => theirs);
    for (const name of ['filter page', 'full-text page', 'histogram', 'counts']) {
      reportAnswers(name, named(name), scans, report);
    }
    for (const name of [
      'histogram of a word in every second entry',
      'histogram of a beginning in nearly every entry',
    ]) {
      const ms = named(name).flatMap(({ ours }) => ours);
      report({ name, ours: `${round(median(ms))} ms, p95 ${round(quantile(ms, 0.95))} ms` });
    }
    reportFollowing(named('start'), named('catch-up'), report);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {string} electron @param {NodeJS.ProcessEnv} env @param {string[]} args */
async function measured(electron, env, args) {
  const child = spawn(electron, [inLib('index-load.mjs'), ...args], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const closed = once(child, 'close');
  /** @type {Seen[]} */
  const seen = [];
  for await (const line of createInterface({ input: child.stdout })) seen.push(JSON.parse(line));
  const [code] = await closed;
  if (code !== 0) throw new Error(`the measuring broke off (${code})`);
  return seen;
}

/** @param {Seen[]} seen @param {(figure: object) => void} report */
function reportRebuild(seen, report) {
  const ms = seen.map(({ ours }) => ours.ms);
  const megabytes = Math.round((seen[0]?.fileBytes ?? 0) / 1e6);
  report({
    name: `rebuild of ${entries} entries (2.8 lines each), index of ${megabytes} MB`,
    ratio: round(median(ms) / rebuildMs),
    target: 1,
    ok: median(ms) <= rebuildMs,
    spread: spread(ms.map((item) => item / rebuildMs)),
    ours: `${round(median(ms) / 1000)} s, ${round(median(seen.map(({ ours }) => ours.cpuMs)) / 1000)} s of processor`,
    theirs: `${rebuildMs / 1000} s (the target)`,
  });
  const ratios = seen.map(({ ours, theirs }) => ours.cpuMs / theirs.cpuMs);
  report({
    name: 'the same, processor time, against reading and parsing every line once',
    ratio: round(median(ratios)),
    target: 4,
    ok: median(ratios) <= 4,
    spread: spread(ratios),
    ours: `${round(median(seen.map(({ ours }) => ours.cpuMs)) / 1000)} s`,
    theirs: `${round(median(seen.map(({ theirs }) => theirs.cpuMs)) / 1000)} s`,
  });
  const p99 = seen.map(({ loop }) => loop.p99);
  report({
    name: 'delay of the main loop meanwhile, p99',
    ratio: round(median(p99) / loopMs),
    target: 1,
    ok: median(p99) <= loopMs,
    spread: spread(p99.map((item) => item / loopMs)),
    ours: `${round(median(p99))} ms, at most ${round(Math.max(...seen.map(({ loop }) => loop.max)))} ms`,
    theirs: `${loopMs} ms (the target)`,
  });
  const answers = seen.flatMap((item) => item.answers);
  report({
    name: 'page from the newest lines meanwhile, p50',
    ours: `${round(median(answers))} ms, p95 ${round(quantile(answers, 0.95))} ms`,
  });
}

/** @param {string} name @param {Seen[]} seen @param {number[]} scans @param {(figure: object) => void} report */
function reportAnswers(name, seen, scans, report) {
  const all = seen.flatMap(({ ours }) => ours);
  const ratios = seen.map(({ ours }, at) => (scans[at] ?? Number.NaN) / median(ours));
  report({
    name: `${name} of ${entries} entries, p95`,
    ratio: round(quantile(all, 0.95) / answerMs),
    target: 1,
    ok: quantile(all, 0.95) < answerMs,
    spread: spread(all.map((item) => item / answerMs)),
    ours: `${round(quantile(all, 0.95))} ms, p50 ${round(median(all))} ms, ${Math.round(median(ratios))} times as fast`,
    theirs: `plain scan ${round(median(scans) / 1000)} s`,
  });
}

/** @param {Seen[]} starts @param {Seen[]} seen @param {(figure: object) => void} report */
function reportFollowing(starts, seen, report) {
  const of = (/** @type {Seen[]} */ list, /** @type {string} */ key) =>
    median(list.map((item) => item[key]));
  report({
    name: `start with ${entries} entries`,
    ours: `first page ${round(of(starts, 'firstMs'))} ms, whole and checked ${round(of(starts, 'readyMs'))} ms`,
  });
  report({
    name: 'catch-up of 10,000 lines',
    ours: `${round(of(seen, 'ms'))} ms`,
  });
  report({
    name: 'following, 64 lines at a time',
    ours: `${Math.round(of(seen, 'linesPerSecond'))} lines/s`,
  });
}

/** @param {number[]} values @param {number} share */
function quantile(values, share) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
