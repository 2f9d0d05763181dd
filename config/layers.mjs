/**
 * The import rules as data. Lint (config/lint-plugin.mjs) and test/architecture.test.ts
 * each read this table and check the source on their own.
 * A layer is a folder or a single file; the longest matching path wins.
 * A layer may import only what it lists. The rules apply to types too.
 */
const SHARED = 'src/shared';
/** Texts that several authors edit at the same time: the same in the workbench and in editors. */
const EDITING = 'src/shared/editing';
const CORE_NEEDS = 'src/main/core/dependencies.ts';
const CORE_OFFERS = 'src/main/core/core.ts';
const PLATFORM = 'src/main/platform';
/** Contents by digest: the workbench keeps them, windows and undo read them. */
const BLOB_STORE = 'src/main/platform/files/blob-store.ts';
/** Where other file systems are mounted: the gate and the workbench read it the same way. */
const MOUNTS = 'src/main/platform/files/mounts.ts';
/** How programs, git among them, are started and stopped: the same for agents and for the app itself. */
const PROGRAMS = 'src/main/platform/programs';
const GIT = 'src/main/platform/git';
/** States of granted folders: before and after a sandboxed command. */
const CHECKPOINTS = 'src/main/platform/checkpoints';
/** Which names run by themselves: the gate asks about them, the workbench holds them back. */
const PROTECTED_NAMES = 'src/main/core/roots';
/** How untrusted files are read and untrusted folders searched. */
const FILES = 'src/main/platform/files';
/** Work on hostile input, in a thread with a deadline. */
const THREADS = 'src/main/platform/threads';
/** Small private files, written whole or not at all: the app and the command line write them the same way. */
const PRIVATE_FILE = 'src/main/platform/files/private-file.ts';
/** Namespaces, proxies and forwards: what the sandbox host's own process runs. */
const SANDBOX_NETWORK = 'src/main/platform/sandbox/network';
const TRANSPORTS = 'src/main/transports';
const INTEGRATIONS = 'src/main/integrations';
const SHELL = 'src/main/shell';
const APP = 'src/main/app.ts';
const LOAD_STATE = 'src/main/load-state.ts';
const OPEN_TRANSPORTS = 'src/main/open-transports.ts';
const OPEN_NETWORKS = 'src/main/open-networks.ts';
const OPEN_SERVERS = 'src/main/open-servers.ts';
const MAIN = 'src/main/main.ts';
const CLI = 'src/cli';

/** What an editor does as the workbench does it; none of it may bring zod into the bundle. */
const REUSED_BY_EDITORS = [
  'src/cli/private-files.ts',
  'src/cli/proven-agent.ts',
  'src/workbench/action-handler.ts',
  'src/workbench/derived-events.ts',
  'src/workbench/basics/diff-text.ts',
  'src/workbench/basics/one-folder.ts',
  'src/workbench/basics/plans.ts',
  'src/workbench/basics/within-bytes.ts',
  FILES,
  GIT,
  PROGRAMS,
  'src/workbench/buffers/merge-edit.ts',
  'src/workbench/buffers/text-edits.ts',
  'src/workbench/git',
  'src/workbench/project/test-counts.ts',
  'src/workbench/search/match-limit.ts',
  'src/workbench/search/match-positions.ts',
  'src/workbench/search/search-pattern.ts',
  'src/workbench/terminal/scrollback.ts',
  'src/workbench/terminal/program-end.ts',
];

/** These layers share the same four foundations and never import each other. */
const COMMON_LAYERS = [SHARED, CORE_NEEDS, CORE_OFFERS, PLATFORM];

const NODE_GLOBALS = [
  'process',
  'Buffer',
  'global',
  'require',
  '__dirname',
  '__filename',
  'NodeJS',
];
const ELECTRON_GLOBALS = ['Electron'];
/** Globals that would make a decision depend on time or the outside world without core/dependencies.ts. */
const WORLD_GLOBALS = [
  'globalThis',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'performance',
  'crypto',
  'fetch',
  'WebSocket',
  'console',
];

/**
 * Folders inside core, each with the folders it may import beside shared and core's needs. They
 * are listed from the bottom up: a call is known before limits, policy, asks and sessions are, and
 * the gate uses them all.
 */
const CORE_FOLDERS = {
  roots: [],
  commands: [],
  call: ['roots'],
  limits: ['call'],
  ledger: ['limits'],
  policy: ['call', 'ledger', 'roots'],
  asks: ['call', 'ledger', 'limits', 'policy', 'roots'],
  remembered: ['call', 'ledger', 'policy', 'roots'],
  sessions: ['asks', 'call', 'ledger', 'limits', 'remembered', 'roots'],
  network: ['asks', 'ledger', 'limits', 'policy', 'sessions'],
  servers: ['asks', 'call', 'ledger', 'limits'],
  sandbox: ['call', 'policy', 'roots'],
  gate: [
    ...['asks', 'call', 'commands', 'ledger', 'limits', 'network', 'policy', 'remembered', 'roots'],
    ...['sandbox', 'sessions'],
  ],
};

/**
 * @typedef {object} Layer
 * @property {string} path a folder or a single file, from the root of the repository
 * @property {readonly string[]} mayImport folders or single files of other layers
 * @property {readonly string[]} packages exact names of npm packages
 * @property {boolean} node
 * @property {boolean} electron
 * @property {readonly string[]} forbiddenGlobals
 */

/** @type {readonly Layer[]} */
export const LAYERS = [
  {
    path: SHARED,
    mayImport: [],
    packages: ['zod'],
    node: false,
    electron: false,
    forbiddenGlobals: [...NODE_GLOBALS, ...ELECTRON_GLOBALS],
  },
  {
    path: EDITING,
    mayImport: [SHARED],
    packages: ['yjs', 'zod'],
    node: false,
    electron: false,
    forbiddenGlobals: [...NODE_GLOBALS, ...ELECTRON_GLOBALS],
  },
  {
    path: 'src/main/core',
    mayImport: [SHARED],
    packages: ['zod'],
    node: false,
    electron: false,
    forbiddenGlobals: [...NODE_GLOBALS, ...ELECTRON_GLOBALS, ...WORLD_GLOBALS],
  },
  ...Object.entries(CORE_FOLDERS).map(([folder, others]) => ({
    path: `src/main/core/${folder}`,
    mayImport: [SHARED, CORE_NEEDS, ...others.map((other) => `src/main/core/${other}`)],
    packages: ['zod'],
    node: false,
    electron: false,
    forbiddenGlobals: [...NODE_GLOBALS, ...ELECTRON_GLOBALS, ...WORLD_GLOBALS],
  })),
  {
    path: PLATFORM,
    mayImport: [SHARED, CORE_NEEDS],
    packages: ['zod', 'web-tree-sitter'],
    node: true,
    electron: false,
    forbiddenGlobals: ELECTRON_GLOBALS,
  },
  {
    path: TRANSPORTS,
    mayImport: COMMON_LAYERS,
    packages: [
      'zod',
      'ws',
      'ajv',
      '@modelcontextprotocol/sdk',
      '@modelcontextprotocol/server',
      '@modelcontextprotocol/node',
    ],
    node: true,
    electron: false,
    forbiddenGlobals: ELECTRON_GLOBALS,
  },
  {
    path: INTEGRATIONS,
    mayImport: COMMON_LAYERS,
    packages: [
      'zod',
      'diff',
      'jsonc-parser',
      'yaml',
      'toml-eslint-parser',
      'ws',
      '@modelcontextprotocol/sdk',
      '@modelcontextprotocol/client',
    ],
    node: true,
    electron: false,
    forbiddenGlobals: ELECTRON_GLOBALS,
  },
  {
    path: SHELL,
    mayImport: COMMON_LAYERS,
    packages: ['zod', '@jellybrick/dbus-next', 'electron-updater'],
    node: true,
    electron: true,
    forbiddenGlobals: [],
  },
  {
    path: LOAD_STATE,
    mayImport: [SHARED, CORE_NEEDS, PLATFORM],
    packages: [],
    node: true,
    electron: false,
    forbiddenGlobals: ELECTRON_GLOBALS,
  },
  {
    path: OPEN_TRANSPORTS,
    mayImport: [...COMMON_LAYERS, TRANSPORTS, INTEGRATIONS, LOAD_STATE],
    packages: [],
    node: true,
    electron: false,
    forbiddenGlobals: ELECTRON_GLOBALS,
  },
  {
    path: OPEN_NETWORKS,
    mayImport: COMMON_LAYERS,
    packages: [],
    node: true,
    electron: false,
    forbiddenGlobals: ELECTRON_GLOBALS,
  },
  {
    path: OPEN_SERVERS,
    mayImport: [...COMMON_LAYERS, TRANSPORTS, INTEGRATIONS, LOAD_STATE, OPEN_NETWORKS],
    packages: [],
    node: true,
    electron: false,
    forbiddenGlobals: ELECTRON_GLOBALS,
  },
  {
    path: APP,
    mayImport: [
      ...COMMON_LAYERS,
      ...[TRANSPORTS, INTEGRATIONS],
      ...[LOAD_STATE, OPEN_TRANSPORTS, OPEN_NETWORKS, OPEN_SERVERS],
    ],
    packages: [],
    node: true,
    electron: false,
    forbiddenGlobals: ELECTRON_GLOBALS,
  },
  {
    path: 'src/main/entry.ts',
    mayImport: [MAIN, CLI, SHARED],
    packages: [],
    node: true,
    electron: true,
    forbiddenGlobals: [],
  },
  {
    path: MAIN,
    mayImport: [APP, SHELL, SHARED, PLATFORM],
    packages: [],
    node: true,
    electron: true,
    forbiddenGlobals: [],
  },
  {
    path: 'src/workbench',
    mayImport: [
      ...[SHARED, BLOB_STORE, FILES, MOUNTS, PROGRAMS, GIT, THREADS],
      ...[CHECKPOINTS, PROTECTED_NAMES],
    ],
    packages: [
      'zod',
      'ws',
      'diff',
      'web-tree-sitter',
      '@lydell/node-pty',
      '@parcel/watcher',
      'vscode-languageserver-protocol',
      'vscode-json-languageservice',
      'vscode-css-languageservice',
      'vscode-html-languageservice',
    ],
    node: true,
    electron: false,
    forbiddenGlobals: ELECTRON_GLOBALS,
  },
  {
    path: 'src/sandbox-host',
    mayImport: [SHARED, SANDBOX_NETWORK],
    packages: [],
    node: true,
    electron: false,
    forbiddenGlobals: ELECTRON_GLOBALS,
  },
  {
    path: 'src/preload',
    mayImport: [SHARED],
    packages: [],
    node: false,
    electron: true,
    forbiddenGlobals: NODE_GLOBALS,
  },
  {
    path: 'src/renderer',
    mayImport: [SHARED],
    packages: ['zod', 'react', 'react-dom', 'zustand', '@tanstack/react-virtual', '@ariakit/react'],
    node: false,
    electron: false,
    forbiddenGlobals: [...NODE_GLOBALS, ...ELECTRON_GLOBALS],
  },
  {
    path: CLI,
    mayImport: [SHARED, PRIVATE_FILE],
    packages: ['zod', 'ws', '@modelcontextprotocol/sdk'],
    node: true,
    electron: false,
    forbiddenGlobals: ELECTRON_GLOBALS,
  },
  {
    path: 'extensions/vscode',
    mayImport: [SHARED, ...REUSED_BY_EDITORS],
    packages: ['ws', 'diff', 'colord', 'vscode'],
    node: true,
    electron: false,
    forbiddenGlobals: ELECTRON_GLOBALS,
  },
  {
    path: 'extensions/browser',
    mayImport: [SHARED],
    packages: ['zod'],
    node: false,
    electron: false,
    forbiddenGlobals: [...NODE_GLOBALS, ...ELECTRON_GLOBALS],
  },
];

/**
 * @typedef {object} Exemption
 * @property {string} name
 * @property {string} file
 * @property {string} typesOf a folder or file of another layer, or a package
 * @property {string} reason
 */

/**
 * Types only, one file each. There is no other exception to the import rules.
 * @type {readonly Exemption[]}
 */
export const EXEMPTIONS = [
  {
    name: 'app-knows-the-shape-of-the-shell',
    file: APP,
    typesOf: SHELL,
    reason:
      'app.ts is handed the shell as a parameter, so that it also runs where there is no Electron',
  },
  {
    name: 'networks-know-the-shape-of-the-shell',
    file: OPEN_NETWORKS,
    typesOf: SHELL,
    reason: 'the shell is handed in as a parameter, as it is to app.ts',
  },
  {
    name: 'sandbox-host-entry-knows-its-parent-port',
    file: 'src/sandbox-host/entry.ts',
    typesOf: 'electron',
    reason: 'process.parentPort of a utility process is typed only by Electron',
  },
  {
    name: 'workbench-entry-knows-its-parent-port',
    file: 'src/workbench/entry.ts',
    typesOf: 'electron',
    reason: 'process.parentPort of a utility process is typed only by Electron',
  },
];
