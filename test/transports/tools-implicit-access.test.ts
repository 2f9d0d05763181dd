import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { maxHoldMs } from '../../src/main/transports/mcp/pending-calls.ts';
import type { Exchange } from '../../src/main/transports/mcp/registry.ts';
import type { McpTools } from '../../src/main/transports/mcp/tools.ts';
import { done } from '../../src/shared/actions/outcomes.ts';
import {
  agentCalled,
  coreWith,
  granted,
  nextAsk,
  nextConfirm,
  recordingExecutor,
  ledgerLines,
} from '../core/core-fixture.ts';
import { ruleWith } from '../core/rule-fixture.ts';
import { patient, toolsOf } from './mcp-tools.ts';

async function app() {
  const opened = await coreWith();
  const tools = toolsOf(opened);
  const call = (name: string, args: unknown = {}, own: Partial<Exchange> = {}) =>
    tools.call(name, args, { ...patient, ...own });
  const ran = recordingExecutor(opened.core, { actions: ['open_file', 'create_file'] });
  return { ...opened, tools, call, ran };
}

const handleOf = (result: Awaited<ReturnType<McpTools['call']>>): string =>
  String(result?.structuredContent?.['request_id']);

const file = { path: '/w/app/a.ts' };

describe('a call without access', () => {
  test('asks for no more than it needs, in honest words, and runs when it is given', async () => {
    const { core, clock, call, ran, ledgerStore } = await app();
    const calling = call('open_file', file);
    const ask = await nextAsk(core, clock);
    expect(ask).toMatchObject({
      scopes: ['read:files'],
      roots: ['/w/app'],
      reason: 'It called open_file without having access.',
      inOurWords: true,
    });
    const yes = { scopes: ask.scopes, roots: ask.roots, seconds: 60 };
    core.asks.answer(ask.askId, { kind: 'allow', ...yes });
    expect(await calling).toMatchObject({ structuredContent: { content: 'hello' } });
    expect(ran).toHaveLength(1);
    expect(ledgerLines(ledgerStore).filter((line) => line.startsWith('outcome'))).toEqual([
      'outcome open_file refused no-session',
      'outcome request_access done',
      'outcome open_file done',
    ]);
  });

  test('that runs a command says in the question which one', async () => {
    const { core, clock, call } = await app();
    const ran = recordingExecutor(core, { actions: ['exec_command'], builtIn: true });
    const calling = call('exec_command', { command_line: 'npm test', cwd: '/w/app/src' });
    const ask = await nextAsk(core, clock);
    expect(ask).toMatchObject({
      scopes: ['run:commands'],
      roots: ['/w/app'],
      reason: 'It wants to run “npm test” in /w/app/src.',
      inOurWords: true,
    });
    core.asks.answer(ask.askId, { kind: 'deny', reason: 'No.' });
    await calling;
    expect(ran).toEqual([]);
  });

  describe('that runs code of the project', () => {
    const givenFor = async (args: object) => {
      const opened = await app();
      const { core, clock, call } = opened;
      const ran = recordingExecutor(core, { actions: ['exec_command'], answer: done({}) });
      const calling = call('exec_command', args);
      const { askId, scopes, roots } = await nextAsk(core, clock);
      // Nobody answers before the window shows it.
      await vi.waitFor(() => expect(core.requests.list()[0]?.askId()).toBe(askId));
      return { ...opened, ran, calling, askId, yes: { scopes, roots, seconds: 60 } };
    };

    test('raises one question, which is recorded as its approval', async () => {
      const { core, askId, yes, calling, ran, call, clock, ledgerStore } = await givenFor({
        ...{ argv: ['npm', 'test'], cwd: '/w/app' },
      });
      core.asks.answer(askId, { kind: 'allow', ...yes });
      await calling;
      expect(ran).toHaveLength(1);
      const line = ledgerStore.writes.join('').split('\n');
      expect(line.find((one) => /"decision".*"exec_command"/.test(one))).toContain(
        '"decided_by":"person"',
      );
      // It was for that one call.
      void call('exec_command', { argv: ['npm', 'test'], cwd: '/w/app' });
      expect(await nextConfirm(core, clock)).toMatchObject({ action: 'exec_command' });
    });

    test.each([
      [['sh', '-c', 'npm test']],
      [['rm', 'a.txt']],
      [['node', '-e', '1']],
      [['npm', 'test', 'x'.repeat(300)]],
    ])('%j is still asked about on its own', async (argv) => {
      const { core, clock, askId, yes, ran } = await givenFor({ argv, cwd: '/w/app' });
      core.asks.answer(askId, { kind: 'allow', ...yes });
      expect(await nextConfirm(core, clock)).toMatchObject({ action: 'exec_command' });
      expect(ran).toEqual([]);
    });

    test('an answer outside the window is for the access only', async () => {
      const { core, clock, yes, ran } = await givenFor({ argv: ['npm', 'test'], cwd: '/w/app' });
      const [request] = core.requests.list();
      if (!request) throw new Error('it was requested');
      expect(core.requests.answer(request, { kind: 'allow', ...yes })).toEqual({ accepted: true });
      expect(await nextConfirm(core, clock)).toMatchObject({ action: 'exec_command' });
      expect(ran).toEqual([]);
    });
  });

  test('asks once: after a no the same call is refused without a question', async () => {
    const { core, clock, call, ran } = await app();
    const calling = call('open_file', file);
    const { askId } = await nextAsk(core, clock);
    core.asks.answer(askId, { kind: 'deny', reason: 'No.' });
    expect(await calling).toMatchObject({
      isError: true,
      structuredContent: { code: 'denied-by-person', request_id: expect.any(String) },
    });
    expect(await call('open_file', file)).toMatchObject({
      isError: true,
      structuredContent: { code: 'no-session', reason: expect.stringContaining('not granted') },
    });
    expect(core.asks.list()).toEqual([]);
    expect(ran).toEqual([]);
    const others = [
      () => call('open_file', file, { agent: agentCalled('other') }),
      () => call('open_file', { path: '/w/lib/a.ts' }),
    ];
    for (const make of others) {
      const another = make();
      const ask = await nextAsk(core, clock);
      core.asks.answer(ask.askId, { kind: 'deny', reason: 'No.' });
      expect(await another).toMatchObject({ structuredContent: { code: 'denied-by-person' } });
    }
    await clock.advance(11 * 60_000);
    void call('open_file', file);
    await nextAsk(core, clock);
  });

  test('with less access than it needs, it reports that and does not ask again', async () => {
    const { core, clock, call } = await app();
    const calling = call('create_file', { path: '/w/app/b', content: 'x', overwrite: true });
    const ask = await nextAsk(core, clock);
    expect(ask.scopes).toEqual(['write:files', 'create:files']);
    const yes = { scopes: ['create:files' as const], roots: ask.roots, seconds: 60 };
    core.asks.answer(ask.askId, { kind: 'allow', ...yes });
    expect(await calling).toMatchObject({
      isError: true,
      structuredContent: {
        code: 'scope-missing',
        allowed_instead: [{ scopes: ['create:files'], roots: ['/w/app'] }],
      },
    });
    expect(core.asks.list()).toEqual([]);
  });

  test.each([
    ['the whole home folder', '/home/ada/notes.txt'],
    ['a folder of secrets', '/home/ada/.ssh/id_ed25519'],
    ['a folder of the system', '/etc/passwd'],
    ['what Gatehouse keeps', '/home/ada/.config/gatehouse/settings.json'],
  ])('never asks for %s on its own', async (_what, path) => {
    const { core, call } = await app();
    expect(await call('open_file', { path })).toMatchObject({
      isError: true,
      structuredContent: { code: 'no-session', hint: expect.stringContaining('request_access') },
    });
    expect(core.asks.list()).toEqual([]);
  });

  test('asks nothing for what nobody could carry out, or for arguments that do not fit', async () => {
    const { core, call } = await app();
    const inFolder = { claimedWorkspace: '/w/app' };
    expect(await call('manage_plugins', { op: 'list' }, inFolder)).toMatchObject({
      structuredContent: { code: 'no-session' },
    });
    expect(await call('open_file', { path: 7 })).toMatchObject({
      structuredContent: { code: 'invalid-arguments' },
    });
    expect(core.asks.list()).toEqual([]);
  });

  test('consent flags in the arguments are no consent', async () => {
    const { call, core } = await app();
    for (const flag of ['approved', 'consent', 'confirm', 'force'])
      expect(await call('open_file', { ...file, [flag]: true })).toMatchObject({
        isError: true,
        structuredContent: { code: 'invalid-arguments' },
      });
    expect(core.asks.list()).toEqual([]);
  });

  test('C10 cancelling it withdraws the question it raised', async () => {
    const { core, clock, call, ran } = await app();
    const gone = new AbortController();
    const calling = call('open_file', file, { signal: gone.signal });
    await nextAsk(core, clock);
    gone.abort();
    await calling;
    await clock.advance(0);
    expect(core.asks.list()).toEqual([]);
    expect(ran).toEqual([]);
    void call('open_file', file);
    expect(await nextAsk(core, clock)).toMatchObject({ waiting: 1 });
  });

  test('C10 cancelled before it came to a question, it raises none', async () => {
    const { clock, call, ledgerStore } = await app();
    await call('open_file', file, { signal: AbortSignal.abort() });
    await clock.advance(0);
    expect(ledgerLines(ledgerStore).filter((line) => line.includes('request_access'))).toEqual([]);
  });
});

describe('a call that takes longer than clients wait', () => {
  function stopTimers(): void {
    vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'],
    });
    onTestFinished(() => void vi.useRealTimers());
  }

  async function confirming() {
    const opened = await app();
    const { core, clock } = opened;
    let ran = 0;
    const registered = core.executors.register({
      name: 'deleter',
      actions: new Set(['delete_file']),
      async run() {
        ran += 1;
        return done({ path: '/w/app/a.ts', trash_id: '1' });
      },
    });
    onTestFinished(async () => registered.dispose());
    const args = { scopes: ['delete:files'], roots: ['/w/app'], reason: 'to tidy up' };
    await granted(core, clock, { args });
    return { ...opened, runs: () => ran };
  }

  test('is told how it goes, then "pending"; await_access brings its real result, and it ran once', async () => {
    const { core, clock, call, runs } = await confirming();
    stopTimers();
    const received: unknown[] = [];
    const notify = (method: string, params: unknown): void => void received.push([method, params]);
    const calling = call('delete_file', file, { progressToken: 'p', notify });
    await clock.advance(0);
    await vi.advanceTimersByTimeAsync(maxHoldMs);
    const pending = await calling;
    expect(pending).toMatchObject({ isError: true, structuredContent: { status: 'pending' } });
    expect(received).toHaveLength(4);
    expect(received[0]).toEqual([
      'notifications/progress',
      { progressToken: 'p', progress: 10, message: 'Waiting for the user' },
    ]);
    const request_id = handleOf(pending);
    expect(await call('access_status')).toMatchObject({
      structuredContent: { pending_calls: [{ request_id, tool: 'delete_file' }] },
    });

    const other = { agent: agentCalled('other') };
    expect(await call('await_access', { request_id }, other)).toMatchObject({
      structuredContent: { code: 'unknown-request' },
    });
    expect(await call('access_status', {}, other)).toMatchObject({
      structuredContent: { pending_calls: [] },
    });
    const waiting = call('await_access', { request_id });
    const [ask] = core.asks.list();
    core.asks.answer(ask?.askId ?? expect.fail(), { kind: 'once' });
    const result = { structuredContent: { path: '/w/app/a.ts', trash_id: '1' } };
    expect(await waiting).toMatchObject(result);
    expect(await call('await_access', { request_id })).toMatchObject(result);
    expect(runs()).toBe(1);
    expect(await call('access_status')).toMatchObject({ structuredContent: { pending_calls: [] } });
  });

  test('gives up waiting again without harm', async () => {
    const { core, clock, call, runs } = await confirming();
    stopTimers();
    const calling = call('delete_file', file);
    await clock.advance(0);
    await vi.advanceTimersByTimeAsync(maxHoldMs);
    const request_id = handleOf(await calling);
    const waiting = call('await_access', { request_id });
    await vi.advanceTimersByTimeAsync(maxHoldMs);
    expect(await waiting).toMatchObject({ structuredContent: { status: 'pending', request_id } });
    expect(core.asks.list()).toHaveLength(1);
    expect(runs()).toBe(0);
  });
});

describe('preview_access', () => {
  test('tells what would run, be asked and be denied, and the smallest grant; nobody is asked', async () => {
    const { core, clock, call, ledgerStore } = await app();
    const before = await call('preview_access', {
      calls: [
        { action: 'open_file', args: file },
        { action: 'open_file', args: { path: '/w/app/src/b.ts' } },
        { action: 'create_file', args: { path: '/w/lib/c.ts', content: '' } },
        { action: 'run_tests' },
        { action: 'fly', args: {} },
      ],
    });
    expect(before?.structuredContent).toEqual({
      calls: [
        { action: 'open_file', verdict: 'asked', why: 'You have no active session.' },
        { action: 'open_file', verdict: 'asked', why: 'You have no active session.' },
        { action: 'create_file', verdict: 'asked', why: 'You have no active session.' },
        { action: 'run_tests', verdict: 'asked', why: 'You have no active session.' },
        { action: 'fly', verdict: 'denied', why: expect.stringContaining('unknown-action') },
      ],
      smallest_grant: {
        scopes: ['read:files', 'create:files', 'test:code'],
        roots: ['/w/app', '/w/lib'],
      },
    });
    expect(core.asks.list()).toEqual([]);
    const written = ledgerLines(ledgerStore).length;
    await granted(core, clock);
    const after = await call('preview_access', { calls: [{ action: 'open_file', args: file }] });
    expect(after?.structuredContent).toEqual({
      calls: [{ action: 'open_file', verdict: 'allowed', why: 'Your session covers it.' }],
      smallest_grant: null,
    });
    // The grant, and the second look ahead, which is on record, too.
    expect(ledgerLines(ledgerStore).length).toBe(written + 5);
  });

  test('knows what the user would be shown, and what a rule forbids', async () => {
    const { core, clock, call } = await app();
    const args = { scopes: ['read:files', 'create:files'], roots: ['/w/app'], reason: 'x' };
    await granted(core, clock, { args });
    const hook = { action: 'create_file', args: { path: '/w/app/.git/hooks/x', content: '' } };
    const seen = await call('preview_access', { calls: [hook] });
    expect(seen?.structuredContent).toMatchObject({ calls: [{ verdict: 'asked' }] });
    await core.rules.add(ruleWith({ effect: 'deny', actions: ['open_file'] }));
    const denied = await call('preview_access', { calls: [{ action: 'open_file', args: file }] });
    expect(denied?.structuredContent).toMatchObject({
      calls: [{ verdict: 'denied', why: expect.stringContaining('denied-by-rule') }],
    });
    expect(await call('access_status')).toMatchObject({
      structuredContent: { denied: ['open_file'], runs_at_once: ['create_file'] },
    });
  });

  test('names the field that does not fit', async () => {
    const { call } = await app();
    expect(await call('preview_access', { calls: [{ args: {} }] })).toMatchObject({
      structuredContent: {
        code: 'invalid-arguments',
        reason: expect.stringContaining('calls.0.action'),
      },
    });
  });
});
