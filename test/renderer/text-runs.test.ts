import { describe, expect, it } from 'vitest';
import { cutText, middleCut } from '../../src/renderer/text/text-runs.ts';

describe('untrusted text', () => {
  it('gathers equal hidden characters into one mark with a count', () => {
    expect(cutText('a\u200B\u200B\u200Bb\u202E', { atMost: 100 }).runs).toEqual([
      { kind: 'plain', text: 'a' },
      { kind: 'hidden', codePoint: 'U+200B', times: 3 },
      { kind: 'plain', text: 'b' },
      { kind: 'hidden', codePoint: 'U+202E', times: 1 },
    ]);
  });

  it('says how much of 100,000 characters is not shown', () => {
    const { runs, cut } = cutText('x'.repeat(100_000), { atMost: 2000 });
    expect(runs).toEqual([{ kind: 'plain', text: 'x'.repeat(2000) }]);
    expect(cut).toBe(98_000);
  });

  it('keeps line breaks only where lines may break', () => {
    expect(cutText('a\nb', { atMost: 10, keepLines: true }).hasMarks).toBe(false);
    expect(cutText('a\nb', { atMost: 10 }).hasMarks).toBe(true);
  });

  it('does not cut a character in half', () => {
    expect(cutText('ab😀', { atMost: 3 })).toEqual({
      runs: [{ kind: 'plain', text: 'ab' }],
      hasMarks: false,
      cut: 2,
    });
    expect(middleCut('a😀'.repeat(20), 12)).not.toMatch(/\p{Surrogate}/u);
  });
});

describe('a long path in a narrow column', () => {
  it('keeps its start and its end', () => {
    const path = `/home/mira/${'deep/'.repeat(40)}index.ts`;
    const cut = middleCut(path, 40);
    expect(cut).toHaveLength(40);
    expect(cut.startsWith('/home/mira/')).toBe(true);
    expect(cut.endsWith('deep/index.ts')).toBe(true);
  });

  it('is left alone when it fits', () => {
    expect(middleCut('/home/mira', 40)).toBe('/home/mira');
  });
});
