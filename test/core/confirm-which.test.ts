import { describe, expect, test } from 'vitest';
import {
  agent,
  agentCalled,
  answerNext,
  boldAccess,
  boldApp,
  granted,
  never,
  nextConfirm,
  pathsWith,
  settingsWith,
} from './core-fixture.ts';
import { defaultSettings } from '../../src/shared/app/settings.ts';
import { ruleWith } from './rule-fixture.ts';

const target = { path: '/w/app/a.ts' };
const create = { path: '/w/app/.npmrc', content: 'registry=x\n' };

describe('which calls', () => {
  test.each([
    ['E1 a protected path', 'create_file', create, 'decides where packages come from'],
    [
      'E3 a harmless file moved onto one',
      'rename_file',
      { path: '/w/app/x', new_path: '/w/app/.git/hooks/pre-commit' },
      '.git/hooks/pre-commit: ',
    ],
    [
      'E3 a folder moved to where protected names lie',
      'rename_file',
      { path: '/w/app/x', new_path: '/w/app/.github' },
      '/w/app/.github: ',
    ],
    [
      'E3 a folder of protected names moved away',
      'rename_file',
      { path: '/w/app/.github', new_path: '/w/app/y' },
      '/w/app/.github: ',
    ],
    ['E3 by another case', 'create_file', { ...create, path: '/w/app/.NPMRC' }, '.NPMRC: '],
  ])('%s: it asks and names the effect', async (_what, action, args, said) => {
    const { core, clock, call, ran } = await boldApp();
    void call(action, args);
    const { because } = await nextConfirm(core, clock);
    expect(because[0]).toContain(said);
    expect(ran).toEqual([]);
  });

  test('E1 a name that the owner has added asks too, and takes none away', async () => {
    const settings = { ...defaultSettings, protectedNames: ['infra', '~/notes/diary.md'] };
    const { core, clock, call } = await boldApp({ settings });
    void call('create_file', { ...create, path: '/w/app/Infra/main.tf' });
    expect((await nextConfirm(core, clock)).because).toEqual([
      '/w/app/Infra/main.tf: You have asked to be asked about this.',
    ]);
    void call('create_file', create);
    expect((await nextConfirm(core, clock)).because[0]).toContain('packages');
  });

  test('D7 an edit of a file with a second name asks', async () => {
    const paths = pathsWith({}, { hardLinks: ['/w/app/a.ts'] });
    const { core, clock, call } = await boldApp({ paths });
    void call('edit_buffer', { path: '/w/app/a.ts', content: 'x', base_version: '1' });
    expect((await nextConfirm(core, clock)).because).toEqual([
      expect.stringContaining('another name elsewhere'),
    ]);
  });

  test('a plain edit does not', async () => {
    const { core, call, ran } = await boldApp();
    const edit = { path: '/w/app/a.ts', content: 'x', base_version: '1' };
    expect(await call('edit_buffer', edit)).toMatchObject({ kind: 'done' });
    expect(core.asks.list()).toEqual([]);
    expect(ran).toHaveLength(1);
  });

  test('E5 a folder around our own data is not even asked about', async () => {
    const { core, clock, call, ran } = await boldApp();
    await granted(core, clock, { args: { ...boldAccess, roots: ['/home/ada'] } });
    const move = { path: '/home/ada/.config', new_path: '/home/ada/old' };
    expect(await call('rename_file', move)).toMatchObject({ code: 'own-data' });
    expect(await call('delete_file', { path: '/home/ada/.config', recursive: true })).toMatchObject(
      { code: 'own-data' },
    );
    expect(core.asks.list()).toEqual([]);
    expect(ran).toEqual([]);
  });

  test('one that a rule of the owner asks about, although it only reads', async () => {
    const { core, clock, call, ran } = await boldApp();
    await core.rules.add(ruleWith({ effect: 'ask', actions: ['open_file'] }));
    const passing = call('open_file', target);
    const ask = await nextConfirm(core, clock);
    expect(ask).toMatchObject({
      actionKind: 'read',
      because: ['One of your rules requires it: Ask before letting any agent open a file.'],
      explain: 'Ask before letting any agent open a file. It matches open_file.',
      forSession: 'every open_file on /w/app/a.ts',
    });
    core.asks.answer(ask.askId, { kind: 'once' });
    expect(await passing).toMatchObject({ kind: 'done' });
    expect(ran).toHaveLength(1);
  });
});

test('another client’s yes is not this client’s', async () => {
  const { core, clock, call, ran } = await boldApp({ settings: settingsWith({ sessions: 8 }) });
  const other = agentCalled('other');
  await granted(core, clock, { who: other, args: boldAccess });
  const theirs = core.gate.pass({ action: 'create_file', args: create }, other, never);
  await answerNext(core, clock, { kind: 'session' });
  await theirs;
  void call('create_file', create);
  expect(await nextConfirm(core, clock)).toMatchObject({ agent });
  expect(ran).toHaveLength(1);
});
