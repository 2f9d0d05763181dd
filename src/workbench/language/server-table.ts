/**
 * Which language server serves which language, and how it is started so that it only reads: what
 * runs code of the project by itself is switched off, or is not in this table.
 */
import fs from 'node:fs';
import path from 'node:path';
import { isInside } from '../../shared/inside.ts';
import { toolFile } from '../basics/tools.ts';

export interface ServerKind {
  readonly name: string;
  readonly languages: readonly string[];
  /** The first that can be started is. */
  readonly ways: readonly (() => ServerStart | null)[];
  readonly options?: unknown;
}

export interface ServerStart {
  readonly argv: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

const system = `${process.platform}-${process.arch}`;
const exe = process.platform === 'win32' ? '.exe' : '';

function bundled(file: string): string | null {
  try {
    return toolFile(file);
  } catch {
    return null;
  }
}

/** Never a program of the project: the folders of the path are the user's own. */
export function onPath(program: string, notBelow: readonly string[] = []): string | null {
  for (const folder of (process.env['PATH'] ?? '').split(path.delimiter)) {
    if (!path.isAbsolute(folder) || notBelow.some((root) => isInside(folder, root))) continue;
    const file = path.join(folder, program + exe);
    try {
      fs.accessSync(file, fs.constants.X_OK);
      return file;
    } catch {
      // Not in this folder.
    }
  }
  return null;
}

const fromPath =
  (program: string, ...args: readonly string[]) =>
  (): ServerStart | null => {
    const found = onPath(program);
    return found ? { argv: [found, ...args] } : null;
  };

function bundledPyright(): ServerStart | null {
  const script = bundled('pyright/langserver.index.js');
  if (!script) return null;
  // A packaged Electron does not run as Node; then the user's own Node must.
  const asNode = process.versions['electron'] === undefined || process.env['GATEHOUSE_DEV'] === '1';
  const node = asNode ? process.execPath : onPath('node');
  return node ? { argv: [node, script, '--stdio'], env: { ELECTRON_RUN_AS_NODE: '1' } } : null;
}

function typescript(): ServerStart | null {
  // The package names nothing but its manifest to the outside.
  const manifest = bundled(`@typescript/typescript-${system}/package.json`);
  if (!manifest) return null;
  return { argv: [path.join(path.dirname(manifest), 'lib', `tsc${exe}`), '--lsp', '--stdio'] };
}

export const serverTable: readonly ServerKind[] = [
  {
    name: 'TypeScript',
    languages: ['typescript', 'typescriptreact', 'javascript', 'javascriptreact'],
    ways: [typescript],
  },
  {
    name: 'Pyright',
    languages: ['python'],
    ways: [fromPath('pyright-langserver', '--stdio'), bundledPyright],
  },
  { name: 'gopls', languages: ['go'], ways: [fromPath('gopls')] },
  { name: 'clangd', languages: ['c', 'cpp'], ways: [fromPath('clangd')] },
  {
    name: 'rust-analyzer',
    languages: ['rust'],
    ways: [fromPath('rust-analyzer')],
    // Build scripts and macros are code of the project.
    options: {
      cargo: { buildScripts: { enable: false } },
      procMacro: { enable: false },
      checkOnSave: false,
    },
  },
  { name: 'lua-language-server', languages: ['lua'], ways: [fromPath('lua-language-server')] },
  { name: 'zls', languages: ['zig'], ways: [fromPath('zls')] },
];
