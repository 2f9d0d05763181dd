/** What need only be written is so before the caller goes on, where the store can. */
import { expect, test } from 'vitest';
import { ledgerOn, note, noSpace, SyncedStore, verdictOn } from './ledger-fixture.ts';

class QuickStore extends SyncedStore {
  busy = false;
  failing: Error | null = null;
  writes = 0;

  appendAtOnce(text: string): boolean {
    if (this.busy) return false;
    if (this.failing) throw this.failing;
    this.writes += 1;
    this.segments.at(-1)?.push(...text.split('\n').slice(0, -1));
    return true;
  }
}

const deferred = { sync: 'soon' } as const;

test('it is in the file when the call returns, and durable within ten milliseconds', async () => {
  const { ledger, store, clock } = await ledgerOn(new QuickStore());
  expect(ledger.recordAll([note('intent'), note('decision')], deferred)).toBe(true);
  expect([store.details, store.durableLines]).toEqual([['intent', 'decision'], []]);
  await clock.advance(10);
  expect(store.durableLines).toHaveLength(2);
});

test('what comes behind it in the same turn goes together in one more write, in order', async () => {
  const quick = new QuickStore();
  const { ledger, store } = await ledgerOn(quick);
  const acknowledged = ['one', 'two', 'three', 'four'].map((name) =>
    ledger.recordAll([note(name)], deferred),
  );
  expect([acknowledged[0], store.details]).toEqual([true, ['one']]);
  expect(await Promise.all(acknowledged.map((one) => Promise.resolve(one)))).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect([store.details, quick.writes]).toEqual([['one', 'two', 'three', 'four'], 2]);
  expect(ledger.recordAll([note('five')], deferred)).toBe(true);
  expect(verdictOn(store.segments)).toMatchObject({ ok: true });
});

test('it does not overtake what waits to be written', async () => {
  const { ledger, store } = await ledgerOn(new QuickStore());
  const first = ledger.record(note('first'));
  const second = ledger.recordAll([note('second')], deferred);
  expect(store.details).toEqual([]);
  expect(await Promise.all([first, second])).toEqual([true, true]);
  expect(store.details).toEqual(['first', 'second']);
  expect(verdictOn(store.segments)).toMatchObject({ ok: true });
});

test('while a sync is under way it is written all the same, and not called durable with it', async () => {
  const { ledger, store, clock } = await ledgerOn(new QuickStore());
  const release = store.holdSyncs();
  const slow = ledger.record(note('slow'));
  await clock.advance(0);
  expect(ledger.recordAll([note('quick')], deferred)).toBe(true);
  release();
  await slow;
  expect(store.durableLines).toHaveLength(1);
  await clock.advance(10);
  expect(store.durableLines).toHaveLength(2);
});

test('a full segment is made durable and left; the next line begins a new one', async () => {
  const { ledger, store, clock } = await ledgerOn(new QuickStore(), { segmentLength: 1 });
  expect(ledger.recordAll([note('one')], deferred)).toBe(true);
  await clock.advance(0);
  expect(store.durableLines).toEqual([]);
  expect(await ledger.recordAll([note('two')], deferred)).toBe(true);
  await ledger.drain();
  expect(store.segments.map((lines) => lines.length)).toEqual([1, 2]);
  expect(store.details).toEqual(['one', 'the segment before is full', 'two']);
  expect(verdictOn(store.segments)).toMatchObject({ ok: true });
});

test('a store that would rather take its time is waited for', async () => {
  const quick = new QuickStore();
  quick.busy = true;
  const { ledger, store } = await ledgerOn(quick);
  const recorded = ledger.recordAll([note('one')], deferred);
  expect(store.details).toEqual([]);
  expect(await recorded).toBe(true);
  expect(store.details).toEqual(['one']);
});

test('what could not be written is refused and reported, and two failures are a lasting error', async () => {
  const quick = new QuickStore();
  quick.failing = noSpace();
  const { ledger, store, clock } = await ledgerOn(quick);
  expect(ledger.recordAll([note('lost')], deferred)).toBe(false);
  expect(ledger.error).toBe(noSpace().message);
  expect(await ledger.recordAll([note('lost too')], deferred)).toBe(false);
  expect(ledger.refuses('intent')).toBe(true);
  expect(store.details).toEqual([]);
  quick.failing = null;
  await clock.advance(10_000);
  expect(await ledger.record(note('after'))).toBe(true);
  expect(store.details).toContain('after');
});
