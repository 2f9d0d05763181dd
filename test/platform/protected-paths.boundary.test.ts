/** Protected names on real files: settled first, as the gate does it, and then judged by name. */
import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import {
  holdsOwnData,
  ownData,
  protectionOf,
  protectsTree,
} from '../../src/main/core/roots/protected-paths.ts';
import { realPaths } from '../../src/main/platform/paths/real-paths.ts';
import type { PathUse } from '../../src/shared/actions/actions.ts';
import { put, scratch } from '../fakes/scratch.ts';
import { isError } from '../../src/shared/actions/outcomes.ts';

let home: string;
let app: string;
const places = () => ({ home, ownPaths: [path.join(home, '.config/gatehouse')] });

beforeEach(() => {
  home = scratch();
  app = path.join(home, 'app');
  fs.mkdirSync(app);
});

/** The real path that a use of this name comes down to. */
async function resolvedPath(name: string, use: PathUse, folder = app): Promise<string> {
  const root = await realPaths.pin(folder);
  if (isError(root)) throw new Error(root.message);
  const place = realPaths.resolve(`${folder}/${name}`, [root], use);
  if (isError(place)) throw new Error(`${place.code} ${place.message}`);
  return place.path;
}

const effectOf = async (name: string, use: PathUse = 'create') =>
  protectionOf(await resolvedPath(name, use), places())?.effect;

describe('E2 names that are not there yet', () => {
  test.each(['.git/hooks/pre-commit', '.vscode/tasks.json', '.github/workflows/a.yml', 'Makefile'])(
    '%s is protected before and after it is made',
    async (name) => {
      const before = await effectOf(name);
      expect(before).toBeTypeOf('string');
      put(app, name);
      expect(await effectOf(name, 'write')).toBe(before);
    },
  );
});

describe('E3 by another way it is the same', () => {
  test('via a/../.git', async () => {
    put(app, 'a/b');
    expect(await effectOf('a/../.git/config')).toContain('Git runs');
  });

  test('via a link to the folder, or to the file', async () => {
    put(app, '.git/config', 'x');
    put(app, '.git/hooks/pre-commit', 'x');
    fs.symlinkSync('.git', path.join(app, 'harmless'));
    fs.symlinkSync('.git/config', path.join(app, 'notes.txt'));
    expect(await effectOf('harmless/hooks/post-commit')).toContain('commit');
    expect(await effectOf('notes.txt', 'write')).toContain('Git runs');
  });

  test('via a hard link: the name is harmless, but the second name shows', async () => {
    put(app, '.git/config', 'x');
    fs.linkSync(path.join(app, '.git/config'), path.join(app, 'notes.txt'));
    const root = await realPaths.pin(app);
    if (isError(root)) throw new Error(root.message);
    const place = realPaths.resolve(path.join(app, 'notes.txt'), [root], 'write');
    expect(place).toMatchObject({ links: 2 });
  });

  test('via rename of a harmless file onto it', async () => {
    put(app, 'harmless');
    expect(await effectOf('harmless', 'delete')).toBeUndefined();
    expect(await effectOf('.envrc')).toContain('enter the folder');
  });

  test('via rename of a parent folder', async () => {
    put(app, 'x/workflows/evil.yml');
    expect(protectsTree(await resolvedPath('x', 'delete'), places())).toBeNull();
    expect(protectsTree(await resolvedPath('.github', 'create'), places())?.name).toContain(
      '.github/',
    );
    expect(protectsTree(await resolvedPath('.git', 'create'), places())?.effect).toContain('Git');
  });

  test('via names as an archive would spell them', async () => {
    for (const name of ['.GIT/hooks/x', '.git./config', '.g\u200Cit/config', 'GIT~1/config'])
      expect(await effectOf(name), `at ${name}`).toBeTypeOf('string');
  });

  test('a .git file, as worktrees and submodules have it', async () => {
    put(app, '.git', 'gitdir: /elsewhere\n');
    expect(await effectOf('.git', 'write')).toContain('where the repository is');
  });
});

describe('E5 what is ours, in a home folder that was granted', () => {
  const ours = ['.config/gatehouse/settings.json', '.config/autostart/gatehouse.desktop'];

  test.each(ours)('%s is refused, there or not, and through a link', async (name) => {
    expect(ownData(await resolvedPath(name, 'create', home), places())).toMatchObject({
      code: 'own-data',
    });
    put(home, name);
    fs.symlinkSync(path.dirname(path.join(home, name)), path.join(home, 'notes'));
    const linked = await resolvedPath(`notes/${path.basename(name)}`, 'write', home);
    expect(ownData(linked, places())).toMatchObject({ code: 'own-data' });
  });

  test('the folder around it cannot be removed', async () => {
    put(home, '.config/gatehouse/x');
    expect(holdsOwnData(await resolvedPath('.config', 'delete', home), places())).toBe(true);
    expect(holdsOwnData(await resolvedPath('app', 'delete', home), places())).toBe(false);
  });
});

describe('D12 a folder that ignores case', () => {
  /** ext4 with casefold, in a file of its own; null with a reason where that cannot be had. */
  function foldingFolder(): { folder: string } | { why: string } {
    const image = path.join(home, 'disk.img');
    const mounted = path.join(home, 'mounted');
    fs.mkdirSync(mounted);
    fs.closeSync(fs.openSync(image, 'w'));
    fs.truncateSync(image, 16 * 1024 * 1024);
    const steps = [
      ['mkfs.ext4', '-q', '-O', 'casefold', '-E', 'encoding=utf8', image],
      ['mount', '-o', 'loop', image, mounted],
    ] as const;
    for (const [program, ...args] of steps) {
      const { status, error, stderr } = spawnSync(program, args, { encoding: 'utf8' });
      if (status !== 0) return { why: `${program}: ${error?.message ?? stderr.trim()}` };
    }
    onTestFinished(() => void execFileSync('umount', [mounted]));
    const folder = path.join(mounted, 'app');
    fs.mkdirSync(folder);
    execFileSync('chattr', ['+F', folder]);
    return { folder };
  }

  test('.GIT/hooks and .Cursor/MCP.json are protected in it', async ({ skip }) => {
    const found = foldingFolder();
    if ('why' in found) {
      // The same names are tried without such a disk in test/core/roots/protected-paths.test.ts.
      console.log(`D12 no folder here ignores case: ${found.why}`);
      return skip(found.why);
    }
    const { folder } = found;
    put(folder, '.git/hooks/pre-commit', 'x');
    put(folder, '.cursor/mcp.json', '{}');
    for (const name of ['.GIT/hooks/pre-commit', '.Cursor/MCP.json']) {
      expect(fs.existsSync(path.join(folder, name))).toBe(true);
      expect(protectionOf(await resolvedPath(name, 'write', folder), places())).not.toBeNull();
    }
  });
});
