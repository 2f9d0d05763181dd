import type { Worker } from 'node:worker_threads';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { AuditIndex } from '../../src/main/platform/ledger-index/ledger-index.ts';
import { isAnswer, type NoAnswer } from '../../src/shared/asks/no-answer.ts';
import { FakeClock } from '../fakes/fake-clock.ts';
import { scratch } from '../fakes/scratch.ts';
import {
  FixtureLedger,
  openIndex,
  readyIndex,
  answerOf,
  when,
  whenPhase,
} from './audit-index-fixture.ts';

const threads = vi.hoisted(() => [] as { terminate(): Promise<number> }[]);

vi.mock('node:worker_threads', async (original) => {
  const real = await original<{ Worker: typeof Worker }>();
  class Watched extends real.Worker {
    constructor(...args: ConstructorParameters<typeof Worker>) {
      super(...args);
      threads.push(this);
    }
  }
  return { ...real, Worker: Watched };
});

const silent = { onError: () => undefined };

describe('the thread of the index', () => {
  test('is started again when it breaks off, and asked again what it was asked', async () => {
    const ledger = new FixtureLedger(scratch());
    ledger.call();
    const index = await readyIndex(ledger.dataDir);
    ledger.call();
    index.follow(ledger.lines);
    const asked = index.query({});
    await threads.at(-1)?.terminate();
    expect((await answerOf(asked)).entries.length).toBeGreaterThan(0);
    await when(index, ({ phase, lastSeq }) => phase === 'ready' && lastSeq === ledger.seq);
    expect(await answerOf(index.query({}))).toMatchObject({ total: 2, complete: true });
    expect(index.state.rebuilds).toBe(0);
  });

  test('makes a new index when it keeps breaking off over the old one', async () => {
    const ledger = new FixtureLedger(scratch());
    ledger.call();
    await (await readyIndex(ledger.dataDir)).dispose();
    const { index } = openIndex(ledger.dataDir);
    for (let crashes = 0; crashes < 3; crashes += 1) {
      const count = threads.length;
      await threads.at(-1)?.terminate();
      await vi.waitFor(() => expect(threads.length).toBe(count + 1));
    }
    await whenPhase(index, 'ready');
    expect(index.state).toMatchObject({ rebuilds: 1, entries: 1 });
  });

  test('that hangs is left, and its questions end at their deadline', async () => {
    const clock = new FakeClock();
    const errors: string[] = [];
    const ledger = new FixtureLedger(scratch());
    const deps = {
      dataDir: ledger.dataDir,
      clock,
      onError: (text: string) => errors.push(text),
    };
    const index = new AuditIndex({ ...deps, timing: { firstRestartMs: 1 } });
    onTestFinished(() => index.dispose());
    index.start();
    const hanging = threads.at(-1);
    const asked = index.query({});
    // No time for an answer: the deadline passes before the thread is even up.
    await clock.advance(5_000);
    expect(await asked).toEqual({ kind: 'no-answer', why: 'deadline' });
    expect(errors).toEqual([expect.stringContaining('hangs')]);
    await vi.waitFor(async () => {
      await clock.advance(1);
      expect(threads.at(-1)).not.toBe(hanging);
    });
    expect(await answerOf(index.query({}))).toMatchObject({ entries: [] });
  });

  test('takes only so many questions at a time', async () => {
    const { index } = openIndex(scratch());
    const asked = Array.from({ length: 70 }, () => index.counts({}));
    const answers = await Promise.all(asked);
    const refused = answers.filter((answer) => !isAnswer(answer));
    expect(refused.map((answer) => (answer as NoAnswer).why)).toEqual(
      Array<string>(6).fill('too-many'),
    );
    expect(await answerOf(index.counts({}))).toMatchObject({ total: 0 });
  });

  test('need not answer a request that nobody waits for', async () => {
    const { index } = openIndex(scratch());
    const controller = new AbortController();
    const asked = index.query({}, controller.signal);
    controller.abort();
    expect(await asked).toEqual({ kind: 'no-answer', why: 'given-up' });
    expect(await index.query({}, controller.signal)).toMatchObject({ why: 'given-up' });
  });

  test('starts with the first query, and stops when idle', async () => {
    const clock = new FakeClock();
    const ledger = new FixtureLedger(scratch());
    ledger.call();
    const index = new AuditIndex({ dataDir: ledger.dataDir, clock, ...silent });
    onTestFinished(() => index.dispose());
    const before = threads.length;
    index.follow(ledger.lines);
    expect([index.state.phase, threads.length, clock.armed]).toEqual(['asleep', before, 0]);
    expect((await answerOf(index.query({}))).entries).toHaveLength(1);
    expect(threads.length).toBe(before + 1);
    await whenPhase(index, 'ready');
    await clock.advance(299_000);
    expect(index.state.phase).toBe('ready');
    await clock.advance(1_000);
    await whenPhase(index, 'asleep');
    expect(clock.armed).toBe(0);
    ledger.call();
    index.follow(ledger.lines);
    expect(threads.length).toBe(before + 1);
    expect((await answerOf(index.query({}))).entries).toHaveLength(2);
    expect(threads.length).toBe(before + 2);
  });

  test('answers who asks while it falls asleep', async () => {
    const clock = new FakeClock();
    const ledger = new FixtureLedger(scratch());
    ledger.call();
    const index = new AuditIndex({ dataDir: ledger.dataDir, clock, ...silent });
    onTestFinished(() => index.dispose());
    index.start();
    await whenPhase(index, 'ready');
    await clock.advance(300_000);
    // Told to close, but not gone yet.
    expect(index.state.phase).toBe('ready');
    const before = threads.length;
    const asked = answerOf(index.query({}));
    await whenPhase(index, 'asleep');
    expect(threads.length).toBe(before + 1);
    expect((await asked).entries).toHaveLength(1);
  });

  test('wakes to read up when much was written unread', async () => {
    const ledger = new FixtureLedger(scratch());
    const { index } = openIndex(ledger.dataDir, { timing: { restMs: 1, wakeBeyondBytes: 5_000 } });
    await whenPhase(index, 'asleep');
    while (ledger.seq < 9) ledger.call({ args: { path: `/w/${'x'.repeat(300)}` } });
    const from = ledger.lines.slice(0, 3);
    index.follow(from);
    expect(index.state.phase).toBe('asleep');
    for (let times = 0; times < 4; times += 1) index.follow(ledger.lines);
    expect(index.state.phase).toBe('opening');
    await when(index, ({ lastSeq }) => lastSeq === ledger.seq);
  });

  test('closes with calls in progress, and reports it', async () => {
    const ledger = new FixtureLedger(scratch());
    for (let count = 0; count < 500; count += 1) ledger.call();
    const index = new AuditIndex({
      dataDir: ledger.dataDir,
      clock: new FakeClock(),
      ...silent,
    });
    index.start();
    index.follow(ledger.lines);
    index.rebuild();
    const asked = index.query({});
    await index.dispose();
    expect(await asked).toMatchObject({ why: 'closed' });
    expect(await index.entry('x')).toMatchObject({ why: 'closed' });
    await index.dispose();
    index.start();
  });
});
