import { describe, expect, test } from 'vitest';
import type { AskResult } from '../../src/main/core/asks/ask-queue.ts';
import { refused } from '../../src/shared/actions/outcomes.ts';
import {
  answerNext,
  boldAccess,
  boldApp,
  granted,
  nextConfirm,
  pathsWith,
  ledgerLines,
} from './core-fixture.ts';

const target = { path: '/w/app/a.ts' };
const create = { path: '/w/app/.npmrc', content: 'registry=x\n' };

describe('no answer is no', () => {
  const endings: readonly [string, AskResult['kind'], string][] = [
    ['silence', 'timed-out', 'ask-timed-out'],
    ['the agent leaving', 'withdrawn', 'ask-withdrawn'],
    ['putting it off', 'parked', 'ask-parked'],
    ['the house closing', 'closed', 'shutting-down'],
  ];

  test.each(endings)('C10 %s (%s): nothing runs, and it is on record', async (_how, kind, code) => {
    const { core, clock, call, ran, ledgerStore } = await boldApp();
    const gone = new AbortController();
    const passing = call('delete_file', target, gone.signal);
    const { askId } = await nextConfirm(core, clock);
    if (kind === 'timed-out') await clock.advance(300_000);
    if (kind === 'withdrawn') gone.abort();
    if (kind === 'parked') core.asks.park(askId);
    if (kind === 'closed') await core.dispose();
    expect(await passing).toMatchObject({ kind: 'refused', code });
    expect(ran).toEqual([]);
    expect(ledgerLines(ledgerStore).slice(0, 3)).toEqual([
      'intent delete_file',
      `decision delete_file deny ${code}`,
      `outcome delete_file refused ${code}`,
    ]);
    expect(ledgerStore.records[1]).toMatchObject({
      decided_by: kind === 'parked' ? 'person' : 'nobody',
    });
  });

  test('C10 a click after the agent left does nothing', async () => {
    const { core, clock, call, ran } = await boldApp();
    const gone = new AbortController();
    const passing = call('delete_file', target, gone.signal);
    const { askId } = await nextConfirm(core, clock);
    gone.abort();
    await passing;
    expect(core.asks.list()).toEqual([]);
    expect(core.asks.answer(askId, { kind: 'once' })).toMatchObject({ accepted: false });
    await clock.advance(0);
    expect(ran).toEqual([]);
  });

  test('K3 what cannot be written down is not even asked', async () => {
    const { core, clock, call, ran, ledgerStore } = await boldApp();
    ledgerStore.failNext(1);
    expect(await call('delete_file', target)).toMatchObject({ code: 'audit-unavailable' });
    await clock.advance(0);
    expect([core.asks.list(), ran]).toEqual([[], []]);
  });

  test('G12 four questions that nobody answered are enough for a while', async () => {
    const { core, clock, call } = await boldApp();
    const waiting = ['a', 'b', 'c', 'd'].map((name) =>
      call('delete_file', { path: `/w/app/${name}` }),
    );
    await nextConfirm(core, clock);
    await clock.advance(300_000);
    for (const passing of waiting) expect(await passing).toMatchObject({ code: 'ask-timed-out' });
    expect(await call('delete_file', target)).toMatchObject({ code: 'muted' });
  });

  test('K3 a yes that cannot be written down is no', async () => {
    const { core, clock, call, ran, ledgerStore } = await boldApp();
    const passing = call('delete_file', target);
    await nextConfirm(core, clock);
    ledgerStore.failNext(1);
    await answerNext(core, clock, { kind: 'once' });
    expect(await passing).toMatchObject({ code: 'audit-unavailable' });
    expect(ran).toEqual([]);
  });
});

describe('G5 what was shown has changed', () => {
  test('before the answer: stale, nothing runs, and the next try is asked again', async () => {
    const contents = new Map([['/w/app/a.ts', 'old']]);
    const { core, clock, call, ran, ledgerStore } = await boldApp({
      paths: pathsWith({}, { contents }),
    });
    const passing = call('delete_file', target);
    const { digest } = await nextConfirm(core, clock);
    contents.set('/w/app/a.ts', 'new');
    await answerNext(core, clock, { kind: 'once' });
    expect(await passing).toMatchObject({ kind: 'refused', code: 'stale', retry: 'after_fix' });
    expect(ran).toEqual([]);
    expect(ledgerLines(ledgerStore).at(-1)).toBe('outcome delete_file refused stale');
    void call('delete_file', target);
    expect((await nextConfirm(core, clock)).digest).not.toBe(digest);
  });

  test('a stale “for this session” is remembered for nothing', async () => {
    const contents = new Map<string, string>();
    const { core, clock, call } = await boldApp({ paths: pathsWith({}, { contents }) });
    const passing = call('create_file', create);
    await nextConfirm(core, clock);
    contents.set('/w/app/.npmrc', 'x');
    await answerNext(core, clock, { kind: 'session' });
    expect(await passing).toMatchObject({ code: 'stale' });
    contents.delete('/w/app/.npmrc');
    void call('create_file', create);
    expect(await nextConfirm(core, clock)).toMatchObject({ action: 'create_file' });
  });
});

test('G5 the folder that a command would work in was replaced: stale, and nothing runs', async () => {
  const real = pathsWith();
  let isReplaced = false;
  const resolve: typeof real.resolve = (wanted, roots, use) =>
    isReplaced && use === 'list' ? refused('root-changed') : real.resolve(wanted, roots, use);
  const { core, clock, call, ran } = await boldApp({ paths: { ...real, resolve } });
  const passing = call('exec_command', { argv: ['git', 'log', '-5'] });
  await nextConfirm(core, clock);
  isReplaced = true;
  await answerNext(core, clock, { kind: 'once' });
  expect(await passing).toMatchObject({ code: 'stale' });
  expect(ran).toEqual([]);
});

test('G5 the program was replaced: stale, and nothing runs', async () => {
  const contents = new Map([['/usr/bin/git', 'git']]);
  const { core, clock, call, ran } = await boldApp({ paths: pathsWith({}, { contents }) });
  const passing = call('exec_command', { argv: ['git', 'log', '-5'] });
  await nextConfirm(core, clock);
  contents.set('/usr/bin/git', 'something else');
  await answerNext(core, clock, { kind: 'once' });
  expect(await passing).toMatchObject({ code: 'stale' });
  expect(ran).toEqual([]);
});

test('the same call made twice at once is asked about twice, and each has its own answer', async () => {
  const { core, clock, call, ran } = await boldApp();
  const first = call('delete_file', target);
  await nextConfirm(core, clock);
  const second = call('delete_file', target);
  await clock.advance(0);
  const [one, other] = core.asks.list();
  if (!one || !other) throw new Error('both wait');
  core.asks.answer(other.askId, { kind: 'deny', reason: '' });
  core.asks.answer(one.askId, { kind: 'once' });
  expect(await second).toMatchObject({ code: 'denied-by-person' });
  expect(await first).toMatchObject({ kind: 'done' });
  expect(ran).toHaveLength(1);
});

describe('a question about a call that was put off', () => {
  async function parked(own: Parameters<typeof boldApp>[0] = {}) {
    const app = await boldApp(own);
    const passing = app.call('delete_file', target);
    const ask = await nextConfirm(app.core, app.clock);
    app.core.asks.park(ask.askId);
    await passing;
    return { ...app, ask };
  }

  test('a late yes runs nothing by itself, and is used once for exactly the same call', async () => {
    const { core, clock, call, ran, ask, ledgerStore } = await parked();
    expect(core.asks.answer(ask.askId, { kind: 'once' })).toEqual({ accepted: true });
    await clock.advance(0);
    expect(ran).toEqual([]);
    expect(ledgerLines(ledgerStore).at(-1)).toBe('note ask.answered-late');
    expect(await call('delete_file', target)).toMatchObject({ kind: 'done' });
    expect(ran).toHaveLength(1);
    expect(ledgerStore.records.at(-2)).toMatchObject({ decided_by: 'person', result: 'allow' });
    void call('delete_file', target);
    await nextConfirm(core, clock);
    expect(ran).toHaveLength(1);
  });

  test('K3 a late yes whose use cannot be written down is none', async () => {
    const { core, call, ran, ask, ledgerStore, clock } = await parked();
    core.asks.answer(ask.askId, { kind: 'once' });
    await clock.advance(0);
    ledgerStore.failNext(1);
    expect(await call('delete_file', target)).toMatchObject({ code: 'audit-unavailable' });
    expect(ran).toEqual([]);
  });

  test('a late “for this session” is a yes as well, for the call that was shown', async () => {
    const { core, clock, call, ran } = await boldApp();
    const passing = call('create_file', create);
    const { askId } = await nextConfirm(core, clock);
    core.asks.park(askId);
    await passing;
    expect(core.asks.answer(askId, { kind: 'session' })).toEqual({ accepted: true });
    expect(await call('create_file', create)).toMatchObject({ kind: 'done' });
    void call('create_file', create);
    await nextConfirm(core, clock);
    expect(ran).toHaveLength(1);
  });

  test('is of no use to another call', async () => {
    const { core, clock, call, ran, ask } = await parked();
    core.asks.answer(ask.askId, { kind: 'once' });
    void call('delete_file', { path: '/w/app/b.ts' });
    await nextConfirm(core, clock);
    void call('delete_file', { ...target, recursive: true });
    await nextConfirm(core, clock);
    expect(ran).toEqual([]);
  });

  test('G5 is of no use when the file has changed since', async () => {
    const contents = new Map([['/w/app/a.ts', 'old']]);
    const { core, clock, call, ran, ask } = await parked({ paths: pathsWith({}, { contents }) });
    core.asks.answer(ask.askId, { kind: 'once' });
    contents.set('/w/app/a.ts', 'new');
    void call('delete_file', target);
    await nextConfirm(core, clock);
    expect(ran).toEqual([]);
  });

  test('is of no use after ten minutes, or in another session', async () => {
    const { core, clock, call, ran, ask, sessionId } = await parked();
    core.asks.answer(ask.askId, { kind: 'once' });
    core.sessions.end(sessionId, 'agent');
    await granted(core, clock, { args: boldAccess, give: { seconds: 3600 } });
    void call('delete_file', target);
    const again = await nextConfirm(core, clock);
    core.asks.park(again.askId);
    await clock.advance(0);
    core.asks.answer(again.askId, { kind: 'once' });
    await clock.advance(9 * 60_000);
    await call('open_file', target);
    await clock.advance(60_000);
    void call('delete_file', target);
    await nextConfirm(core, clock);
    expect(ran.map(({ action }) => action)).toEqual(['open_file']);
  });

  test.each([
    { kind: 'deny', reason: '' },
    { kind: 'change', text: 'Only b.ts.' },
  ] as const)('a late $kind lets nothing pass: the same call is asked about again', async (no) => {
    const { core, clock, call, ran, ask } = await parked();
    expect(core.asks.answer(ask.askId, no)).toEqual({ accepted: true });
    void call('delete_file', target);
    expect(await nextConfirm(core, clock)).toMatchObject({ waiting: 1 });
    expect(ran).toEqual([]);
  });

  test('a late no to the whole kind counts as well', async () => {
    const { core, call, ran, ask } = await parked();
    core.asks.answer(ask.askId, { kind: 'deny-kind', reason: 'Never.' });
    expect(await call('delete_file', { path: '/w/app/b.ts' })).toMatchObject({
      code: 'denied-by-person',
    });
    expect(ran).toEqual([]);
  });

  test('goes when its session ends', async () => {
    const { core, sessionId } = await parked();
    core.sessions.end(sessionId, 'person');
    expect(core.asks.list()).toEqual([]);
  });
});
