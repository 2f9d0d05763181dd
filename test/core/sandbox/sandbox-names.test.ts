import { isSecretFile } from '../../../src/shared/files/secret-files.ts';
import { describe, expect, it } from 'vitest';
import { programPlace, programPlaces } from '../../../src/main/core/sandbox/program-places.ts';
import { hiddenPlaces, isProtectedInside } from '../../../src/main/core/sandbox/sandbox-names.ts';
import { purposeOf } from '../../../src/main/core/sandbox/sandboxes.ts';

const places = { home: '/home/ada', ownPaths: ['/home/ada/.local/share/gatehouse'] };
const kept = (name: string): boolean => isProtectedInside(`/home/ada/app/${name}`, places);

describe('names in a granted folder', () => {
  it.each([
    ...['.vscode', '.idea', '.husky', '.envrc', '.mcp.json', '.claude', '.npmrc', '.cursor'],
    ...[
      '.git',
      'AGENTS.md',
      '.github/workflows',
      '.devcontainer',
      'opencode.json',
      '.gitattributes',
    ],
  ])('N15 %s stays as it is', (name) => {
    expect(kept(name)).toBe(true);
  });

  it.each(['package.json', 'package-lock.json', 'node_modules', 'Makefile', '.yarn', 'src/a.ts'])(
    'N15 %s is for builds and installs to change',
    (name) => {
      expect(kept(name)).toBe(false);
    },
  );

  it('N15 names that the user added stay as they are', () => {
    expect(isProtectedInside('/home/ada/app/deploy.sh', places, ['deploy.sh'])).toBe(true);
  });

  it('N16 .env files hold secrets, their templates do not', () => {
    for (const name of ['.env', '.env.local', '.env.production'])
      expect(isSecretFile(name)).toBe(true);
    for (const name of ['.env.example', '.env.sample', '.envrc', 'env', '.environment'])
      expect(isSecretFile(name)).toBe(false);
  });

  it('N7 our data and the keys of the user are hidden, should a folder hold them', () => {
    const hidden = hiddenPlaces(places);
    for (const name of ['.ssh', '.aws', '.gnupg', '.netrc', '.config/gh', '.local/share/gatehouse'])
      expect(hidden).toContain(`/home/ada/${name}`);
  });
});

describe('a program that no visible folder holds', () => {
  it('is mounted with the folder it was installed into, never with the home folder', () => {
    expect(programPlace('/home/ada/node-20/bin/node', places.home)).toBe('/home/ada/node-20');
    expect(programPlace('/home/ada/bin/tool', places.home)).toBe('/home/ada/bin/tool');
    expect(programPlace('/srv/tools/tool', places.home)).toBe('/srv/tools/tool');
  });

  it('N7 is mounted alone where keys lie beside it', () => {
    const keys = ['/home/ada/.config/gh'];
    const tool = '/home/ada/.config/bin/tool';
    expect(programPlace(tool, places.home, keys)).toBe(tool);
    expect(programPlace('/home/ada/node/bin/node', places.home, keys)).toBe('/home/ada/node');
  });

  it('is mounted only if it has to be', () => {
    expect(programPlaces(['/usr/bin/node', null], ['/usr'], places.home)).toEqual([]);
    expect(programPlaces(['/srv/x', '/srv/x'], ['/usr'], places.home)).toEqual(['/srv/x']);
  });
});

it('each action that starts something has its purpose', () => {
  expect(purposeOf({ action: 'exec_command', command: null })).toBe('command');
  expect(purposeOf({ action: 'run_tests', command: null })).toBe('command');
  expect(purposeOf({ action: 'git_commit', command: null })).toBe('git');
  expect(purposeOf({ action: 'get_errors', command: null })).toBe('language-server');
  expect(purposeOf({ action: 'open_file', command: null })).toBeNull();
});
