import { describe, expect, test } from 'vitest';
import type { SessionStore } from '../../src/main/core/sessions/session-store.ts';
import { agent, agentCalled, sha256 } from './core-fixture.ts';
import { id, minute, openStore, lifetime, year } from './session-store-fixture.ts';
import { isError } from '../../src/shared/actions/outcomes.ts';

describe('C2 the token of a session', () => {
  test('the token is returned once, opens that session, and only its digest is kept', () => {
    const { store } = openStore();
    const { session, token } = store.start(lifetime());
    store.start(lifetime({ sessionId: id('s2') }));
    expect(store.byToken(token)).toMatchObject({ sessionId: 's1' });
    expect(JSON.stringify([session, store.list(), store.get(id('s1'))])).not.toContain(token);
    expect(store.byToken(sha256(token))).toMatchObject({ code: 'no-session' });
  });

  test.each([
    ['paused', (store: SessionStore) => store.pause(id('s1')), 'session-paused'],
    ['revoked', (store: SessionStore) => store.end(id('s1'), 'person'), 'session-revoked'],
    ['leaked', (store: SessionStore) => store.end(id('s1'), 'leaked'), 'session-revoked'],
    ['given back', (store: SessionStore) => store.end(id('s1'), 'agent'), 'session-expired'],
  ])('opens nothing while the session is %s, and it is said why', (_how, stop, code) => {
    const { store } = openStore();
    const { token } = store.start(lifetime());
    stop(store);
    expect(store.byToken(token)).toMatchObject({ kind: 'refused', code });
  });

  test('opens nothing after the deadline, even before a timer fires', () => {
    const { clock, store } = openStore();
    const { token } = store.start(lifetime());
    clock.jumpWallClock(year);
    expect(store.byToken(token)).toMatchObject({ code: 'session-expired' });
  });

  test('has a holder while the session is on hold, and none once it has ended', () => {
    const { clock, store } = openStore();
    const { token } = store.start(lifetime());
    store.pause(id('s1'));
    expect(store.holderOf(token)).toMatchObject({ sessionId: 's1' });
    store.end(id('s1'), 'agent');
    expect(store.holderOf(token)).toBeNull();
    const { token: other } = store.start(lifetime({ sessionId: id('s2') }));
    clock.jumpWallClock(year);
    expect(store.holderOf(other)).toBeNull();
  });

  test('claimed later is another, once; the first one opens nothing from then on', () => {
    const { store } = openStore();
    const { token } = store.start(lifetime());
    const claimed = store.claimToken(id('s1')) ?? '';
    expect(store.byToken(claimed)).toMatchObject({ sessionId: 's1' });
    expect(store.byToken(token)).toMatchObject({ code: 'no-session' });
    expect(store.claimToken(id('s1'))).toBeNull();
    expect(store.byToken(claimed)).toMatchObject({ sessionId: 's1' });
  });

  test.each(['', 'token-9', 'TOKEN-1', 'token-1 '])('%j is nobody’s', (wrong) => {
    const { store } = openStore();
    store.start(lifetime());
    expect(store.byToken(wrong)).toMatchObject({ code: 'no-session' });
  });
});

describe('on hold', () => {
  test('a session can be used neither by its client nor by its token until the user goes on', () => {
    const { store } = openStore();
    store.start(lifetime());
    expect(store.pause(id('s1'))).toBe(true);
    expect(store.get(id('s1'))?.state).toBe('PAUSED');
    expect(store.liveOf(agent.clientId)).toMatchObject({ code: 'session-paused' });
    expect(store.liveOnly(id('s1'))).toMatchObject({ code: 'session-paused' });
    expect(store.resume(id('s1'))).toBe(true);
    expect(store.isLive(id('s1'))).toBe(true);
    expect(store.liveOnly(id('s1'))).toMatchObject([{ sessionId: 's1' }]);
    expect(store.get(id('s1'))?.state).toBe('ACTIVE');
  });

  test('it is not idle; when it goes on, its idle time begins again', async () => {
    const { clock, store, ended } = openStore({ idleSeconds: 600 });
    store.start(lifetime({ seconds: 3600 }));
    await clock.advance(9 * minute);
    store.pause(id('s1'));
    await clock.advance(30 * minute);
    expect(ended).toEqual([]);
    expect(store.resume(id('s1'))).toBe(true);
    expect(store.get(id('s1'))?.idleEndsAt).toBe(clock.now() + 10 * minute);
    await clock.advance(10 * minute - 1);
    expect(store.isLive(id('s1'))).toBe(true);
    await clock.advance(1);
    expect(ended).toMatchObject([{ ended: { by: 'idle' } }]);
    expect(clock.armed).toBe(0);
  });

  test('a long sleep and a clock set back end it all the same', () => {
    for (const [jump, by] of [
      [6 * minute, 'slept'],
      [-year, 'clock-moved'],
    ] as const) {
      const { clock, store, ended } = openStore();
      store.start(lifetime({ seconds: 3600 }));
      store.pause(id('s1'));
      clock.jumpWallClock(jump);
      expect(store.isLive(id('s1'))).toBe(false);
      expect(ended).toMatchObject([{ ended: { by } }]);
    }
  });

  test("it stays paused while editors come and go, and takes the app's state afterwards", () => {
    const { store } = openStore();
    store.start(lifetime());
    store.setDegraded(() => true);
    expect(store.get(id('s1'))?.state).toBe('DEGRADED');
    store.pause(id('s1'));
    store.setDegraded(() => false);
    expect(store.get(id('s1'))?.state).toBe('PAUSED');
    store.setDegraded(() => true);
    store.resume(id('s1'));
    expect(store.get(id('s1'))?.state).toBe('DEGRADED');
    expect(store.isLive(id('s1'))).toBe(true);
  });

  test('it still counts as live, and its time goes on', async () => {
    const { clock, store, ended } = openStore();
    store.start(lifetime());
    store.pause(id('s1'));
    expect(store.countLiveOf(agent.clientId)).toBe(1);
    await clock.advance(15 * minute);
    expect(ended).toMatchObject([{ ended: { by: 'deadline' } }]);
    expect(store.resume(id('s1'))).toBe(false);
  });

  test('another session of the same client can be used meanwhile', () => {
    const { store } = openStore();
    store.start(lifetime());
    store.start(lifetime({ sessionId: id('s2') }));
    store.pause(id('s2'));
    expect(store.liveOf(agent.clientId)).toMatchObject([{ sessionId: 's1' }]);
  });
});

describe('while no editor can serve it', () => {
  test('a session is degraded, and whole again after', () => {
    const { store } = openStore();
    store.start(lifetime());
    store.setDegraded(() => true);
    expect(store.get(id('s1'))?.state).toBe('DEGRADED');
    expect(store.isLive(id('s1'))).toBe(true);
    expect(store.start(lifetime({ sessionId: id('s2') })).session.state).toBe('DEGRADED');
    store.setDegraded(() => false);
    expect(store.list().map((session) => session.state)).toEqual(['ACTIVE', 'ACTIVE']);
  });

  test('what is on hold stays so, and comes back as it then is', () => {
    const { store } = openStore();
    store.start(lifetime());
    store.pause(id('s1'));
    store.setDegraded(() => true);
    expect(store.get(id('s1'))?.state).toBe('PAUSED');
    store.resume(id('s1'));
    expect(store.get(id('s1'))?.state).toBe('DEGRADED');
  });

  test('what has ended stays ended', () => {
    const { store } = openStore();
    store.start(lifetime());
    store.end(id('s1'), 'locked');
    store.setDegraded(() => true);
    expect(store.get(id('s1'))?.state).toBe('EXPIRED');
  });
});

describe('ending', () => {
  test('happens once, and leaves no timer', () => {
    const { clock, store, ended } = openStore();
    store.start(lifetime());
    expect(clock.armed).toBe(1);
    expect(store.end(id('s1'), 'person')).toBe(true);
    expect(store.end(id('s1'), 'person')).toBe(false);
    expect(store.end(id('nobody'), 'person')).toBe(false);
    expect(ended).toHaveLength(1);
    expect(clock.armed).toBe(0);
  });

  test.each([
    ['person', 'REVOKED', 'session-revoked'],
    ['agent', 'EXPIRED', 'session-expired'],
    ['locked', 'EXPIRED', 'session-expired'],
    ['quit', 'EXPIRED', 'session-expired'],
  ] as const)('by %s is %s', (by, state, code) => {
    const { store, ended } = openStore();
    store.start(lifetime());
    store.end(id('s1'), by);
    expect(ended).toMatchObject([{ state, ended: { by } }]);
    expect(store.liveOf(agent.clientId)).toMatchObject({ kind: 'refused', code });
  });

  test('ending all emits one event for each, and the count is right', () => {
    const { store, ended, clock } = openStore();
    store.start(lifetime());
    store.start(lifetime({ sessionId: id('s2'), agent: agentCalled('other') }));
    store.end(id('s1'), 'agent');
    expect(store.endAll('person')).toBe(1);
    expect(ended.map((session) => session.sessionId)).toEqual(['s1', 's2']);
    expect(store.countLiveOf(agent.clientId)).toBe(0);
    expect(clock.armed).toBe(0);
  });

  test('the reason is returned to its agent, even after the session was forgotten', () => {
    const { store } = openStore();
    store.start(lifetime());
    const over = store.overSignal(id('s1'));
    expect(over.aborted).toBe(false);
    store.end(id('s1'), 'agent');
    expect(over.aborted).toBe(true);
    expect(store.overSignal(id('nobody’s')).aborted).toBe(true);
  });

  test('a call counted after the end does not bring it back', () => {
    const { store } = openStore();
    store.start(lifetime());
    store.end(id('s1'), 'person');
    store.use(id('s1'), 'open_file');
    expect(store.isLive(id('s1'))).toBe(false);
    expect(store.list()[0]).toMatchObject({ state: 'REVOKED', calls: 0 });
  });

  test('the last fifty that ended are remembered, the live ones always', () => {
    const { store } = openStore();
    store.start(lifetime({ sessionId: id('alive') }));
    for (let number = 1; number <= 60; number += 1) {
      store.start(lifetime({ sessionId: id(`s${number}`) }));
      store.end(id(`s${number}`), 'agent');
    }
    const names = store.list().map((session) => session.sessionId);
    expect(names).toHaveLength(51);
    expect(names).toContain('alive');
    expect(names).toContain('s60');
    expect(names).not.toContain('s10');
  });
});

describe('whose sessions', () => {
  test('a client sees its own, newest first', () => {
    const { store } = openStore();
    store.start(lifetime());
    store.start(lifetime({ sessionId: id('s2') }));
    store.start(lifetime({ sessionId: id('other'), agent: agentCalled('other') }));
    const own = store.liveOf(agent.clientId);
    expect(isError(own) ? [] : own.map((session) => session.sessionId)).toEqual(['s2', 's1']);
  });

  test('a client that never had one is told so', () => {
    const { store } = openStore();
    expect(store.liveOf(agent.clientId)).toMatchObject({ code: 'no-session' });
  });

  test('returned objects are frozen', () => {
    const { store } = openStore();
    expect(Object.isFrozen(store.start(lifetime()).session)).toBe(true);
    store.use(id('s1'), 'open_file');
    expect(Object.isFrozen(store.list()[0])).toBe(true);
  });
});
