/** What is let in at a glance is what the schema would let in, and is the same. */
import { expect, test } from 'vitest';
import { isPlainCommand, SessionCommand } from '../../src/shared/protocols/session-protocol.ts';

const plain = { type: 'cmd', id: 'a', action: 'open_file', args: { path: '/w', list: [1, null] } };
const long = 'x'.repeat(129);

test.each([
  plain,
  { ...plain, args: null },
  { ...plain, id: long.slice(1), action: long.slice(1) },
])('a plain command passes both ways and stays as it is', (message) => {
  expect(isPlainCommand(message)).toBe(true);
  expect(SessionCommand.parse(message)).toEqual(message);
});

const { args: _args, ...withoutArgs } = plain;

const others: readonly (readonly [string, unknown, 'fits' | 'does not fit'])[] = [
  ['with a word too many', { ...plain, more: 1 }, 'fits'],
  ['without arguments', withoutArgs, 'fits'],
  ['without arguments, but with another word', { ...withoutArgs, more: 1 }, 'fits'],
  ['an id that is a number', { ...plain, id: 7 }, 'fits'],
  ['an id that is no whole number', { ...plain, id: 7.5 }, 'does not fit'],
  ['an empty id', { ...plain, id: '' }, 'does not fit'],
  ['a long id', { ...plain, id: long }, 'does not fit'],
  ['no name', { ...plain, action: '' }, 'does not fit'],
  ['a long name', { ...plain, action: long }, 'does not fit'],
  ['a name that is none', { ...plain, action: {} }, 'does not fit'],
  ['another type', { ...plain, type: 'result' }, 'does not fit'],
  ['a list', [plain], 'does not fit'],
  ['nothing', null, 'does not fit'],
];

test.each(others)('%s is left to the schema', (_, message, verdict) => {
  expect(isPlainCommand(message)).toBe(false);
  expect(SessionCommand.safeParse(message).success).toBe(verdict === 'fits');
});
