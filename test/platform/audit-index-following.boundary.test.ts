import fs from 'node:fs';
import { describe, expect, test } from 'vitest';
import { scratch } from '../fakes/scratch.ts';
import {
  FixtureLedger,
  openIndex,
  quick,
  readyIndex,
  answerOf,
  when,
  whenPhase,
} from './audit-index-fixture.ts';

describe('following the ledger', () => {
  test('shows a line only once it is reported as durable', async () => {
    const ledger = new FixtureLedger(scratch());
    ledger.call();
    const index = await readyIndex(ledger.dataDir);
    const entry = ledger.call({ args: { path: '/w/late.ts' } });
    expect((await answerOf(index.query({}))).total).toBe(1);
    index.follow(ledger.lines.slice(3, 4));
    expect((await answerOf(index.query({}))).entries[0]).toMatchObject({ entry, outcome: 'open' });
    index.follow(ledger.lines.slice(4, 6));
    expect((await answerOf(index.query({}))).entries[0]).toMatchObject({ entry, outcome: 'done' });
    const state = await when(index, ({ lastSeq }) => lastSeq === 6);
    expect(state).toMatchObject({ entries: 2, rebuilds: 1 });
  });

  test('adds to an entry that is open what its later lines say, in full text too', async () => {
    const ledger = new FixtureLedger(scratch());
    const facts = { entry: ledger.newEntry(), actor: 'codex', action: 'exec_command' };
    ledger.write({ phase: 'intent', ...facts, args: { argv: ['make', 'install'] } });
    const index = await readyIndex(ledger.dataDir);
    const open = await answerOf(index.query({ q: 'install' }));
    expect(open.entries).toMatchObject([{ outcome: 'open', lastSeq: 1, subject: 'make install' }]);
    const end = { result: 'refused', code: 'denied-by-person', detail: 'Not on a Friday' };
    index.follow([ledger.write({ phase: 'outcome', ...facts, ...end })]);
    const closed = await answerOf(index.query({ q: 'install friday' }));
    expect(closed.entries).toMatchObject([{ outcome: 'refused', lastSeq: 2 }]);
    const seen = await answerOf(index.query({ touched_after: 1 }));
    expect(seen.entries).toMatchObject([{ seq: 1, code: 'denied-by-person' }]);
    const { lines } = await answerOf(index.entry(facts.entry));
    expect(lines).toEqual(ledger.lines);
  });

  test('goes on in the next segment', async () => {
    const ledger = new FixtureLedger(scratch());
    ledger.call();
    const index = await readyIndex(ledger.dataDir);
    for (let segments = 0; segments < 3; segments += 1) {
      ledger.call();
      ledger.rotate();
      ledger.call();
      index.follow(ledger.lines);
    }
    await when(index, ({ lastSeq }) => lastSeq === ledger.seq);
    expect(await answerOf(index.query({}))).toMatchObject({ total: 7, complete: true });
    expect(index.state.rebuilds).toBe(1);
  });

  test('leaves out lines that were moved to the next segment after a failed sync (K4)', async () => {
    const ledger = new FixtureLedger(scratch());
    ledger.call();
    const index = await readyIndex(ledger.dataDir);
    const old = ledger.file;
    const moved = ledger.lines.length;
    ledger.call();
    const untrusted = fs.readFileSync(old);
    // Chained anew, with the same numbers, into the next segment; the old one was not cut back.
    ledger.lines.length = moved;
    ledger.rotate();
    ledger.write({ phase: 'note', entry: 'segment', actor: 'gatehouse', action: 'ledger.segment' });
    ledger.call();
    fs.writeFileSync(old, untrusted);
    index.follow(ledger.lines);
    await when(index, ({ lastSeq }) => lastSeq === ledger.seq);
    const page = await answerOf(index.query({ order: 'oldest' }));
    expect(page.entries.map(({ seq }) => seq)).toEqual([1, 4, 5]);
    expect(index.state.rebuilds).toBe(1);
  });

  test('catches up at the next start with what came while it was closed', async () => {
    const ledger = new FixtureLedger(scratch());
    const half = { entry: ledger.newEntry(), actor: 'codex', action: 'run_tests' };
    ledger.call();
    ledger.write({ phase: 'intent', ...half, args: { filter: 'slow' } });
    const first = await readyIndex(ledger.dataDir);
    await first.dispose();
    ledger.write({ phase: 'outcome', ...half, result: 'done', duration_ms: 7 });
    ledger.rotate();
    ledger.call();
    const second = await readyIndex(ledger.dataDir);
    expect(second.state).toMatchObject({ entries: 3, rebuilds: 0, lastSeq: ledger.seq });
    const { entries } = await answerOf(second.query({ q: 'slow' }));
    expect(entries).toMatchObject([{ outcome: 'done', durationMs: 7 }]);
  });

  test('makes a new index sooner than it reads up a long way', async () => {
    const ledger = new FixtureLedger(scratch());
    ledger.call();
    await (await readyIndex(ledger.dataDir)).dispose();
    for (let count = 0; count < 100; count += 1) ledger.call();
    const { index } = openIndex(ledger.dataDir, {
      timing: { ...quick, rebuildBeyondBytes: 1_000 },
    });
    await whenPhase(index, 'ready');
    expect(index.state).toMatchObject({ entries: 101, rebuilds: 1 });
  });

  test('does not wait for the end of a line that is half written', async () => {
    const ledger = new FixtureLedger(scratch());
    ledger.call();
    fs.appendFileSync(ledger.file, '{"seq":4,"phase":"inte');
    const index = await readyIndex(ledger.dataDir);
    expect(index.state).toMatchObject({ entries: 1, spoiledLines: 0, lastSeq: 3 });
  });

  test('passes over damaged lines and counts them', async () => {
    const ledger = new FixtureLedger(scratch());
    ledger.call();
    fs.appendFileSync(ledger.file, `not json\n\u0000\u0000\n{"a":1}\n[]\n${'x'.repeat(400_000)}\n`);
    ledger.call();
    fs.appendFileSync(ledger.file, 'torn, and never ended');
    ledger.rotate();
    ledger.call();
    const index = await readyIndex(ledger.dataDir);
    expect(index.state).toMatchObject({ entries: 3, spoiledLines: 5, lastSeq: 9 });
  });

  test('starts with no ledger at all, and sees its first line', async () => {
    const folder = scratch();
    const index = await readyIndex(folder);
    const empty = await answerOf(index.query({}));
    expect(empty).toMatchObject({ entries: [], total: 0, complete: true });
    const ledger = new FixtureLedger(folder);
    ledger.call();
    index.follow(ledger.lines);
    expect((await answerOf(index.query({}))).total).toBe(1);
  });
});
