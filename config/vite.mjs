// How each part of Gatehouse is built. Everything is bundled, so that the packaged app carries no
// node_modules; only Electron and Node's own modules stay outside.
import { copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { builtinModules, createRequire } from 'node:module';
import path from 'node:path';
import react from '@vitejs/plugin-react';
import { manifest } from './browser-manifest.mjs';
import { licencesIn } from './licences.mjs';

const repo = path.resolve(import.meta.dirname, '..');
const { version } = JSON.parse(readFileSync(path.join(repo, 'package.json'), 'utf8'));

/** The constants that sources may use; tests need them too. */
export const define = {
  __GATEHOUSE_VERSION__: JSON.stringify(version),
  // `npm run dev` puts the address of its server here; in every other build there is none.
  __GATEHOUSE_DEV_SERVER__: 'null',
};

/** Chromium 148 and Node 24: what the oldest Electron we run on (42) carries. */
const CHROMIUM = 'chrome148';
const ELECTRON_NODE = 'node24';
const COMMAND_LINE_NODE = 'node20';
/** Of VS Code 1.94, the oldest editor that the extension runs in. */
const EDITOR_NODE = 'node20';

/** `vscode` is given to extensions by the editor. */
const external = ['electron', 'vscode', /^electron\//, /^node:/, ...builtinModules];

/** @type {import('vite').InlineConfig} */
const common = {
  configFile: false,
  envDir: false,
  logLevel: 'warn',
  build: { sourcemap: true, emptyOutDir: true, reportCompressedSize: false },
};

const { resolve } = createRequire(import.meta.url);

/**
 * Emscripten's loader holds an eval for side modules with inline JavaScript; grammars have none.
 * @type {import('vite').Plugin}
 */
const knownEval = {
  name: 'gatehouse-known-eval',
  onLog: (_level, log) => !(log.code === 'EVAL' && log.message.includes('web-tree-sitter')),
};

/**
 * The shell grammar and what runs it, beside the bundle: src/main/platform/shell-parser/shell-parser.ts reads them there,
 * from inside the asar too.
 * @type {import('vite').Plugin}
 */
const shellGrammar = {
  name: 'gatehouse-shell-grammar',
  writeBundle({ dir = '.' }) {
    for (const file of [
      'web-tree-sitter/web-tree-sitter.wasm',
      '@vscode/tree-sitter-wasm/wasm/tree-sitter-bash.wasm',
    ]) {
      copyFileSync(resolve(file), path.join(dir, path.basename(file)));
    }
  },
};

const appLicences = licencesIn(path.join(repo, 'dist/LICENSES.packages.txt'));
const editorLicences = licencesIn(path.join(repo, 'dist/vscode/LICENSES.packages.txt'));

/**
 * The rest of the editor extension, so that its folder is a whole one: an editor can load it as it is.
 * @type {import('vite').Plugin}
 */
const editorExtensionFiles = {
  name: 'gatehouse-extension-files',
  writeBundle({ dir = '.' }) {
    const from = path.join(repo, 'extensions/vscode');
    for (const name of ['package.json', 'readme.md', 'media']) {
      cpSync(path.join(from, name), path.join(dir, name), { recursive: true });
    }
    copyFileSync(path.join(repo, 'LICENSE'), path.join(dir, 'LICENSE'));
  },
};

/**
 * @param {{ entry: string, outDir: string, file: string, format: 'es' | 'cjs', target: string,
 *   keepOutDir?: boolean, split?: boolean, minify?: boolean, plugins?: import('vite').Plugin[] }} part
 * @returns {import('vite').InlineConfig}
 */
export function nodePart({
  entry,
  outDir,
  file,
  format,
  target,
  keepOutDir = false,
  split = false,
  minify = false,
  plugins = [],
}) {
  return {
    ...common,
    root: repo,
    publicDir: false,
    plugins,
    define: {
      ...define,
      // `ws` then never looks for its native add-ons, which are not there, next to the bundle.
      'process.env.WS_NO_BUFFER_UTIL': '"1"',
      'process.env.WS_NO_UTF_8_VALIDATE': '"1"',
    },
    ssr: { noExternal: true, target: 'node' },
    build: {
      ...common.build,
      ssr: true,
      minify,
      target,
      outDir: path.resolve(repo, outDir),
      emptyOutDir: !keepOutDir,
      rolldownOptions: {
        input: path.join(repo, entry),
        external,
        output: split
          ? { format, entryFileNames: file, chunkFileNames: `[name]${path.extname(file)}` }
          : { format, entryFileNames: file, codeSplitting: false },
      },
    },
  };
}

/** @type {import('vite').InlineConfig} */
const renderer = {
  ...common,
  root: path.join(repo, 'src/renderer'),
  base: './',
  define,
  plugins: [react(), appLicences],
  build: {
    ...common.build,
    target: CHROMIUM,
    outDir: path.join(repo, 'dist/renderer'),
    // The pages' content security policy knows no inline code and no data: URLs.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: ['main', 'ask'].map((page) => path.join(repo, `src/renderer/${page}.html`)),
    },
  },
};

/**
 * One script of the browser extension, all in one file: content scripts know no imports.
 * @param {{ script: string, plugins?: import('vite').Plugin[] }} part
 * @returns {import('vite').InlineConfig}
 */
const browserScript = ({ script, plugins = [] }) => ({
  ...common,
  root: repo,
  publicDir: false,
  plugins,
  build: {
    ...common.build,
    // Stores want to read what they are given.
    minify: false,
    sourcemap: false,
    target: 'chrome121',
    outDir: path.join(repo, 'dist/browser-extension'),
    emptyOutDir: false,
    modulePreload: false,
    rolldownOptions: {
      input: path.join(repo, `extensions/browser/src/${script}.ts`),
      output: {
        format: ['worker', 'popup'].includes(script) ? 'es' : 'iife',
        entryFileNames: `${script}.js`,
        codeSplitting: false,
      },
    },
  },
});

/**
 * What stands beside the scripts as it is.
 * @type {import('vite').Plugin}
 */
const extensionFiles = {
  name: 'gatehouse-extension-files',
  writeBundle({ dir = '.' }) {
    const source = path.join(repo, 'extensions/browser/static');
    for (const file of readdirSync(source))
      copyFileSync(path.join(source, file), path.join(dir, file));
    mkdirSync(path.join(dir, 'icons'), { recursive: true });
    for (const size of [16, 32, 48, 128]) {
      const icon = path.join(repo, `resources/app/${size}x${size}.png`);
      copyFileSync(icon, path.join(dir, `icons/${size}.png`));
    }
    const text = JSON.stringify(manifest(version), null, 2);
    writeFileSync(path.join(dir, 'manifest.json'), `${text}\n`);
  },
};

/** What the app itself runs besides its pages: rebuilt by `npm run dev`. */
export const appParts = [
  nodePart({
    entry: 'src/main/entry.ts',
    outDir: 'dist/main',
    file: 'main.js',
    format: 'es',
    target: ELECTRON_NODE,
    plugins: [knownEval, shellGrammar, appLicences],
  }),
  // Beside main.js, whose build empties the folder: the thread that keeps the ledger's index.
  nodePart({
    entry: 'src/main/platform/ledger-index/worker.ts',
    outDir: 'dist/main',
    file: 'audit-index-worker.js',
    format: 'es',
    target: ELECTRON_NODE,
    keepOutDir: true,
    plugins: [appLicences],
  }),
  // Likewise: the threads that verify the ledger, check arguments against the schemas of pages and
  // plugins, and parse the config files of other programs.
  ...[
    ['src/main/platform/ledger/verify-worker.ts', 'verify-worker.js'],
    ['src/main/transports/plugins/schema-worker.ts', 'schema-worker.js'],
    ['src/main/integrations/clients/reading/config-worker.ts', 'config-worker.js'],
    ['src/main/integrations/history/history-worker.ts', 'history-worker.js'],
  ].map(([entry = '', file = '']) =>
    nodePart({
      entry,
      outDir: 'dist/main',
      file,
      format: 'es',
      target: ELECTRON_NODE,
      keepOutDir: true,
      plugins: [appLicences],
    }),
  ),
  nodePart({
    entry: 'src/workbench/entry.ts',
    outDir: 'dist/workbench',
    file: 'workbench.js',
    format: 'es',
    target: ELECTRON_NODE,
    // What is loaded when first needed is not read before.
    split: true,
    plugins: [knownEval, appLicences],
  }),
  // Likewise: the thread in which the workbench parses what is in a file.
  nodePart({
    entry: 'src/workbench/language/language-worker.ts',
    outDir: 'dist/workbench',
    file: 'language-worker.js',
    format: 'es',
    target: ELECTRON_NODE,
    keepOutDir: true,
    plugins: [knownEval, appLicences],
  }),
  nodePart({
    entry: 'src/sandbox-host/entry.ts',
    outDir: 'dist/sandbox-host',
    file: 'sandbox-host.js',
    format: 'es',
    target: ELECTRON_NODE,
    plugins: [appLicences],
  }),
  nodePart({
    entry: 'src/cli/gatehouse.ts',
    outDir: 'dist/cli',
    file: 'gatehouse.js',
    format: 'es',
    target: COMMAND_LINE_NODE,
  }),
  // The bridge for agents' hooks: nothing but what it needs, since it starts twice for each of their calls.
  nodePart({
    entry: 'src/cli/hook/entry.ts',
    outDir: 'dist/cli',
    file: 'hook.cjs',
    format: 'cjs',
    target: COMMAND_LINE_NODE,
    keepOutDir: true,
    minify: true,
  }),
  // A sandboxed preload must be CommonJS in one file: hence one build for each.
  ...['main', 'ask'].map((window) =>
    nodePart({
      entry: `src/preload/${window}.ts`,
      outDir: 'dist/preload',
      file: `${window}.cjs`,
      format: 'cjs',
      target: ELECTRON_NODE,
      keepOutDir: true,
      plugins: [appLicences],
    }),
  ),
];

export const parts = [
  ...appParts,
  // What is needed once the editor is paired is a file of its own, loaded then.
  nodePart({
    entry: 'extensions/vscode/src/extension.ts',
    outDir: 'dist/vscode',
    file: 'extension.cjs',
    format: 'cjs',
    target: EDITOR_NODE,
    split: true,
    minify: true,
    plugins: [editorExtensionFiles, editorLicences],
  }),
  renderer,
  ...['page-script', 'content-script', 'popup'].map((script) => browserScript({ script })),
  browserScript({ script: 'worker', plugins: [extensionFiles] }),
];
