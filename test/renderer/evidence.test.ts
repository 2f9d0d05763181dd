import { describe, expect, it } from 'vitest';
import {
  evidenceOf,
  folded,
  foldedWords,
  hasMarks,
  isFolded,
} from '../../src/renderer/ask/evidence.ts';
import { exactly } from './samples.ts';

describe('the exact call', () => {
  it('is a list of words where it is a command, and nothing beside it is lost', () => {
    const exact = exactly({ argv: ['sh', '-c', 'a; b', ''], cwd: '/w', env: { A: '1' } });
    expect(evidenceOf(exact)).toEqual({
      argv: ['sh', '-c', 'a; b', ''],
      json: exactly({ cwd: '/w', env: { A: '1' } }),
    });
    expect(evidenceOf(exactly({ argv: ['ls'] }))).toEqual({ argv: ['ls'], json: '' });
  });

  it.each([
    ['no command', exactly({ path: '/w/a' })],
    ['an empty command', exactly({ argv: [] })],
    ['words that are none', exactly({ argv: ['ls', 1] })],
    ['a list', exactly([1])],
    ['no JSON', '{"argv": ["ls"'],
    ['a key that is there twice', '{\n  "argv": [\n    "rm"\n  ],\n  "argv": [\n    "ls"\n  ]\n}'],
    ['a number that reads back as another', '{\n  "argv": [\n    "ls"\n  ],\n  "n": 1e400\n}'],
  ])('is shown as it came when it has %s', (_what, exact) => {
    expect(evidenceOf(exact)).toEqual({ argv: [], json: exact });
  });

  it('keeps an argument called __proto__ in view', () => {
    const exact = '{\n  "argv": [\n    "ls"\n  ],\n  "__proto__": 1\n}';
    expect(evidenceOf(exact).json).toContain('__proto__');
  });

  it('is marked for what hides or rearranges, not for line breaks', () => {
    const marked = (argument: string) => hasMarks(evidenceOf(exactly({ argv: ['x', argument] })));
    expect(['a\u202Eb', 'a\u200Bb', '\u001B[2J', 'a\rb', '\u{E0041}'].every(marked)).toBe(true);
    expect(marked('a\n\tb')).toBe(false);
    expect(hasMarks(evidenceOf(exactly({ content: 'a\u2066b' })))).toBe(true);
  });
});

describe('a long call', () => {
  it('says how much is folded away', () => {
    const view = folded({ argv: [], json: 'x'.repeat(20_000) }, 6000);
    expect(view.json).toHaveLength(6000);
    expect(foldedWords(view)).toBe('14,000 characters folded away');
  });

  it('counts the arguments that are not shown, and what follows them', () => {
    const view = folded({ argv: Array.from({ length: 500 }, () => 'xx'), json: '{}' }, 220);
    expect(view.argv).toHaveLength(10);
    expect(view.json).toBe('');
    expect(foldedWords(view)).toBe('982 characters and 490 arguments folded away');
  });

  it('is whole when there is room, empty words included', () => {
    const whole = { argv: ['a', '', ''], json: '{}' };
    expect(folded(whole, 1000)).toMatchObject(whole);
    expect(isFolded(folded(whole, 1000))).toBe(false);
    expect(isFolded(folded(whole, 25))).toBe(true);
  });

  it('is never cut inside a character', () => {
    expect(folded({ argv: [], json: 'a😀' }, 2)).toMatchObject({ json: 'a', hiddenCharacters: 2 });
  });
});
