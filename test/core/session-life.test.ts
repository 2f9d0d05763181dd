import { describe, expect, onTestFinished, test } from 'vitest';
import type { Core } from '../../src/main/core/core.ts';
import type { SessionId } from '../../src/shared/base/ids.ts';
import {
  agent,
  coreWith,
  granted,
  never,
  readAccess,
  recordingExecutor,
  ledgerLines,
} from './core-fixture.ts';

const openFile = (path = '/w/app/a.ts') => ({ action: 'open_file', args: { path } });

const stateOf = (core: Core, sessionId: SessionId) =>
  core.sessions.list().find((session) => session.sessionId === sessionId)?.state;

describe('what the user does to a live session is on record', () => {
  test('more time, less time, on hold, on again, less to hold', async () => {
    const { core, clock, ledgerStore } = await coreWith();
    const args = { ...readAccess, scopes: ['read:files', 'write:files'] };
    const sessionId = await granted(core, clock, { args });
    ledgerStore.writes.length = 0;
    expect(await core.sessions.extend(sessionId, 3600)).toBe(true);
    expect(await core.sessions.pause(sessionId)).toBe(true);
    expect(await core.sessions.resume(sessionId)).toBe(true);
    expect(await core.sessions.narrow(sessionId, { scopes: ['read:files'] })).toBe(true);
    expect(ledgerStore.records.map(({ action, detail }) => [action, detail])).toEqual([
      ['session.extended', 'ends in 3600 s'],
      ['session.paused', 'by the user'],
      ['session.resumed', 'by the user'],
      ['session.narrowed', 'read:files in /w/app'],
    ]);
    expect(ledgerStore.records).toEqual(
      ledgerStore.records.map(() =>
        expect.objectContaining({ phase: 'note', decided_by: 'person', session_id: sessionId }),
      ),
    );
  });

  test('K3 what gives more does not count unless it is written down; what takes away does', async () => {
    const { core, clock, ledgerStore } = await coreWith();
    recordingExecutor(core);
    const sessionId = await granted(core, clock);
    const before = core.sessions.list()[0]?.expiresAt;
    ledgerStore.failNext(1);
    expect(await core.sessions.extend(sessionId, 3600)).toBe(false);
    expect(core.sessions.list()[0]?.expiresAt).toBe(before);
    ledgerStore.failNext(1);
    expect(await core.sessions.pause(sessionId)).toBe(true);
    expect(stateOf(core, sessionId)).toBe('PAUSED');
    ledgerStore.failNext(1);
    expect(await core.sessions.resume(sessionId)).toBe(false);
    expect(stateOf(core, sessionId)).toBe('PAUSED');
  });

  test('all of them pause before anything is written, and resume with a record each', async () => {
    const { core, clock, ledgerStore } = await coreWith();
    const first = await granted(core, clock);
    const second = await granted(core, clock, { args: { ...readAccess, roots: ['/w/other'] } });
    ledgerStore.failNext(1);
    const pausing = core.sessions.pauseAll();
    expect([stateOf(core, first), stateOf(core, second)]).toEqual(['PAUSED', 'PAUSED']);
    expect(await pausing).toBe(2);
    expect(await core.sessions.pauseAll()).toBe(0);
    // What gives more is not done without its record.
    ledgerStore.failNext(1);
    expect(await core.sessions.resumeAll()).toBe(0);
    expect([stateOf(core, first), stateOf(core, second)]).toEqual(['PAUSED', 'PAUSED']);
    await clock.advance(60_000);
    ledgerStore.writes.length = 0;
    expect(await core.sessions.resumeAll()).toBe(2);
    expect(ledgerStore.records.map(({ action, session_id }) => [action, session_id])).toEqual([
      ['session.resumed', first],
      ['session.resumed', second],
    ]);
    expect([stateOf(core, first), stateOf(core, second)]).not.toContain('PAUSED');
  });

  test('what has ended is beyond all of it', async () => {
    const { core, clock, ledgerStore } = await coreWith();
    const sessionId = await granted(core, clock);
    core.sessions.end(sessionId, 'person');
    await clock.advance(0);
    const lines = ledgerStore.lines.length;
    expect(await core.sessions.extend(sessionId, 3600)).toBe(false);
    expect(await core.sessions.pause(sessionId)).toBe(false);
    expect(await core.sessions.resume(sessionId)).toBe(false);
    expect(await core.sessions.narrow(sessionId, {})).toBe(false);
    expect(ledgerStore.lines).toHaveLength(lines);
  });

  test('narrowed to nothing it has ended, by the user', async () => {
    const { core, clock, ledgerStore } = await coreWith();
    const sessionId = await granted(core, clock);
    expect(await core.sessions.narrow(sessionId, { scopes: ['git:status'] })).toBe(true);
    expect(stateOf(core, sessionId)).toBe('REVOKED');
    await clock.advance(0);
    expect(ledgerLines(ledgerStore).at(-1)).toBe('note session.revoked');
  });
});

describe('a call meets the session as it is', () => {
  test('on hold, and on again', async () => {
    const { core, clock } = await coreWith();
    const ran = recordingExecutor(core);
    const sessionId = await granted(core, clock);
    await core.sessions.pause(sessionId);
    expect(await core.gate.pass(openFile(), agent, never)).toMatchObject({
      code: 'session-paused',
      retry: 'later',
    });
    await core.sessions.resume(sessionId);
    expect(await core.gate.pass(openFile(), agent, never)).toMatchObject({ kind: 'done' });
    expect(ran).toHaveLength(1);
  });

  test('C4 after more than five minutes of sleep, no call is served first', async () => {
    const { core, clock, ledgerStore } = await coreWith();
    const ran = recordingExecutor(core);
    await granted(core, clock, { give: { seconds: 8 * 3600 } });
    clock.jumpWallClock(6 * 60_000);
    expect(await core.gate.pass(openFile(), agent, never)).toMatchObject({
      kind: 'refused',
      code: 'session-expired',
    });
    expect(ran).toEqual([]);
    expect(ledgerStore.records.find(({ action }) => action === 'session.expired')).toMatchObject({
      detail: 'ended by slept after 0 calls',
    });
  });

  test('C4 after the screen was locked', async () => {
    const { core, clock, ledgerStore } = await coreWith();
    const ran = recordingExecutor(core);
    await granted(core, clock);
    expect(core.sessions.endAll('locked')).toBe(1);
    expect(await core.gate.pass(openFile(), agent, never)).toMatchObject({
      code: 'session-expired',
    });
    expect(ran).toEqual([]);
    expect(ledgerStore.records.find(({ action }) => action === 'session.expired')).toMatchObject({
      detail: 'ended by locked after 0 calls',
    });
  });

  test('after an idle hour, and every call puts that off', async () => {
    const { core, clock } = await coreWith();
    recordingExecutor(core);
    await granted(core, clock, { give: { seconds: 8 * 3600 } });
    await clock.advance(59 * 60_000);
    expect(await core.gate.pass(openFile(), agent, never)).toMatchObject({ kind: 'done' });
    await clock.advance(59 * 60_000);
    expect(await core.gate.pass(openFile(), agent, never)).toMatchObject({ kind: 'done' });
    await clock.advance(60 * 60_000);
    expect(await core.gate.pass(openFile(), agent, never)).toMatchObject({
      code: 'session-expired',
    });
  });
});

describe('while no editor is connected', () => {
  test('sessions are degraded and calls fail; with an editor both are whole again', async () => {
    const { core, clock } = await coreWith();
    const sessionId = await granted(core, clock);
    expect(stateOf(core, sessionId)).toBe('DEGRADED');
    expect(await core.gate.pass(openFile(), agent, never)).toMatchObject({
      kind: 'failed',
      code: 'editor-disconnected',
    });
    const editor = { name: 'e', actions: new Set(['open_file']) };
    const run = async () => ({ kind: 'done', data: {} }) as const;
    const one = core.executors.register({ ...editor, run });
    const two = core.executors.register({ ...editor, run });
    onTestFinished(() => [one, two].forEach((each) => void each.dispose()));
    expect(stateOf(core, sessionId)).toBe('ACTIVE');
    void one.dispose();
    expect(stateOf(core, sessionId)).toBe('ACTIVE');
    expect(await core.gate.pass(openFile(), agent, never)).toMatchObject({ kind: 'done' });
    void two.dispose();
    expect(stateOf(core, sessionId)).toBe('DEGRADED');
  });
});
