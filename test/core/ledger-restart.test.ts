/** What a new run makes of what the last one left. */
import { describe, expect, test } from 'vitest';
import type { AuditRecord } from '../../src/shared/ledger/entry.ts';
import { ledgerOn, note, SyncedStore, verdictOn } from './ledger-fixture.ts';

const call = (entry: string, own: Partial<AuditRecord> = {}): AuditRecord => ({
  phase: 'intent',
  entry,
  actor: 'cursor',
  action: 'edit_buffer',
  ...own,
});

const linesOf = (store: SyncedStore): readonly Record<string, unknown>[] =>
  store.lines.map((line) => JSON.parse(line) as Record<string, unknown>);

const outcomesOf = (store: SyncedStore) =>
  linesOf(store)
    .filter(({ phase }) => phase === 'outcome')
    .map(({ entry, result, code }) => [entry, result, code]);

/** The store as a crash leaves it: no ledger closed it. */
async function crashedAfter(records: readonly AuditRecord[], segmentLength = 10_000_000) {
  const { ledger, store } = await ledgerOn(new SyncedStore(), { segmentLength });
  for (const record of records) await ledger.record(record);
  const left = new SyncedStore();
  left.segments.splice(0, 1, ...store.segments.map((lines) => [...lines]));
  return left;
}

describe('K6 a crash in the middle of a call', () => {
  test('before the decision was on record: it was not done, and that is said', async () => {
    const store = await crashedAfter([call('e1')]);
    const { ledger } = await ledgerOn(store);
    expect(outcomesOf(store)).toEqual([['e1', 'refused', 'cancelled-restart']]);
    expect(ledger.recent()[0]).toMatchObject({ entry: 'e1', outcome: 'refused' });
  });

  test('after it: what became of it is not known, and where to look is said', async () => {
    const store = await crashedAfter([
      call('e1'),
      call('e1', { phase: 'decision', result: 'allow' }),
    ]);
    const { ledger } = await ledgerOn(store);
    expect(outcomesOf(store)).toEqual([['e1', 'unknown', 'outcome-unknown']]);
    expect(ledger.recent()[0]).toMatchObject({
      outcome: 'unknown',
      code: 'outcome-unknown',
      detail: expect.stringContaining('Check the file'),
    });
  });

  test('after a no: it was not done', async () => {
    const store = await crashedAfter([
      call('e1'),
      call('e1', { phase: 'decision', result: 'deny' }),
    ]);
    await ledgerOn(store);
    expect(outcomesOf(store)).toEqual([['e1', 'refused', 'cancelled-restart']]);
  });

  test('C5 a question that waited, or a session just granted, ends with the restart', async () => {
    const ask = { action: 'request_access' };
    const store = await crashedAfter([
      call('waiting', ask),
      call('granted', ask),
      call('granted', { ...ask, phase: 'decision', result: 'allow' }),
    ]);
    await ledgerOn(store);
    expect(outcomesOf(store)).toEqual([
      ['waiting', 'refused', 'cancelled-restart'],
      ['granted', 'refused', 'cancelled-restart'],
    ]);
  });

  test('whatever had ended stays as it was, and a second restart adds nothing', async () => {
    const store = await crashedAfter([
      call('done'),
      call('done', { phase: 'decision', result: 'allow' }),
      call('done', { phase: 'outcome', result: 'done' }),
      call('open'),
    ]);
    await ledgerOn(store);
    const count = store.lines.length;
    await ledgerOn(store);
    expect(store.lines).toHaveLength(count);
    expect(outcomesOf(store)).toEqual([
      ['done', 'done', undefined],
      ['open', 'refused', 'cancelled-restart'],
    ]);
    expect(verdictOn(store.segments).ok).toBe(true);
  });

  test('it is found even when it began many segments ago', async () => {
    const filler = Array.from({ length: 40 }, (_, at) => note(`${at}`));
    const store = await crashedAfter(
      [call('old'), call('old', { phase: 'decision', result: 'allow' }), ...filler],
      1500,
    );
    expect(store.segments.length).toBeGreaterThan(5);
    const { ledger } = await ledgerOn(store);
    expect(outcomesOf(store)).toEqual([['old', 'unknown', 'outcome-unknown']]);
    expect(linesOf(store).at(-1)).toMatchObject({ actor: 'cursor', action: 'edit_buffer' });
    expect(ledger.recent()[0]).toMatchObject({ entry: 'old' });
  });

  test('even a thousand open entries do not make a line too long', async () => {
    const many = Array.from({ length: 1000 }, (_, at) =>
      call(`e${at}`, { actor: 'a'.repeat(4000) }),
    );
    const store = await crashedAfter(many, 200_000);
    expect(Math.max(...store.lines.map((line) => line.length))).toBeLessThan(65_536);
  });
});

describe('going on', () => {
  test('with what came before: numbers, chain, root and the newest entries', async () => {
    const options = { segmentLength: 2000 };
    const { ledger, store } = await ledgerOn(new SyncedStore(), options);
    for (let at = 0; at < 8; at += 1) await ledger.record(note(`${at}`));
    await ledger.dispose();
    const { ledger: again } = await ledgerOn(store, options);
    for (let at = 8; at < 30; at += 1) await again.record(note(`${at}`));
    expect(again.recent().map(({ detail }) => detail)).toContain('6');
    expect(verdictOn(store.segments)).toMatchObject({ ok: true });
  });

  test('a damaged line stays for verifying to name, and a new segment is begun', async () => {
    const { ledger, store } = await ledgerOn();
    for (const detail of ['one', 'two', 'three']) await ledger.record(note(detail));
    await ledger.dispose();
    const lines = store.segments[0] ?? [];
    lines[1] = (lines[1] ?? '').replace('"two"', '"TWO"');
    const { ledger: again } = await ledgerOn(store);
    await again.record(note('four'));
    expect(store.segments).toHaveLength(2);
    expect(store.details.slice(-2)).toEqual([
      'damage found at entry 2: its content was changed',
      'four',
    ]);
    expect(verdictOn(store.segments).problem).toMatchObject({ seq: 2, segment: '1' });
  });

  test('what the disk could not make durable is not built upon: a new segment is begun', async () => {
    class TiredStore extends SyncedStore {
      override async tail() {
        return { ...(await super.tail()), damage: 'the start: EIO' };
      }
    }
    const { ledger, store } = await ledgerOn(new TiredStore());
    await ledger.record(note('one'));
    expect(store.segments).toHaveLength(2);
    expect(store.details).toEqual(['damage found at the start: EIO', 'one']);
  });

  test('K11 each line carries both clocks and the boot they belong to', async () => {
    const { ledger, store } = await ledgerOn(new SyncedStore(), {}, { bootId: '3f2a9c1e-7b21' });
    await ledger.record(note('one'));
    expect(linesOf(store)).toMatchObject([
      { seq: 1, ts: '2030-01-01T12:00:00.000Z', mono_ms: 1000, boot: '3f2a9c1e-7b21' },
    ]);
  });
});
