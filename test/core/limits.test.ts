import { describe, expect, onTestFinished, test } from 'vitest';
import { RepeatGuard } from '../../src/main/core/limits/call-limits.ts';
import { isError, done, type Outcome } from '../../src/shared/actions/outcomes.ts';
import { FakeClock } from '../fakes/fake-clock.ts';
import {
  agent,
  agentCalled,
  answerNext,
  boldAccess,
  boldApp,
  coreWith,
  granted,
  never,
  pathsWith,
  readAccess,
  recordingExecutor,
  settingsWith,
} from './core-fixture.ts';

const kb = 1024;
const fast = { burst: 1000, callsPerSecond: 1000, sameCallPerMinute: 1000 };

const edit = (bytes: number, path = '/w/app/a.ts') => ({
  path,
  content: 'x'.repeat(bytes),
  base_version: '1',
});

const codeOf = (outcome: Outcome): string => (isError(outcome) ? outcome.code : outcome.kind);

describe('how much one edit may change', () => {
  test('one byte more than allowed is refused, and says how large it is', async () => {
    const { call, ran } = await boldApp({ settings: settingsWith({ editBytes: kb }) });
    expect(await call('edit_buffer', edit(kb))).toMatchObject({ kind: 'done' });
    expect(await call('edit_buffer', edit(kb + 1))).toMatchObject({
      code: 'too-large-edit',
      message: expect.stringContaining('1025 bytes'),
    });
    expect(ran).toHaveLength(1);
  });

  test('is counted in bytes, and over all parts of the edit', async () => {
    const { call } = await boldApp({ settings: settingsWith({ editBytes: kb }) });
    const edits = Array.from({ length: 3 }, (_, number) => ({
      old_text: `old ${number}`,
      new_text: 'ä'.repeat(200),
    }));
    const many = { path: '/w/app/a.ts', edits, base_version: '1' };
    expect(await call('edit_buffer', many)).toMatchObject({ code: 'too-large-edit' });
  });
});

describe('L3 an edit split into many small ones', () => {
  test('meets the budget of the file', async () => {
    const { clock, call, ran } = await boldApp({
      settings: settingsWith({ ...fast, editBytesPerFile: 10 * kb }),
    });
    const codes: string[] = [];
    for (let part = 0; part < 1000; part += 1)
      codes.push(codeOf(await call('edit_buffer', edit(100))));
    expect(codes.filter((code) => code === 'done')).toHaveLength(102);
    expect(new Set(codes)).toEqual(new Set(['done', 'budget-spent']));
    expect(ran).toHaveLength(102);
    await clock.advance(1_000);
    expect(await call('edit_buffer', edit(100, '/w/app/b.ts'))).toMatchObject({ kind: 'done' });
  });

  test('over many files meets the budget of the day', async () => {
    const { call, ran } = await boldApp({
      settings: settingsWith({ ...fast, editBytesPerDay: 10 * kb }),
    });
    const outcomes: Outcome[] = [];
    for (let file = 0; file < 15; file += 1)
      outcomes.push(await call('edit_buffer', edit(kb, `/w/app/${file}.ts`)));
    expect(outcomes.map(codeOf)).toEqual([
      ...Array.from({ length: 10 }, () => 'done'),
      ...Array.from({ length: 5 }, () => 'budget-spent'),
    ]);
    expect(ran).toHaveLength(10);
  });

  test('a file is known by what it is, not by how it is called', async () => {
    const { core, clock } = await coreWith({
      settings: settingsWith({ ...fast, editBytesPerFile: kb }),
      paths: pathsWith({ '/w/app/link': '/w/app/a.ts' }),
    });
    recordingExecutor(core, { actions: ['edit_buffer'] });
    await granted(core, clock, { args: boldAccess });
    const call = (path: string) =>
      core.gate.pass({ action: 'edit_buffer', args: edit(700, path) }, agent, never);
    expect(await call('/w/app/a.ts')).toMatchObject({ kind: 'done' });
    expect(await call('/w/app/link')).toMatchObject({ code: 'budget-spent' });
  });

  test('reading spends nothing', async () => {
    const { call } = await boldApp({ settings: settingsWith({ ...fast, editBytesPerDay: kb }) });
    for (let round = 0; round < 20; round += 1)
      expect(await call('open_file', { path: '/w/app/a.ts' })).toMatchObject({ kind: 'done' });
  });
});

describe('L6 what was spent stays spent', () => {
  const settings = settingsWith({ ...fast, editBytesPerDay: kb });
  const spend = (app: Awaited<ReturnType<typeof boldApp>>) => app.call('edit_buffer', edit(600));

  test('in a new session', async () => {
    const app = await boldApp({ settings });
    const { core, clock, sessionId } = app;
    expect(await spend(app)).toMatchObject({ kind: 'done' });
    core.sessions.end(sessionId, 'agent');
    await granted(core, clock, { args: boldAccess });
    expect(await spend(app)).toMatchObject({ code: 'budget-spent' });
  });

  test('after a restart', async () => {
    const before = await boldApp({ settings });
    expect(await spend(before)).toMatchObject({ kind: 'done' });
    await before.core.dispose();
    const { stateStore } = before;
    expect(await spend(await boldApp({ settings, stateStore }))).toMatchObject({
      code: 'budget-spent',
    });
  });

  test('while the clock is set back; the next day it is new', async () => {
    const app = await boldApp({ settings });
    const { core, clock } = app;
    expect(await spend(app)).toMatchObject({ kind: 'done' });
    clock.jumpWallClock(-24 * 3_600_000);
    await granted(core, clock, { args: boldAccess });
    expect(await spend(app)).toMatchObject({ code: 'budget-spent' });
    clock.jumpWallClock(48 * 3_600_000);
    await granted(core, clock, { args: boldAccess });
    expect(await spend(app)).toMatchObject({ kind: 'done' });
  });

  test('of one client is not of another', async () => {
    const app = await boldApp({ settings });
    const { core, clock } = app;
    await spend(app);
    const other = agentCalled('other');
    await granted(core, clock, { who: other, args: boldAccess });
    const theirs = { action: 'edit_buffer', args: edit(600) };
    expect(await core.gate.pass(theirs, other, never)).toMatchObject({ kind: 'done' });
  });
});

describe('calls at once', () => {
  async function busyApp(callsAtOnce: number) {
    const { core, clock } = await coreWith({ settings: settingsWith({ ...fast, callsAtOnce }) });
    const working: ((outcome: Outcome) => void)[] = [];
    const registered = core.executors.register({
      name: 'slow',
      actions: new Set(['open_file']),
      run: () => new Promise((resolve) => working.push(resolve)),
    });
    onTestFinished(() => registered.dispose());
    await granted(core, clock);
    const call = (name: string) =>
      core.gate.pass({ action: 'open_file', args: { path: `/w/app/${name}` } }, agent, never);
    return { core, clock, working, call };
  }

  test('are limited, and each that ends frees a place', async () => {
    const { clock, working, call } = await busyApp(2);
    const first = [call('a'), call('b')];
    await clock.advance(0);
    const tooMany = call('c');
    await clock.advance(2_000);
    expect(await tooMany).toMatchObject({
      code: 'too-many-at-once',
      retry: 'later',
      retryAfterMs: 2_000,
    });
    const again = call('d');
    await clock.advance(1_999);
    working[0]?.(done({}));
    await first[0];
    await clock.advance(0);
    for (const finish of working) finish(done({}));
    expect(await again).toMatchObject({ kind: 'done' });
    await Promise.all(first);
  });

  test('those that wait for the user count as well', async () => {
    const { core, clock, call } = await boldApp({
      settings: settingsWith({ ...fast, callsAtOnce: 1 }),
    });
    const waiting = call('delete_file', { path: '/w/app/a' });
    await clock.advance(0);
    const tooMany = call('open_file', { path: '/w/app/a' });
    await clock.advance(2_000);
    expect(await tooMany).toMatchObject({ code: 'too-many-at-once' });
    await answerNext(core, clock, { kind: 'deny', reason: '' });
    await waiting;
    expect(await call('open_file', { path: '/w/app/a' })).toMatchObject({ kind: 'done' });
  });

  test('an editor that breaks gives its place back', async () => {
    const { core, clock } = await coreWith({ settings: settingsWith({ ...fast, callsAtOnce: 1 }) });
    const registered = core.executors.register({
      name: 'broken',
      actions: new Set(['open_file']),
      run: () => Promise.reject(new TypeError('a bug')),
    });
    onTestFinished(() => registered.dispose());
    await granted(core, clock);
    const call = { action: 'open_file', args: { path: '/w/app/a' } };
    await expect(core.gate.pass(call, agent, never)).rejects.toThrow('a bug');
    await expect(core.gate.pass(call, agent, never)).rejects.toThrow('a bug');
  });
});

describe('the very same call', () => {
  const settings = settingsWith({ burst: 1000, callsPerSecond: 1000, sameCallPerMinute: 3 });

  test('again and again is refused, until a minute has passed', async () => {
    const { clock, call } = await boldApp({ settings });
    const look = () => call('open_file', { path: '/w/app/a' });
    for (let round = 0; round < 3; round += 1) expect(await look()).toMatchObject({ kind: 'done' });
    expect(await look()).toMatchObject({ code: 'repeating' });
    await clock.advance(60_000);
    expect(await look()).toMatchObject({ kind: 'done' });
  });

  test('is counted whatever comes in between', async () => {
    const { ran, call } = await boldApp({ settings });
    const look = (name: string) => call('open_file', { path: `/w/app/${name}` });
    for (const name of ['a', 'b', 'c', 'a', 'b', 'a', 'c'])
      expect(await look(name)).toMatchObject({ kind: 'done' });
    expect(await look('a')).toMatchObject({ code: 'repeating' });
    expect(await look('b')).toMatchObject({ kind: 'done' });
    expect(await look('b')).toMatchObject({ code: 'repeating' });
    expect(ran).toHaveLength(8);
  });

  test('by another client is another call', async () => {
    const { core, clock, call } = await boldApp({ settings });
    const look = { action: 'open_file', args: { path: '/w/app/a' } };
    for (let round = 0; round < 4; round += 1) await call(look.action, look.args);
    const other = agentCalled('other');
    await granted(core, clock, { who: other });
    expect(await core.gate.pass(look, other, never)).toMatchObject({ kind: 'done' });
  });

  test('is remembered among so many others only, and then forgotten', () => {
    const clock = new FakeClock();
    const guard = new RepeatGuard(clock, () => 1);
    expect([guard.take('first'), guard.take('first')]).toEqual([true, false]);
    for (let other = 0; other < 511; other += 1) guard.take(`other ${other}`);
    expect(guard.take('first')).toBe(false);
    for (let other = 0; other < 1_024; other += 1) guard.take(`another ${other}`);
    expect(guard.take('first')).toBe(true);
  });
});

describe('L4 L6 the rate', () => {
  const settings = settingsWith({ burst: 2, callsPerSecond: 1 });
  const open = { action: 'open_file', args: { path: '/w/app/a' } };

  test('is one for all sessions of a client: neither a part nor a new session begins it again', async () => {
    const { core, clock } = await coreWith({ settings });
    recordingExecutor(core);
    const parent = await granted(core, clock);
    await core.gate.pass(open, agent, never);
    await core.gate.pass(open, agent, never);
    const part = { ...readAccess, parent_session_id: parent };
    expect(await core.requests.open(part, agent).outcome).toMatchObject({ kind: 'done' });
    const waiting = [core.gate.pass(open, agent, never), core.gate.pass(open, agent, never)];
    expect(await core.gate.pass(open, agent, never)).toMatchObject({ code: 'too-fast' });
    core.sessions.endAll('agent');
    await granted(core, clock);
    expect(await core.gate.pass(open, agent, never)).toMatchObject({ code: 'too-fast' });
    await clock.advance(2_000);
    await Promise.all(waiting);
    const later = core.gate.pass(open, agent, never);
    await clock.advance(1_000);
    expect(await later).toMatchObject({ kind: 'done' });
  });

  test('is each client’s own', async () => {
    const { core, clock } = await coreWith({ settings });
    recordingExecutor(core);
    const other = agentCalled('other');
    await granted(core, clock);
    await granted(core, clock, { who: other });
    const burst = Array.from({ length: 5 }, () => core.gate.pass(open, agent, never));
    expect(await burst[4]).toMatchObject({ code: 'too-fast' });
    expect(await core.gate.pass(open, other, never)).toMatchObject({ kind: 'done' });
    await clock.advance(2_000);
    await Promise.all(burst);
  });

  test('a burst waits up to two seconds, each call for its turn, and the rest learn how long', async () => {
    const { core, clock } = await coreWith({ settings });
    const ran = recordingExecutor(core);
    await granted(core, clock);
    const burst = Array.from({ length: 6 }, () => core.gate.pass(open, agent, never));
    await clock.advance(0);
    expect(ran).toHaveLength(2);
    expect(await burst[4]).toMatchObject({ code: 'too-fast', retryAfterMs: 3_000 });
    expect(await burst[5]).toMatchObject({ code: 'too-fast', retryAfterMs: 3_000 });
    await clock.advance(1_000);
    expect(ran).toHaveLength(3);
    await clock.advance(1_000);
    expect((await Promise.all(burst)).map(codeOf)).toEqual([
      ...['done', 'done', 'done', 'done'],
      ...['too-fast', 'too-fast'],
    ]);
  });

  test('a call that is withdrawn while it waits does not run', async () => {
    const { core, clock } = await coreWith({ settings });
    const ran = recordingExecutor(core);
    await granted(core, clock);
    const gone = new AbortController();
    await core.gate.pass(open, agent, never);
    await core.gate.pass(open, agent, never);
    const waiting = core.gate.pass(open, agent, gone.signal);
    await clock.advance(500);
    gone.abort();
    expect(await waiting).toMatchObject({ code: 'ask-withdrawn' });
    await clock.advance(2_000);
    expect(ran).toHaveLength(2);
  });

  test('a session that ends while a call waits ends the call', async () => {
    const { core, clock } = await coreWith({ settings });
    const ran = recordingExecutor(core);
    await granted(core, clock);
    await core.gate.pass(open, agent, never);
    await core.gate.pass(open, agent, never);
    const waiting = core.gate.pass(open, agent, never);
    await clock.advance(500);
    core.sessions.endAll('person');
    await clock.advance(500);
    expect(await waiting).toMatchObject({ code: 'session-revoked' });
    expect(ran).toHaveLength(2);
  });
});
