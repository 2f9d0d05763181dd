/** Proves that the two keepers of the walls, the architecture test and lint, do fail what breaks them. */
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { EXEMPTIONS, LAYERS } from '../config/layers.mjs';
import { brokenImports, cyclesIn, edgesOf, loadedFrom } from './support/import-graph.ts';
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
      'src/main/core/core.ts': "export { gate } from './gate/gate.ts';",
      'src/main/shell/desktop/tray.ts': 'export const tray = 1;',
      'src/main/transports/mcp.ts': `
        import { tray } from '../shell/desktop/tray.ts';
        import { gate } from '../core/gate/gate.ts';
        import { gate as offered } from '../core/core.ts';`,
      'src/renderer/view.tsx': "import type { gate } from '../main/core/core.ts';",
    };
    expect(broken(tree)).toEqual([
      'src/main/transports/mcp.ts imports src/main/shell/desktop/tray.ts',
      'src/main/transports/mcp.ts imports src/main/core/gate/gate.ts',
      'src/renderer/view.tsx imports src/main/core/core.ts (type)',
    ]);
  });

  test('lets an exempted type pass, but not the value', () => {
    const shell = { 'src/main/shell/desktop/tray.ts': 'export class Tray {}' };
    const app = (kind: string): Record<string, string> => ({
      ...shell,
      'src/main/app.ts': `import ${kind} { Tray } from './shell/desktop/tray.ts';`,
    });
    expect(broken(app('type'))).toEqual([]);
    expect(broken(app(''))).toHaveLength(1);
  });

  test('catches a file without a layer', () => {
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
        'src/main/app.ts': "import './shell/desktop/tray.ts'; import type { Net } from 'node:net';",
        'src/main/shell/desktop/tray.ts': "import { Tray } from 'electron';",
      }),
    );
    expect([...loadedFrom('src/main/app.ts', edges)]).toEqual([
      'src/main/app.ts',
      'src/main/shell/desktop/tray.ts',
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

/** It takes a second or two, and ten times that on a busy machine. */
const lintWithinMs = 60_000;

describe('lint', () => {
  test(
    'fails each broken import rule, names what is allowed, and cannot be suppressed',
    { timeout: lintWithinMs },
    async () => {
      const said = await lint({
        'src/main/core/clock.ts': `
        import { readFileSync } from 'node:fs';
        export const now = () => setTimeout(readFileSync, 1);`,
        'src/main/core/call/call.ts': "export { gate } from '../gate/gate.ts';",
        'src/main/core/gate/gate.ts': 'export const gate = 1;',
        'src/main/transports/mcp.ts': "export { tray } from '../shell/desktop/tray.ts';",
        'src/main/shell/desktop/tray.ts': "export { Tray as tray } from 'electron';",
        'src/renderer/view.ts': `/* ${['oxlint', 'disable'].join('-')} */ import 'electron';`,
      });
      const about = (file: string): string[] =>
        said.filter(({ filename }) => filename === file).map(({ message }) => message);

      expect(about('src/main/core/clock.ts')).toEqual(
        expect.arrayContaining([
          'src/main/core may not import node:fs. It may import src/shared; and zod (config/layers.mjs).',
          'src/main/core may not use the global setTimeout (config/layers.mjs).',
        ]),
      );
      expect(about('src/main/core/call/call.ts').join()).toContain(
        'src/main/core/call may not import src/main/core/gate/gate.ts',
      );
      expect(about('src/main/transports/mcp.ts').join()).toContain('may not import src/main/shell');
      expect(about('src/main/shell/desktop/tray.ts')).toEqual([]);
      expect(about('src/renderer/view.ts').join()).toContain('an exemption is a named block');
    },
  );

  test(
    'fails a name with a word that is not used, and an error not tested with isError',
    { timeout: lintWithinMs },
    async () => {
      const found = await lint({
        'src/shared/errors/names.ts': `
        export interface Trouble { readonly held: number }
        export const workbench = ({ wallClock: told = 1 }: { readonly wallClock?: number }) => told;
        export const isTrue = (value: object): boolean => 'code' in value;`,
      });
      expect(found.map(({ message }) => message).toSorted()).toEqual([
        '"held" in held is not used here; say open, pending, live, or disposables (config/words.mjs).',
        '"told" in told is not used here; say sent, emitted or the wire format (config/words.mjs).',
        '"trouble" in Trouble is not used here; say error (config/words.mjs).',
        "Use isError (src/shared/actions/outcomes.ts) or a discriminant instead of 'code' in ….",
      ]);
    },
  );
});

function filesOf(tree: Readonly<Record<string, string>>): SourceFile[] {
  return Object.entries(tree).map(([path, text]) => ({ path, text }));
}

function broken(tree: Readonly<Record<string, string>>): string[] {
  return brokenImports(edgesOf(filesOf(tree)), LAYERS, EXEMPTIONS);
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
    execFile(PLAIN_NODE, args, { cwd, timeout: lintWithinMs }, (_, stdout) => resolve(stdout));
  });
}
