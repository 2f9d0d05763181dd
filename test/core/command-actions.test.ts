/** Actions that start programs without naming one. */
import { describe, expect, test } from 'vitest';
import type { ClientId } from '../../src/shared/base/ids.ts';
import { done } from '../../src/shared/actions/outcomes.ts';
import {
  agent,
  answerNext,
  coreWith,
  granted,
  never,
  nextConfirm,
  recordingExecutor,
} from './core-fixture.ts';
import { ruleWith } from './rule-fixture.ts';

const access = {
  scopes: [
    ...['exec:terminal', 'build:project', 'test:code', 'git:status', 'git:commit', 'git:branch'],
    ...['view:diffs', 'search:project', 'explore:project', 'search:files', 'replace:text'],
    'delete:files',
  ],
  roots: ['/w/app'],
  reason: 'to work',
} as const;

async function app(roots: readonly string[] = ['/w/app']) {
  const opened = await coreWith();
  const { core, clock } = opened;
  const ran = recordingExecutor(core, {
    actions: [
      ...(['open_terminal', 'send_input', 'build_project', 'run_tests', 'git_status'] as const),
      ...(['git_commit', 'git_diff', 'git_branch', 'find_in_project', 'explore_tree'] as const),
      ...(['replace_text', 'get_workspace_info', 'delete_file'] as const),
    ],
    answer: done({}),
  });
  await granted(core, clock, { args: { ...access, roots } });
  opened.ledgerStore.writes.length = 0;
  const call = (action: string, args: unknown = {}) =>
    core.gate.pass({ action, args }, agent, never);
  return { ...opened, ran, call };
}

describe('a terminal', () => {
  test('is a shell: asked about, resolved, never kept', async () => {
    const { core, clock, call } = await app();
    void call('open_terminal');
    const ask = await nextConfirm(core, clock);
    expect(ask.command).toMatchObject({ argv: ['/bin/bash'], program: '/bin/bash', cwd: '/w/app' });
    expect(ask).toMatchObject({ forSession: null, ruleDraft: null });
  });

  test('what is typed is read as a line, and what it goes to is not known', async () => {
    const { core, clock, call } = await app();
    void call('send_input', { terminal_id: 't', data: 'rm -rf /w/app/build\r' });
    const ask = await nextConfirm(core, clock);
    expect(ask.command?.effects).toEqual(['deletes', 'unknown']);
    expect(ask.because[0]).toContain('Not known: what is typed goes to whatever runs');
    expect(ask).toMatchObject({ forSession: null, ruleDraft: null });
  });

  test('E5 own data is refused in what is typed, too', async () => {
    const { call } = await app();
    const data = 'cat ~/.config/gatehouse/client-keys.json\r';
    expect(await call('send_input', { terminal_id: 't', data })).toMatchObject({
      code: 'own-data',
    });
  });
});

describe('a task of the project', () => {
  test.each(['build_project', 'run_tests'])(
    '%s is other code; where nobody can say which, it is allowed once and never kept',
    async (action) => {
      const { core, clock, call, ran } = await app();
      const passing = call(action);
      const { ruleDraft, command, forSession } = await nextConfirm(core, clock);
      expect(command).toMatchObject({ argv: [], program: null, effects: ['runs-other-code'] });
      expect({ forSession, ruleDraft }).toEqual({ forSession: null, ruleDraft: null });
      await answerNext(core, clock, { kind: 'once' });
      expect(await passing).toMatchObject({ kind: 'done' });
      expect(ran).toHaveLength(1);
    },
  );
});

describe('F7 F11 git as an action', () => {
  test.each([
    ['git_diff', { ref: '--output=x' }, 'invalid-arguments'],
    ['git_diff', { ref: 'a\u0001b' }, 'git-argument-refused'],
    ['git_branch', { op: 'create', name: '-x' }, 'invalid-arguments'],
    ['git_branch', { op: 'create', name: 'a', start_point: '--x' }, 'invalid-arguments'],
    ['git_branch', { op: 'switch', name: 'a\0b' }, 'git-argument-refused'],
    ['git_commit', { message: '--amend' }, 'invalid-arguments'],
    ['git_commit', { message: 'a\0b' }, 'git-argument-refused'],
  ])('%s %j is refused', async (action, args, code) => {
    const { call, ran } = await app();
    expect(await call(action, args)).toMatchObject({ code });
    expect(ran).toEqual([]);
  });

  test('runs with its prompts, pagers and editors off, and that is on record', async () => {
    const { call, ran, ledgerStore } = await app();
    expect(await call('git_commit', { message: 'fix: a' })).toMatchObject({ kind: 'done' });
    const quiet = { GIT_CONFIG_NOSYSTEM: '1', GIT_TERMINAL_PROMPT: '0', GIT_EDITOR: ':' };
    expect(ran[0]?.command).toMatchObject({ program: '/usr/bin/git', environment: quiet });
    expect(ledgerStore.records[1]).toMatchObject({
      args: { command: { effects: ['changes-git'], environment: quiet } },
    });
  });
});

describe('a folder that was left out', () => {
  test('is the only one there is, and is judged like one that was named', async () => {
    const { core, call, ran } = await app();
    expect(await call('find_in_project', { text: 'x' })).toMatchObject({ kind: 'done' });
    expect(ran[0]?.args).toMatchObject({ root: '/w/app' });
    await core.rules.add(ruleWith({ effect: 'deny', within: '/w' }));
    expect(await call('find_in_project', { text: 'x' })).toMatchObject({ code: 'denied-by-rule' });
  });

  test('is asked for when there are several', async () => {
    const { call, ran } = await app(['/w/app', '/w/lib']);
    expect(await call('explore_tree')).toMatchObject({
      code: 'invalid-arguments',
      message: expect.stringContaining('path: required'),
    });
    expect(ran).toEqual([]);
  });
});

describe('folders that a walk must leave out', () => {
  test('are those that rules close, and our own', async () => {
    const { core, clock, call, ran } = await app(['/home/ada']);
    for (const [effect, within] of [
      ['deny', '/home/ada/diary'],
      ['ask', '/home/ada/taxes'],
      ['deny', '/elsewhere'],
      ['allow', '/home/ada/open'],
    ] as const) {
      await core.rules.add(ruleWith({ effect, within, actions: ['find_in_project'] }));
    }
    const client = 'other' as ClientId;
    await core.rules.add(ruleWith({ effect: 'deny', within: '/home/ada/theirs', client }));
    await call('find_in_project', { text: 'x' });
    expect(ran[0]?.skip).toEqual([
      '/home/ada/.config/gatehouse',
      '/home/ada/diary',
      '/home/ada/taxes',
    ]);
    await call('explore_tree');
    expect(ran[1]?.skip).toEqual(['/home/ada/.config/gatehouse']);
    await call('get_workspace_info');
    expect(ran[2]?.skip).toEqual(['/home/ada/.config/gatehouse']);
    await clock.advance(0);
  });

  test('a rule about a folder is not passed by moving or removing the folder around it', async () => {
    const { core, call, ran } = await app();
    await core.rules.add(ruleWith({ effect: 'deny', within: '/w/app/keep/this' }));
    const removal = { path: '/w/app/keep', recursive: true };
    expect(await call('delete_file', removal)).toMatchObject({ code: 'denied-by-rule' });
    expect(ran).toEqual([]);
  });

  test('E1 a change of files that nobody can name beforehand is confirmed, each time', async () => {
    const { core, clock, call } = await app();
    void call('replace_text', { globs: ['**/*'], text: 'a', replacement: 'b' });
    expect(await nextConfirm(core, clock)).toMatchObject({
      because: ['Which files it changes is not known beforehand.'],
      forSession: null,
      ruleDraft: null,
    });
  });
});
