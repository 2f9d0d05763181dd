import { getEventListeners } from 'node:events';
import { describe, expect, onTestFinished, test } from 'vitest';
import { done, failed } from '../../src/shared/actions/outcomes.ts';
import {
  agent,
  answerNext,
  boldAccess,
  boldApp,
  coreWith,
  granted,
  never,
  nextConfirm,
  readAccess,
  recordingExecutor,
  settingsWith,
  ledgerLines,
} from './core-fixture.ts';
import { MemoryLedgerStore } from '../fakes/memory-ledger-store.ts';
import { ruleWith } from './rule-fixture.ts';

class SlowDisk extends MemoryLedgerStore {
  isSlow = false;
  readonly synced = Promise.withResolvers<void>();

  async sync(): Promise<void> {
    if (this.isSlow) await this.synced.promise;
  }
}

const openFile = (path: string) => ({ action: 'open_file', args: { path } });

/** A core with a session for /w/app that may read, and an editor that notes what it is told to do. */
async function appWithSession(own: Parameters<typeof coreWith>[0] = {}) {
  const app = await coreWith(own);
  const ran = recordingExecutor(app.core);
  const sessionId = await granted(app.core, app.clock);
  app.ledgerStore.writes.length = 0;
  return { ...app, ran, sessionId };
}

describe('K3 when the ledger cannot be written', () => {
  test('no intent, no more: nothing is looked at, nothing is run', async () => {
    const { core, ledgerStore, ran } = await appWithSession();
    ledgerStore.failNext(1);
    const outcome = await core.gate.pass({ action: 'nonsense', args: null }, agent, never);
    expect(outcome).toMatchObject({ kind: 'refused', code: 'audit-unavailable', retry: 'later' });
    expect(ran).toEqual([]);
    expect(ledgerStore.lines).toEqual([]);
  });

  test('no decision, no effect', async () => {
    const { core, ledgerStore, ran, clock } = await appWithSession();
    ledgerStore.failNext(1);
    const outcome = await core.gate.pass(openFile('/w/app/a.ts'), agent, never);
    expect(outcome).toMatchObject({ kind: 'refused', code: 'audit-unavailable' });
    expect(ran).toEqual([]);
    expect(core.sessions.list()[0]?.calls).toBe(0);
    await clock.advance(0);
    expect(ledgerLines(ledgerStore)).toEqual([
      'intent open_file',
      'outcome open_file refused audit-unavailable',
    ]);
  });

  test('K3 a change waits until its decision would outlive a power cut; a look does not', async () => {
    const ledgerStore = new SlowDisk();
    const { clock, call, ran } = await boldApp({ ledgerStore });
    const actions = () => ran.map(({ action }) => action);
    ledgerStore.isSlow = true;
    const change = call('create_file', { path: '/w/app/new.ts', content: 'x' });
    await clock.advance(0);
    const look = call('open_file', { path: '/w/app/a.ts' });
    await clock.advance(0);
    expect(actions()).toEqual(['open_file']);
    ledgerStore.synced.resolve();
    await Promise.all([change, look]);
    expect(actions()).toEqual(['open_file', 'create_file']);
  });

  test('no decision, no session, although the user said yes', async () => {
    const { core, clock, ledgerStore } = await coreWith();
    ledgerStore.failNext(1, { after: 1 });
    await expect(granted(core, clock)).rejects.toThrow('cannot write to its ledger');
    expect(core.sessions.list()).toEqual([]);
  });

  test('no intent, no question', async () => {
    const { core, clock, ledgerStore } = await coreWith();
    ledgerStore.failNext(1);
    const request = core.requests.open(readAccess, agent);
    expect(await request.outcome).toMatchObject({ code: 'audit-unavailable' });
    await clock.advance(0);
    expect(core.asks.list()).toEqual([]);
  });

  test('it continues when the disk accepts lines again', async () => {
    const { core, ledgerStore, ran } = await appWithSession();
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
    const { core, ledgerStore, ran, sessionId, clock } = await appWithSession();
    const passing = core.gate.pass(openFile('/w/app/a.ts'), agent, never);
    const release = ledgerStore.hold();
    await clock.advance(0);
    core.sessions.end(sessionId, 'person');
    release();
    expect(await passing).toMatchObject({ kind: 'refused', code: 'session-revoked' });
    expect(ran).toEqual([]);
    await clock.advance(0);
    expect(ledgerLines(ledgerStore)).toContain('outcome open_file refused session-revoked');
  });

  test('C12 revoke all during many calls: nothing starts after it', async () => {
    const settings = settingsWith({ burst: 1000, callsAtOnce: 256, sameCallPerMinute: 1000 });
    const { core, ledgerStore, ran, clock } = await appWithSession({ settings });
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

  test('C12 revoke all while 200 calls are under way and questions wait: nothing starts after it', async () => {
    const settings = settingsWith({
      ...{ burst: 1000, callsAtOnce: 256, sameCallPerMinute: 1000 },
      pendingAsksPerClient: 64,
    });
    const { core, clock, ran, call, ledgerStore } = await boldApp({ settings });
    const asked = Array.from({ length: 40 }, (_, number) =>
      call('delete_file', { path: `/w/app/${number}` }),
    );
    await clock.advance(0);
    expect(core.asks.list()).toHaveLength(40);
    for (const { askId } of core.asks.list().slice(0, 10))
      core.asks.answer(askId, { kind: 'once' });
    const release = ledgerStore.hold();
    const passing = Array.from({ length: 160 }, (_, number) =>
      call('open_file', { path: `/w/app/${number}` }),
    );
    await clock.advance(0);
    const ranBefore = ran.length;
    expect(core.sessions.endAll('person')).toBe(1);
    expect(core.asks.list()).toEqual([]);
    release();
    const outcomes = await Promise.all([...asked, ...passing]);
    expect(ran).toHaveLength(ranBefore);
    expect(outcomes.filter(({ kind }) => kind === 'done')).toHaveLength(ranBefore);
    await clock.advance(0);
    const opened = ledgerLines(ledgerStore).filter((line) => line.startsWith('intent'));
    const closed = ledgerLines(ledgerStore).filter((line) => line.startsWith('outcome'));
    expect([opened.length, closed.length]).toEqual([200, 200]);
    const revokedAt = ledgerLines(ledgerStore).indexOf('note session.revoked');
    const late = ledgerLines(ledgerStore).slice(revokedAt);
    expect(late.filter((line) => line.startsWith('outcome') && line.endsWith('done'))).toEqual([]);
  });

  test('C12 a yes after the session was revoked is too late', async () => {
    const { core, clock, ran, call, sessionId } = await boldApp();
    const passing = call('delete_file', { path: '/w/app/a' });
    const { askId } = await nextConfirm(core, clock);
    core.sessions.end(sessionId, 'person');
    expect(core.asks.answer(askId, { kind: 'once' })).toMatchObject({ accepted: false });
    expect(await passing).toMatchObject({ kind: 'refused', code: 'session-revoked' });
    expect(ran).toEqual([]);
  });

  test.each([
    ['the scope', { scopes: ['read:files'] as const }],
    ['the folder', { roots: ['/w/lib'] }],
  ])('L5 %s is taken away while it waits: refused at execution', async (_what, to) => {
    const { core, clock } = await coreWith();
    const ran = recordingExecutor(core, { actions: ['delete_file'] });
    const args = { ...boldAccess, roots: ['/w/app', '/w/lib'] };
    const sessionId = await granted(core, clock, { args });
    const call = { action: 'delete_file', args: { path: '/w/app/a' } };
    const passing = core.gate.pass(call, agent, never);
    await nextConfirm(core, clock);
    await core.sessions.narrow(sessionId, to);
    await answerNext(core, clock, { kind: 'once' });
    expect(await passing).toMatchObject({ kind: 'refused', code: 'scope-missing' });
    expect(ran).toEqual([]);
  });

  test('L5 the session is put on hold while it waits: refused at execution', async () => {
    const { core, clock, ran, call, sessionId } = await boldApp();
    const passing = call('delete_file', { path: '/w/app/a' });
    await nextConfirm(core, clock);
    await core.sessions.pause(sessionId);
    await answerNext(core, clock, { kind: 'once' });
    expect(await passing).toMatchObject({ code: 'session-paused' });
    expect(ran).toEqual([]);
  });

  test('L5 a rule forbids it while it waits: the yes does not lift the deny', async () => {
    const { core, clock, ran, call, ledgerStore } = await boldApp();
    const passing = call('delete_file', { path: '/w/app/a' });
    await nextConfirm(core, clock);
    await core.rules.add(ruleWith({ effect: 'deny', actions: ['delete_file'] }));
    await answerNext(core, clock, { kind: 'once' });
    expect(await passing).toMatchObject({ code: 'denied-by-rule' });
    expect(ran).toEqual([]);
    expect(ledgerLines(ledgerStore).slice(-2)).toEqual([
      'decision delete_file allow',
      'outcome delete_file refused denied-by-rule',
    ]);
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
    expect(ledgerLines(ledgerStore).at(-1)).toBe('outcome open_file refused action-failed');
  });

  async function appWithSlowEditor() {
    const app = await coreWith();
    const registered = app.core.executors.register({
      name: 'slow',
      actions: new Set(['open_file']),
      run: (_call, _entryId, signal) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => resolve(failed('ask-withdrawn')), { once: true });
        }),
    });
    onTestFinished(() => registered.dispose());
    const sessionId = await granted(app.core, app.clock);
    return { ...app, sessionId };
  }

  test('a call that is done when its session ends is reported as done', async () => {
    const { core, clock } = await coreWith();
    const registered = core.executors.register({
      name: 'quick',
      actions: new Set(['open_file']),
      run: async () => {
        core.sessions.endAll('person');
        return done({ content: 'x' });
      },
    });
    onTestFinished(() => registered.dispose());
    await granted(core, clock);
    expect(await core.gate.pass(openFile('/w/app/a.ts'), agent, never)).toMatchObject({
      kind: 'done',
    });
  });

  test('the editor is told when the agent gives up', async () => {
    const { core, clock } = await appWithSlowEditor();
    const gone = new AbortController();
    const passing = core.gate.pass(openFile('/w/app/a.ts'), agent, gone.signal);
    await clock.advance(0);
    gone.abort();
    expect(await passing).toMatchObject({ kind: 'failed', code: 'ask-withdrawn' });
    expect(getEventListeners(gone.signal, 'abort')).toEqual([]);
  });

  test.each([
    ['person', 'session-revoked'],
    ['deadline', 'session-expired'],
  ] as const)('C12 what runs when its session ends (%s) is stopped', async (by, code) => {
    const { core, clock, sessionId, ledgerStore } = await appWithSlowEditor();
    const passing = core.gate.pass(openFile('/w/app/a.ts'), agent, never);
    await clock.advance(0);
    core.sessions.end(sessionId, by);
    expect(await passing).toMatchObject({ kind: 'failed', code });
    await clock.advance(0);
    expect(ledgerLines(ledgerStore)).toContain(`outcome open_file failed ${code}`);
  });
});
