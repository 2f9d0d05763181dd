/** Step-ups of one client in the same folders become one session; each scope keeps its own deadline. */
import { describe, expect, test } from 'vitest';
import type { Scope } from '../../src/shared/access/scopes.ts';
import {
  agent,
  agentCalled,
  callerCalled,
  coreWith,
  granted,
  never,
  readAccess,
  recordingExecutor,
  settingsWith,
} from './core-fixture.ts';

const minute = 60_000;
const writeAccess = { ...readAccess, scopes: ['write:files'] };
const forMinutes = (minutes: number) => ({ give: { seconds: minutes * 60 } });

async function app() {
  const opened = await coreWith();
  recordingExecutor(opened.core);
  const scopesNow = (): readonly (readonly Scope[])[] =>
    opened.core.sessions
      .list()
      .filter(({ ended }) => !ended)
      .map(({ scopes }) => scopes);
  return { ...opened, scopesNow };
}

describe('a step-up in the same folders', () => {
  test('C3 a scope granted for a shorter time ends first, and the rest goes on', async () => {
    const { core, clock, scopesNow } = await app();
    const first = await granted(core, clock, forMinutes(50));
    const second = await granted(core, clock, { args: writeAccess, ...forMinutes(10) });
    expect(second).toBe(first);
    expect(scopesNow()).toEqual([['read:files', 'write:files']]);
    await clock.advance(10 * minute);
    expect(scopesNow()).toEqual([['read:files']]);
    await clock.advance(40 * minute);
    expect(scopesNow()).toEqual([]);
  });

  test('C3 the end of a scope is recorded', async () => {
    const { core, clock, ledgerStore } = await app();
    const sessionId = await granted(core, clock, forMinutes(50));
    await granted(core, clock, { args: writeAccess, ...forMinutes(10) });
    await clock.advance(10 * minute);
    const record = ledgerStore.records.find(({ action }) => action === 'session.narrowed');
    expect(record).toMatchObject({
      ...{ phase: 'note', session_id: sessionId, actor: agent.clientId },
      detail: 'ended by deadline: write:files',
    });
  });

  test('C3 a scope granted for longer outlives those before it', async () => {
    const { core, clock, scopesNow } = await app();
    await granted(core, clock, forMinutes(10));
    await granted(core, clock, { args: writeAccess, ...forMinutes(50) });
    await clock.advance(10 * minute);
    expect(scopesNow()).toEqual([['write:files']]);
    const call = { action: 'open_file', args: { path: '/w/app/a.ts' } };
    expect(await core.gate.pass(call, agent, never)).toMatchObject({ code: 'scope-missing' });
    await clock.advance(40 * minute);
    expect(scopesNow()).toEqual([]);
  });

  test('C4 right after sleep no expired scope counts, though no timer has fired', async () => {
    const { core, clock } = await app();
    await granted(core, clock, forMinutes(3));
    await granted(core, clock, { args: writeAccess, ...forMinutes(50) });
    clock.skip(4 * minute);
    const call = { action: 'open_file', args: { path: '/w/app/a.ts' } };
    expect(await core.gate.pass(call, agent, never)).toMatchObject({ code: 'scope-missing' });
  });

  test.each([
    ['loses it too', ['read:files', 'write:files'], { scopes: ['read:files'] }],
    ['that has nothing else ends', ['write:files'], { state: 'EXPIRED' }],
  ])('C4 right after sleep a part with an expired scope %s', async (_what, scopes, left) => {
    const { core, clock } = await app();
    const parent = await granted(core, clock, forMinutes(50));
    await granted(core, clock, { args: writeAccess, ...forMinutes(3) });
    const accessArgs = { ...readAccess, scopes, parent_session_id: parent };
    expect(await core.requests.open(accessArgs, agent).outcome).toMatchObject({ kind: 'done' });
    const part = core.sessions.list().find(({ parentId }) => parentId === parent);
    if (!part) throw new Error('there is no part');
    clock.skip(4 * minute);
    const call = { action: 'create_file', args: { path: '/w/app/b.ts', content: '' } };
    const outcome = await core.gate.pass(call, agent, never, part.sessionId);
    expect(outcome).toMatchObject({ kind: 'refused' });
    expect(core.sessions.get(part.sessionId)).toMatchObject(left);
  });

  test('the user can give all of it another end', async () => {
    const { core, clock, scopesNow } = await app();
    const sessionId = await granted(core, clock, forMinutes(50));
    await granted(core, clock, { args: writeAccess, ...forMinutes(10) });
    await core.sessions.extend(sessionId, 3000);
    await clock.advance(20 * minute);
    expect(scopesNow()).toEqual([['read:files', 'write:files']]);
  });

  test('the answer says until when all of it is there', async () => {
    const { core, clock } = await app();
    await granted(core, clock, forMinutes(50));
    const end = clock.now() + 10 * minute;
    const sessionId = await granted(core, clock, { args: writeAccess, ...forMinutes(10) });
    expect(core.sessions.get(sessionId)?.scopeEnds).toEqual({ 'write:files': end });
  });

  test('it does not count against the session limit, because it joins a session', async () => {
    const { core, clock } = await coreWith({ settings: settingsWith({ sessions: 1 }) });
    await granted(core, clock);
    await granted(core, clock, { args: writeAccess });
    expect(core.sessions.list()).toHaveLength(1);
  });
});

describe('a session of its own', () => {
  test('is opened for other folders, one call, another client and another process', async () => {
    const { core, clock } = await app();
    const who = { ...agent, verified: callerCalled('/usr/bin/cursor') };
    await granted(core, clock, { who });
    const elsewhere = { ...writeAccess, roots: ['/w/lib'] };
    await granted(core, clock, { who, args: elsewhere });
    await granted(core, clock, {
      who,
      args: { ...readAccess, scopes: ['create:files'] },
      give: { once: true },
    });
    await granted(core, clock, { who: agentCalled('other'), args: writeAccess });
    const process = { ...agent, verified: { ...callerCalled('/usr/bin/cursor'), pid: 77 } };
    await granted(core, clock, { who: process, args: { ...readAccess, scopes: ['rename:files'] } });
    expect(core.sessions.list()).toHaveLength(5);
  });

  test('is opened where the scope would end after the longest time a session may last', async () => {
    const { core, clock } = await app();
    const hours = 8 * 3600;
    const first = await granted(core, clock, { give: { seconds: hours } });
    await clock.advance(minute);
    const second = await granted(core, clock, { args: writeAccess, give: { seconds: hours } });
    expect(second).not.toBe(first);
  });
});
