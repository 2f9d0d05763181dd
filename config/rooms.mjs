/**
 * The walls as data. Lint (config/walls-plugin.mjs) and test/architecture.test.ts
 * each read this table and judge the source on their own.
 * A room is a folder or a single file; the longest matching path wins.
 * What a room does not list, it may not import. Types obey the walls too.
 */
const SHARED = 'src/shared';
const CORE_NEEDS = 'src/main/core/needs.ts';
const CORE_OFFERS = 'src/main/core/offers.ts';
const PLATFORM = 'src/main/platform';
/** Contents by digest: the workbench keeps them, windows and undo read them. */
const BLOB_STORE = 'src/main/platform/blob-store.ts';
/** How programs are run and ended, and git among them: the same for agents and for the house itself. */
const PROGRAMS = 'src/main/platform/programs';
const GIT = 'src/main/platform/git';
const DOORS = 'src/main/doors';
const INTEGRATIONS = 'src/main/integrations';
const EXECUTORS = 'src/main/executors';
const SHELL = 'src/main/shell';
const APP = 'src/main/app.ts';
const APP_GROUND = 'src/main/app-ground.ts';
const APP_DOORS = 'src/main/app-doors.ts';
const MAIN = 'src/main/main.ts';
const CLI = 'src/cli';

/** What an editor does as the workbench does it; none of it may bring zod into the bundle. */
const REUSED_BY_EDITORS = [
  'src/cli/proven-agent.ts',
  'src/workbench/hand.ts',
  'src/workbench/consequences.ts',
  'src/workbench/basics/diff-text.ts',
  'src/workbench/basics/one-folder.ts',
  'src/workbench/basics/plans.ts',
  'src/workbench/basics/within-bytes.ts',
  GIT,
  PROGRAMS,
  'src/workbench/buffers/text-edits.ts',
  'src/workbench/git',
  'src/workbench/project/test-counts.ts',
  'src/workbench/search/places-in-lines.ts',
  'src/workbench/search/sought.ts',
  'src/workbench/terminal/scrollback.ts',
  'src/workbench/terminal/told-end.ts',
];

/** Neighbours build on the same three things and never on each other. */
const GROUND_FLOOR = [SHARED, CORE_NEEDS, CORE_OFFERS, PLATFORM];

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
/** What would let the decision depend on the moment or reach the world past core/needs.ts. */
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
 * @typedef {object} Room
 * @property {string} path a folder or a single file, from the root of the repository
 * @property {readonly string[]} mayImport folders or single files of other rooms
 * @property {readonly string[]} packages exact names of npm packages
 * @property {boolean} node
 * @property {boolean} electron
 * @property {readonly string[]} forbiddenGlobals
 */

/** @type {readonly Room[]} */
export const ROOMS = [
  {
    path: SHARED,
    mayImport: [],
    packages: ['zod'],
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
  {
    path: PLATFORM,
    mayImport: [SHARED, CORE_NEEDS],
    packages: ['zod', 'web-tree-sitter'],
    node: true,
    electron: false,
    forbiddenGlobals: ELECTRON_GLOBALS,
  },
  {
    path: DOORS,
    mayImport: GROUND_FLOOR,
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
    mayImport: GROUND_FLOOR,
    packages: [
      'zod',
      'diff',
      'jsonc-parser',
      'yaml',
      'toml-eslint-parser',
      'ws',
      '@modelcontextprotocol/sdk',
    ],
    node: true,
    electron: false,
    forbiddenGlobals: ELECTRON_GLOBALS,
  },
  {
    path: EXECUTORS,
    mayImport: GROUND_FLOOR,
    packages: ['zod'],
    node: true,
    electron: false,
    forbiddenGlobals: ELECTRON_GLOBALS,
  },
  {
    path: SHELL,
    mayImport: GROUND_FLOOR,
    packages: ['zod', '@jellybrick/dbus-next'],
    node: true,
    electron: true,
    forbiddenGlobals: [],
  },
  {
    path: APP_GROUND,
    mayImport: [SHARED, CORE_NEEDS, PLATFORM],
    packages: [],
    node: true,
    electron: false,
    forbiddenGlobals: ELECTRON_GLOBALS,
  },
  {
    path: APP_DOORS,
    mayImport: [...GROUND_FLOOR, DOORS, INTEGRATIONS, APP_GROUND],
    packages: [],
    node: true,
    electron: false,
    forbiddenGlobals: ELECTRON_GLOBALS,
  },
  {
    path: APP,
    mayImport: [...GROUND_FLOOR, DOORS, INTEGRATIONS, EXECUTORS, APP_GROUND, APP_DOORS],
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
    mayImport: [SHARED, BLOB_STORE, PROGRAMS, GIT],
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
    mayImport: [SHARED],
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
 * @property {string} typesOf a folder or file of another room, or a package
 * @property {string} reason
 */

/**
 * Types only, one file each. There is no other way past a wall.
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
    name: 'workbench-entry-knows-its-parent-port',
    file: 'src/workbench/entry.ts',
    typesOf: 'electron',
    reason: 'process.parentPort of a utility process is typed only by Electron',
  },
];
