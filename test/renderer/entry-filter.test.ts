import { describe, expect, it } from 'vitest';
import { matchingEntries } from '../../src/renderer/activity/entry-filter.ts';
import { codeSentence } from '../../src/renderer/activity/entry-words.ts';
import { isSameEntry } from '../../src/renderer/activity/same-entry.ts';
import { sampleEntry } from './samples.ts';

const entries = [
  sampleEntry({ seq: 1, subject: '/home/mira/proj/a.ts' }),
  sampleEntry({ seq: 2, subject: '/etc/passwd', outcome: 'refused', code: 'outside-roots' }),
  sampleEntry({ seq: 3, actor: 'cursor', subject: '/home/mira/\u202Ecod.exe' }),
];
const found = (filter: string): readonly number[] =>
  matchingEntries(entries, filter).map(({ seq }) => seq);

describe('the filter of the activity', () => {
  it('shows everything when it is empty or only spaces', () => {
    expect(found('  ')).toEqual([1, 2, 3]);
  });

  it('wants every word somewhere, in any order and case', () => {
    expect(found('PASSWD opencode')).toEqual([2]);
    expect(found('passwd cursor')).toEqual([]);
  });

  it('finds outcomes, codes and numbers', () => {
    expect(found('refused')).toEqual([2]);
    expect(found('outside-roots')).toEqual([2]);
    expect(found('#3')).toEqual([3]);
  });

  it('finds hidden characters by the mark that is shown for them', () => {
    expect(found('u+202e')).toEqual([3]);
  });

  it('takes signs of patterns for plain text', () => {
    expect(found('.*')).toEqual([]);
  });
});

describe('entries', () => {
  it('are drawn again only when something in them changed', () => {
    expect(isSameEntry(sampleEntry(), sampleEntry())).toBe(true);
    expect(isSameEntry(sampleEntry({ outcome: 'open' }), sampleEntry())).toBe(false);
  });

  it('explain known codes and keep silent about others', () => {
    expect(codeSentence('outside-roots')).toContain('outside the folders');
    expect(codeSentence('toString')).toBeNull();
  });
});
