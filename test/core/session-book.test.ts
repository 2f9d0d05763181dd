import { describe, expect, onTestFinished, test } from 'vitest';
import { SessionBook, type NewSession } from '../../src/main/core/sessions/session-book.ts';
import type { Session } from '../../src/shared/access.ts';
import type { RequestId, SessionId } from '../../src/shared/ids.ts';
import { FakeClock } from '../fakes/fake-clock.ts';
import { agent, agentCalled, rootAt } from './core-fixture.ts';

const year = 365 * 24 * 3600 * 1000;
const minute = 60_000;

const stay = (own: Partial<NewSession> = {}): NewSession => ({
  sessionId: 's1' as SessionId,
  requestId: 'r1' as RequestId,
  agent,
  scopes: ['read:files'],
  roots: [rootAt('/w/app')],
  seconds: 900,
  ...own,
});

function openBook() {
  const clock = new FakeClock();
  const book = new SessionBook({ clock });
  onTestFinished(() => book.dispose());
  const ended: Session[] = [];
  const listening = book.onEnded((session) => void ended.push(session));
  onTestFinished(() => listening.dispose());
  return { clock, book, ended };
}

const id = (name: string): SessionId => name as SessionId;

describe('C3 a session lives no longer than its time, by either clock', () => {
  test('it ends at its deadline although nobody calls', async () => {
    const { clock, book, ended } = openBook();
    const { expiresAt } = book.start(stay());
    expect(expiresAt).toBe(clock.now() + 900_000);
    await clock.advance(900_000 - 1);
    expect(ended).toEqual([]);
    expect(book.isLive(id('s1'))).toBe(true);
    await clock.advance(1);
    expect(ended).toMatchObject([{ state: 'EXPIRED', ended: { by: 'deadline', at: expiresAt } }]);
    expect(book.isLive(id('s1'))).toBe(false);
  });

  test('the wall clock jumps a year ahead: no call passes, even before a timer fires', () => {
    const { clock, book, ended } = openBook();
    book.start(stay());
    clock.jumpWall(year);
    expect(book.liveOf(agent.clientId)).toMatchObject({ code: 'session-expired' });
    expect(ended).toHaveLength(1);
  });

  test('the wall clock jumps a year ahead: it is noticed within half a minute without any call', async () => {
    const { clock, book, ended } = openBook();
    book.start(stay({ seconds: 8 * 3600 }));
    clock.jumpWall(year);
    await clock.advance(30_000);
    expect(ended).toHaveLength(1);
    expect(clock.armed).toBe(0);
  });

  test('the wall clock is set back a year: the session ends, and says why', async () => {
    const { clock, book, ended } = openBook();
    book.start(stay());
    clock.jumpWall(-year);
    expect(book.isLive(id('s1'))).toBe(false);
    expect(ended).toMatchObject([{ state: 'EXPIRED', ended: { by: 'clock-moved' } }]);
  });

  test('the wall clock creeps back a little: the other clock still ends it in time', async () => {
    const { clock, book, ended } = openBook();
    book.start(stay());
    await clock.advance(14 * minute);
    clock.jumpWall(-10 * minute);
    await clock.advance(minute);
    expect(ended).toHaveLength(1);
  });

  test('C4 the machine sleeps: one clock stood still, the other tells on waking', () => {
    const { clock, book } = openBook();
    book.start(stay());
    clock.jumpWall(901_000);
    expect(book.isLive(id('s1'))).toBe(false);
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

  test('a call counted after the end does not bring it back', () => {
    const { book } = openBook();
    book.start(stay());
    book.end(id('s1'), 'person');
    book.used(id('s1'), 'open_file');
    expect(book.isLive(id('s1'))).toBe(false);
    expect(book.list()[0]).toMatchObject({ state: 'REVOKED', calls: 1 });
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
    expect(Object.isFrozen(book.start(stay()))).toBe(true);
    book.used(id('s1'), 'open_file');
    expect(Object.isFrozen(book.list()[0])).toBe(true);
  });
});
