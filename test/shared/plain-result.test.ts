/** What is let in at a glance is what the schema would let in, and is the same. */
import { expect, test } from 'vitest';
import { FromPlugin, isPlainResult } from '../../src/shared/protocols/plugin-protocol.ts';

const plain = { type: 'result', id: 'a', status: 'ok', data: { path: '/w', list: [1, null] } };

test('a plain result passes both ways and stays as it is', () => {
  expect(isPlainResult(plain)).toBe(true);
  expect(FromPlugin.parse(plain)).toEqual(plain);
});

const others: readonly (readonly [string, unknown, 'fits' | 'does not fit'])[] = [
  ['with changes', { ...plain, changes: [] }, 'fits'],
  ['an error', { ...plain, status: 'error', data: { code: 'x', message: 'y' } }, 'fits'],
  ['with a word too many', { ...plain, more: 1 }, 'does not fit'],
  ['with a word too few', { type: 'result', id: 'a', status: 'ok' }, 'does not fit'],
  ['an id that is no text', { ...plain, id: 1 }, 'does not fit'],
  ['data that is a list', { ...plain, data: [] }, 'does not fit'],
  ['data that is nothing', { ...plain, data: null }, 'does not fit'],
  ['another status', { ...plain, status: 'fine' }, 'does not fit'],
  ['another type', { ...plain, type: 'pair' }, 'does not fit'],
  ['a list', [plain], 'does not fit'],
  ['nothing', null, 'does not fit'],
];

test.each(others)('%s is left to the schema', (_, message, verdict) => {
  expect(isPlainResult(message)).toBe(false);
  expect(FromPlugin.safeParse(message).success).toBe(verdict === 'fits');
});
