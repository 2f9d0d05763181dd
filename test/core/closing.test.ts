import { describe, expect, test } from 'vitest';
import { openCore } from '../../src/main/core/core.ts';
import { MemoryLedgerStore } from '../fakes/memory-ledger-store.ts';
import {
  agent,
  coreWith,
  granted,
  needsWith,
  nextAsk,
  pathsWith,
  readAccess,
  ledgerLines,
} from './core-fixture.ts';

describe('when the app closes', () => {
  test('C5 whoever waits for an answer is told that the app is closing, and the entry is closed first', async () => {
    const { core, clock, ledgerStore } = await coreWith();
    const request = core.requests.open(readAccess, agent);
    await clock.advance(0);
    await core.dispose();
    expect(ledgerLines(ledgerStore)).toEqual([
      'intent request_access',
      'decision request_access deny shutting-down',
      'outcome request_access refused shutting-down',
    ]);
    expect(request.status()).toBe('CANCELLED');
    expect(clock.armed).toBe(0);
  });

  test('a request that was still being looked at asks nobody any more', async () => {
    const looking = Promise.withResolvers<void>();
    const real = pathsWith();
    const pin = (folder: string) => looking.promise.then(() => real.pin(folder));
    const paths = { ...real, pin };
    const { core, clock } = await coreWith({ paths });
    const request = core.requests.open(readAccess, agent);
    await clock.advance(0);
    const closing = core.dispose();
    looking.resolve();
    await closing;
    expect(request.status()).toBe('CANCELLED');
    expect(clock.armed).toBe(0);
  });

  test('a yes that is still being written down becomes a session that ends at once', async () => {
    const { core, clock, ledgerStore } = await coreWith();
    const request = core.requests.open(readAccess, agent);
    const { askId } = await nextAsk(core, clock);
    const release = ledgerStore.hold();
    const yes = { scopes: ['read:files' as const], roots: ['/w/app'], seconds: 60 };
    core.asks.answer(askId, { kind: 'allow', ...yes });
    const closing = core.dispose();
    await clock.advance(0);
    release();
    await closing;
    expect(request.status()).toBe('APPROVED');
    expect(core.sessions.list()).toMatchObject([{ ended: { by: 'quit' } }]);
    expect(clock.armed).toBe(0);
    expect(ledgerLines(ledgerStore).at(-1)).toBe('note session.expired');
  });

  test('every session ends and is on record with who ended it', async () => {
    const { core, clock, ledgerStore } = await coreWith();
    const sessionId = await granted(core, clock);
    await core.dispose();
    expect(ledgerStore.records.at(-1)).toMatchObject({
      phase: 'note',
      action: 'session.expired',
      session_id: sessionId,
      detail: 'ended by quit after 0 calls',
    });
    expect(clock.armed).toBe(0);
  });

  test('C5 a restart finds the ledger and no session', async () => {
    const { core, clock, ledgerStore } = await coreWith();
    await granted(core, clock);
    await core.dispose();
    const { core: again } = await coreWith({ ledgerStore });
    expect(again.sessions.list()).toEqual([]);
    expect(again.state.snapshot().entries).toHaveLength(2);
  });
});

describe('what no call caused is on record too', () => {
  test.each([
    ['person', 'session.revoked'],
    ['agent', 'session.expired'],
  ] as const)('a session ended by %s', async (by, action) => {
    const { core, clock, ledgerStore } = await coreWith();
    const sessionId = await granted(core, clock);
    core.sessions.end(sessionId, by);
    await clock.advance(0);
    expect(ledgerStore.records.at(-1)).toMatchObject({
      action,
      actor: 'cursor',
      session_id: sessionId,
      request_id: expect.any(String),
    });
  });

  test('K2 a torn tail found at the start', async () => {
    class TornStore extends MemoryLedgerStore {
      override async tail() {
        return { lines: [], tornBytes: 17 };
      }
    }
    const ledgerStore = new TornStore();
    const core = await openCore(needsWith({ ledgerStore }));
    expect(ledgerStore.records).toMatchObject([
      { phase: 'note', action: 'ledger.torn-tail', detail: '17 bytes of a torn line set aside' },
    ]);
    await core.dispose();
  });
});
