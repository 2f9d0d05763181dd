import { describe, expect, test } from 'vitest';
import { refused } from '../../src/shared/actions/outcomes.ts';
import {
  agent,
  agentCalled,
  coreWith,
  granted,
  never,
  pathsWith,
  recordingExecutor,
  rootAt,
  settingsWith,
  ledgerLines,
} from './core-fixture.ts';

const openFile = (path: string) => ({ action: 'open_file', args: { path } });

/** A core with a session for /w/app that may read, and an editor that notes what it is told to do. */
async function appWithSession(own: Parameters<typeof coreWith>[0] = {}) {
  const app = await coreWith(own);
  const ran = recordingExecutor(app.core);
  const sessionId = await granted(app.core, app.clock);
  app.ledgerStore.writes.length = 0;
  return { ...app, ran, sessionId };
}

describe('a call that may pass', () => {
  test('is written down before, decided, run and closed, in this order', async () => {
    const { core, ledgerStore, ran } = await appWithSession();
    const outcome = await core.gate.pass(openFile('/w/app/a.ts'), agent, never);
    expect(outcome).toEqual({ kind: 'done', data: { content: 'hello' } });
    expect(ran).toHaveLength(1);
    expect(ledgerLines(ledgerStore)).toEqual([
      'intent open_file',
      'decision open_file allow',
      'outcome open_file done',
    ]);
    const entries = new Set(ledgerStore.records.map((record) => record['entry']));
    expect(entries.size).toBe(1);
  });

  test('is run as it was judged: one frozen object with the real path and the pinned root', async () => {
    const paths = pathsWith({ '/w/app/link.ts': '/w/app/real.ts' });
    const { core, ran, sessionId } = await appWithSession({ paths });
    await core.gate.pass(openFile('/w/app/link.ts'), agent, never);
    const [call] = ran;
    expect(call?.args).toEqual({ path: '/w/app/real.ts' });
    expect(call?.places).toMatchObject([
      { path: '/w/app/real.ts', root: rootAt('/w/app'), use: 'read', protection: null },
    ]);
    expect(call?.session.sessionId).toBe(sessionId);
    expect(Object.isFrozen(call)).toBe(true);
    expect(Object.isFrozen(call?.args)).toBe(true);
    expect(Object.isFrozen(call?.places)).toBe(true);
    expect(Object.isFrozen(call?.places[0])).toBe(true);
  });

  test('its decision names the session and the rule, and the session counts it', async () => {
    const { core, ledgerStore, sessionId } = await appWithSession();
    await core.gate.pass(openFile('/w/app/a.ts'), agent, never);
    expect(ledgerStore.records[1]).toMatchObject({
      session_id: sessionId,
      decided_by: 'policy',
      rule: 'scope read:files',
    });
    expect(ledgerStore.records[2]).toMatchObject({
      session_id: sessionId,
      duration_ms: 0,
      carried_out_by: 'fake editor',
    });
    expect(core.sessions.list()[0]).toMatchObject({ calls: 1, lastAction: 'open_file' });
  });

  test('uses whichever session holds the folder', async () => {
    const { core, clock, ran, sessionId } = await appWithSession();
    const args = { scopes: ['read:files'], roots: ['/w/lib'], reason: 'more' };
    const second = await granted(core, clock, { args });
    await core.gate.pass(openFile('/w/app/a.ts'), agent, never);
    await core.gate.pass(openFile('/w/lib/b.ts'), agent, never);
    expect(ran.map((call) => call.session.sessionId)).toEqual([sessionId, second]);
  });
});

describe('a call that is refused', () => {
  test.each([
    [
      'an action nobody knows',
      { action: 'format_disk', args: {} },
      'unknown-action',
      'format_disk',
    ],
    [
      'a name that every object has',
      { action: 'toString', args: {} },
      'unknown-action',
      'toString',
    ],
    ['no arguments', { action: 'open_file', args: undefined }, 'invalid-arguments', 'arguments: '],
    ['a wrong path', { action: 'open_file', args: { path: 7 } }, 'invalid-arguments', 'path: '],
    [
      'a line that does not exist',
      { action: 'open_file', args: { path: '/w/app/a', range: { start_line: 0, end_line: 1 } } },
      'invalid-arguments',
      'range.start_line: ',
    ],
    ['a path outside', openFile('/w/app-evil/x'), 'outside-roots', 'outside your session'],
  ])(
    '%s: it says what was wrong, runs nothing and closes the entry',
    async (_what, call, code, said) => {
      const { core, ledgerStore, ran } = await appWithSession();
      const outcome = await core.gate.pass(call, agent, never);
      expect(outcome).toMatchObject({
        kind: 'refused',
        code,
        message: expect.stringContaining(said),
      });
      expect(ran).toEqual([]);
      expect(ledgerLines(ledgerStore)).toEqual([
        `intent ${call.action}`,
        `outcome ${call.action} refused ${code}`,
      ]);
    },
  );

  test('without a session', async () => {
    const { core, ran } = await appWithSession();
    const outcome = await core.gate.pass(openFile('/w/app/a.ts'), agentCalled('other'), never);
    expect(outcome).toMatchObject({ code: 'no-session', retry: 'after_grant' });
    expect(ran).toEqual([]);
  });

  test('after the session expired', async () => {
    const { core, clock, ran } = await appWithSession();
    await clock.advance(900_000);
    const outcome = await core.gate.pass(openFile('/w/app/a.ts'), agent, never);
    expect(outcome).toMatchObject({ kind: 'refused', code: 'session-expired' });
    expect(ran).toEqual([]);
  });

  test('after the user ended the session', async () => {
    const { core, sessionId, ran } = await appWithSession();
    core.sessions.end(sessionId, 'person');
    const outcome = await core.gate.pass(openFile('/w/app/a.ts'), agent, never);
    expect(outcome).toMatchObject({ kind: 'refused', code: 'session-revoked' });
    expect(ran).toEqual([]);
  });

  test('when the session holds another scope, and it names the missing one', async () => {
    const { core, clock } = await coreWith();
    const ran = recordingExecutor(core);
    const args = { scopes: ['git:status'], roots: ['/w/app'], reason: 'to look' };
    await granted(core, clock, { args });
    const outcome = await core.gate.pass(openFile('/w/app/a.ts'), agent, never);
    expect(outcome).toMatchObject({
      code: 'scope-missing',
      message: expect.stringContaining('read:files'),
    });
    expect(ran).toEqual([]);
  });

  test('a folder held by one session does not lend itself to the scope of another', async () => {
    const { core, clock } = await coreWith();
    const ran = recordingExecutor(core);
    await granted(core, clock, { args: { scopes: ['git:status'], roots: ['/w/b'], reason: 'x' } });
    await granted(core, clock, { args: { scopes: ['read:files'], roots: ['/w/a'], reason: 'x' } });
    const outcome = await core.gate.pass(openFile('/w/b/secret'), agent, never);
    expect(outcome).toMatchObject({ kind: 'refused', code: 'outside-roots' });
    expect(ran).toEqual([]);
  });

  test('D15 what Gatehouse keeps for itself, even inside a granted folder', async () => {
    const { core, clock, ledgerStore } = await coreWith();
    const ran = recordingExecutor(core);
    const args = { scopes: ['read:files'], roots: ['/home/ada'], reason: 'all' };
    await granted(core, clock, { args });
    const path = '/home/ada/.config/gatehouse/client-keys.json';
    const outcome = await core.gate.pass(openFile(path), agent, never);
    expect(outcome).toMatchObject({ kind: 'refused', code: 'own-data' });
    expect(ledgerLines(ledgerStore).slice(-2)).toEqual([
      'decision open_file deny',
      'outcome open_file refused own-data',
    ]);
    expect(ran).toEqual([]);
  });

  test('what the paths say is refused is refused in the same words', async () => {
    const paths = { ...pathsWith(), resolve: () => refused('root-changed') };
    const { core, ran } = await appWithSession({ paths });
    const outcome = await core.gate.pass(openFile('/w/app/a.ts'), agent, never);
    expect(outcome).toEqual(refused('root-changed'));
    expect(ran).toEqual([]);
  });

  test('L4 faster than the session allows, and again allowed a moment later', async () => {
    const settings = settingsWith({ burst: 2, callsPerSecond: 1 });
    const { core, clock, ran } = await appWithSession({ settings });
    const call = () => core.gate.pass(openFile('/w/app/a.ts'), agent, never);
    await call();
    await call();
    const waiting = [call(), call()];
    expect(await call()).toMatchObject({ kind: 'refused', code: 'too-fast' });
    expect(ran).toHaveLength(2);
    await clock.advance(2_000);
    expect(await Promise.all(waiting)).toMatchObject([{ kind: 'done' }, { kind: 'done' }]);
    const later = call();
    await clock.advance(1_000);
    expect(await later).toMatchObject({ kind: 'done' });
  });

  test('with no editor that can do it, the call fails and the entry says so', async () => {
    const { core, clock, ledgerStore } = await coreWith();
    await granted(core, clock);
    const outcome = await core.gate.pass(openFile('/w/app/a.ts'), agent, never);
    expect(outcome).toMatchObject({ kind: 'failed', code: 'editor-disconnected' });
    expect(ledgerLines(ledgerStore).at(-1)).toBe('outcome open_file failed editor-disconnected');
  });
});
