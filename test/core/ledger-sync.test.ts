/** Written is not durable: who is told when, and what becomes of a sync that fails. */
import { describe, expect, test } from 'vitest';
import { toDisposable } from '../../src/shared/base/disposable.ts';
import { FakeClock } from '../fakes/fake-clock.ts';
import { badSync, ledgerOn, note, noSpace, SyncedStore, verdictOn } from './ledger-fixture.ts';

/** Whether a promise has settled after everything that could happen now has happened. */
async function finishesAfter(
  wait: () => Promise<void>,
  promise: Promise<unknown>,
): Promise<boolean> {
  let finished = false;
  void promise.then(() => (finished = true));
  await wait();
  return finished;
}

describe('durable before the effect', () => {
  test('a write is confirmed only by a sync that began after it', async () => {
    const { ledger, store, clock } = await ledgerOn();
    const release = store.holdSyncs();
    const first = ledger.record(note('one'));
    await clock.advance(0);
    const second = ledger.record(note('two'));
    expect(await finishesAfter(() => clock.advance(0), Promise.race([first, second]))).toBe(false);
    expect(store.details).toEqual(['one', 'two']);
    release();
    expect(await Promise.all([first, second])).toEqual([true, true]);
    expect(store.calls).toEqual(['append 1', 'sync', 'append 1', 'sync']);
    expect(store.durableLines).toEqual(store.lines);
  });

  test('one sync for a whole batch', async () => {
    const { ledger, store } = await ledgerOn();
    await Promise.all(Array.from({ length: 40 }, (_, at) => ledger.record(note(`${at}`))));
    expect(store.calls).toEqual(['append 40', 'sync']);
  });

  test('the user sees only durable entries', async () => {
    const { ledger, store, clock } = await ledgerOn();
    const release = store.holdSyncs();
    const recorded = ledger.record(note('one'));
    await clock.advance(0);
    expect(ledger.recent()).toEqual([]);
    release();
    await recorded;
    expect(ledger.recent()).toHaveLength(1);
  });

  test('whoever follows the lines gets each once, in order, when it is durable', async () => {
    const { ledger, store } = await ledgerOn(new SyncedStore(), { segmentLength: 2000 });
    const seen: string[] = [];
    const following = ledger.onLines((lines) => void seen.push(...lines));
    for (let at = 0; at < 20; at += 1) {
      if (at === 7) store.fail('sync', badSync());
      await ledger.record(note(`${at}`), { sync: at % 3 === 0 ? 'soon' : 'before-effect' });
    }
    await ledger.drain();
    expect(seen).toEqual(store.lines);
    await following.dispose();
  });
});

describe('records that belong together', () => {
  test('one write, one sync, one answer', async () => {
    const { ledger, store } = await ledgerOn();
    expect(await ledger.recordAll([note('intent'), note('decision')])).toBe(true);
    expect(store.calls).toEqual(['append 2', 'sync']);
  });

  test('they stay together where a batch would end', async () => {
    const { ledger, store } = await ledgerOn();
    const single = Array.from({ length: 63 }, (_, at) => ledger.record(note(`${at}`)));
    store.fail('append', noSpace());
    const pair = ledger.recordAll([note('intent'), note('decision')]);
    expect(await Promise.all([...single, pair])).not.toContain(true);
    expect(await ledger.record(note('after'))).toBe(true);
    expect(store.details).toEqual(['after']);
  });
});

describe('with a deferred sync', () => {
  test('is confirmed when written, and synced within ten milliseconds', async () => {
    const { ledger, store, clock } = await ledgerOn();
    expect(await ledger.record(note('read'), { sync: 'soon' })).toBe(true);
    expect([store.lines.length, store.durableLines.length]).toEqual([1, 0]);
    await clock.advance(10);
    expect(store.durableLines).toHaveLength(1);
  });

  test('also when no timer comes, since the callers leave the loop no turn', async () => {
    const clock = new FakeClock();
    const still = {
      now: clock.now,
      monotonic: clock.monotonic,
      after: () => toDisposable(() => {}),
    };
    const { ledger, store } = await ledgerOn(new SyncedStore(), {}, { clock: still });
    await ledger.record(note('first'), { sync: 'soon' });
    await clock.advance(10);
    await ledger.record(note('second'), { sync: 'soon' });
    await clock.advance(0);
    expect(store.durableLines).toHaveLength(2);
  });

  test('many share one sync', async () => {
    const { ledger, store, clock } = await ledgerOn();
    for (let at = 0; at < 5; at += 1) await ledger.record(note(`${at}`), { sync: 'soon' });
    await clock.advance(10);
    expect(store.calls.filter((call) => call === 'sync')).toHaveLength(1);
    expect(clock.armed).toBe(0);
  });

  test('what must be durable makes durable what came before it', async () => {
    const { ledger, store } = await ledgerOn();
    await ledger.record(note('read'), { sync: 'soon' });
    await ledger.record(note('decision'));
    expect(store.durableLines).toHaveLength(2);
  });

  test('it waits for no sync that is under way', async () => {
    const { ledger, store, clock } = await ledgerOn();
    const release = store.holdSyncs();
    const slow = ledger.record(note('decision'));
    await clock.advance(0);
    expect(await ledger.record(note('read'), { sync: 'soon' })).toBe(true);
    release();
    await slow;
  });

  test('at the end nothing is left unsynced', async () => {
    const { ledger, store, clock } = await ledgerOn();
    await ledger.record(note('read'), { sync: 'soon' });
    await ledger.dispose();
    expect(store.durableLines).toHaveLength(1);
    expect(clock.armed).toBe(0);
  });
});

describe('K4 a sync that fails', () => {
  test('what was not durable moves to a new segment, and all writes are confirmed', async () => {
    const { ledger, store } = await ledgerOn();
    await ledger.record(note('one'));
    await ledger.record(note('read'), { sync: 'soon' });
    store.fail('sync', badSync());
    expect(await ledger.record(note('two'))).toBe(true);
    expect(ledger.healthy).toBe(true);
    expect(store.segments.map((lines) => lines.length)).toEqual([1, 3]);
    expect(store.details).toEqual(['one', 'a sync failed after entry 1', 'read', 'two']);
    expect(verdictOn(store.segments)).toMatchObject({ ok: true, entries: 4, segments: 2 });
  });

  test('two failures in a row start deny mode: writes are refused without a try, with the reason', async () => {
    const { ledger, store, clock } = await ledgerOn();
    store.fail('sync', badSync());
    store.fail('segment', badSync());
    expect(await ledger.record(note('lost'))).toBe(false);
    expect([ledger.healthy, ledger.error]).toEqual([false, 'EIO: i/o error, fdatasync']);
    store.calls.length = 0;
    expect(await ledger.record(note('at once'))).toBe(false);
    expect(store.calls).toEqual([]);
    await clock.advance(100);
    expect(await ledger.record(note('after'))).toBe(true);
    expect(ledger.healthy).toBe(true);
    expect(store.details.slice(1)).toEqual([expect.stringContaining('2 records were'), 'after']);
    expect(verdictOn(store.segments).ok).toBe(true);
  });

  test('what was confirmed when written is kept, and written first when it works again', async () => {
    const { ledger, store, clock } = await ledgerOn();
    expect(await ledger.record(note('read'), { sync: 'soon' })).toBe(true);
    store.fail('sync', badSync());
    store.fail('segment', noSpace());
    expect(await ledger.record(note('lost'))).toBe(false);
    await clock.advance(100);
    expect(await ledger.record(note('after'))).toBe(true);
    expect(store.details.filter((detail) => detail === 'read' || detail === 'after')).toEqual([
      'read',
      'after',
    ]);
    expect(store.details).not.toContain('lost');
    expect(verdictOn(store.segments).ok).toBe(true);
  });

  test.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'the sync number %i: every yes is in the chain',
    async (n) => {
      const { ledger, store, clock } = await ledgerOn(new SyncedStore(), { segmentLength: 1500 });
      const yes: string[] = [];
      for (let at = 1; at <= 10; at += 1) {
        if (at === n) store.fail('sync', badSync());
        const sync = at % 2 === 0 ? 'soon' : 'before-effect';
        if (await ledger.record(note(`${at}`), { sync })) yes.push(`${at}`);
        await clock.advance(5);
      }
      expect(yes).toHaveLength(10);
      const kept = store.details.filter((detail) => yes.includes(String(detail)));
      expect(kept).toEqual(yes);
      expect(verdictOn(store.segments).ok).toBe(true);
    },
  );
});

describe('K8 segments', () => {
  test('one that is long enough is followed by another, which begins with its root', async () => {
    const { ledger, store } = await ledgerOn(new SyncedStore(), { segmentLength: 2000 });
    for (let at = 0; at < 30; at += 1) await ledger.record(note(`${at}`));
    expect(store.segments.length).toBeGreaterThan(3);
    for (const lines of store.segments.slice(1)) {
      expect(JSON.parse(lines[0] ?? '')).toMatchObject({
        phase: 'note',
        action: 'ledger.segment',
        detail: 'the segment before is full',
        args: { root: expect.stringMatching(/^[0-9a-f]{64}$/), lines: expect.any(Number) },
      });
    }
    const verdict = verdictOn(store.segments);
    expect(verdict).toMatchObject({ ok: true, segments: store.segments.length });
    const kept = store.details.filter((detail) => /^\d+$/.test(String(detail)));
    expect(kept).toEqual(Array.from({ length: 30 }, (_, at) => `${at}`));
  });

  test('it is begun when the length is reached exactly, and not a character before', async () => {
    const { ledger: probe, store: one } = await ledgerOn();
    await probe.record(note('same'));
    const length = (one.lines[0] ?? '').length + 1;
    for (const [segmentLength, segments] of [
      [length, 2],
      [length + 1, 1],
    ] as const) {
      const { ledger, store } = await ledgerOn(new SyncedStore(), { segmentLength });
      await ledger.record(note('same'));
      await ledger.record(note('same'));
      expect(store.segments).toHaveLength(segments);
    }
  });

  test('without space for a new segment the write is refused; the segment is created when there is space', async () => {
    const { ledger, store } = await ledgerOn(new SyncedStore(), { segmentLength: 100 });
    await ledger.record(note('one'));
    store.fail('segment', noSpace());
    expect(await ledger.record(note('lost'))).toBe(false);
    expect(await ledger.record(note('two'))).toBe(true);
    expect(store.details).toEqual(['one', 'the segment before is full', 'two']);
    expect(verdictOn(store.segments).ok).toBe(true);
  });

  test('with many writers nothing is lost or doubled', async () => {
    const { ledger, store } = await ledgerOn(new SyncedStore(), { segmentLength: 5000 });
    const acknowledged = await Promise.all(
      Array.from({ length: 500 }, (_, at) =>
        ledger.record(note(`${at}`), { sync: at % 5 === 0 ? 'soon' : 'before-effect' }),
      ),
    );
    await ledger.drain();
    expect(acknowledged.every(Boolean)).toBe(true);
    const kept = store.details.filter((detail) => /^\d+$/.test(String(detail)));
    expect(kept).toEqual(Array.from({ length: 500 }, (_, at) => `${at}`));
    expect(verdictOn(store.segments).ok).toBe(true);
  });
});
