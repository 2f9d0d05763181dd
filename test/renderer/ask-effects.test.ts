import { describe, expect, test } from 'vitest';
import { effectsOf } from '../../src/renderer/ask/confirm/effects.ts';
import { headlineOf } from '../../src/renderer/ask/confirm/headline.ts';
import { decisiveEvidence, evidenceOf } from '../../src/renderer/ask/confirm/evidence.ts';
import { sessionLabel } from '../../src/renderer/ask/confirm/confirm-text.ts';
import { partsLabel } from '../../src/renderer/ask/confirm/parts-text.ts';
import { pathInside, withShortPaths } from '../../src/renderer/text/place-names.ts';
import type { ConfirmAsk, ShownCommand, ShownPart } from '../../src/shared/asks/asks.ts';
import { needsTypedName } from '../../src/shared/asks/part-answers.ts';
import { exactly, sampleConfirm } from './samples.ts';

const root = '/home/mira/harbour';
const command = (argv: readonly string[], parts: Partial<ShownCommand> = {}): ShownCommand => ({
  ...{ argv, program: '/usr/bin/x', programFile: '/usr/bin/x', cwd: root, says: '' },
  ...{ effects: ['runs-other-code'], environment: [], whyOnce: '' },
  ...parts,
});
const call = (parts: Partial<ConfirmAsk>): ConfirmAsk =>
  sampleConfirm({ folders: [root], forSession: null, ...parts });
const run = (argv: readonly string[], parts: Partial<ShownCommand> = {}): ConfirmAsk =>
  call({ action: 'exec_command', actionKind: 'run', command: command(argv, parts) });

describe('the headline', () => {
  test.each([
    [['docker', 'compose', 'up'], 'Run docker compose'],
    [['/usr/bin/npm', 'test'], 'Run npm test'],
    [['rm', '-rf', 'dist'], 'Run rm'],
    [['node', 'scripts/a.js'], 'Run node'],
  ])('names program and first word: %j', (argv, words) => {
    expect(headlineOf(run(argv))).toBe(words);
  });

  test('is what can be kept, where something can', () => {
    const family = { program: '/usr/bin/npm', words: 'npm run lint', folder: root };
    const ask = run(['npm', 'run', 'lint', '--', '--fix']);
    expect(headlineOf({ ...ask, family: { ...family, isSandboxed: false } })).toBe(
      'Run npm run lint',
    );
  });

  test.each([
    ['create_file', { path: `${root}/a/b.ts`, content: '' }, 'Create a/b.ts'],
    ['create_file', { path: `${root}/a.ts`, content: '', overwrite: true }, 'Replace a.ts'],
    ['delete_file', { path: `${root}/data` }, 'Delete data'],
    ['rename_file', { path: `${root}/a`, new_path: `${root}/b` }, 'Rename a to b'],
  ])('names the file below its folder: %s', (action, args, words) => {
    expect(headlineOf(call({ action, exact: exactly(args) }))).toBe(words);
  });

  test('counts files, and otherwise is the sentence with short paths', () => {
    const change = { path: `${root}/a`, diff: '+a', isProtected: false };
    const changes = [change, { ...change, path: `${root}/b` }];
    expect(headlineOf(call({ exact: '{}', changes }))).toBe('Change 2 files');
    const sentence = `use stamp on ${root}/src/a.ts in ${root}`;
    expect(headlineOf(call({ exact: '{}', sentence }))).toBe('Use stamp on src/a.ts in harbour');
  });
});

describe('paths as users write them', () => {
  test('are short only inside a folder that was granted', () => {
    expect(pathInside(`${root}/src/a.ts`, [root])).toBe('src/a.ts');
    expect(pathInside('/home/mira/harbour-2/a.ts', [root])).toBe('/home/mira/harbour-2/a.ts');
    expect(withShortPaths('see /home/mira/harbour-2/a', [root])).toBe('see /home/mira/harbour-2/a');
  });
});

describe('the line of effect', () => {
  const outside = { kind: 'not-sandboxed', why: 'None.', isRequested: true } as const;

  test('warns of code outside the sandbox, and of what nobody knows', () => {
    expect(effectsOf(run(['docker'], { sandbox: outside })).lines[0]?.tone).toBe('warn');
    expect(effectsOf(run(['x'], { effects: ['unknown'] })).lines[0]?.text).toContain('not know');
  });

  test('has no triangle for a command that only reads', () => {
    const ask = { ...run(['git', 'log'], { effects: ['reads'] }), because: ['git log reads.'] };
    expect(effectsOf(ask).lines).toEqual([{ text: 'git log reads.', tone: 'plain' }]);
  });

  test('names every protected file that a command changes', () => {
    const because = ['x writes files.', `${root}/.git/hooks/a: runs at commits.`];
    const lines = effectsOf({ ...run(['x'], { effects: ['writes'] }), because }).lines;
    expect(lines[1]).toEqual({ text: '.git/hooks/a: runs at commits.', tone: 'warn' });
  });

  test('does not repeat the path of the headline', () => {
    const because = [`${root}/package.json: postinstall runs on every install.`];
    const changes = [{ path: `${root}/package.json`, diff: '+a', isProtected: true }];
    const [first] = effectsOf(call({ because, changes, exact: '{}' })).lines;
    expect(first).toEqual({ text: 'postinstall runs on every install.', tone: 'warn' });
  });
});

describe('what has to be read', () => {
  test('is the diff, not the arguments that lead to it', () => {
    const changes = [{ path: `${root}/a`, diff: '+a', isProtected: false }];
    const ask = call({ changes, exact: exactly({ text: 'a', edits: [1] }) });
    const shown = decisiveEvidence(ask, evidenceOf(ask));
    expect(shown).toMatchObject({ rows: [], texts: [], json: '', changes });
  });

  test('is every argument of a command that nothing else says', () => {
    const args = { argv: ['x'], cwd: root, timeout: 60, stdin: 'a' };
    const ask = { ...run(['x']), exact: exactly(args) };
    expect(decisiveEvidence(ask, evidenceOf(ask)).rows).toEqual([{ name: 'stdin', text: 'a' }]);
  });
});

describe('a wider yes', () => {
  test('says what it covers', () => {
    expect(sessionLabel(call({ forSession: 'this exact call' }))).toBe(
      'Allow this call all session',
    );
    const family = { program: '/usr/bin/npm', words: 'npm test', isSandboxed: false, folder: root };
    const forSession = 'npm test in harbour, with any arguments';
    expect(sessionLabel(call({ forSession, family }))).toBe('Allow npm test in harbour');
    expect(sessionLabel(call({ forSession: null }))).toBeNull();
  });

  test('parts: the name is typed unless everything grave is left out', () => {
    const part = (effects: ShownPart['effects'], join: ShownPart['join']): ShownPart => ({
      ...{ argv: ['x'], program: '/x', programFile: null, does: [], stdout: 'kept' },
      ...{ stderr: 'kept', effects, join },
    });
    const parts = [part(['reads'], '&&'), part(['deletes'], '|'), part(['reads'], 'none')];
    const ask = { ...run(['x'], { parts }), typeToAllow: 'x' };
    expect(needsTypedName(ask, { kind: 'once' })).toBe(true);
    expect(needsTypedName(ask, { kind: 'once', parts: [0, 1, 2] })).toBe(true);
    expect(needsTypedName(ask, { kind: 'once', parts: [7] })).toBe(true);
    expect(needsTypedName(ask, { kind: 'once', parts: [0] })).toBe(false);
    expect(needsTypedName(ask, { kind: 'session' })).toBe(true);
    expect(partsLabel([0])).toBe('Run part 1 only');
    expect(partsLabel([0, 2])).toBe('Run parts 1 and 3 only');
  });
});
