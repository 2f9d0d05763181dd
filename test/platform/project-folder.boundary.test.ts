import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { projectFolderOf } from '../../src/main/platform/paths/project-folder.ts';
import { put, scratch } from '../fakes/scratch.ts';

const nowhere = '/home/nobody';

describe('the project around a path', () => {
  test('is the nearest folder with a repository or a project file', async () => {
    const root = fs.realpathSync(scratch());
    fs.mkdirSync(path.join(root, '.git'));
    const deep = put(root, 'packages/one/src/deep/a.ts', '');
    expect(await projectFolderOf(deep, nowhere)).toBe(root);
    put(root, 'packages/one/package.json', '{}');
    expect(await projectFolderOf(deep, nowhere)).toBe(path.join(root, 'packages/one'));
    expect(await projectFolderOf(path.join(root, 'packages'), nowhere)).toBe(root);
  });

  test('is found for what is not there yet', async () => {
    const root = fs.realpathSync(scratch());
    put(root, 'go.mod', '');
    expect(await projectFolderOf(path.join(root, 'new/folder/a.go'), nowhere)).toBe(root);
  });

  test('is the folder of the file where nothing says more, and never the home folder', async () => {
    const home = fs.realpathSync(scratch());
    fs.mkdirSync(path.join(home, '.git'));
    const note = put(home, 'notes/today/a.txt', '');
    expect(await projectFolderOf(note, home)).toBe(path.dirname(note));
  });

  test('is the real one behind a link', async () => {
    const root = fs.realpathSync(scratch());
    const link = path.join(fs.realpathSync(scratch()), 'link');
    put(root, 'package.json', '{}');
    fs.symlinkSync(root, link);
    expect(await projectFolderOf(path.join(link, 'a.ts'), nowhere)).toBe(root);
  });

  test.each(['relative/a', '', 'a\0b'])('%j has none', async (wanted) => {
    expect(await projectFolderOf(wanted, nowhere)).toBeNull();
  });
});
