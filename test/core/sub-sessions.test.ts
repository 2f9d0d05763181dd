import { describe, expect, test } from 'vitest';
import type { Core } from '../../src/main/core/core.ts';
import { isPartOf } from '../../src/main/core/sessions/step-up.ts';
import type { Root } from '../../src/shared/access/access.ts';
import type { SessionId } from '../../src/shared/base/ids.ts';
import {
  agent,
  agentCalled,
  answerNext,
  coreWith,
  granted,
  nextAsk,
  pathsWith,
  readAccess,
  recordingExecutor,
  rootAt,
  settingsWith,
} from './core-fixture.ts';

const stateOf = (core: Core, sessionId: SessionId) =>
  core.sessions.list().find((session) => session.sessionId === sessionId)?.state;

describe('a part of a session, for a sub-agent', () => {
  const partOf = (parent: SessionId, own: object = {}) => ({
    ...readAccess,
    parent_session_id: parent,
    ...own,
  });

  test('needs no question, holds what it asked for, and is on record', async () => {
    const { core, clock, ledgerStore } = await coreWith();
    const args = { ...readAccess, scopes: ['read:files', 'git:status'] };
    const parent = await granted(core, clock, { args });
    ledgerStore.writes.length = 0;
    const accessArgs = partOf(parent, { roots: ['/w/app/src'], ttl_seconds: 3600 });
    const outcome = await core.requests.open(accessArgs, agent).outcome;
    expect(outcome).toMatchObject({
      kind: 'done',
      data: { session: { scopes: ['read:files'], roots: [{ path: '/w/app/src' }] } },
    });
    expect(core.asks.list()).toEqual([]);
    const [part, whole] = core.sessions.list();
    expect(part).toMatchObject({ parentId: parent, expiresAt: whole?.expiresAt });
    expect(ledgerStore.records[1]).toMatchObject({
      phase: 'decision',
      decided_by: 'policy',
      rule: 'part of a session',
      session_id: part?.sessionId,
    });
  });

  test.each([
    ['another scope', { scopes: ['write:files'] }],
    ['another folder', { roots: ['/w/lib'] }],
    ['the folder above', { roots: ['/w'] }],
  ])('%s is more than the whole', async (_what, own) => {
    const { core, clock } = await coreWith();
    const parent = await granted(core, clock);
    expect(await core.requests.open(partOf(parent, own), agent).outcome).toMatchObject({
      code: 'wider-than-parent',
    });
    expect(core.sessions.list()).toHaveLength(1);
  });

  test('brings along no folder that nobody allowed, though its scope needs none', async () => {
    const { core, clock } = await coreWith();
    const inTabs = { scopes: ['browser:tools'], reason: 'to fill in a form' };
    const parent = await granted(core, clock, { args: inTabs });
    const accessArgs = { ...inTabs, roots: ['/home/ada/private'], parent_session_id: parent };
    expect(await core.requests.open(accessArgs, agent).outcome).toMatchObject({
      kind: 'done',
      data: { session: { scopes: ['browser:tools'], roots: [] } },
    });
    expect(core.sessions.list().map(({ roots }) => roots)).toEqual([[], []]);
  });

  test('lies within the folders of the whole, whatever its scopes need', async () => {
    const { core, clock } = await coreWith();
    const inTabs = { scopes: ['browser:tools'], reason: 'to fill in a form' };
    const whole = core.sessions.get(await granted(core, clock, { args: inTabs }));
    const part = (...roots: readonly Root[]) =>
      whole && isPartOf({ scopes: whole.scopes, roots }, whole);
    expect(part()).toBe(true);
    expect(part(rootAt('/w/app'))).toBe(false);
  });

  test('a parent of another client is not found, and nothing is revealed about it', async () => {
    const { core, clock } = await coreWith();
    const parent = await granted(core, clock);
    const nobody = '00000000-0000-4000-8000-ffffffffffff' as SessionId;
    const [theirs, none] = await Promise.all([
      core.requests.open(partOf(parent), agentCalled('other')).outcome,
      core.requests.open(partOf(nobody), agent).outcome,
    ]);
    expect(theirs).toMatchObject({ code: 'no-session' });
    expect(none).toEqual(theirs);
  });

  test.each([
    ['on hold', (core: Core, id: SessionId) => core.sessions.pause(id), 'session-paused'],
    ['ended', (core: Core, id: SessionId) => core.sessions.end(id, 'person'), 'session-revoked'],
  ])('of what is %s there is none', async (_how, stop, code) => {
    const { core, clock } = await coreWith();
    const parent = await granted(core, clock);
    await stop(core, parent);
    expect(await core.requests.open(partOf(parent), agent).outcome).toMatchObject({ code });
  });

  test('C12 the whole is revoked while its part is written down: the part never starts', async () => {
    const looking = Promise.withResolvers<void>();
    const real = pathsWith();
    const pin = (folder: string) =>
      folder === '/w/app/src' ? looking.promise.then(() => real.pin(folder)) : real.pin(folder);
    const { core, clock, ledgerStore } = await coreWith({ paths: { ...real, pin } });
    const parent = await granted(core, clock);
    const request = core.requests.open(partOf(parent, { roots: ['/w/app/src'] }), agent);
    await clock.advance(0);
    const release = ledgerStore.hold();
    looking.resolve();
    await clock.advance(0);
    core.sessions.endAll('person');
    release();
    expect(await request.outcome).toMatchObject({ code: 'session-revoked' });
    expect(core.sessions.list().filter((session) => !session.ended)).toEqual([]);
  });

  test('parts are limited as well, and do not keep other clients out', async () => {
    const { core, clock } = await coreWith({ settings: settingsWith({ sessions: 2 }) });
    const parent = await granted(core, clock);
    const part = () => core.requests.open(partOf(parent), agent).outcome;
    expect(await part()).toMatchObject({ kind: 'done' });
    expect(await part()).toMatchObject({ kind: 'done' });
    expect(await part()).toMatchObject({ code: 'too-many-sessions' });
    await granted(core, clock, { who: agentCalled('other') });
  });
});

describe('a step up', () => {
  test('in the same folders asks only for what is missing, and joins the session', async () => {
    const { core, clock } = await coreWith();
    recordingExecutor(core);
    const first = await granted(core, clock);
    const more = { ...readAccess, scopes: ['read:files', 'write:files'] };
    const request = core.requests.open(more, agent);
    expect(await nextAsk(core, clock)).toMatchObject({
      scopes: ['write:files'],
      roots: ['/w/app'],
    });
    const yes = { scopes: ['write:files' as const], roots: ['/w/app'], seconds: 60 };
    await answerNext(core, clock, { kind: 'allow', ...yes });
    expect(await request.outcome).toMatchObject({
      data: { session: { sessionId: first, scopes: ['read:files', 'write:files'] } },
    });
    expect(stateOf(core, first)).toBe('ACTIVE');
    expect(core.sessions.list()).toHaveLength(1);
  });

  test('to another folder asks for that folder', async () => {
    const { core, clock } = await coreWith();
    await granted(core, clock);
    core.requests.open({ ...readAccess, roots: ['/w/app', '/w/lib'] }, agent);
    expect(await nextAsk(core, clock)).toMatchObject({ scopes: ['read:files'], roots: ['/w/lib'] });
  });

  test.each([
    ['the same again', {}],
    ['a folder inside', { roots: ['/w/app/src'] }],
  ])(
    'for what a session already has (%s) asks nothing and returns that session',
    async (_what, own) => {
      const { core, clock, ledgerStore } = await coreWith();
      const sessionId = await granted(core, clock);
      const outcome = await core.requests.open({ ...readAccess, ...own }, agent).outcome;
      expect(outcome).toMatchObject({ kind: 'done', data: { session: { sessionId } } });
      expect(core.asks.list()).toEqual([]);
      expect(core.sessions.list()).toHaveLength(1);
      expect(ledgerStore.records.at(-2)).toMatchObject({
        decided_by: 'policy',
        rule: 'held already',
        session_id: sessionId,
      });
    },
  );

  test('what only an ended session held is asked again', async () => {
    const { core, clock } = await coreWith();
    core.sessions.end(await granted(core, clock), 'agent');
    core.requests.open(readAccess, agent);
    expect(await nextAsk(core, clock)).toMatchObject({ scopes: ['read:files'] });
  });
});
