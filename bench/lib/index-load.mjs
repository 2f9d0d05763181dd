// Runs on Electron's Node, as the main process would: the index over a ledger of a million entries,
// and beside it the obvious way, which is to read every line for every question. Prints one line of
// JSON for each thing measured.
import fs from 'node:fs';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createInterface } from 'node:readline';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { AuditIndex } from '../../src/main/platform/ledger-index/ledger-index.ts';
import { systemClock } from '../../src/main/platform/system/clock.ts';

const [, , cached, dataDir, roundsWanted] = process.argv;
const rounds = Number(roundsWanted);
const audit = path.join(dataDir, 'audit');
fs.mkdirSync(audit, { recursive: true });
const segments = fs.readdirSync(path.join(cached, 'audit')).toSorted();
for (const name of segments)
  fs.symlinkSync(path.join(cached, 'audit', name), path.join(audit, name));

/** @param {string} name @param {object} seen */
const say = (name, seen) => console.log(JSON.stringify({ name, ...seen }));
const error = (/** @type {string} */ text) => console.error(text);
const newIndex = () => new AuditIndex({ dataDir, clock: systemClock, onError: error });

/** @typedef {import('../../src/main/platform/ledger-index/messages.ts').IndexState} State */
/** @param {AuditIndex} index @param {(state: State) => boolean} holds */
async function until(index, holds) {
  if (holds(index.state)) return;
  const { promise, resolve } = Promise.withResolvers();
  const watch = index.onChanged((state) => holds(state) && resolve(null));
  await promise;
  await watch.dispose();
}
const isReady = (/** @type {State} */ { phase }) => phase === 'ready';

/** @param {() => Promise<unknown>} work @returns {Promise<{ ms: number, cpuMs: number }>} */
async function timed(work) {
  const cpu = process.cpuUsage();
  const from = performance.now();
  await work();
  const ms = performance.now() - from;
  const used = process.cpuUsage(cpu);
  return { ms, cpuMs: (used.user + used.system) / 1000 };
}

/** Every line read and parsed; those that fit are counted. @param {(line: any) => boolean} fits */
async function plainScan(fits) {
  let found = 0;
  for (const name of segments) {
    const lines = createInterface({ input: fs.createReadStream(path.join(audit, name)) });
    for await (const line of lines) if (fits(JSON.parse(line))) found += 1;
  }
  return found;
}

/** @param {AuditIndex} index @param {number[]} answers @param {AbortSignal} signal */
async function askOnAndOn(index, answers, signal) {
  while (!signal.aborted) {
    answers.push((await timed(() => index.query({ actor: 'codex', limit: 50 }))).ms);
    await sleep(100);
  }
}

async function rebuilding() {
  for (let round = 0; round < 3; round += 1) {
    fs.rmSync(path.join(dataDir, 'index'), { recursive: true, force: true });
    const index = newIndex();
    await sleep(200);
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    /** @type {number[]} */
    const answers = [];
    const building = new AbortController();
    const meanwhile = askOnAndOn(index, answers, building.signal);
    const ours = await timed(async () => {
      index.start();
      await until(index, isReady);
    });
    building.abort();
    await meanwhile;
    delay.disable();
    const { entries, fileBytes } = index.state;
    const loop = { p99: delay.percentile(99) / 1e6, max: delay.max / 1e6 };
    await index.dispose();
    const theirs = await timed(() => plainScan(() => false));
    say('rebuild', { ours, theirs, entries, fileBytes, loop, answers });
  }
}

async function starting() {
  for (let round = 0; round < 3; round += 1) {
    const index = newIndex();
    const first = await timed(async () => {
      index.start();
      await index.query({ limit: 50 });
    });
    const ready = await timed(() => until(index, isReady));
    await index.dispose();
    say('start', { firstMs: first.ms, readyMs: first.ms + ready.ms });
  }
}

/** @typedef {Parameters<AuditIndex['query']>[0]} Query */

/** @type {Readonly<Record<string, readonly Query[]>>} */
const questions = {
  'filter page': [
    {},
    { actor: 'cursor' },
    { actor: 'codex', outcome: 'refused' },
    { action: 'exec_command' },
    { action: ['delete_file', 'rename_file'], outcome: 'failed' },
    { code: 'too-fast' },
    { outcome: 'failed', actor: 'kilo', action: 'send_input' },
    { since: '2026-01-10T00:00:00Z', until: '2026-01-12T00:00:00Z' },
    { actor: 'gemini', since: '2026-01-20T00:00:00Z' },
    { before: 1_000_000, actor: 'opencode', action: 'open_file' },
    { actor: 'nobody' },
  ],
  'full-text page': [
    { q: 'gateway' },
    { q: 'matrix gateway' },
    { q: 'src/main/core' },
    { q: 'invoice-ledger.ts' },
    { q: 'denied' },
    { q: '"the person said no"' },
    { q: 'npm test' },
    { q: 'workspa' },
    { q: 'nothing-at-all' },
    { q: 'wallet', actor: 'codex', outcome: 'failed' },
    { q: 'src' },
    { q: 'too-fast', since: '2026-01-20T00:00:00Z' },
  ],
};
/** @type {readonly Query[]} */
const histograms = [
  {},
  { actor: 'opencode' },
  { outcome: 'refused' },
  { action: 'edit_buffer', actor: 'cursor' },
  { q: 'gateway' },
  { q: 'matrix gateway' },
  { q: 'denied', actor: 'codex' },
];

/** What costs most: a word that half of all entries have, and a beginning that nearly all have. */
const hardest = {
  'histogram of a word in every second entry': [{ q: 'src' }],
  'histogram of a beginning in nearly every entry': [{ q: 'wor' }],
};

async function asking() {
  const index = newIndex();
  index.start();
  await until(index, isReady);
  for (let round = -1; round < rounds; round += 1) {
    for (const [name, queries] of Object.entries(questions)) {
      /** @type {number[]} */
      const ours = [];
      for (const query of queries) ours.push((await timed(() => index.query(query))).ms);
      if (round >= 0) say(name, { ours });
    }
    /** @type {number[]} */
    const bars = [];
    for (const filter of histograms)
      bars.push((await timed(() => index.histogram(filter, 120))).ms);
    for (const [name, filters] of Object.entries(hardest)) {
      /** @type {number[]} */
      const ours = [];
      for (const filter of filters) ours.push((await timed(() => index.histogram(filter, 120))).ms);
      if (round >= 0) say(name, { ours });
      // Another question between, so that nothing is remembered.
      for (let other = 0; other < 5; other += 1) await index.histogram({ q: `other${other}` }, 2);
    }
    const tallies = (await timed(() => index.counts({}))).ms;
    if (round < 0) continue;
    say('histogram', { ours: bars });
    say('counts', { ours: [tallies] });
    const theirs = await timed(() => plainScan(({ actor }) => actor === 'cursor'));
    say('plain scan', { theirs: theirs.ms });
  }
  await following(index);
  await index.dispose();
}

/** New lines in a segment of its own, the last one's entries told anew. @param {AuditIndex} index */
async function following(index) {
  const sample = fs.readFileSync(path.join(audit, segments[0] ?? ''), 'utf8').split('\n');
  const file = path.join(audit, '999999.jsonl');
  let seq = index.state.lastSeq;
  const fresh = (/** @type {number} */ count) =>
    Array.from({ length: count }, (_, at) => {
      seq += 1;
      const line = sample[(seq + at) % (sample.length - 1)] ?? '';
      const entry = `"entry":"live-${Math.floor(seq / 3)}"`;
      return line.replace(/^\{"seq":\d+/, `{"seq":${seq}`).replace(/"entry":"[^"]*"/, entry);
    });
  const known = (/** @type {State} */ { lastSeq }) => lastSeq >= seq;
  for (let round = 0; round < rounds; round += 1) {
    const late = fresh(10_000);
    fs.appendFileSync(file, `${late.join('\n')}\n`);
    const caughtUp = await timed(async () => {
      index.follow(late);
      await until(index, known);
    });
    const batches = Array.from({ length: 150 }, () => fresh(64));
    const live = await timed(async () => {
      for (const batch of batches) {
        fs.appendFileSync(file, `${batch.join('\n')}\n`);
        index.follow(batch);
        await nextTurn();
      }
      await until(index, known);
    });
    say('catch-up', { ms: caughtUp.ms, linesPerSecond: (150 * 64 * 1000) / live.ms });
  }
}

await rebuilding();
await starting();
await asking();
