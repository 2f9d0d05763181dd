import { describe, expect, onTestFinished, test } from 'vitest';
import { firstHead, follow, type ChainHead } from '../../src/main/core/ledger/chain.ts';
import { Ledger } from '../../src/main/core/ledger/ledger.ts';
import type { AuditRecord } from '../../src/shared/ledger/entry.ts';
import { MemoryLedgerStore } from '../fakes/memory-ledger-store.ts';
import { needsWith, sha256 } from './core-fixture.ts';

const note = (detail: string, own: Partial<AuditRecord> = {}): AuditRecord => ({
  phase: 'note',
  entry: `entry of ${detail}`,
  actor: 'gatehouse',
  action: 'test',
  detail,
  ...own,
});

async function ledgerOn(ledgerStore = new MemoryLedgerStore()) {
  const needs = needsWith({ ledgerStore });
  const ledger = new Ledger(needs);
  await ledger.start();
  onTestFinished(() => ledger.dispose());
  return { ledger, store: ledgerStore, clock: needs.clock };
}

function expectUnbroken(lines: readonly string[]): void {
  let head: ChainHead = firstHead;
  for (const line of lines) {
    const next = follow(line, head, sha256);
    if ('broken' in next) throw new Error(`line ${head.seq + 1}: ${next.broken}`);
    head = next;
  }
}

const writesOf = (store: MemoryLedgerStore): readonly number[] =>
  store.writes.map((text) => text.split('\n').length - 1);

describe('writing', () => {
  test('a record is one line with number, both clocks and the user, chained to the one before', async () => {
    const { ledger, store, clock } = await ledgerOn();
    expect(await ledger.record(note('one'))).toBe(true);
    await clock.advance(1_500);
    expect(await ledger.record(note('two'))).toBe(true);
    expect(store.records).toMatchObject([
      { seq: 1, ts: '2030-01-01T12:00:00.000Z', mono_ms: 1000, user: 'ada', detail: 'one' },
      { seq: 2, ts: '2030-01-01T12:00:01.500Z', mono_ms: 2500, user: 'ada', detail: 'two' },
    ]);
    expectUnbroken(store.lines);
  });

  test('K11 a wall clock set back does not disturb the order', async () => {
    const { ledger, store, clock } = await ledgerOn();
    await ledger.record(note('one'));
    clock.jumpWallClock(-3_600_000);
    await ledger.record(note('two'));
    expect(store.records.map((record) => record['seq'])).toEqual([1, 2]);
    expectUnbroken(store.lines);
  });

  test('what comes together goes out together, 64 at most', async () => {
    const { ledger, store } = await ledgerOn();
    const recorded = Array.from({ length: 130 }, (_, at) => ledger.record(note(`${at}`)));
    expect(await Promise.all(recorded)).toEqual(Array.from({ length: 130 }, () => true));
    expect(writesOf(store)).toEqual([64, 64, 2]);
    expect(store.records.map((record) => record['detail'])).toEqual(
      Array.from({ length: 130 }, (_, at) => `${at}`),
    );
    expectUnbroken(store.lines);
  });

  test('lines recorded together are confirmed together, by one write', async () => {
    const { ledger, store } = await ledgerOn();
    const writer = async (name: string): Promise<void> => {
      for (let turn = 0; turn < 5; turn += 1) {
        const passOn = async (): Promise<boolean> => ledger.record(note(`${name} ${turn}`));
        await passOn();
      }
    };
    await Promise.all(Array.from({ length: 32 }, (_, at) => writer(`${at}`)));
    expect(writesOf(store)).toEqual([32, 32, 32, 32, 32]);
  });

  test('nothing is confirmed before the bytes are written', async () => {
    const { ledger, store, clock } = await ledgerOn();
    const release = store.hold();
    let acknowledged = false;
    const recorded = ledger.record(note('one')).then(() => (acknowledged = true));
    await clock.advance(0);
    expect(acknowledged).toBe(false);
    expect(ledger.recent()).toEqual([]);
    release();
    await recorded;
    expect(acknowledged).toBe(true);
  });

  test('drain waits for everything recorded so far', async () => {
    const { ledger, store } = await ledgerOn();
    void ledger.record(note('one'));
    void ledger.record(note('two'));
    await ledger.drain();
    expect(store.lines).toHaveLength(2);
  });
});

describe('K3 a disk that takes no more', () => {
  test('the whole batch is refused, nothing is kept, and the ledger reports the error', async () => {
    const { ledger, store } = await ledgerOn();
    expect(await ledger.record(note('one'))).toBe(true);
    store.failNext(1);
    const batch = [ledger.record(note('two')), ledger.record(note('three'))];
    expect(await Promise.all(batch)).toEqual([false, false]);
    expect(ledger.healthy).toBe(false);
    expect(ledger.error).toContain('ENOSPC');
    expect(ledger.recent()).toHaveLength(1);
    expect(store.lines).toHaveLength(1);
  });

  test('the chain goes on without a gap when there is space again', async () => {
    const { ledger, store } = await ledgerOn();
    await ledger.record(note('before'));
    store.failNext(1);
    expect(await ledger.record(note('a'))).toBe(false);
    expect(await ledger.record(note('after'))).toBe(true);
    expect(ledger.healthy).toBe(true);
    expect(store.records.map((record) => [record['seq'], record['detail']])).toEqual([
      [1, 'before'],
      [2, 'after'],
    ]);
    expectUnbroken(store.lines);
  });

  test('after two failures nothing is tried for a while, and the wait grows', async () => {
    const { ledger, store, clock } = await ledgerOn();
    store.failNext(4);
    const tries = async (): Promise<boolean> => ledger.record(note('x'));
    expect([await tries(), await tries(), await tries()]).toEqual([false, false, false]);
    await clock.advance(100);
    expect(await tries()).toBe(false);
    await clock.advance(150);
    expect(await tries()).toBe(false);
    await clock.advance(50);
    expect(await tries()).toBe(false);
    await clock.advance(399);
    expect(await tries()).toBe(false);
    expect(store.lines).toEqual([]);
    await clock.advance(1);
    expect(await tries()).toBe(true);
    expect(ledger.healthy).toBe(true);
  });

  test('what was refused meanwhile is counted in the first line that gets through', async () => {
    const { ledger, store, clock } = await ledgerOn();
    store.failNext(2);
    for (const detail of ['a', 'b', 'c']) await ledger.record(note(detail));
    await clock.advance(100);
    await Promise.all([ledger.record(note('after')), ledger.record(note('more'))]);
    expect(store.records).toMatchObject([
      {
        action: 'ledger.recovered',
        detail:
          'no line could be written since 2030-01-01T12:00:00.000Z; 3 records were refused: ENOSPC: no space left on device',
      },
      { detail: 'after' },
      { detail: 'more' },
    ]);
    expectUnbroken(store.lines);
  });

  test('each attempt emits an event', async () => {
    const { ledger, store } = await ledgerOn();
    const seen: boolean[] = [];
    const watching = ledger.onChanged(() => void seen.push(ledger.healthy));
    onTestFinished(() => watching.dispose());
    store.failNext(1);
    await ledger.record(note('a'));
    await ledger.record(note('b'));
    expect(seen).toEqual([false, true]);
  });
});

describe('after a restart', () => {
  test('the chain goes on where it ended, and the last entries are still there to read', async () => {
    const store = new MemoryLedgerStore();
    const { ledger } = await ledgerOn(store);
    await ledger.record(note('one'));
    await ledger.record(note('two'));
    const { ledger: again } = await ledgerOn(store);
    expect(again.recent().map((entry) => entry.detail)).toEqual(['two', 'one']);
    await again.record(note('three'));
    expect(store.records.map((record) => record['seq'])).toEqual([1, 2, 3]);
    expectUnbroken(store.lines);
  });

  test('a last line that somebody spoiled does not start the numbers again', async () => {
    const store = new MemoryLedgerStore();
    const { ledger } = await ledgerOn(store);
    await ledger.record(note('one'));
    await ledger.record(note('two'));
    const { ledger: again } = await ledgerOn(new MemoryLedgerStore([...store.lines, 'spoiled']));
    await again.record(note('three'));
    // The third number is the note that begins a new segment.
    expect(again.recent()[0]).toMatchObject({ seq: 4, detail: 'three' });
  });
});

describe('views of entries for the user', () => {
  test('the lines of one call are one entry that grows until it is closed', async () => {
    const { ledger } = await ledgerOn();
    const facts = { entry: 'e1', actor: 'cursor', action: 'open_file' };
    await ledger.record({ phase: 'intent', ...facts, args: { path: '/w/a.ts' } });
    expect(ledger.recent()).toMatchObject([{ outcome: 'open', subject: '/w/a.ts', code: null }]);
    await ledger.record({
      phase: 'decision',
      ...facts,
      result: 'allow',
      decided_by: 'policy',
      session_id: 's1',
    });
    expect(ledger.recent()).toMatchObject([{ outcome: 'open', decidedBy: 'policy' }]);
    await ledger.record({ phase: 'outcome', ...facts, result: 'done', duration_ms: 7 });
    expect(ledger.recent()).toEqual([
      {
        entry: 'e1',
        seq: 1,
        lastSeq: 3,
        ts: '2030-01-01T12:00:00.000Z',
        actor: 'cursor',
        action: 'open_file',
        subject: '/w/a.ts',
        outcome: 'done',
        code: null,
        detail: null,
        decidedBy: 'policy',
        rule: null,
        sessionId: 's1',
        requestId: null,
        durationMs: 7,
      },
    ]);
  });

  test('a refusal shows its code and its words, a request its folders, a note its detail', async () => {
    const { ledger } = await ledgerOn();
    const facts = { entry: 'e1', actor: 'cursor', action: 'request_access' };
    await ledger.record({ phase: 'intent', ...facts, args: { roots: ['/w/a', '/w/b'] } });
    const why = { code: 'denied-by-person', detail: 'The user denied this.' };
    await ledger.record({ phase: 'outcome', ...facts, result: 'refused', ...why });
    await ledger.record(note('started'));
    expect(ledger.recent()).toMatchObject([
      { outcome: 'note', subject: 'started' },
      { outcome: 'refused', subject: '/w/a, /w/b', ...why },
    ]);
  });

  test('the newest hundred entries stay in memory', async () => {
    const { ledger } = await ledgerOn();
    await Promise.all(Array.from({ length: 210 }, (_, at) => ledger.record(note(`${at}`))));
    const details = ledger.recent().map((entry) => entry.detail);
    expect(details).toHaveLength(100);
    expect([details[0], details.at(-1)]).toEqual(['209', '110']);
  });

  test.each([
    [{ roots: [{ toString: 1 }] }],
    [{ roots: [null, [[]], { join: 'x' }] }],
    [{ path: { length: 3 } }],
    [null],
    ['text'],
    [{ __proto__: null, roots: 'x' }],
  ])('J1 arguments that try to break the reading, such as %j, do not', async (args) => {
    const store = new MemoryLedgerStore();
    const { ledger } = await ledgerOn(store);
    const intent = {
      phase: 'intent',
      entry: 'e',
      actor: 'evil',
      action: 'request_access',
    } as const;
    expect(await ledger.record({ ...intent, args })).toBe(true);
    expect(await ledger.record(note('next'))).toBe(true);
    const { ledger: again } = await ledgerOn(store);
    expect(again.recent()).toHaveLength(2);
  });
});
