import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  findProgram,
  fixedFolders,
  type FinderSettings,
} from '../../src/main/platform/programs/program-finder.ts';
import { put, scratch } from '../fakes/scratch.ts';

let world: string;
let settings: FinderSettings;

const program = (name: string, mode = 0o755): string => {
  const file = put(world, name, '#!/bin/sh\n');
  fs.chmodSync(file, mode);
  return file;
};

beforeEach(() => {
  world = scratch();
  fs.mkdirSync(path.join(world, 'app'));
  settings = {
    path: `${world}/bin:${world}/more`,
    roots: [`${world}/app`],
    cwd: `${world}/app`,
    platform: 'linux',
  };
});

const find = (name: string, more: Partial<FinderSettings> = {}) =>
  findProgram(name, { ...settings, ...more });

describe('a program', () => {
  test('is the first of its name on PATH', async () => {
    const first = program('bin/tool');
    program('more/tool');
    expect(await find('tool')).toEqual({
      kind: 'found',
      path: first,
      real: first,
      insideRoot: false,
    });
  });

  test('is found behind a link, under its real name', async () => {
    const real = program('lib/tool-1.2');
    fs.mkdirSync(`${world}/bin`);
    fs.symlinkSync(real, `${world}/bin/tool`);
    expect(await find('tool')).toMatchObject({ path: `${world}/bin/tool`, real });
  });

  test('must be a file that can be run', async () => {
    program('bin/text', 0o644);
    fs.mkdirSync(`${world}/bin/folder`);
    fs.symlinkSync('/nowhere', `${world}/bin/gone`);
    for (const name of ['text', 'folder', 'gone', 'nothing']) {
      expect([name, (await find(name)).kind]).toEqual([name, 'not-found']);
    }
  });

  test('F10 is never looked for in the folder one is in', async () => {
    program('app/ls');
    for (const searched of ['.', '', ':', './', '../app', 'app', `.:${world}/nothing`]) {
      const found = await find('ls', { path: searched });
      expect([searched, found.kind]).toEqual([searched, 'not-found']);
    }
    expect(fixedFolders({ ...settings, path: '.:/bin::x:/usr/bin' })).toEqual(['/bin', '/usr/bin']);
  });

  test('inside a granted root is other code, by whichever name it is reached', async () => {
    program('app/node_modules/.bin/tool');
    program('bin/honest');
    const inside = await find('tool', { path: `${world}/app/node_modules/.bin` });
    expect(inside).toMatchObject({ kind: 'found', insideRoot: true });
    expect(await find('./node_modules/.bin/tool')).toMatchObject({ insideRoot: true });
    fs.symlinkSync(`${world}/app/node_modules/.bin/tool`, `${world}/bin/linked`);
    expect(await find('linked')).toMatchObject({ kind: 'found', insideRoot: true });
    fs.symlinkSync(`${world}/bin/honest`, `${world}/app/honest`);
    fs.symlinkSync(`${world}/app`, `${world}/link`);
    expect(await find('honest', { path: `${world}/link` })).toMatchObject({ insideRoot: true });
    expect(await find(`${world}/app/honest`)).toMatchObject({ kind: 'found', insideRoot: true });
    expect(await find(`${world}/bin/honest`)).toMatchObject({ insideRoot: false });
  });

  test('has a name', async () => {
    for (const name of ['', '.', '..', 'a\0b']) {
      expect([name, (await find(name)).kind]).toEqual([name, 'refused']);
    }
  });
});

describe('on Windows', () => {
  const windows = { platform: 'win32', cwd: 'C:\\w\\app', path: 'C:\\bin' } as const;

  test('scripts of cmd.exe are not started', async () => {
    for (const name of ['x.bat', 'x.CMD', 'C:\\x\\y.cmd', 'x.bat.', 'x.cmd ']) {
      expect([name, (await find(name, windows)).kind]).toEqual([name, 'refused']);
    }
  });

  test('PATH is read by its rules', () => {
    const searched = 'C:\\bin;.;bin;\\bin;C:rel;\\\\server\\share';
    expect(fixedFolders({ ...settings, platform: 'win32', path: searched })).toEqual([
      'C:\\bin',
      '\\\\server\\share',
    ]);
  });
});
