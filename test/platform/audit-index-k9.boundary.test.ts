/** SECURITY.md K9: whatever happens to the index, it is made again, and answers come meanwhile. */
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { AuditIndex } from '../../src/main/platform/ledger-index/ledger-index.ts';
import type { AuditQuery } from '../../src/shared/ledger/query.ts';
import { scratch } from '../fakes/scratch.ts';
import {
  dice,
  FixtureLedger,
  indexFile,
  indexFiles,
  openIndex,
  quick,
  readyIndex,
  answerOf,
  when,
  whenPhase,
} from './audit-index-fixture.ts';

const actors = ['cursor', 'codex', 'gemini'];
const questions: readonly AuditQuery[] = [
  { limit: 500 },
  { actor: 'codex', limit: 500 },
  { q: 'gateway', limit: 500 },
  { q: 'gateway', outcome: 'refused', limit: 500, order: 'oldest' },
];

function busyLedger(calls: number): FixtureLedger {
  const ledger = new FixtureLedger(scratch());
  const roll = dice(calls);
  for (let call = 0; call < calls; call += 1) {
    if (call % 100 === 99) ledger.rotate();
    const name = ['gateway', 'window', 'wallet'][roll(3)] ?? '';
    const end = roll(4) === 0 ? { result: 'refused', code: 'too-fast' } : { result: 'done' };
    const args = { path: `/w/src/${name}-${call}.ts`, content: 'filler '.repeat(roll(60)) };
    ledger.call({ actor: actors[roll(3)] ?? '', args }, end);
  }
  return ledger;
}

const askAll = (index: AuditIndex) =>
  Promise.all(questions.map((question) => answerOf(index.query(question))));

/** A ledger whose index was once made and closed, and what it answered. */
async function indexedLedger(calls = 300) {
  const ledger = busyLedger(calls);
  const index = await readyIndex(ledger.dataDir);
  const truth = await askAll(index);
  await index.dispose();
  return { ledger, truth, folder: ledger.dataDir };
}

async function expectSoundAgain(folder: string, truth: unknown, rebuilds = 1): Promise<AuditIndex> {
  const { index } = openIndex(folder);
  await whenPhase(index, 'ready');
  expect(await askAll(index)).toEqual(truth);
  expect(index.state.rebuilds).toBe(rebuilds);
  expect(indexFiles(folder)).toHaveLength(1);
  return index;
}

/** Holds the whole file, as a backup program or a person's shell might. */
function lock(file: string, mode: 'read-and-write' | 'write'): DatabaseSync {
  const other = new DatabaseSync(file);
  onTestFinished(() => {
    if (other.isOpen) other.close();
  });
  if (mode === 'read-and-write') other.exec('PRAGMA locking_mode = EXCLUSIVE');
  other.exec("BEGIN IMMEDIATE; INSERT OR REPLACE INTO meta VALUES ('held', '1')");
  if (mode === 'read-and-write') other.exec('COMMIT');
  return other;
}

describe('an index that is gone', () => {
  test('is made again from the ledger', async () => {
    const { folder, truth } = await indexedLedger();
    fs.rmSync(path.join(folder, 'index'), { recursive: true });
    await expectSoundAgain(folder, truth);
  });

  test('answers from the newest lines until it is', async () => {
    const { folder, truth } = await indexedLedger(150);
    fs.rmSync(path.join(folder, 'index'), { recursive: true });
    const { index } = openIndex(folder);
    const early = await askAll(index);
    expect(early.map(({ complete }) => complete)).toEqual(truth.map(() => false));
    expect(early).toEqual(truth.map((page) => ({ ...page, complete: false })));
    const [newest] = early[0]?.entries ?? [];
    expect(await answerOf(index.entry(newest?.entry ?? ''))).toMatchObject({ entry: newest });
    expect((await answerOf(index.histogram({}, 10))).counts.length).toBeGreaterThan(0);
    await whenPhase(index, 'ready');
    expect(await askAll(index)).toEqual(truth);
  });

  test('while it is open serves on, and is made again at the next start', async () => {
    const { folder, ledger } = await indexedLedger(20);
    const index = await readyIndex(folder);
    fs.rmSync(path.join(folder, 'index'), { recursive: true });
    ledger.call();
    index.follow(ledger.lines);
    expect(await answerOf(index.query({}))).toMatchObject({ total: 21, complete: true });
    await index.dispose();
    const again = await readyIndex(folder);
    expect(again.state).toMatchObject({ rebuilds: 1, entries: 21 });
  });
});

describe('an index that is damaged', () => {
  test('by 4 KB of noise anywhere never answers wrongly, and is made again', async () => {
    const { folder, truth } = await indexedLedger(1_200);
    const roll = dice(9);
    const sound = fs.readFileSync(indexFile(folder));
    for (let round = 0; round < 10; round += 1) {
      const spoiled = Buffer.from(sound);
      const offset = roll(sound.length - 4_096);
      randomBytes(4_096).copy(spoiled, round % 2 === 0 ? offset : offset - (offset % 4_096));
      fs.writeFileSync(indexFile(folder), spoiled);
      const { index } = openIndex(folder);
      // Some of these are answered while nobody knows yet that the file is damaged.
      for (const [at, page] of (await askAll(index)).entries()) {
        if (page.complete) expect(page).toEqual(truth[at]);
      }
      await whenPhase(index, 'ready');
      expect(await askAll(index)).toEqual(truth);
      expect(index.state.rebuilds).toBe(1);
      await index.dispose();
    }
  }, 60_000);

  test.each([
    ['noise', (size: number) => randomBytes(size)],
    ['nothing', () => Buffer.alloc(0)],
    ['zeros', (size: number) => Buffer.alloc(size)],
    ['half of it', (size: number, whole: Buffer) => whole.subarray(0, size / 2)],
  ])('to %s is made again', async (_what, damaged) => {
    const { folder, truth } = await indexedLedger();
    const file = indexFile(folder);
    const whole = fs.readFileSync(file);
    fs.writeFileSync(file, damaged(whole.length, whole));
    await expectSoundAgain(folder, truth);
  });

  test('while it is open is noticed at the first error, and replaced', async () => {
    const { folder, truth, ledger } = await indexedLedger(400);
    const index = await readyIndex(folder);
    fs.writeFileSync(indexFile(folder), randomBytes(fs.statSync(indexFile(folder)).size));
    fs.truncateSync(`${indexFile(folder)}-wal`, 0);
    ledger.call({ args: { path: '/w/last.ts' } });
    index.follow(ledger.lines);
    const page = await answerOf(index.query({ q: 'wallet' }));
    if (page.complete) expect(page.entries.length).toBeGreaterThan(0);
    await when(index, ({ phase, rebuilds }) => phase === 'ready' && rebuilds === 1);
    const [everything] = await askAll(index);
    expect(everything).toMatchObject({ total: (truth[0]?.total ?? 0) + 1, complete: true });
  });
});

describe('an index that is locked', () => {
  test('for a minute answers from the ledger, and another is made beside it', async () => {
    const { folder, truth } = await indexedLedger();
    const locked = indexFile(folder);
    lock(locked, 'read-and-write');
    const { index } = openIndex(folder);
    const early = await askAll(index);
    expect(early).toEqual(truth.map((page) => ({ ...page, complete: false })));
    await whenPhase(index, 'ready');
    expect(await askAll(index)).toEqual(truth);
    expect(index.state.rebuilds).toBe(1);
    expect(indexFile(folder)).not.toBe(locked);
  });

  test('only for a moment is waited for', async () => {
    const { folder, truth } = await indexedLedger();
    const other = lock(indexFile(folder), 'read-and-write');
    const { index } = openIndex(folder, { timing: { ...quick, lockTimeoutMs: 60_000 } });
    await whenPhase(index, 'troubled');
    other.close();
    await whenPhase(index, 'ready');
    expect(await askAll(index)).toEqual(truth);
    expect(index.state.rebuilds).toBe(0);
  });

  test('against writing takes no new lines until another is made, and loses none', async () => {
    const { folder, ledger } = await indexedLedger(30);
    const index = await readyIndex(folder);
    lock(indexFile(folder), 'write');
    ledger.call();
    index.follow(ledger.lines);
    await whenPhase(index, 'troubled');
    const page = await answerOf(index.query({}));
    expect(page).toMatchObject({ total: 31, complete: false });
    await when(index, ({ phase, rebuilds }) => phase === 'ready' && rebuilds === 1);
    expect(await answerOf(index.query({}))).toMatchObject({ total: 31, complete: true });
  });
});

describe('an index of another version', () => {
  test.each([999, 0])('(%i) is made again', async (version) => {
    const { folder, truth } = await indexedLedger();
    const db = new DatabaseSync(indexFile(folder));
    db.prepare("UPDATE meta SET value = ? WHERE name = 'schema'").run(String(version));
    db.close();
    await expectSoundAgain(folder, truth);
  });
});

describe('an index of another ledger', () => {
  test('is made again when the last line it read has changed', async () => {
    const { folder, ledger } = await indexedLedger(10);
    const text = fs.readFileSync(ledger.file, 'utf8');
    fs.writeFileSync(ledger.file, text.replace(/"duration_ms":5(?=[^\n]*\n$)/, '"duration_ms":6'));
    const index = await readyIndex(folder);
    expect(index.state.rebuilds).toBe(1);
    const { entries } = await answerOf(index.query({ limit: 1 }));
    expect(entries).toMatchObject([{ durationMs: 6 }]);
  });

  test('is made again when an older segment is gone', async () => {
    const { folder } = await indexedLedger(250);
    fs.rmSync(path.join(folder, 'audit', '000001.jsonl'));
    const index = await readyIndex(folder);
    expect(index.state).toMatchObject({ rebuilds: 1, entries: 151 });
  });

  test('is made again when the ledger was cut back under it', async () => {
    const { folder, ledger } = await indexedLedger(10);
    const index = await readyIndex(folder);
    const keep = Buffer.byteLength(ledger.lines.slice(0, 27).join('\n')) + 1;
    fs.truncateSync(ledger.file, keep);
    index.follow(ledger.lines);
    await when(index, ({ phase, rebuilds }) => phase === 'ready' && rebuilds === 1);
    expect(index.state).toMatchObject({ entries: 9, lastSeq: 27 });
  });
});

describe('an index that cannot be made', () => {
  test('leaves the newest lines to be searched, and is tried again', async () => {
    const ledger = busyLedger(50);
    const inTheWay = path.join(ledger.dataDir, 'index');
    fs.writeFileSync(inTheWay, 'a file where the folder should be');
    const { index } = openIndex(ledger.dataDir);
    await whenPhase(index, 'troubled');
    expect(await answerOf(index.query({}))).toMatchObject({ total: 50, complete: false });
    fs.rmSync(inTheWay);
    await whenPhase(index, 'ready');
    expect(await answerOf(index.query({}))).toMatchObject({ total: 50, complete: true });
  });

  test('is made again when asked, while the old one answers', async () => {
    const { folder, truth } = await indexedLedger();
    const index = await readyIndex(folder);
    index.rebuild();
    const meanwhile = await askAll(index);
    expect(meanwhile).toEqual(truth.map((page) => ({ ...page, complete: false })));
    await when(index, ({ phase, rebuilds }) => phase === 'ready' && rebuilds === 1);
    expect(await askAll(index)).toEqual(truth);
  });

  test('keeps its files to their owner', async () => {
    const { folder } = await indexedLedger(5);
    await readyIndex(folder);
    const names = fs.readdirSync(path.join(folder, 'index'));
    const modes = names.map((name) => fs.statSync(path.join(folder, 'index', name)).mode & 0o777);
    expect(modes).toEqual(modes.map(() => 0o600));
    expect(fs.statSync(path.join(folder, 'index')).mode & 0o777).toBe(0o700);
  });
});
