import { describe, expect, onTestFinished, test } from 'vitest';
import { refused } from '../../src/shared/outcomes.ts';
import { defaultSettings } from '../../src/shared/settings.ts';
import {
  agent,
  coreWith,
  granted,
  never,
  readAccess,
  recordingExecutor,
  story,
} from './core-fixture.ts';

const openFile = (path: string) => ({ action: 'open_file', args: { path } });

/** A core with a session for /w/app that may read, and an editor that notes what it is told to do. */
async function houseWithSession(own: Parameters<typeof coreWith>[0] = {}) {
  const house = await coreWith(own);
  const ran = recordingExecutor(house.core);
  const sessionId = await granted(house.core, house.clock);
  house.ledgerStore.writes.length = 0;
  return { ...house, ran, sessionId };
}

describe('K3 when the ledger cannot be written', () => {
  test('no intent, no more: nothing is looked at, nothing is run', async () => {
    const { core, ledgerStore, ran } = await houseWithSession();
    ledgerStore.failNext(1);
    const outcome = await core.gate.pass({ action: 'nonsense', args: null }, agent, never);
    expect(outcome).toMatchObject({ kind: 'refused', code: 'audit-unavailable', retry: 'later' });
    expect(ran).toEqual([]);
    expect(ledgerStore.lines).toEqual([]);
  });

  test('no decision, no effect', async () => {
    const { core, ledgerStore, ran, clock } = await houseWithSession();
    ledgerStore.failNext(1, { after: 1 });
    const outcome = await core.gate.pass(openFile('/w/app/a.ts'), agent, never);
    expect(outcome).toMatchObject({ kind: 'refused', code: 'audit-unavailable' });
    expect(ran).toEqual([]);
    expect(core.sessions.list()[0]?.calls).toBe(0);
    await clock.advance(0);
    expect(story(ledgerStore)).toEqual([
      'intent open_file',
      'outcome open_file refused audit-unavailable',
    ]);
  });

  test('no decision, no session, although the person said yes', async () => {
    const { core, clock, ledgerStore } = await coreWith();
    ledgerStore.failNext(1, { after: 1 });
    await expect(granted(core, clock)).rejects.toThrow('The ledger cannot be written');
    expect(core.sessions.list()).toEqual([]);
  });

  test('no intent, no question', async () => {
    const { core, clock, ledgerStore } = await coreWith();
    ledgerStore.failNext(1);
    const request = core.requests.open(readAccess, agent);
    expect(await request.settled).toMatchObject({ code: 'audit-unavailable' });
    await clock.advance(0);
    expect(core.asks.list()).toEqual([]);
  });

  test('it goes on as soon as the disk takes lines again', async () => {
    const { core, ledgerStore, ran } = await houseWithSession();
    ledgerStore.failNext(1);
    await core.gate.pass(openFile('/w/app/a.ts'), agent, never);
    expect(await core.gate.pass(openFile('/w/app/a.ts'), agent, never)).toMatchObject({
      kind: 'done',
    });
    expect(ran).toHaveLength(1);
  });
});

describe('while a call is on its way', () => {
  test('C12 a session revoked before the decision is durable starts no effect', async () => {
    const { core, ledgerStore, ran, sessionId, clock } = await houseWithSession();
    const passing = core.gate.pass(openFile('/w/app/a.ts'), agent, never);
    const release = ledgerStore.hold();
    await clock.advance(0);
    core.sessions.end(sessionId, 'person');
    release();
    expect(await passing).toMatchObject({ kind: 'refused', code: 'session-revoked' });
    expect(ran).toEqual([]);
    await clock.advance(0);
    expect(story(ledgerStore)).toContain('outcome open_file refused session-revoked');
  });

  test('C12 revoke all during many calls: nothing starts after it', async () => {
    const limits = { ...defaultSettings.limits, burst: 1000 };
    const house = await houseWithSession({ settings: { ...defaultSettings, limits } });
    const { core, ledgerStore, ran, clock } = house;
    const release = ledgerStore.hold();
    const passing = Array.from({ length: 200 }, () =>
      core.gate.pass(openFile('/w/app/a.ts'), agent, never),
    );
    await clock.advance(0);
    expect(core.sessions.endAll('person')).toBe(1);
    release();
    const outcomes = await Promise.all(passing);
    expect(ran).toEqual([]);
    expect(new Set(outcomes.map((one) => one.kind))).toEqual(new Set(['refused']));
  });

  test('an editor that breaks is a bug, and yet the entry is closed', async () => {
    const { core, clock, ledgerStore } = await coreWith();
    const registered = core.executors.register({
      name: 'broken',
      actions: new Set(['open_file']),
      run: () => Promise.reject(new TypeError('undefined is not a function')),
    });
    onTestFinished(() => registered.dispose());
    await granted(core, clock);
    await expect(core.gate.pass(openFile('/w/app/a.ts'), agent, never)).rejects.toThrow(TypeError);
    expect(story(ledgerStore).at(-1)).toBe('outcome open_file refused action-failed');
  });

  test('the editor is told when the agent gives up', async () => {
    const { core, clock } = await coreWith();
    const seen: AbortSignal[] = [];
    const registered = core.executors.register({
      name: 'listener',
      actions: new Set(['open_file']),
      run: async (_call, signal) => {
        seen.push(signal);
        return refused('action-failed');
      },
    });
    onTestFinished(() => registered.dispose());
    await granted(core, clock);
    const gone = new AbortController();
    await core.gate.pass(openFile('/w/app/a.ts'), agent, gone.signal);
    expect(seen).toEqual([gone.signal]);
  });
});
