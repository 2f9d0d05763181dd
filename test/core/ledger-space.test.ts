/** A disk that fills up: said early, and nothing new is begun before it is too late to write it down. */
import { describe, expect, onTestFinished, test } from 'vitest';
import { ledgerOn, note, SyncedStore } from './ledger-fixture.ts';

const MB = 1024 ** 2;
const intent = { phase: 'intent' } as const;

async function ledgerWith(free: number) {
  const store = new SyncedStore();
  store.free = free;
  const opened = await ledgerOn(store);
  const notices: string[] = [];
  const watching = opened.ledger.onNotice(({ notice, holds }) => {
    notices.push(`${holds ? '+' : '-'}${notice.id}`);
  });
  onTestFinished(() => watching.dispose());
  return { ...opened, notices };
}

describe('K3 free space', () => {
  test('below 1 GB the user is told, and told when it is over', async () => {
    const { ledger, store, clock, notices } = await ledgerWith(2000 * MB);
    expect(ledger.notices).toEqual([]);
    store.free = 1000 * MB;
    await clock.advance(5_000);
    expect(await ledger.record(note('one'))).toBe(true);
    await clock.advance(0);
    expect(notices).toEqual(['+disk-low']);
    expect([ledger.healthy, ledger.notices.length]).toEqual([true, 1]);
    store.free = 3000 * MB;
    await clock.advance(5_000);
    await ledger.record(note('two'));
    await clock.advance(0);
    expect(notices).toEqual(['+disk-low', '-disk-low']);
  });

  test('found low at the start, it is known before anybody listens', async () => {
    const { ledger } = await ledgerWith(500 * MB);
    expect(ledger.notices).toMatchObject([{ id: 'disk-low' }]);
  });

  test('below 64 MB nothing is begun, but what was begun is written to its end', async () => {
    const { ledger, store } = await ledgerWith(63 * MB);
    expect([ledger.healthy, ledger.error]).toEqual([false, 'less than 64 MB are free on the disk']);
    expect(await ledger.record(note('a', intent))).toBe(false);
    expect(await ledger.record(note('b', { phase: 'decision' }))).toBe(false);
    expect(await ledger.record(note('c', { phase: 'outcome', result: 'done' }))).toBe(true);
    expect(await ledger.record(note('session.revoked'))).toBe(true);
    expect(store.details).toEqual(['c', 'session.revoked']);
  });

  test('it goes on by itself when there is space again', async () => {
    const { ledger, store, clock } = await ledgerWith(10 * MB);
    expect(await ledger.record(note('a', intent))).toBe(false);
    store.free = 5000 * MB;
    await clock.advance(500);
    expect(await ledger.record(note('b', intent))).toBe(false);
    await clock.advance(0);
    expect(await ledger.record(note('c', intent))).toBe(true);
    expect(ledger.healthy).toBe(true);
  });

  test('it is not looked at for every record', async () => {
    const { ledger, store } = await ledgerWith(5000 * MB);
    let looks = 0;
    store.freeBytes = async () => {
      looks += 1;
      return 5000 * MB;
    };
    for (let at = 0; at < 100; at += 1) await ledger.record(note(`${at}`));
    expect(looks).toBe(0);
  });

  test('a disk that does not answer may be gone: nothing is begun, and it goes on when it answers', async () => {
    const store = new SyncedStore();
    let answers = false;
    store.freeBytes = async () => {
      if (answers) return 5000 * MB;
      throw new Error('EIO: i/o error, statfs');
    };
    const { ledger, clock } = await ledgerOn(store);
    expect(ledger.error).toContain('EIO');
    expect(await ledger.record(note('one', intent))).toBe(false);
    answers = true;
    await clock.advance(1_000);
    ledger.place.look();
    await clock.advance(1_000);
    expect(ledger.error).toBeNull();
    expect(await ledger.record(note('two', intent))).toBe(true);
  });

  test('where no disk can be asked at all, nobody has said no', async () => {
    const store = new SyncedStore();
    store.freeBytes = () => Promise.reject(new Error('ENOSYS'));
    const { ledger } = await ledgerOn(store);
    expect(await ledger.record(note('one', intent))).toBe(true);
  });
});
