import { describe, expect, test } from 'vitest';
import { refused } from '../../src/shared/actions/outcomes.ts';
import {
  agent,
  agentCalled,
  callerCalled,
  coreWith,
  granted,
  nextAsk,
  pathsWith,
  readAccess,
  recordingExecutor,
  rootAt,
  settingsWith,
  ledgerLines,
} from './core-fixture.ts';

describe('the entry of a request', () => {
  test('says which program asked, and whether it is the one from before', async () => {
    const { core, clock, ledgerStore } = await coreWith();
    const verified = callerCalled('/opt/cursor/s3cret', false);
    core.requests.open(readAccess, { ...agent, verified });
    await nextAsk(core, clock);
    expect(ledgerStore.records[0]).toMatchObject({
      phase: 'intent',
      caller: {
        pid: 42,
        executable: '/opt/cursor/⟨secret⟩',
        cwd: '/w/app',
        parents: ['/usr/bin/bash'],
        same_as_before: false,
      },
    });
  });

  test('says so when that could not be found out', async () => {
    const { core, clock, ledgerStore } = await coreWith();
    core.requests.open(readAccess, agent);
    await nextAsk(core, clock);
    expect(ledgerStore.records[0]).toMatchObject({ phase: 'intent', caller: null });
  });
});

describe('what has to do with no folder', () => {
  const inTabs = { scopes: ['browser:tools'], reason: 'to fill in a form' };

  test('is asked for without one, and the session is served without an editor', async () => {
    const { core, clock } = await coreWith();
    const request = core.requests.open(inTabs, agent);
    const ask = await nextAsk(core, clock);
    expect(ask).toMatchObject({ scopes: ['browser:tools'], roots: [], pins: [] });
    core.asks.answer(ask.askId, { kind: 'allow', scopes: ask.scopes, roots: [], seconds: 600 });
    expect(await request.outcome).toMatchObject({ kind: 'done', data: { session: { roots: [] } } });
    expect(core.sessions.list()).toMatchObject([{ roots: [], state: 'ACTIVE' }]);
    const again = await core.requests.open({ ...inTabs, roots: ['/w/app'] }, agent).outcome;
    expect(again).toMatchObject({ kind: 'done' });
    expect(core.sessions.list()).toHaveLength(1);
  });

  test('brings no folder along, even if one is named', async () => {
    const { core, clock } = await coreWith();
    core.requests.open({ ...inTabs, roots: ['/w/app'] }, agent);
    expect(await nextAsk(core, clock)).toMatchObject({ scopes: ['browser:tools'], roots: [] });
  });

  test('is the only scope that needs no folder, in the request and in the answer', async () => {
    const { core, clock } = await coreWith();
    const scopes = ['browser:tools', 'read:files'];
    const refusal = { kind: 'refused', code: 'invalid-arguments' };
    expect(await core.requests.open({ ...inTabs, scopes }, agent).outcome).toMatchObject(refusal);
    core.requests.open({ ...inTabs, scopes, roots: ['/w/app'] }, agent);
    const ask = await nextAsk(core, clock);
    const allow = { kind: 'allow', scopes: ask.scopes, roots: [], seconds: 600 } as const;
    expect(core.asks.answer(ask.askId, allow)).toMatchObject({ accepted: false });
    const less = { ...allow, scopes: ['browser:tools'] as const };
    expect(core.asks.answer(ask.askId, less)).toEqual({ accepted: true });
  });

  test('stays when the user takes everything else away, and goes last', async () => {
    const { core, clock } = await coreWith();
    const scopes = ['browser:tools', 'backend:read'];
    const sessionId = await granted(core, clock, { args: { ...inTabs, scopes } });
    expect(await core.sessions.narrow(sessionId, { scopes: ['browser:tools'], roots: [] })).toBe(
      true,
    );
    expect(core.sessions.get(sessionId)).toMatchObject({ scopes: ['browser:tools'], ended: null });
  });
});

describe('a request becomes a question', () => {
  test('with the real folders, the plain scopes, the reason and the time', async () => {
    const paths = pathsWith({ '/home/ada/app': '/w/app' });
    const { core, clock } = await coreWith({ paths });
    const args = {
      scopes: ['git:*', 'read:files'],
      roots: ['/home/ada/app'],
      reason: 'Fix the build',
      ttl_seconds: 600,
    };
    core.requests.open(args, agent);
    expect(await nextAsk(core, clock)).toMatchObject({
      kind: 'access',
      agent,
      scopes: ['read:files', 'git:status', 'view:diffs', 'git:commit', 'git:branch'],
      roots: ['/w/app'],
      rootWarnings: {},
      reason: 'Fix the build',
      requestedSeconds: 600,
      askedAt: clock.now(),
      deadline: clock.now() + 300_000,
    });
  });

  test('a folder named twice, or by two names, is asked for once', async () => {
    const { core, clock } = await coreWith({ paths: pathsWith({ '/link': '/w/app' }) });
    core.requests.open({ ...readAccess, roots: ['/w/app', '/link', '/w/app'] }, agent);
    expect((await nextAsk(core, clock)).roots).toEqual(['/w/app']);
  });

  test('lasts 15 minutes when the request names no duration', async () => {
    const { core, clock } = await coreWith();
    core.requests.open(readAccess, agent);
    expect((await nextAsk(core, clock)).requestedSeconds).toBe(900);
  });

  test.each([
    ['/home/ada', 'whole home folder'],
    ['/home', 'home folder lies inside'],
    ['/home/ada/.config/nvim', 'Settings of your programs'],
    ['/w/.cache', 'hidden folder'],
  ])('D15 the user is warned of %s', async (root, words) => {
    const { core, clock } = await coreWith();
    core.requests.open({ ...readAccess, roots: [root] }, agent);
    const { rootWarnings } = await nextAsk(core, clock);
    expect(rootWarnings[root]).toContain(words);
  });

  test('the question is frozen, so that nothing changes between showing and answering', async () => {
    const { core, clock } = await coreWith();
    core.requests.open(readAccess, agent);
    expect(Object.isFrozen(await nextAsk(core, clock))).toBe(true);
  });
});

describe('a request that is not worth a question', () => {
  test.each([
    [{}, 'invalid-arguments', 'scopes: '],
    [{ ...readAccess, roots: [] }, 'invalid-arguments', 'roots: '],
    [{ ...readAccess, reason: 7 }, 'invalid-arguments', 'reason: '],
    [{ ...readAccess, ttl_seconds: 5 }, 'invalid-arguments', 'ttl_seconds: '],
    [{ ...readAccess, approve: true }, 'invalid-arguments', 'approve'],
    ['please', 'invalid-arguments', 'arguments: '],
    [{ ...readAccess, scopes: ['read:files', 'root:all'] }, 'unknown-scope', 'root:all'],
    [{ ...readAccess, roots: ['relative'] }, 'root-not-found', 'does not exist'],
    [{ ...readAccess, roots: ['/w/app', '/'] }, 'root-not-grantable', 'whole disk'],
    [{ ...readAccess, roots: ['/home/ada/.ssh'] }, 'root-not-grantable', '.ssh'],
    [{ ...readAccess, roots: ['/home/ada/.gnupg/private'] }, 'root-not-grantable', '.gnupg'],
    [{ ...readAccess, roots: ['/home/ada/.config/gatehouse'] }, 'own-data', 'never available'],
    [
      { ...readAccess, roots: ['/home/ada/.config/gatehouse/audit'] },
      'own-data',
      'never available',
    ],
  ])('D15 %j is refused', async (args, code, said) => {
    const { core, clock, ledgerStore } = await coreWith();
    const outcome = await core.requests.open(args, agent).outcome;
    expect(outcome).toMatchObject({
      kind: 'refused',
      code,
      message: expect.stringContaining(said),
    });
    await clock.advance(0);
    expect(core.asks.list()).toEqual([]);
    expect(ledgerLines(ledgerStore)).toEqual([
      'intent request_access',
      `outcome request_access refused ${code}`,
    ]);
  });

  test('a link to what is never given is refused by what it points to', async () => {
    const { core } = await coreWith({ paths: pathsWith({ '/w/harmless': '/home/ada/.ssh' }) });
    const outcome = await core.requests.open({ ...readAccess, roots: ['/w/harmless'] }, agent)
      .outcome;
    expect(outcome).toMatchObject({ code: 'root-not-grantable' });
  });

  test('too many questions of one client wait; another client may still ask', async () => {
    const { core, clock } = await coreWith({ settings: settingsWith({ pendingAsksPerClient: 2 }) });
    core.requests.open({ ...readAccess, roots: ['/w/a'] }, agent);
    core.requests.open({ ...readAccess, roots: ['/w/b'] }, agent);
    await clock.advance(0);
    expect(await core.requests.open(readAccess, agent).outcome).toMatchObject({
      code: 'too-many-asks',
      retry: 'later',
    });
    core.requests.open(readAccess, agentCalled('other'));
    await clock.advance(0);
    expect(core.asks.list()).toHaveLength(3);
  });

  test('as many sessions are live as the owner allows, until one ends', async () => {
    const { core, clock } = await coreWith({ settings: settingsWith({ sessions: 1 }) });
    const sessionId = await granted(core, clock);
    const elsewhere = { ...readAccess, roots: ['/w/lib'] };
    expect(await core.requests.open(elsewhere, agent).outcome).toMatchObject({
      code: 'too-many-sessions',
    });
    expect(core.state.snapshot().notices).toMatchObject([
      { title: 'cursor was refused: it has 1 active sessions' },
    ]);
    core.sessions.end(sessionId, 'agent');
    await granted(core, clock, { args: elsewhere });
    expect(core.sessions.list().filter((session) => !session.ended)).toHaveLength(1);
  });
});

describe('the answer', () => {
  test('yes to less is a session of just that, pinned to what the folders are', async () => {
    const { core, clock, ledgerStore } = await coreWith();
    recordingExecutor(core);
    const args = { ...readAccess, scopes: ['read:files', 'write:files'], roots: ['/w/a', '/w/b'] };
    const sessionId = await granted(core, clock, {
      args,
      give: { scopes: ['read:files'], roots: ['/w/b'], seconds: 60 },
    });
    expect(core.sessions.list()).toMatchObject([
      {
        sessionId,
        agent,
        scopes: ['read:files'],
        roots: [rootAt('/w/b')],
        expiresAt: clock.now() + 60_000,
        state: 'ACTIVE',
      },
    ]);
    expect(ledgerStore.records[1]).toMatchObject({
      phase: 'decision',
      decided_by: 'person',
      result: 'allow',
      session_id: sessionId,
      args: { scopes: ['read:files'], roots: ['/w/b'], seconds: 60 },
    });
  });

  test('the agent is told what it got and until when', async () => {
    const { core, clock } = await coreWith();
    const request = core.requests.open(readAccess, agent);
    const { askId } = await nextAsk(core, clock);
    await clock.advance(5_000);
    const answer = { scopes: ['read:files' as const], roots: ['/w/app'], seconds: 60 };
    core.asks.answer(askId, { kind: 'allow', ...answer });
    const expiresAt = clock.now() + 60_000;
    const session = { scopes: ['read:files'], roots: [{ path: '/w/app' }], expiresAt };
    expect(await request.outcome).toMatchObject({ kind: 'done', data: { session } });
  });

  test("a denial includes the user's text, and the time to decide is recorded", async () => {
    const { core, clock, ledgerStore } = await coreWith();
    const request = core.requests.open(readAccess, agent);
    const { askId } = await nextAsk(core, clock);
    await clock.advance(1_500);
    core.asks.answer(askId, { kind: 'deny', reason: 'Not on a Friday.' });
    expect(await request.outcome).toEqual(
      refused('denied-by-person', 'They wrote: Not on a Friday.'),
    );
    expect(ledgerStore.records[1]).toMatchObject({
      decided_by: 'person',
      result: 'deny',
      code: 'denied-by-person',
      ms_to_decide: 1_500,
    });
    expect(core.sessions.list()).toEqual([]);
  });

  test('silence is no, decided by nobody', async () => {
    const { core, clock, ledgerStore } = await coreWith();
    const request = core.requests.open(readAccess, agent);
    await nextAsk(core, clock);
    await clock.advance(300_000);
    expect(await request.outcome).toEqual(refused('ask-timed-out'));
    expect(ledgerStore.records[1]).toMatchObject({ decided_by: 'nobody', code: 'ask-timed-out' });
    expect(ledgerLines(ledgerStore).at(-1)).toBe('outcome request_access refused ask-timed-out');
  });
});
