import { describe, expect, test } from 'vitest';
import type { SessionBook } from '../../src/main/core/sessions/session-book.ts';
import { agent, agentCalled, sha256 } from './core-fixture.ts';
import { id, minute, openBook, stay, year } from './session-book-fixture.ts';

describe('C2 the token of a session', () => {
  test('is told once, opens that session, and only its digest is kept', () => {
    const { book } = openBook();
    const { session, token } = book.start(stay());
    book.start(stay({ sessionId: id('s2') }));
    expect(book.byToken(token)).toMatchObject({ sessionId: 's1' });
    expect(JSON.stringify([session, book.list(), book.get(id('s1'))])).not.toContain(token);
    expect(book.byToken(sha256(token))).toMatchObject({ code: 'no-session' });
  });

  test.each([
    ['paused', (book: SessionBook) => book.pause(id('s1')), 'session-paused'],
    ['revoked', (book: SessionBook) => book.end(id('s1'), 'person'), 'session-revoked'],
    ['leaked', (book: SessionBook) => book.end(id('s1'), 'leaked'), 'session-revoked'],
    ['given back', (book: SessionBook) => book.end(id('s1'), 'agent'), 'session-expired'],
  ])('opens nothing while the session is %s, and it is said why', (_how, stop, code) => {
    const { book } = openBook();
    const { token } = book.start(stay());
    stop(book);
    expect(book.byToken(token)).toMatchObject({ kind: 'refused', code });
  });

  test('opens nothing after the deadline, even before a timer fires', () => {
    const { clock, book } = openBook();
    const { token } = book.start(stay());
    clock.jumpWall(year);
    expect(book.byToken(token)).toMatchObject({ code: 'session-expired' });
  });

  test('has a holder while the session is on hold, and none once it has ended', () => {
    const { clock, book } = openBook();
    const { token } = book.start(stay());
    book.pause(id('s1'));
    expect(book.holderOf(token)).toMatchObject({ sessionId: 's1' });
    book.end(id('s1'), 'agent');
    expect(book.holderOf(token)).toBeNull();
    const { token: other } = book.start(stay({ sessionId: id('s2') }));
    clock.jumpWall(year);
    expect(book.holderOf(other)).toBeNull();
  });

  test('claimed later is another, once; the first one opens nothing from then on', () => {
    const { book } = openBook();
    const { token } = book.start(stay());
    const claimed = book.claimToken(id('s1')) ?? '';
    expect(book.byToken(claimed)).toMatchObject({ sessionId: 's1' });
    expect(book.byToken(token)).toMatchObject({ code: 'no-session' });
    expect(book.claimToken(id('s1'))).toBeNull();
    expect(book.byToken(claimed)).toMatchObject({ sessionId: 's1' });
  });

  test.each(['', 'token-9', 'TOKEN-1', 'token-1 '])('%j is nobody’s', (wrong) => {
    const { book } = openBook();
    book.start(stay());
    expect(book.byToken(wrong)).toMatchObject({ code: 'no-session' });
  });
});

describe('on hold', () => {
  test('a session can be used neither by its client nor by its token until the person goes on', () => {
    const { book } = openBook();
    book.start(stay());
    expect(book.pause(id('s1'))).toBe(true);
    expect(book.get(id('s1'))?.state).toBe('PAUSED');
    expect(book.liveOf(agent.clientId)).toMatchObject({ code: 'session-paused' });
    expect(book.liveOnly(id('s1'))).toMatchObject({ code: 'session-paused' });
    expect(book.resume(id('s1'))).toBe(true);
    expect(book.isLive(id('s1'))).toBe(true);
    expect(book.liveOnly(id('s1'))).toMatchObject([{ sessionId: 's1' }]);
    expect(book.get(id('s1'))?.state).toBe('ACTIVE');
  });

  test('it is not idle; when it goes on, its idle time begins anew', async () => {
    const { clock, book, ended } = openBook({ idleSeconds: 600 });
    book.start(stay({ seconds: 3600 }));
    await clock.advance(9 * minute);
    book.pause(id('s1'));
    await clock.advance(30 * minute);
    expect(ended).toEqual([]);
    expect(book.resume(id('s1'))).toBe(true);
    expect(book.get(id('s1'))?.idleEndsAt).toBe(clock.now() + 10 * minute);
    await clock.advance(10 * minute - 1);
    expect(book.isLive(id('s1'))).toBe(true);
    await clock.advance(1);
    expect(ended).toMatchObject([{ ended: { by: 'idle' } }]);
    expect(clock.armed).toBe(0);
  });

  test('a long sleep and a clock set back end it all the same', () => {
    for (const [jump, by] of [
      [6 * minute, 'slept'],
      [-year, 'clock-moved'],
    ] as const) {
      const { clock, book, ended } = openBook();
      book.start(stay({ seconds: 3600 }));
      book.pause(id('s1'));
      clock.jumpWall(jump);
      expect(book.isLive(id('s1'))).toBe(false);
      expect(ended).toMatchObject([{ ended: { by } }]);
    }
  });

  test('it stays on hold while editors come and go, and is what the house is after', () => {
    const { book } = openBook();
    book.start(stay());
    book.setDegraded(() => true);
    expect(book.get(id('s1'))?.state).toBe('DEGRADED');
    book.pause(id('s1'));
    book.setDegraded(() => false);
    expect(book.get(id('s1'))?.state).toBe('PAUSED');
    book.setDegraded(() => true);
    book.resume(id('s1'));
    expect(book.get(id('s1'))?.state).toBe('DEGRADED');
    expect(book.isLive(id('s1'))).toBe(true);
  });

  test('it still counts as live, and its time goes on', async () => {
    const { clock, book, ended } = openBook();
    book.start(stay());
    book.pause(id('s1'));
    expect(book.countLive()).toBe(1);
    await clock.advance(15 * minute);
    expect(ended).toMatchObject([{ ended: { by: 'deadline' } }]);
    expect(book.resume(id('s1'))).toBe(false);
  });

  test('another session of the same client can be used meanwhile', () => {
    const { book } = openBook();
    book.start(stay());
    book.start(stay({ sessionId: id('s2') }));
    book.pause(id('s2'));
    expect(book.liveOf(agent.clientId)).toMatchObject([{ sessionId: 's1' }]);
  });
});

describe('while no editor can serve it', () => {
  test('a session is degraded, and whole again after', () => {
    const { book } = openBook();
    book.start(stay());
    book.setDegraded(() => true);
    expect(book.get(id('s1'))?.state).toBe('DEGRADED');
    expect(book.isLive(id('s1'))).toBe(true);
    expect(book.start(stay({ sessionId: id('s2') })).session.state).toBe('DEGRADED');
    book.setDegraded(() => false);
    expect(book.list().map((session) => session.state)).toEqual(['ACTIVE', 'ACTIVE']);
  });

  test('what is on hold stays so, and comes back as it then is', () => {
    const { book } = openBook();
    book.start(stay());
    book.pause(id('s1'));
    book.setDegraded(() => true);
    expect(book.get(id('s1'))?.state).toBe('PAUSED');
    book.resume(id('s1'));
    expect(book.get(id('s1'))?.state).toBe('DEGRADED');
  });

  test('what has ended stays ended', () => {
    const { book } = openBook();
    book.start(stay());
    book.end(id('s1'), 'locked');
    book.setDegraded(() => true);
    expect(book.get(id('s1'))?.state).toBe('EXPIRED');
  });
});

describe('ending', () => {
  test('happens once, and leaves no timer', () => {
    const { clock, book, ended } = openBook();
    book.start(stay());
    expect(clock.armed).toBe(1);
    expect(book.end(id('s1'), 'person')).toBe(true);
    expect(book.end(id('s1'), 'person')).toBe(false);
    expect(book.end(id('nobody'), 'person')).toBe(false);
    expect(ended).toHaveLength(1);
    expect(clock.armed).toBe(0);
  });

  test.each([
    ['person', 'REVOKED', 'session-revoked'],
    ['agent', 'EXPIRED', 'session-expired'],
    ['locked', 'EXPIRED', 'session-expired'],
    ['quit', 'EXPIRED', 'session-expired'],
  ] as const)('by %s is %s', (by, state, code) => {
    const { book, ended } = openBook();
    book.start(stay());
    book.end(id('s1'), by);
    expect(ended).toMatchObject([{ state, ended: { by } }]);
    expect(book.liveOf(agent.clientId)).toMatchObject({ kind: 'refused', code });
  });

  test('all of them: each is told once, and the count is right', () => {
    const { book, ended, clock } = openBook();
    book.start(stay());
    book.start(stay({ sessionId: id('s2'), agent: agentCalled('other') }));
    book.end(id('s1'), 'agent');
    expect(book.endAll('person')).toBe(1);
    expect(ended.map((session) => session.sessionId)).toEqual(['s1', 's2']);
    expect(book.countLive()).toBe(0);
    expect(clock.armed).toBe(0);
  });

  test('is told to whoever works in it, also when it is no longer remembered', () => {
    const { book } = openBook();
    book.start(stay());
    const over = book.overSignal(id('s1'));
    expect(over.aborted).toBe(false);
    book.end(id('s1'), 'agent');
    expect(over.aborted).toBe(true);
    expect(book.overSignal(id('nobody’s')).aborted).toBe(true);
  });

  test('a call counted after the end does not bring it back', () => {
    const { book } = openBook();
    book.start(stay());
    book.end(id('s1'), 'person');
    book.used(id('s1'), 'open_file');
    expect(book.isLive(id('s1'))).toBe(false);
    expect(book.list()[0]).toMatchObject({ state: 'REVOKED', calls: 0 });
  });

  test('the last fifty that ended are remembered, the live ones always', () => {
    const { book } = openBook();
    book.start(stay({ sessionId: id('alive') }));
    for (let number = 1; number <= 60; number += 1) {
      book.start(stay({ sessionId: id(`s${number}`) }));
      book.end(id(`s${number}`), 'agent');
    }
    const names = book.list().map((session) => session.sessionId);
    expect(names).toHaveLength(51);
    expect(names).toContain('alive');
    expect(names).toContain('s60');
    expect(names).not.toContain('s10');
  });
});

describe('whose sessions', () => {
  test('a client sees its own, newest first', () => {
    const { book } = openBook();
    book.start(stay());
    book.start(stay({ sessionId: id('s2') }));
    book.start(stay({ sessionId: id('other'), agent: agentCalled('other') }));
    const own = book.liveOf(agent.clientId);
    expect('kind' in own ? [] : own.map((session) => session.sessionId)).toEqual(['s2', 's1']);
  });

  test('a client that never had one is told so', () => {
    const { book } = openBook();
    expect(book.liveOf(agent.clientId)).toMatchObject({ code: 'no-session' });
  });

  test('what is handed out is frozen', () => {
    const { book } = openBook();
    expect(Object.isFrozen(book.start(stay()).session)).toBe(true);
    book.used(id('s1'), 'open_file');
    expect(Object.isFrozen(book.list()[0])).toBe(true);
  });
});
