/** Proves that the two keepers of the walls, the architecture test and lint, do fail what breaks them. */
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { EXEMPTIONS, ROOMS } from '../config/rooms.mjs';
import { brokenWalls, cyclesIn, edgesOf, loadedFrom } from './support/import-graph.ts';
import { suppressionsIn, type SourceFile } from './support/source-files.ts';

const ROOT = join(import.meta.dirname, '..');
/** Tests run on Electron's Node, where Oxlint cannot share memory with its plugins and dies. */
const PLAIN_NODE = process.env['npm_node_execpath'] ?? 'node';

describe('the architecture test', () => {
  test.each([
    ['core touching the disk', "import { readFileSync } from 'node:fs';", 'node:fs'],
    ['core touching the disk by the old name', "import fs from 'fs/promises';", 'fs/promises'],
    ['core with a type of Electron', "import type { App } from 'electron';", 'electron (type)'],
    ['core with an npm package', "export { WebSocket } from 'ws';", 'ws'],
    ['core loading late', "export const late = () => import('node:net');", 'node:net'],
    ['core computing a path', 'export const any = (x: string) => import(x);', 'a computed path'],
    ['core with an inline type', "export type W = import('ws').WebSocket;", 'ws (type)'],
    ['core requiring', "export const fs = require('node:fs');", 'node:fs'],
    ['core importing what is not there', "export * from './gone.ts';", './gone.ts'],
  ])('catches %s', (_, text, named) => {
    expect(broken({ 'src/main/core/gate.ts': text })).toEqual([
      expect.stringContaining(`src/main/core/gate.ts imports ${named}`),
    ]);
  });

  test('catches a neighbour, the inside of core, and a stranger in the renderer', () => {
    const tree = {
      'src/main/core/gate/gate.ts': 'export const gate = 1;',
      'src/main/core/offers.ts': "export { gate } from './gate/gate.ts';",
      'src/main/shell/tray.ts': 'export const tray = 1;',
      'src/main/doors/mcp.ts': `
        import { tray } from '../shell/tray.ts';
        import { gate } from '../core/gate/gate.ts';
        import { gate as offered } from '../core/offers.ts';`,
      'src/renderer/view.tsx': "import type { gate } from '../main/core/offers.ts';",
    };
    expect(broken(tree)).toEqual([
      'src/main/doors/mcp.ts imports src/main/shell/tray.ts',
      'src/main/doors/mcp.ts imports src/main/core/gate/gate.ts',
      'src/renderer/view.tsx imports src/main/core/offers.ts (type)',
    ]);
  });

  test('lets an exempted type pass, but not the value', () => {
    const shell = { 'src/main/shell/tray.ts': 'export class Tray {}' };
    const app = (kind: string): Record<string, string> => ({
      ...shell,
      'src/main/app.ts': `import ${kind} { Tray } from './shell/tray.ts';`,
    });
    expect(broken(app('type'))).toEqual([]);
    expect(broken(app(''))).toHaveLength(1);
  });

  test('catches a file without a room', () => {
    expect(broken({ 'src/main/stray.ts': "import 'node:fs';" })).toHaveLength(1);
  });

  test('catches a cycle and tells it once', () => {
    const tree = {
      'src/shared/a.ts': "import './b.ts';",
      'src/shared/b.ts': "import './c.ts';",
      'src/shared/c.ts': "import './b.ts';",
    };
    expect(cyclesIn(edgesOf(filesOf(tree)))).toEqual([
      'src/shared/b.ts → src/shared/c.ts → src/shared/b.ts',
    ]);
  });

  test('follows what is loaded, not what is only a type', () => {
    const edges = edgesOf(
      filesOf({
        'src/main/app.ts': "import './shell/tray.ts'; import type { Net } from 'node:net';",
        'src/main/shell/tray.ts': "import { Tray } from 'electron';",
      }),
    );
    expect([...loadedFrom('src/main/app.ts', edges)]).toEqual([
      'src/main/app.ts',
      'src/main/shell/tray.ts',
      'electron',
    ]);
  });

  test('catches a suppression in a comment and not in a string', () => {
    const suppression = ['@ts', 'ignore'].join('-');
    const [file] = filesOf({
      'src/shared/a.ts': `const said = '${suppression}'; // ${suppression}`,
    });
    expect(file && suppressionsIn(file)).toEqual([`src/shared/a.ts: ${suppression}`]);
  });
});

describe('lint', () => {
  test('fails each broken wall, names what is allowed, and cannot be silenced', async () => {
    const said = await lint({
      'src/main/core/gate.ts': `
        import { readFileSync } from 'node:fs';
        export const now = () => setTimeout(readFileSync, 1);`,
      'src/main/doors/mcp.ts': "export { tray } from '../shell/tray.ts';",
      'src/main/shell/tray.ts': "export { Tray as tray } from 'electron';",
      'src/renderer/view.ts': `/* ${['oxlint', 'disable'].join('-')} */ import 'electron';`,
    });
    const about = (file: string): string[] =>
      said.filter(({ filename }) => filename === file).map(({ message }) => message);

    expect(about('src/main/core/gate.ts')).toEqual(
      expect.arrayContaining([
        'src/main/core may not import node:fs. It may import src/shared; and zod (config/rooms.mjs).',
        'src/main/core may not use the global setTimeout (config/rooms.mjs).',
      ]),
    );
    expect(about('src/main/doors/mcp.ts').join()).toContain('may not import src/main/shell');
    expect(about('src/main/shell/tray.ts')).toEqual([]);
    expect(about('src/renderer/view.ts').join()).toContain('an exemption is a named block');
  });
});

function filesOf(tree: Readonly<Record<string, string>>): SourceFile[] {
  return Object.entries(tree).map(([path, text]) => ({ path, text }));
}

function broken(tree: Readonly<Record<string, string>>): string[] {
  return brokenWalls(edgesOf(filesOf(tree)), ROOMS, EXEMPTIONS);
}

interface Diagnostic {
  readonly filename: string;
  readonly message: string;
}

/** The real linter with the real rules, on a tree of the same shape somewhere else. */
async function lint(tree: Readonly<Record<string, string>>): Promise<readonly Diagnostic[]> {
  const folder = await mkdtemp(join(tmpdir(), 'walls-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await cp(join(ROOT, 'config'), join(folder, 'config'), { recursive: true });
  await cp(join(ROOT, '.oxlintrc.json'), join(folder, '.oxlintrc.json'));
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  for (const [path, text] of Object.entries(tree)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  const { diagnostics } = JSON.parse(await oxlintIn(folder)) as { diagnostics: Diagnostic[] };
  return diagnostics;
}

/** Finding something is what is wanted here, so the exit code does not matter. */
function oxlintIn(cwd: string): Promise<string> {
  const args = [join(ROOT, 'node_modules/oxlint/bin/oxlint'), '-f', 'json', 'src'];
  return new Promise((resolve) => {
    execFile(PLAIN_NODE, args, { cwd, timeout: 8000 }, (_, stdout) => resolve(stdout));
  });
}
