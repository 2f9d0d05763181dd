import { describe, expect, test } from 'vitest';
import { done, failed, refused, type Outcome } from '../../src/shared/actions/outcomes.ts';
import {
  agent,
  coreWith,
  granted,
  never,
  nextAsk,
  readAccess,
  recordingExecutor,
} from './core-fixture.ts';

const once = { give: { seconds: 300, once: true } } as const;
const open = { action: 'open_file', args: { path: '/w/app/a.ts' } };

describe('access for one call', () => {
  test('serves exactly one call, ends with it, and stands so in the ledger', async () => {
    const { core, clock, ledgerStore } = await coreWith();
    const ran = recordingExecutor(core);
    const sessionId = await granted(core, clock, once);
    expect(core.sessions.get(sessionId)).toMatchObject({ once: true, state: 'ACTIVE' });
    expect(ledgerStore.records.find(({ phase }) => phase === 'decision')).toMatchObject({
      args: { scopes: ['read:files'], roots: ['/w/app'], seconds: 300, once: true },
    });
    expect(await core.gate.pass(open, agent, never)).toMatchObject({ kind: 'done' });
    expect(core.sessions.get(sessionId)).toMatchObject({ ended: { by: 'once' }, calls: 1 });
    expect(await core.gate.pass(open, agent, never)).toMatchObject({
      code: 'session-expired',
      message: expect.stringContaining('for one call'),
    });
    expect(ran).toHaveLength(1);
  });

  test('of calls that come together one is carried out, and is not cut off', async () => {
    const { core, clock } = await coreWith();
    const { promise, resolve } = Promise.withResolvers<Outcome>();
    const slow = { name: 'slow', actions: new Set(['open_file']), run: () => promise };
    const registered = core.executors.register(slow);
    await granted(core, clock, once);
    const calls = [1, 2, 3].map(() => core.gate.pass(open, agent, never));
    await clock.advance(0);
    expect(core.sessions.list()[0]?.ended).toBeNull();
    resolve(done({ content: 'read' }));
    const outcomes = await Promise.all(calls);
    expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual(['done', 'refused', 'refused']);
    void registered.dispose();
  });

  test('a call that was refused has not used it', async () => {
    const { core, clock } = await coreWith();
    recordingExecutor(core);
    await granted(core, clock, once);
    const outside = { action: 'open_file', args: { path: '/etc/passwd' } };
    expect(await core.gate.pass(outside, agent, never)).toMatchObject({ kind: 'refused' });
    expect(await core.gate.pass(open, agent, never)).toMatchObject({ kind: 'done' });
  });

  test('a failed call is reported as failed, and uses up the session', async () => {
    const { core, clock } = await coreWith();
    recordingExecutor(core, { answer: failed('action-failed', 'File not found.') });
    const sessionId = await granted(core, clock, once);
    expect(await core.gate.pass(open, agent, never)).toMatchObject({
      code: 'action-failed',
      message: expect.stringContaining('File not found.'),
    });
    expect(core.sessions.get(sessionId)).toMatchObject({ ended: { by: 'once' }, calls: 1 });
  });

  test('a call that the user ends while it runs is told so, and so is the next', async () => {
    const { core, clock } = await coreWith();
    const { promise, resolve } = Promise.withResolvers<Outcome>();
    const slow = { name: 'slow', actions: new Set(['open_file']), run: () => promise };
    const registered = core.executors.register(slow);
    const sessionId = await granted(core, clock, once);
    const call = core.gate.pass(open, agent, never);
    await clock.advance(0);
    core.sessions.end(sessionId, 'person');
    resolve(failed('action-failed'));
    expect(await call).toMatchObject({ kind: 'failed', code: 'session-revoked' });
    expect(await core.gate.pass(open, agent, never)).toMatchObject({ code: 'session-revoked' });
    void registered.dispose();
  });

  test('a call that nobody began has not used it', async () => {
    const { core, clock } = await coreWith();
    const sessionId = await granted(core, clock, once);
    expect(await core.gate.pass(open, agent, never)).toMatchObject({ code: 'editor-disconnected' });
    expect(core.sessions.get(sessionId)).toMatchObject({ ended: null, calls: 0, lastAction: null });
    recordingExecutor(core);
    expect(await core.gate.pass(open, agent, never)).toMatchObject({ kind: 'done' });
    expect(core.sessions.get(sessionId)).toMatchObject({ ended: { by: 'once' }, calls: 1 });
  });

  test('a call that somebody began and then refused has used it', async () => {
    const { core, clock } = await coreWith();
    recordingExecutor(core, { answer: refused('outside-roots') });
    const sessionId = await granted(core, clock, once);
    expect(await core.gate.pass(open, agent, never)).toMatchObject({ code: 'outside-roots' });
    expect(core.sessions.get(sessionId)).toMatchObject({ ended: { by: 'once' }, calls: 1 });
  });

  test('is not spent where another session serves as well', async () => {
    const { core, clock } = await coreWith();
    recordingExecutor(core);
    const wide = await granted(core, clock, { args: { ...readAccess, roots: ['/w/app/src'] } });
    const one = await granted(core, clock, once);
    const inBoth = { action: 'open_file', args: { path: '/w/app/src/a.ts' } };
    expect(await core.gate.pass(inBoth, agent, never)).toMatchObject({ kind: 'done' });
    expect([wide, one].map((id) => core.sessions.get(id)?.calls)).toEqual([1, 0]);
  });

  test('has no parts: they would be calls of their own', async () => {
    const { core, clock } = await coreWith();
    const parent = await granted(core, clock, once);
    const part = { ...readAccess, parent_session_id: parent };
    expect(await core.requests.open(part, agent).outcome).toMatchObject({
      code: 'wider-than-parent',
    });
  });

  test('tells the agent so', async () => {
    const { core, clock } = await coreWith();
    const request = core.requests.open(readAccess, agent);
    const { askId, scopes, roots } = await nextAsk(core, clock);
    core.asks.answer(askId, { kind: 'allow', scopes, roots, seconds: 300, once: true });
    expect(await request.outcome).toMatchObject({
      kind: 'done',
      data: { session: { once: true } },
    });
  });
});
