/**
 * Which language server serves which language, started so that it only reads. Servers that run
 * project code, or can be made to by a project file (rust-analyzer by Cargo settings,
 * lua-language-server by a plugin, zls by its build), are not listed: users can configure them in
 * the settings.
 */
import fs from 'node:fs';
import path from 'node:path';
import { isInside } from '../../shared/files/inside.ts';
import type { WorkbenchContext } from '../workbench-context.ts';
import { isPackaged, pyrightServer, typescriptServer } from '../basics/tools.ts';

export interface ServerKind {
  readonly name: string;
  readonly languages: readonly string[];
  /** The first one that is available is used. */
  readonly starters: readonly (() => ServerStart | null)[];
  readonly options?: unknown;
  readonly settings?: (root: string) => Readonly<Record<string, unknown>>;
}

export interface ServerStart {
  readonly argv: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

const exe = process.platform === 'win32' ? '.exe' : '';

/**
 * Relative PATH entries such as `.` are ignored, so the current folder cannot supply the program.
 */
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

/**
 * Electron can run as Node in the repository but not when packaged; then the user's Node is used.
 */
const withEnv =
  (env: Readonly<Record<string, string>>, starter: () => ServerStart | null) =>
  (): ServerStart | null => {
    const start = starter();
    return start && { ...start, env: { ...start.env, ...env } };
  };

/** Stops Go from downloading modules or toolchains. */
const goStaysHere = { GOPROXY: 'off', GOTOOLCHAIN: 'local', GOFLAGS: '-mod=readonly' };

function bundledPyright(): ServerStart | null {
  const script = pyrightServer();
  const node = isPackaged ? onPath('node') : process.execPath;
  return script && node
    ? { argv: [node, script, '--stdio'], env: { ELECTRON_RUN_AS_NODE: '1' } }
    : null;
}

/**
 * Pyright would start the user's Python to find packages and read them, which lie outside the
 * granted folder. So it finds no Python, and is given the packages inside the folder.
 */
const withoutPython = (starter: () => ServerStart | null) => (): ServerStart | null => {
  const start = starter();
  if (!start) return null;
  const [program = '', ...args] = start.argv;
  const node = program.endsWith('pyright-langserver') ? onPath('node') : null;
  const argv = node ? [node, fs.realpathSync(program), ...args] : start.argv;
  return { argv, env: { ...start.env, PATH: '/nonexistent' } };
};

function pyrightSettings(root: string): Readonly<Record<string, unknown>> {
  const analysis = {
    autoImportCompletions: false,
    diagnosticMode: 'openFilesOnly',
    extraPaths: packageFolders(root),
  };
  return { python: { analysis }, 'python.analysis': analysis, pyright: {} };
}

/** The package folders of virtual environments inside the folder, as real paths. */
function packageFolders(root: string): readonly string[] {
  const libs = ['.venv', 'venv', 'env'].map((name) => path.join(root, name, 'lib'));
  const found = libs.flatMap((lib) => namesIn(lib).map((name) => path.join(lib, name)));
  return found.flatMap((folder) => {
    try {
      const real = fs.realpathSync(path.join(folder, 'site-packages'));
      return isInside(real, root) ? [real] : [];
    } catch {
      return [];
    }
  });
}

function namesIn(folder: string): readonly string[] {
  try {
    return fs.readdirSync(folder);
  } catch {
    return [];
  }
}

function typescript(): ServerStart | null {
  const server = typescriptServer();
  return server ? { argv: [server, '--lsp', '--stdio'] } : null;
}

/** User-configured servers come first. */
export const serversWith = (
  own: WorkbenchContext['languageServers'] = {},
): readonly ServerKind[] => [
  ...Object.entries(own).map(([language, [program = '', ...args]]) => ({
    name: path.basename(program),
    languages: [language],
    starters: [
      path.isAbsolute(program) ? () => ({ argv: [program, ...args] }) : fromPath(program, ...args),
    ],
  })),
  ...serverTable,
];

const serverTable: readonly ServerKind[] = [
  {
    name: 'TypeScript',
    languages: ['typescript', 'typescriptreact', 'javascript', 'javascriptreact'],
    starters: [typescript],
    // Otherwise it would let npm download types.
    options: { disableAutomaticTypeAcquisition: true },
  },
  {
    name: 'Pyright',
    languages: ['python'],
    starters: [fromPath('pyright-langserver', '--stdio'), bundledPyright].map(withoutPython),
    settings: pyrightSettings,
  },
  { name: 'gopls', languages: ['go'], starters: [withEnv(goStaysHere, fromPath('gopls'))] },
  { name: 'clangd', languages: ['c', 'cpp'], starters: [fromPath('clangd')] },
];
