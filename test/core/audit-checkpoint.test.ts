import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { CheckpointStore } from '../../src/main/core/dependencies.ts';
import {
  checkpointFolderOf,
  checkpointLine,
  readCheckpoints,
} from '../../src/shared/ledger/checkpoint.ts';
import { ledgerOn, note, SyncedStore } from './ledger-fixture.ts';
import { sha256 } from './core-fixture.ts';

const macWith =
  (key: string) =>
  (text: string): string =>
    createHmac('sha256', key).update(text).digest('hex');
const mac = macWith('ours');

class CheckpointList implements CheckpointStore {
  readonly lines: string[] = [];
  fails = false;

  async append(line: string): Promise<void> {
    if (this.fails) throw new Error('EROFS');
    this.lines.push(line.trimEnd());
  }

  async last(): Promise<string | null> {
    return this.lines.at(-1) ?? null;
  }

  get seqs(): readonly number[] {
    return this.lines.map((line) => (JSON.parse(line) as { seq: number }).seq);
  }
}

async function ledgerWith(checkpoints = new CheckpointList(), store = new SyncedStore()) {
  const opened = await ledgerOn(store, {}, { checkpoints, mac });
  return { ...opened, checkpoints };
}

describe('checkpoints', () => {
  test('every ten records, with the number, the hash and the time', async () => {
    const { ledger, store, checkpoints, clock } = await ledgerWith();
    for (let at = 1; at <= 25; at += 1) {
      await ledger.record(note(`${at}`));
      await clock.advance(10);
    }
    expect(checkpoints.seqs).toEqual([10, 20]);
    const { hash } = JSON.parse(store.lines[9] ?? '') as { hash: string };
    expect(JSON.parse(checkpoints.lines[0] ?? '')).toMatchObject({
      seq: 10,
      hash,
      ts: '2030-01-01T12:00:00.090Z',
    });
  });

  test('under load one stands for many, and none is left out for long', async () => {
    const { ledger, checkpoints, clock } = await ledgerWith();
    for (let at = 1; at <= 95; at += 1) await ledger.record(note(`${at}`));
    expect(checkpoints.seqs).toEqual([10]);
    await clock.advance(50);
    expect(checkpoints.seqs).toEqual([10, 95]);
    expect(clock.armed).toBe(0);
  });

  test('a minute after the last record at the latest, and then none until there is another', async () => {
    const { ledger, clock, checkpoints } = await ledgerWith();
    await ledger.record(note('one'));
    await clock.advance(30_000);
    await ledger.record(note('two'));
    expect(checkpoints.seqs).toEqual([]);
    await clock.advance(30_000);
    expect(checkpoints.seqs).toEqual([2]);
    expect(clock.armed).toBe(0);
  });

  test('an orderly end takes one more', async () => {
    const { ledger, clock, checkpoints } = await ledgerWith();
    await ledger.record(note('one'));
    await ledger.dispose();
    expect(checkpoints.seqs).toEqual([1]);
    expect(clock.armed).toBe(0);
  });

  test('never ahead of what is durable', async () => {
    const { ledger, store, clock, checkpoints } = await ledgerWith();
    const release = store.holdSyncs();
    const all = Array.from({ length: 20 }, (_, at) => ledger.record(note(`${at}`)));
    await clock.advance(0);
    expect(checkpoints.seqs).toEqual([]);
    release();
    await Promise.all(all);
    expect(checkpoints.seqs).toEqual([20]);
  });

  test('one that cannot be written stops nothing, and the user is told until it can', async () => {
    const { ledger, checkpoints, clock } = await ledgerWith();
    checkpoints.fails = true;
    for (let at = 0; at < 10; at += 1) expect(await ledger.record(note(`${at}`))).toBe(true);
    await clock.advance(0);
    expect(ledger.notices).toMatchObject([{ id: 'no-checkpoints' }]);
    expect(ledger.healthy).toBe(true);
    checkpoints.fails = false;
    for (let at = 0; at < 10; at += 1) await ledger.record(note(`${at}`));
    await clock.advance(50);
    expect(ledger.notices).toEqual([]);
  });

  test('without a second place there are none, and no timer', async () => {
    const { ledger, clock } = await ledgerOn();
    await ledger.record(note('one'));
    expect(clock.armed).toBe(0);
  });
});

describe('K7 at the start', () => {
  async function leftBehind(records: number) {
    const { ledger, store, checkpoints } = await ledgerWith();
    for (let at = 0; at < records; at += 1) await ledger.record(note(`${at}`));
    await ledger.dispose();
    return { store, checkpoints };
  }

  test('a ledger that is as it was left says nothing', async () => {
    const { store, checkpoints } = await leftBehind(15);
    const { ledger } = await ledgerWith(checkpoints, store);
    expect(ledger.notices).toEqual([]);
    expect(store.lines).toHaveLength(15);
  });

  test.each([
    ['cut', (lines: string[]) => void lines.splice(12)],
    ['emptied', (lines: string[]) => void lines.splice(0)],
    [
      'with another last entry',
      (lines: string[], others: readonly string[]) =>
        void lines.splice(10, 5, ...others.slice(10, 15)),
    ],
  ])('a ledger that was %s is noticed, and that is on record', async (_how, spoil) => {
    const { store, checkpoints } = await leftBehind(15);
    const { store: other } = await ledgerWith(new CheckpointList());
    const { ledger: writer } = await ledgerWith(new CheckpointList(), other);
    for (let at = 0; at < 15; at += 1) await writer.record(note(`other ${at}`));
    spoil(store.segments[0] ?? [], other.lines);
    const left = new SyncedStore(store.segments[0] ?? []);
    const { ledger } = await ledgerWith(checkpoints, left);
    expect(ledger.notices).toMatchObject([{ id: 'ledger-rolled-back', tone: 'trouble' }]);
    expect(left.lines.at(-1)).toContain('ledger.rolled-back');
  });

  test('a checkpoint made with a key that was lost accuses nobody', async () => {
    const { store, checkpoints } = await leftBehind(3);
    const head = { seq: 99, hash: 'f'.repeat(64) };
    checkpoints.lines.push(checkpointLine(head, 0, macWith('lost')));
    const { ledger } = await ledgerWith(checkpoints, store);
    expect(ledger.notices).toEqual([]);
  });
});

describe('reading them back', () => {
  const head = (seq: number) => ({ seq, hash: sha256(`${seq}`) });
  const good = (seq: number): string => checkpointLine(head(seq), 0, mac);

  test('their marks are checked with the key; without it nothing is said', () => {
    const text = [good(10), good(20)].join('\n');
    expect(readCheckpoints(text, mac).map(({ mark }) => mark)).toEqual(['good', 'good']);
    expect(readCheckpoints(text, null).map(({ mark }) => mark)).toEqual(['unknown', 'unknown']);
  });

  test('one whose number, hash or time was changed has a bad mark', () => {
    for (const [from, to] of [
      ['"seq":10', '"seq":11'],
      [sha256('10'), sha256('11')],
      ['1970-01-01', '1970-01-02'],
    ] as const) {
      const [first] = readCheckpoints([good(10).replace(from, to), good(20)].join('\n'), mac);
      expect(first?.mark).toBe('bad');
    }
  });

  test('marks of an older key are not known, but the last one must be ours', () => {
    const foreign = (seq: number): string => checkpointLine(head(seq), 0, macWith('theirs'));
    const marksIn = (...lines: string[]) =>
      readCheckpoints(lines.join('\n'), mac).map(({ mark }) => mark);
    expect(marksIn(foreign(10), good(20))).toEqual(['unknown', 'good']);
    expect(marksIn(good(10), foreign(20))).toEqual(['good', 'bad']);
    expect(marksIn(JSON.stringify(head(10)))).toEqual([]);
    expect(marksIn(JSON.stringify({ ...head(10), ts: 'x' }))).toEqual(['bad']);
  });

  test('torn and foreign lines between them are passed over', () => {
    const text = `${good(10)}\n{"seq":2\n\nnot json\n${good(20)}\n`;
    expect(readCheckpoints(text, mac).map(({ seq }) => seq)).toEqual([10, 20]);
  });
});

describe('the second place', () => {
  const home = '/home/ada';
  const folder = (platform: string, env: Record<string, string> = {}): string =>
    checkpointFolderOf({ platform, env, home }, '/home/ada/.config/gatehouse', () =>
      'ab'.repeat(32),
    );

  test.each([
    ['linux', {}, '/home/ada/.local/state/gatehouse-checkpoints/abababababababab'],
    ['linux', { XDG_STATE_HOME: '/s' }, '/s/gatehouse-checkpoints/abababababababab'],
    ['linux', { GATEHOUSE_CHECKPOINT_DIR: '/c' }, '/c/abababababababab'],
    ['darwin', {}, '/home/ada/Library/Application Support/gatehouse-checkpoints/abababababababab'],
    ['win32', { LOCALAPPDATA: 'C:\\L' }, 'C:\\L\\gatehouse-checkpoints\\abababababababab'],
  ])('on %s with %j is %s', (platform, env, expected) => {
    expect(folder(platform, env)).toBe(expected);
  });
});
