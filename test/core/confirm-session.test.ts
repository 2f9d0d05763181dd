import { describe, expect, test } from 'vitest';
import {
  answerNext,
  boldApp,
  nextConfirm,
  pathsWith,
  settingsWith,
  ledgerLines,
} from './core-fixture.ts';
import { ruleWith } from './rule-fixture.ts';

const create = { path: '/w/app/.npmrc', content: 'registry=x\n' };
const edit = (content: string, path = '/w/app/a.ts') => ({ path, content, base_version: '1' });

describe('“for this session” means what the window said', () => {
  test('exactly this call, whatever the file holds by then, where a protected place is changed', async () => {
    const contents = new Map<string, string>();
    const { core, clock, call, ran } = await boldApp({ paths: pathsWith({}, { contents }) });
    const passing = call('create_file', create);
    const { forSession } = await nextConfirm(core, clock);
    expect(forSession).toBe('this exact call');
    await answerNext(core, clock, { kind: 'session' });
    await passing;
    contents.set('/w/app/.npmrc', 'registry=x\n');
    expect(await call('create_file', create)).toMatchObject({ kind: 'done' });
    expect(ran).toHaveLength(2);
    void call('create_file', { ...create, content: 'registry=evil\n' });
    expect(await nextConfirm(core, clock)).toMatchObject({ action: 'create_file' });
  });

  test('this action on this file, where nothing is protected', async () => {
    const paths = pathsWith({}, { hardLinks: ['/w/app/a.ts', '/w/app/b.ts'] });
    const { core, clock, call, ran } = await boldApp({ paths });
    const passing = call('edit_buffer', edit('x'));
    const { forSession } = await nextConfirm(core, clock);
    expect(forSession).toBe('every edit_buffer on /w/app/a.ts with any content');
    await answerNext(core, clock, { kind: 'session' });
    await passing;
    expect(await call('edit_buffer', edit('y'))).toMatchObject({ kind: 'done' });
    expect(ran).toHaveLength(2);
    void call('edit_buffer', edit('x', '/w/app/b.ts'));
    expect(await nextConfirm(core, clock)).toMatchObject({ action: 'edit_buffer' });
  });

  test('a rule that asks, made since, applies', async () => {
    const paths = pathsWith({}, { hardLinks: ['/w/app/a.ts'] });
    const { core, clock, call } = await boldApp({ paths });
    const passing = call('edit_buffer', edit('x'));
    await answerNext(core, clock, { kind: 'session' });
    await passing;
    await core.rules.add(ruleWith({ effect: 'ask', within: '/w/app' }));
    void call('edit_buffer', edit('y'));
    expect((await nextConfirm(core, clock)).because[0]).toContain('One of your rules');
  });

  test('the same words again, for a command that is known through and through', async () => {
    const { core, clock, call, ran } = await boldApp();
    const passing = call('exec_command', { argv: ['mkdir', 'src'] });
    await answerNext(core, clock, { kind: 'session' });
    await passing;
    expect(await call('exec_command', { argv: ['mkdir', 'src'] })).toMatchObject({ kind: 'done' });
    expect(ran).toHaveLength(2);
    void call('exec_command', { argv: ['mkdir', 'src', 'b'] });
    expect(await nextConfirm(core, clock)).toMatchObject({ action: 'exec_command' });
  });
});

describe('a question that was put off', () => {
  const target = { path: '/w/app/a.ts' };

  test('is replaced when the same call comes again, also when the file has changed', async () => {
    const contents = new Map([['/w/app/a.ts', 'old']]);
    const { core, clock, call } = await boldApp({ paths: pathsWith({}, { contents }) });
    const passing = call('delete_file', target);
    const first = await nextConfirm(core, clock);
    core.asks.park(first.askId);
    await passing;
    contents.set('/w/app/a.ts', 'new');
    void call('delete_file', target);
    await clock.advance(0);
    const waiting = core.asks.list();
    expect(waiting).toHaveLength(1);
    expect(waiting[0]).toMatchObject({ waiting: 1, callDigest: first.callDigest });
    expect(waiting[0]?.askId).not.toBe(first.askId);
  });

  test('leaves another call’s question alone', async () => {
    const { core, clock, call } = await boldApp();
    const passing = call('delete_file', target);
    core.asks.park((await nextConfirm(core, clock)).askId);
    await passing;
    void call('delete_file', { path: '/w/app/b.ts' });
    await clock.advance(0);
    expect(core.asks.list()).toHaveLength(2);
  });

  test('G12 does not count among those that wait', async () => {
    const settings = settingsWith({ pendingAsksPerClient: 1 });
    const { core, clock, call } = await boldApp({ settings });
    const passing = call('delete_file', target);
    core.asks.park((await nextConfirm(core, clock)).askId);
    await passing;
    void call('delete_file', { path: '/w/app/b.ts' });
    await clock.advance(0);
    expect(core.asks.list().filter(({ waiting }) => waiting > 0)).toHaveLength(1);
    expect(await call('delete_file', { path: '/w/app/c.ts' })).toMatchObject({
      code: 'too-many-asks',
    });
  });
});

test('C12 a session that ends under the question is named as the reason', async () => {
  const { core, clock, call, ran, sessionId, ledgerStore } = await boldApp();
  const passing = call('delete_file', { path: '/w/app/a.ts' });
  await nextConfirm(core, clock);
  core.sessions.end(sessionId, 'person');
  expect(await passing).toMatchObject({ code: 'session-revoked' });
  expect(ledgerLines(ledgerStore)).toContain('decision delete_file deny session-revoked');
  expect(ran).toEqual([]);
});
