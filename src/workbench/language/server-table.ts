/**
 * Which language server serves which language, and how it is started so that it only reads. One
 * that runs code of the project, or may be told to by a file of the project (rust-analyzer by
 * Cargo's settings, lua-language-server by a plugin, zls by its build), is not in this table: whoever
 * wants it names it in the settings.
 */
import fs from 'node:fs';
import path from 'node:path';
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

/** What the folder at hand calls by that name is not looked at: a path like `.` is left out. */
export function onPath(program: string): string | null {
  for (const folder of (process.env['PATH'] ?? '').split(path.delimiter)) {
    if (!path.isAbsolute(folder)) continue;
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
const withEnv =
  (env: Readonly<Record<string, string>>, way: () => ServerStart | null) =>
  (): ServerStart | null => {
    const start = way();
    return start && { ...start, env: { ...start.env, ...env } };
  };

/** No module and no other toolchain is fetched. */
const goStaysHere = { GOPROXY: 'off', GOTOOLCHAIN: 'local', GOFLAGS: '-mod=readonly' };

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
    // Else it lets npm fetch types from the network, behind everybody's back.
    options: { disableAutomaticTypeAcquisition: true },
  },
  {
    name: 'Pyright',
    languages: ['python'],
    ways: [fromPath('pyright-langserver', '--stdio'), bundledPyright],
  },
  { name: 'gopls', languages: ['go'], ways: [withEnv(goStaysHere, fromPath('gopls'))] },
  { name: 'clangd', languages: ['c', 'cpp'], ways: [fromPath('clangd')] },
];
