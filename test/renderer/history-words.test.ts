import { expect, it } from 'vitest';
import { historyWords } from '../../src/renderer/ask/frame/frame-text.ts';
import { presetWords } from '../../src/renderer/ask/access/access-text.ts';
import { noHistory, noon, utc } from './samples.ts';

it.each([
  [{}, 'First time this agent asks for this.'],
  [{ allowed: 27, inFolder: 27 }, 'You allowed 27 times, never denied.'],
  [{ allowed: 1, inFolder: 0 }, 'You allowed once, never denied. First time in this folder.'],
  [{ allowed: 2, denied: 1, inFolder: 1 }, 'You allowed 2 times and denied once.'],
  [{ denied: 3, inFolder: 3 }, 'You denied 3 times, never allowed.'],
])('says what was answered before: %j', (history, words) => {
  const sent = historyWords({ ...noHistory, ...history }, noon, utc);
  expect(sent).toBe(`${words} History since 14 Jan 12:00.`);
});

it('says when it last was', () => {
  const history = { ...noHistory, allowed: 2, inFolder: 2, lastAt: noon - 60_000 };
  const words = historyWords(history, noon, utc);
  expect(words).toMatch(/^You allowed 2 times, never denied, last today 11:59/);
});

it('compares what is asked with the nearest preset', () => {
  expect(presetWords(['read:files'])).toEqual({
    title: 'Read only',
    rest: '. Reads and searches files; changes and runs nothing.',
  });
  expect(presetWords(['read:files', 'write:files', 'run:commands']).rest).toMatch(
    /plus .*run:commands/,
  );
});
