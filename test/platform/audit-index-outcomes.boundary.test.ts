import { expect, test } from 'vitest';
import { scratch } from '../fakes/scratch.ts';
import { FixtureLedger, readyIndex, answerOf } from './audit-index-fixture.ts';

test('K6 an outcome nobody knows is found as unknown, and not among the failures', async () => {
  const ledger = new FixtureLedger(scratch());
  ledger.call({}, { result: 'failed', code: 'action-failed' });
  const lost = ledger.call({}, { result: 'unknown', code: 'outcome-unknown' });
  const index = await readyIndex(ledger.dataDir);
  expect((await answerOf(index.query({ outcome: 'unknown' }))).entries).toMatchObject([
    { entry: lost, outcome: 'unknown' },
  ]);
  expect((await answerOf(index.query({ outcome: 'failed' }))).total).toBe(1);
  const { byOutcome } = await answerOf(index.histogram({}, 1));
  expect([byOutcome.failed, byOutcome.unknown]).toEqual([[1], [1]]);
  expect((await answerOf(index.counts({}))).outcomes).toContainEqual({
    value: 'unknown',
    count: 1,
  });
});

test('a line without a time does not stretch the chart back to 1970', async () => {
  const ledger = new FixtureLedger(scratch());
  ledger.write({ phase: 'note', entry: ledger.newEntry(), actor: 'x', action: 'y', ts: 'no time' });
  ledger.call();
  const index = await readyIndex(ledger.dataDir);
  const { from, counts } = await answerOf(index.histogram({}, 10));
  expect(new Date(from).getUTCFullYear()).toBe(2031);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1);
  expect((await answerOf(index.query({}))).total).toBe(2);
});
