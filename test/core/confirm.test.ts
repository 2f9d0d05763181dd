import { describe, expect, test } from 'vitest';
import {
  agent,
  answerNext,
  boldAccess,
  boldApp,
  granted,
  nextConfirm,
  pathsWith,
  sha256,
  ledgerLines,
} from './core-fixture.ts';

const target = { path: '/w/app/a.ts' };
const full = { path: '/w/app/a.ts', recursive: false };
const argv = ['rm', '-rf', 'build; echo “hi”', ''];
const create = { path: '/w/app/.npmrc', content: 'registry=x\n' };

describe('a call that needs a second look', () => {
  test('is put to the user as the exact bytes that would run, and why', async () => {
    const { core, clock, call, sessionId, ran } = await boldApp();
    void call('delete_file', target);
    const ask = await nextConfirm(core, clock);
    expect(ask).toMatchObject({
      agent,
      sessionId,
      action: 'delete_file',
      actionKind: 'destroy',
      sentence: 'delete /w/app/a.ts',
      because: ['It can delete data.'],
      explain: 'It can delete data.',
      command: null,
      forSession: null,
      askedAt: clock.now(),
      deadline: clock.now() + 300_000,
      waiting: 1,
    });
    expect(JSON.parse(ask.exact)).toEqual(full);
    expect(ask.digest).toMatch(/^[0-9a-f]{64}$/);
    expect(Object.isFrozen(ask)).toBe(true);
    expect(ran).toEqual([]);
  });

  test('F1 shows every argument as it would be passed on', async () => {
    const { core, clock, call, ran } = await boldApp();
    const passing = call('exec_command', { argv, cwd: '/w/app' });
    const ask = await nextConfirm(core, clock);
    expect(JSON.parse(ask.exact)).toMatchObject({ argv, cwd: '/w/app' });
    core.asks.answer(ask.askId, { kind: 'once' });
    await passing;
    expect(ran).toMatchObject([{ args: JSON.parse(ask.exact) as object }]);
  });

  test('is shown by the real path, and run by what was shown', async () => {
    const paths = pathsWith({ '/w/app/link': '/w/app/real' });
    const { core, clock, call, ran } = await boldApp({ paths });
    const passing = call('delete_file', { path: '/w/app/link' });
    const ask = await nextConfirm(core, clock);
    expect(JSON.parse(ask.exact)).toMatchObject({ path: '/w/app/real' });
    core.asks.answer(ask.askId, { kind: 'once' });
    await passing;
    expect(ran[0]?.args).toEqual(JSON.parse(ask.exact));
  });

  test('only the intent is durable until the user has answered', async () => {
    const { core, clock, call, ledgerStore } = await boldApp();
    void call('delete_file', target);
    await nextConfirm(core, clock);
    expect(ledgerLines(ledgerStore)).toEqual(['intent delete_file']);
  });
});

describe('the answer', () => {
  test('once: it runs once, recorded as the user’s answer for exactly these bytes', async () => {
    const { core, clock, call, ran, ledgerStore, sessionId } = await boldApp();
    const passing = call('delete_file', target);
    await nextConfirm(core, clock);
    await clock.advance(2_500);
    await answerNext(core, clock, { kind: 'once' });
    expect(await passing).toMatchObject({ kind: 'done' });
    expect(ran).toHaveLength(1);
    expect(ledgerLines(ledgerStore)).toEqual([
      'intent delete_file',
      'decision delete_file allow',
      'outcome delete_file done',
    ]);
    expect(ledgerStore.records[1]).toMatchObject({
      decided_by: 'person',
      rule: 'confirm',
      session_id: sessionId,
      payload_sha256: sha256(JSON.stringify(['delete_file', full])),
      ms_to_decide: 2_500,
    });
  });

  test('once is not twice: the same call is asked about again', async () => {
    const { core, clock, call, ran } = await boldApp();
    const first = call('delete_file', target);
    const { askId } = await answerNext(core, clock, { kind: 'once' });
    await first;
    void call('delete_file', target);
    expect((await nextConfirm(core, clock)).askId).not.toBe(askId);
    expect(ran).toHaveLength(1);
  });

  test('deny: nothing runs, and the agent reads the words', async () => {
    const { core, clock, call, ran, ledgerStore } = await boldApp();
    const passing = call('delete_file', target);
    await answerNext(core, clock, { kind: 'deny', reason: 'I need it.' });
    expect(await passing).toMatchObject({
      kind: 'refused',
      code: 'denied-by-person',
      message: expect.stringContaining('They wrote: I need it.'),
    });
    expect(ran).toEqual([]);
    expect(ledgerStore.records[1]).toMatchObject({
      decided_by: 'person',
      result: 'deny',
      code: 'denied-by-person',
    });
  });

  test('change: nothing runs, and the agent is told what to do instead', async () => {
    const { core, clock, call, ran } = await boldApp();
    const passing = call('exec_command', { argv: ['rm', 'a'] });
    await answerNext(core, clock, { kind: 'change', text: 'Use git rm.' });
    expect(await passing).toMatchObject({
      code: 'change-wanted',
      message: expect.stringContaining('They wrote: Use git rm.'),
    });
    expect(ran).toEqual([]);
  });

  test('deny this kind: the next of its kind is refused unasked, in this session alone', async () => {
    const { core, clock, call, ran, ledgerStore, sessionId } = await boldApp();
    const passing = call('delete_file', target);
    await answerNext(core, clock, { kind: 'deny-kind', reason: 'Never delete.' });
    await passing;
    ledgerStore.writes.length = 0;
    expect(await call('delete_file', { path: '/w/app/b.ts' })).toMatchObject({
      code: 'denied-by-person',
      message: expect.stringContaining('Never delete.'),
    });
    expect(core.asks.list()).toEqual([]);
    expect(ledgerStore.records[1]).toMatchObject({ decided_by: 'person', result: 'deny' });
    void call('exec_command', { argv: ['mkdir', 'x'] });
    expect((await nextConfirm(core, clock)).action).toBe('exec_command');

    core.sessions.end(sessionId, 'agent');
    await granted(core, clock, { args: boldAccess });
    void call('delete_file', { path: '/w/app/b.ts' });
    expect((await nextConfirm(core, clock)).action).toBe('delete_file');
    expect(ran).toEqual([]);
  });

  test('session: the same change passes again unasked, another does not', async () => {
    const { core, clock, call, ran } = await boldApp();
    const passing = call('create_file', create);
    const ask = await answerNext(core, clock, { kind: 'session' });
    expect(ask).toMatchObject({
      kind: 'confirm',
      carriedOutBy: 'fake editor',
      forSession: 'this exact call',
    });
    await passing;
    expect(await call('create_file', create)).toMatchObject({ kind: 'done' });
    expect(ran).toHaveLength(2);
    void call('create_file', { ...create, content: 'registry=evil\n' });
    expect(await nextConfirm(core, clock)).toMatchObject({ action: 'create_file' });
    expect(ran).toHaveLength(2);
  });

  test('session: ends with the session', async () => {
    const { core, clock, call, sessionId } = await boldApp();
    const passing = call('create_file', create);
    await answerNext(core, clock, { kind: 'session' });
    await passing;
    core.sessions.end(sessionId, 'agent');
    await granted(core, clock, { args: boldAccess });
    void call('create_file', create);
    expect(await nextConfirm(core, clock)).toMatchObject({ action: 'create_file' });
  });

  test.each([
    ['delete_file', target],
    ['exec_command', { argv: ['rm', 'a'] }],
  ])('G10 session is refused for %s, and the question stays', async (action, args) => {
    const { core, clock, call, ran } = await boldApp();
    const passing = call(action, args);
    const { askId, forSession } = await nextConfirm(core, clock);
    expect(forSession).toBeNull();
    expect(core.asks.answer(askId, { kind: 'session' })).toMatchObject({ accepted: false });
    expect(ran).toEqual([]);
    core.asks.answer(askId, { kind: 'deny', reason: '' });
    expect(await passing).toMatchObject({ code: 'denied-by-person' });
  });

  test('C9 belongs to its own question: two calls wait, and each gets its own', async () => {
    const { core, clock, call, ran } = await boldApp();
    const [a, b] = [call('delete_file', target), call('delete_file', { path: '/w/app/b.ts' })];
    await clock.advance(0);
    const [first, second] = core.asks.list();
    if (!first || !second) throw new Error('two questions should wait');
    core.asks.answer(second.askId, { kind: 'once' });
    core.asks.answer(first.askId, { kind: 'deny', reason: '' });
    expect(await a).toMatchObject({ code: 'denied-by-person' });
    expect(await b).toMatchObject({ kind: 'done' });
    expect(ran.map(({ args }) => args['path'])).toEqual(['/w/app/b.ts']);
  });
});
