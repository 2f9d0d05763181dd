/** Which file commands are carried out like an action of files. */
import { describe, expect, test } from 'vitest';
import { fileCommand } from '../../../src/main/core/policy/file-commands.ts';

const read = (line: string) => fileCommand(line.split(' '));

describe('F21 file commands that are like an action', () => {
  test.each([
    ['rm a b', 'delete', ['a', 'b'], null, ''],
    ['rm -rf a', 'delete', ['a'], null, 'fr'],
    ['rm --recursive -f -- -a', 'delete', ['-a'], null, 'fr'],
    ['mv a b', 'move', ['a'], 'b', ''],
    ['mv -f a b folder', 'move', ['a', 'b'], 'folder', 'f'],
    ['cp a b', 'copy', ['a'], 'b', ''],
    ['mkdir -p a/b', 'make-folder', ['a/b'], null, 'p'],
    ['touch a', 'touch', ['a'], null, ''],
  ])('%s', (line, op, names, target, options) => {
    const found = read(line);
    expect(found).toMatchObject({ op, names, target });
    expect([...(found?.options ?? [])].toSorted().join('')).toBe(options);
  });

  test.each([
    'rm',
    'rm -i a',
    'rm --no-preserve-root a',
    'rm -rfv a',
    'rm ~/a',
    'rm a\\b',
    'rm a\nb',
    '/bin/rm a',
    'sudo rm a',
    'mv a',
    'mv -t folder a',
    'mv --backup a b',
    'cp -r a b',
    'cp -a a b',
    'cp -p a b',
    'cp -l a b',
    'mkdir -m 777 a',
    'touch -d yesterday a',
    'touch -r b a',
    'truncate -s 0 a',
    'unlink a',
    'constructor a',
  ])('%s is an ordinary command', (line) => {
    expect(read(line)).toBeNull();
  });
});
