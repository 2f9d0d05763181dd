import { describe, expect, test } from 'vitest';
import { whyNotKept } from '../../src/main/core/policy/rule-limits.ts';
import { exactCallOf, type Rule } from '../../src/shared/rules/rules.ts';
import { agent, answerNext, boldApp, nextConfirm, sha256 } from './core-fixture.ts';
import { ruleWith } from './rule-fixture.ts';

const needs = { sha256, home: '/home/ada', ownPaths: ['/home/ada/.config/gatehouse'] };
const why = (own: Partial<Rule>): string | null => whyNotKept(ruleWith(own), needs);

describe('G13 a rule that would allow too much is not kept, and it is said why', () => {
  test.each([
    ['anything', { within: '/w' }, 'must say which actions'],
    ['anything of one client', { client: agent.clientId }, 'must say which actions'],
    ['commands', { actions: ['open_file', 'exec_command'] }, 'exec_command runs code'],
    ['terminals', { actions: ['send_input'] }, 'send_input runs code'],
    ['deleting', { actions: ['delete_file'], within: '/w/app/tmp' }, 'delete_file'],
    ['protected places', { actions: ['edit_buffer'], within: '/w/.git/hooks' }, 'is protected'],
    [
      'our own',
      { actions: ['open_file'], within: '/home/ada/.config/gatehouse' },
      'never available',
    ],
    [
      'a part of our own',
      { actions: ['open_file'], within: '/home/ada/.config/gatehouse/audit' },
      'never available',
    ],
    ['a folder around our own', { actions: ['open_file'], within: '/home/ada' }, 'never available'],
  ] as const)('%s', (_what, own, said) => {
    expect(why({ effect: 'allow', ...own })).toContain(said);
    expect(why({ effect: 'deny', ...own })).toBeNull();
    expect(why({ effect: 'ask', ...own })).toBeNull();
  });

  test('one that names harmless actions is', () => {
    expect(why({ actions: ['edit_buffer'], within: '/w/app/src' })).toBeNull();
  });

  test('one for an exact call must show the very bytes that it matches', () => {
    const exactCall = JSON.stringify(['delete_file', { path: '/w/a' }]);
    const exactly = sha256(exactCall);
    expect(why({ exactly, exactCall })).toBeNull();
    expect(why({ exactly, exactCall: null })).toContain('not what it would match');
    expect(why({ exactly, exactCall: `${exactCall} ` })).toContain('not what it would match');
    expect(why({ effect: 'deny', exactly, exactCall: '[]' })).toContain('not what it would match');
    expect(why({ exactly: sha256('x'), exactCall: 'x' })).toContain('cannot be read');
  });
});

describe('G13 a rule made of a question', () => {
  async function draftOf(action: string, args: unknown) {
    const app = await boldApp();
    const passing = app.call(action, args);
    const { ruleDraft } = await nextConfirm(app.core, app.clock);
    await answerNext(app.core, app.clock, { kind: 'once' });
    await passing;
    return { ...app, ruleDraft };
  }

  test('shows and matches exactly that call: it passes unasked, its neighbour does not', async () => {
    const { core, clock, call, ran, ruleDraft } = await draftOf('exec_command', {
      argv: ['git', 'log', '-5'],
    });
    if (!ruleDraft) throw new Error('this can be a rule');
    expect(exactCallOf(ruleDraft.exactCall)).toMatchObject({
      action: 'exec_command',
      args: { argv: ['git', 'log', '-5'], cwd: '/w/app' },
      command: { program: '/usr/bin/git' },
    });
    expect(await core.rules.add(ruleWith({ effect: 'allow', ...ruleDraft }))).toEqual({
      added: true,
    });
    expect(await call('exec_command', { argv: ['git', 'log', '-5'] })).toMatchObject({
      kind: 'done',
    });
    expect(ran).toHaveLength(2);
    void call('exec_command', { argv: ['git', 'log', '-6'] });
    expect(await nextConfirm(core, clock)).toMatchObject({ action: 'exec_command' });
  });

  test.each([
    ['a shell', ['sh', '-c', 'ls']],
    ['what hands on', ['env', 'A=1', 'ls']],
    ['what is not known', ['frobnicate']],
    ['what deletes', ['rm', 'a']],
    ['a program of the project', ['./build.sh']],
  ])('is not offered for %s', async (_what, argv) => {
    const { ruleDraft } = await draftOf('exec_command', { argv });
    expect(ruleDraft).toBeNull();
  });

  test('a rule written into the file by hand does not remove the ask about a shell either', async () => {
    const { core, clock, call, ran } = await boldApp();
    const argv = ['sh', '-c', 'ls'];
    const passing = call('exec_command', { argv });
    const { callDigest } = await nextConfirm(core, clock);
    await answerNext(core, clock, { kind: 'once' });
    await passing;
    const [shown] = ran;
    if (!shown?.command) throw new Error('it ran');
    const { pins: _pins, ...command } = shown.command;
    const exactCall = JSON.stringify(['exec_command', shown.args, command]);
    expect(sha256(exactCall)).toBe(callDigest);
    const rule = ruleWith({ effect: 'allow', exactly: callDigest, exactCall });
    expect(await core.rules.add(rule)).toMatchObject({
      added: false,
      why: expect.stringContaining('only be allowed once'),
    });
  });
});
