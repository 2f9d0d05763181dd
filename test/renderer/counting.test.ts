import { expect, it } from 'vitest';
import { count, listed } from '../../src/renderer/text/counting.ts';

it('counts in words', () => {
  expect([count(1, 'scope'), count(2, 'scope'), count(0, 'entry', 'entries')]).toEqual([
    '1 scope',
    '2 scopes',
    '0 entries',
  ]);
});

it('lists in words', () => {
  expect([listed(['a']), listed(['a', 'b']), listed(['a', 'b', 'c'])]).toEqual([
    'a',
    'a and b',
    'a, b and c',
  ]);
});
