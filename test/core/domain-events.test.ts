import { describe, expect, test } from 'vitest';
import type { Core } from '../../src/main/core/core.ts';
import type { DomainEvent } from '../../src/shared/protocols/management-events.ts';
import {
  agent,
  coreWith,
  granted,
  nextAsk,
  readAccess,
  recordingExecutor,
} from './core-fixture.ts';

const names = (items: readonly DomainEvent[] | null): readonly string[] =>
  (items ?? []).map(({ event }) => event);

const from = (core: Core): (() => readonly string[]) => {
  const start = core.events.newest;
  return () => names(core.events.since(start));
};

describe('domain events', () => {
  test('report the life of a request and of its session', async () => {
    const { core, clock } = await coreWith();
    const eventNames = from(core);
    const sessionId = await granted(core, clock);
    expect(eventNames()).toEqual([
      'request.created',
      'ask.created',
      'ask.settled',
      'session.created',
      'session.degraded',
      'request.decided',
    ]);
    const later = from(core);
    recordingExecutor(core);
    await core.sessions.pause(sessionId);
    await core.sessions.resume(sessionId);
    core.sessions.end(sessionId, 'person');
    expect(later()).toEqual([
      'plugin.connected',
      'session.active',
      'session.paused',
      'session.active',
      'session.revoked',
    ]);
  });

  test('say a minute before that a session is about to end, also after it was extended', async () => {
    const { core, clock } = await coreWith();
    const sessionId = await granted(core, clock, { give: { seconds: 300 } });
    const eventNames = from(core);
    await clock.advance(200_000);
    await core.sessions.extend(sessionId, 300);
    await clock.advance(200_000);
    expect(eventNames()).toEqual([]);
    await clock.advance(40_000);
    expect(eventNames()).toEqual(['session.expiring']);
    await clock.advance(60_000);
    expect(eventNames()).toEqual(['session.expiring', 'session.expired']);
  });

  test('report a request that nobody answered, and an editor that disconnected', async () => {
    const { core, clock } = await coreWith();
    const eventNames = from(core);
    const gone = core.executors.register({
      name: 'an editor',
      actions: new Set(),
      run: () => Promise.reject(new Error('not called')),
    });
    core.requests.open(readAccess, agent);
    await nextAsk(core, clock);
    await clock.advance(300_000);
    await gone.dispose();
    expect(eventNames().filter((name) => /expired|plugin/.test(name))).toEqual([
      'plugin.connected',
      'request.expired',
      'plugin.disconnected',
    ]);
  });

  test('are numbered, go on where a listener stopped, and forget after a thousand', async () => {
    const { core } = await coreWith();
    const [run, number] = core.events.newest.split('-');
    expect(core.events.since(core.events.newest)).toEqual([]);
    const opened = Array.from({ length: 600 }, () => core.requests.open({}, agent));
    await Promise.all(opened.map((request) => request.outcome));
    expect(core.events.newest).toBe(`${run}-${Number(number) + 1_200}`);
    expect(core.events.since(`${run}-1197`)).toHaveLength(Number(number) + 3);
    expect(core.events.since(`${run}-${Number(number) + 200}`)).toHaveLength(1_000);
    for (const lost of [`${run}-0`, 'other-1199', `${run}-999999`, `${run}-x`, '', '1199'])
      expect(core.events.since(lost), `after ${lost}`).toBeNull();
  });

  test('hold no token', async () => {
    const { core, clock } = await coreWith();
    const start = core.events.newest;
    const sessionId = await granted(core, clock);
    const token = core.sessions.claimToken(sessionId);
    expect(token).toMatch(/^token-/);
    expect(JSON.stringify(core.events.since(start))).not.toContain(token);
  });
});

describe('a session token for whoever did not wait', () => {
  test('the token is returned once, and only its holder gets in', async () => {
    const { core, clock } = await coreWith();
    const sessionId = await granted(core, clock);
    const token = core.sessions.claimToken(sessionId) ?? '';
    expect(core.sessions.holderOf(token)?.sessionId).toBe(sessionId);
    expect(core.sessions.claimToken(sessionId)).toBeNull();
    expect(core.sessions.holderOf('another')).toBeNull();
    await core.sessions.pause(sessionId);
    expect(core.sessions.holderOf(token)?.sessionId).toBe(sessionId);
    core.sessions.end(sessionId, 'person');
    expect(core.sessions.holderOf(token)).toBeNull();
    expect(core.sessions.claimToken(sessionId)).toBeNull();
  });
});
