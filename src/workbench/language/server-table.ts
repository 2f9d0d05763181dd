/**
 * Which language server serves which language, and how it is started so that it only reads: what
 * runs code of the project by itself is switched off, or is not in this table.
 */
import fs from 'node:fs';
import path from 'node:path';
import { isInside } from '../../shared/inside.ts';
import type { Bench } from '../bench.ts';
import { isPackaged, pyrightServer, typescriptServer } from '../basics/tools.ts';

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

const exe = process.platform === 'win32' ? '.exe' : '';

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

/** Electron runs as Node in the repository, but not from a package; then the user's own Node must. */
function bundledPyright(): ServerStart | null {
  const script = pyrightServer();
  const node = isPackaged ? onPath('node') : process.execPath;
  return script && node
    ? { argv: [node, script, '--stdio'], env: { ELECTRON_RUN_AS_NODE: '1' } }
    : null;
}

function typescript(): ServerStart | null {
  const server = typescriptServer();
  return server ? { argv: [server, '--lsp', '--stdio'] } : null;
}

/** What the user names in the settings comes first. */
export const serversWith = (own: Bench['languageServers'] = {}): readonly ServerKind[] => [
  ...Object.entries(own).map(([language, [program = '', ...args]]) => ({
    name: path.basename(program),
    languages: [language],
    ways: [
      path.isAbsolute(program) ? () => ({ argv: [program, ...args] }) : fromPath(program, ...args),
    ],
  })),
  ...serverTable,
];

const serverTable: readonly ServerKind[] = [
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
