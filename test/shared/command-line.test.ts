import { expect, test } from 'vitest';
import { commandLineOf } from '../../src/shared/app/cli-arguments.ts';

test.each([
  [[], null],
  [['--no-window'], null],
  [['--no-sandbox', '--no-window'], null],
  [['-p', '"I am Node"'], null],
  [['-psn_0_1234'], null],
  [['status'], ['status']],
  [
    ['--no-sandbox', 'status', '--json'],
    ['status', '--json'],
  ],
  [['--help'], ['--help']],
  [['--no-sandbox', '--version'], ['--version']],
])('%j', (args, words) => {
  expect(commandLineOf(args)).toEqual(words);
});
