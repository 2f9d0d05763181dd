// Runs on Electron's Node in a process of its own: durable records as fast as 32 writers can, with
// our ledger, with the obvious way (write and fdatasync for each), and with the least that one sync for
// many needs, in turns.
import { writeSync } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { boundedRecord, keptRecord } from '../../src/main/core/ledger/bounded-record.ts';
import { chain, chainAll, firstHead, stampOf } from '../../src/main/core/ledger/chain.ts';
import { Ledger } from '../../src/main/core/ledger/ledger.ts';
import { AuditFile } from '../../src/main/platform/ledger/ledger-file.ts';
import { CheckpointFile } from '../../src/main/platform/ledger/checkpoint-file.ts';
import { makeMac, quickSha256 } from '../../src/main/platform/ledger/marks.ts';
import { systemClock } from '../../src/main/platform/system/clock.ts';
import { makeRedact } from '../../src/main/platform/keys/tokens.ts';

const [, , folder, roundsWanted] = process.argv;
const writers = 32;
const roundMs = 600;
const key = Buffer.alloc(32, 3);
const needs = {
  clock: systemClock,
  sha256: quickSha256,
  user: 'ada',
  bootId: '3f2a9c1e-7b21',
  mac: makeMac(key),
  newId: () => crypto.randomUUID(),
  redact: makeRedact(key),
};

/** @param {number} at @returns {import('../../src/shared/ledger/entry.ts').AuditRecord} */
const record = (at) => ({
  phase: 'decision',
  entry: `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
  actor: 'cursor',
  action: 'edit_buffer',
  args: { path: `/home/ada/projects/app/src/main/core/file-${at}.ts`, base_version: at },
  result: 'allow',
  decided_by: 'policy',
  rule: 'inside-grant',
  session_id: '11111111-2222-4333-8444-555555555555',
});

const stampNow = () =>
  stampOf({
    ts: new Date().toISOString(),
    mono_ms: Math.round(performance.now()),
    boot: needs.bootId,
    user: needs.user,
  });

async function openOurs() {
  const ledgerStore = new AuditFile(path.join(folder, 'ours'));
  await ledgerStore.start();
  const second = path.join(folder, 'second');
  const checkpoints = new CheckpointFile(second, systemClock.monotonic);
  const ledger = new Ledger({ ...needs, ledgerStore, checkpoints });
  await ledger.start();
  return {
    /** @param {number} at @param {'before-effect' | 'soon'} [sync] */
    write: (at, sync = 'before-effect') => ledger.record(record(at), { sync }),
    async close() {
      await ledger.dispose();
      await checkpoints.dispose();
      await ledgerStore.dispose();
    },
  };
}

/** One line, one write, one fdatasync, one after the other. */
async function openTheirs() {
  const handle = await fs.open(path.join(folder, 'theirs.jsonl'), 'w', 0o600);
  let head = firstHead;
  /** @type {Promise<unknown>} */
  let last = Promise.resolve();
  /** @param {number} at */
  const writeOne = async (at) => {
    const next = chain(boundedRecord(record(at), needs), stampNow(), head, quickSha256);
    head = next.head;
    await handle.write(`${next.line}\n`);
    await handle.datasync();
    return true;
  };
  return {
    /** @param {number} at */
    write: (at) => {
      const mine = last.then(() => writeOne(at));
      last = mine;
      return mine;
    },
    close: () => handle.close(),
  };
}

/** The least that one sync for many needs, by hand: chained, one write, one fdatasync, then all are answered. */
async function openLeast() {
  const handle = await fs.open(path.join(folder, 'least.jsonl'), 'w', 0o600);
  let head = firstHead;
  let busy = false;
  /** @type {{ at: number, resolve: (durable: boolean) => void }[]} */
  let waiting = [];
  const commit = async () => {
    busy = true;
    while (waiting.length > 0) {
      // Writers that were answered a moment ago write again within these turns.
      for (let turn = 0; turn < 8; turn += 1) await Promise.resolve();
      const batch = waiting;
      waiting = [];
      const stamp = stampNow();
      const stamped = batch.map(({ at }) => ({ ...keptRecord(record(at), needs), stamp }));
      const next = chainAll(stamped, head, quickSha256);
      head = next.head;
      writeSync(handle.fd, `${next.lines.join('\n')}\n`);
      await handle.datasync();
      for (const { resolve } of batch) resolve(true);
      await Promise.resolve();
    }
    busy = false;
  };
  return {
    /** @param {number} at @returns {Promise<boolean>} */
    write: (at) =>
      new Promise((resolve) => {
        waiting.push({ at, resolve });
        if (!busy) void commit();
      }),
    close: () => handle.close(),
  };
}

/** Records per second. @param {(at: number) => Promise<boolean>} write */
async function load(write) {
  let count = 0;
  const began = performance.now();
  const until = began + roundMs;
  await Promise.all(
    Array.from({ length: writers }, async () => {
      while (performance.now() < until) {
        count += 1;
        if (!(await write(count))) throw new Error('a record was refused');
      }
    }),
  );
  return count / ((performance.now() - began) / 1000);
}

/** Milliseconds for one at a time. @param {(at: number) => Promise<boolean>} write @param {number} count */
async function oneByOne(write, count) {
  const times = [];
  for (let at = 0; at < count; at += 1) {
    const began = performance.now();
    await write(at);
    times.push(performance.now() - began);
  }
  return times.toSorted((a, b) => a - b)[Math.floor(count / 2)] ?? NaN;
}

/** Waiting times at a thousand records a second. @param {(at: number) => Promise<boolean>} write */
async function steady(write) {
  /** @type {number[]} */
  const times = [];
  /** @type {Promise<void>[]} */
  const waiting = [];
  const began = performance.now();
  for (let at = 0; at < 1_000;) {
    const due = Math.floor(performance.now() - began);
    for (; at < Math.min(due, 1_000); at += 1) {
      const sent = performance.now();
      waiting.push(write(at).then(() => void times.push(performance.now() - sent)));
    }
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await Promise.all(waiting);
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? NaN;
}

const ours = await openOurs();
const theirs = await openTheirs();
const least = await openLeast();
for (let round = -1; round < Number(roundsWanted); round += 1) {
  const figures = {
    load: {
      ours: await load(ours.write),
      theirs: await load(theirs.write),
      least: await load(least.write),
    },
    single: { ours: await oneByOne(ours.write, 200), theirs: await oneByOne(theirs.write, 200) },
    deferred: { ours: await oneByOne((at) => ours.write(at, 'soon'), 200) },
    steady: { ours: await steady(ours.write) },
  };
  // The first round only warms up.
  if (round >= 0) console.log(JSON.stringify(figures));
}
await ours.close();
await theirs.close();
await least.close();
