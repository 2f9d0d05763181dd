// Builds dist/, and of it only the folders whose sources changed: dist/.stamp names, for each folder,
// the files its bundles were made from and the state they were in.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Failure, say, secondsSince } from './command.mjs';
import { inRepo, readJsonOr } from './repo.mjs';

/** @typedef {import('vite').InlineConfig} Part */
/** @typedef {{ files: string[], state: string }} Stamp */
/** @typedef {{ common: string, folders: Record<string, Stamp> }} Stamps */

/** Every bundle depends on these. */
const COMMON = ['config', 'package.json', 'package-lock.json'];
/** Files that are copied or linked without being modules: pages, styles, manifests, icons. */
const BESIDE_MODULES = {
  'dist/renderer': ['src/renderer'],
  'dist/vscode': ['extensions/vscode', 'LICENSE'],
  'dist/browser-extension': ['extensions/browser', 'resources/app'],
};
const stampFile = inRepo('dist/.stamp');

/** Builds what changed since the last time. */
export async function build({ force = false } = {}) {
  const started = performance.now();
  const common = stateOf(COMMON);
  const last = force ? undefined : lastStamps();
  const known = last?.common === common ? last.folders : {};
  // Nothing to do, and neither Vite nor the table of parts has to be loaded to know it.
  if (last?.common === common && Object.entries(known).every(isFresh)) return;

  const nodeEnv = process.env.NODE_ENV;
  forgetBuild();
  /** @type {Stamps} */
  const stamps = { common, folders: { ...known } };
  /** @type {string[]} */
  let stale = [];
  try {
    // Loaded here, because neither can be before the dependencies are installed.
    const vite = await import('vite');
    const { parts } = await import('../../config/vite.mjs');
    const folders = [...new Set(parts.map(outFolderOf))];
    stale = folders.filter((folder) => !isFresh([folder, known[folder]]));
    const isPartial = stale.length < folders.length;
    for (const folder of stale) {
      const modules = [];
      for (const part of parts.filter((each) => outFolderOf(each) === folder)) {
        const recorder = moduleRecorder();
        const { plugins = [], ...rest } = isPartial ? withoutLicences(part) : part;
        await vite.build({ ...rest, plugins: [...plugins, recorder.plugin] });
        modules.push(...recorder.sources());
      }
      const beside = BESIDE_MODULES[/** @type {keyof typeof BESIDE_MODULES} */ (folder)] ?? [];
      const files = [...new Set([...modules, ...beside])].toSorted();
      stamps.folders[folder] = { files, state: stateOf(files) };
    }
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
    throw new Failure('The build failed, see above.', 'fix the source and run the command again.');
  } finally {
    // Vite sets it to production, which the tests we start next must not inherit.
    if (nodeEnv === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = nodeEnv;
  }
  mkdirSync(path.dirname(stampFile), { recursive: true });
  writeFileSync(stampFile, JSON.stringify(stamps));
  say(`Built ${stale.join(', ')} in ${secondsSince(started)}.`);
}

/** The next build makes all of dist/, because what is there no longer matches the sources. */
export const forgetBuild = () => rmSync(stampFile, { force: true });

/** @param {Part} part from the root of the repository */
const outFolderOf = (part) => fromRepo(String(part.build?.outDir));

/** @param {string} file */
const fromRepo = (file) => path.relative(inRepo('.'), file).split(path.sep).join('/');

/**
 * The licences of all bundles are in one file, so a partial build leaves that file as it is; a new
 * package changes package-lock.json, which builds everything.
 * @param {Part} part @returns {Part}
 */
function withoutLicences(part) {
  if (outFolderOf(part) === 'dist/vscode') return part;
  const plugins = (part.plugins ?? []).filter(
    (plugin) => !(plugin && 'name' in plugin && plugin.name === 'gatehouse-licences'),
  );
  return { ...part, plugins };
}

/** Every module that a build reads, also those of which nothing is left in the bundle. */
function moduleRecorder() {
  /** @type {Set<string>} */
  const ids = new Set();
  /** @type {import('vite').Plugin} */
  const plugin = {
    name: 'gatehouse-module-recorder',
    buildEnd() {
      for (const id of this.getModuleIds()) ids.add(id.split('?')[0] ?? '');
    },
  };
  const isOurs = (/** @type {string} */ id) =>
    path.isAbsolute(id) && !id.includes('node_modules') && existsSync(id);
  return { plugin, sources: () => [...ids].filter(isOurs).map(fromRepo) };
}

/** @returns {Stamps | undefined} */
const lastStamps = () => readJsonOr(stampFile, undefined);

/** @param {[folder: string, stamp: Stamp | undefined]} entry */
const isFresh = ([folder, stamp]) =>
  stamp !== undefined && existsSync(inRepo(folder)) && stateOf(stamp.files) === stamp.state;

/** @param {string[]} sources files and folders, from the root of the repository */
function stateOf(sources) {
  const hash = createHash('sha256');
  for (const source of sources) {
    for (const file of filesIn(inRepo(source))) {
      const { mtimeMs, size } = statSync(file);
      hash.update(`${file}\0${mtimeMs}\0${size}\n`);
    }
  }
  return hash.digest('hex');
}

/** @param {string} source a file or a folder @returns {string[]} in a stable order; none if it is gone */
function filesIn(source) {
  const stats = statSync(source, { throwIfNoEntry: false });
  if (stats === undefined) return [];
  if (!stats.isDirectory()) return [source];
  const names = readdirSync(source).toSorted();
  return names.flatMap((name) => filesIn(path.join(source, name)));
}
