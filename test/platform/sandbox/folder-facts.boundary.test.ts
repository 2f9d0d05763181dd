import fs from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { FolderScanner } from '../../../src/main/platform/sandbox/folder-facts.ts';
import { put, scratch } from '../../fakes/scratch.ts';

const patterns = {
  isProtected: () => false,
  protectedNames: [] as readonly string[],
  isSecret: () => false,
  hidden: [],
};

function protectedIn(root: string): readonly string[] {
  const { protectedPaths } = new FolderScanner().scan(root, patterns);
  return protectedPaths.map((place) => path.relative(root, place)).toSorted();
}

test('N15 what the settings of a repository name is protected, in whatever folder', () => {
  const root = fs.realpathSync(scratch());
  put(root, '.git/HEAD', 'ref: refs/heads/main\n');
  put(
    root,
    '.git/config',
    '[core]\n\thooksPath = tools/on-commit\n[include]\n\tpath = ../team.settings\n\tpath = ../missing\n',
  );
  put(root, 'tools/on-commit/pre-commit', '');
  put(root, 'team.settings', '');
  put(root, 'nested/.git', 'gitdir: ../store\n');
  put(root, 'store/config', '[core]\n\thooksPath = scripts\n');
  put(root, 'nested/scripts/pre-push', '');
  expect(protectedIn(root)).toEqual([
    'nested/scripts',
    'store',
    'store/config',
    'team.settings',
    'tools/on-commit',
  ]);
});

test('N15 settings of a repository around the granted folder count, too', () => {
  const around = fs.realpathSync(scratch());
  put(around, '.git/HEAD', 'ref: refs/heads/main\n');
  put(around, '.git/config', '[core]\n\thooksPath = app/on-commit\n');
  put(around, 'app/on-commit/pre-commit', '');
  expect(protectedIn(path.join(around, 'app'))).toEqual(['on-commit']);
});

test('a folder of hooks that is the whole working tree does not close it', () => {
  const root = fs.realpathSync(scratch());
  put(root, '.git/HEAD', 'ref: refs/heads/main\n');
  put(root, '.git/config', '[core]\n\thooksPath = .\n');
  expect(protectedIn(root)).toEqual([]);
});

test('N15 a name that the user adds counts at once, also in a folder that has not changed', async () => {
  const root = fs.realpathSync(scratch());
  put(root, 'deploy.sh', '');
  const scanner = new FolderScanner();
  // A folder that changed just now is read again in any case.
  await setTimeout(100);
  expect(scanner.scan(root, patterns).protectedPaths).toEqual([]);
  const added = {
    ...patterns,
    protectedNames: ['deploy.sh'],
    isProtected: (name: string) => path.basename(name) === 'deploy.sh',
  };
  expect(scanner.scan(root, added).protectedPaths).toEqual([path.join(root, 'deploy.sh')]);
});
