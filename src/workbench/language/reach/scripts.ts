/**
 * Whether the TypeScript server would read outside the folder for a document: through imports (also
 * transitive), project settings or packages.
 */
import fs from 'node:fs/promises';
import path from 'node:path';
import {
  foldersAbove,
  foldersUpTo,
  leadsOutside,
  type ReachBounds,
  type OutsideRead,
} from './bounds.ts';
import { importsOf, namesEverything, stringsOf } from './quoted.ts';
import { SourceCache } from './sources.ts';

const extensions = [
  ...['.ts', '.tsx', '.d.ts', '.mts', '.cts', '.d.mts', '.d.cts', '.js', '.jsx', '.mjs', '.cjs'],
  '.json',
];
const isScript = (name: string): boolean => /\.[cm]?[jt]sx?$/.test(name);
const isConfig = (name: string): boolean => /^[jt]sconfig.*\.json$/i.test(name);
const maxFiles = 20_000;
/** Folders that project patterns exclude by default. */
const notWalked = /^(?:node_modules|bower_components|jspm_packages|\..*)$/;

export interface Script {
  readonly path: string;
  readonly text: string;
}

export class ScriptReach {
  readonly #sources = {
    imports: new SourceCache(importsOf),
    declarations: new SourceCache(importsOf, [namesEverything]),
    settings: new SourceCache(stringsOf, [namesEverything]),
    manifests: new SourceCache(pathsInManifest, [namesEverything]),
  };

  async outsideReadOf(
    documents: readonly Script[],
    bounds: ReachBounds,
  ): Promise<OutsideRead | null> {
    const walk = new ImportWalk(bounds, this.#sources);
    for (const document of documents) {
      const outside = await walk.from(document);
      if (outside) return outside;
    }
    return null;
  }
}

type Texts = Readonly<
  Record<'imports' | 'declarations' | 'settings' | 'manifests', SourceCache<readonly string[]>>
>;

class ImportWalk {
  readonly #bounds: ReachBounds;
  readonly #sources: Texts;
  readonly #seen = new Set<string>();
  readonly #scripts: string[] = [];
  readonly #configs: string[] = [];
  readonly #packages: string[] = [];
  readonly #folders: string[] = [];
  readonly #listed = new Map<string, Promise<ReadonlySet<string>>>();

  constructor(bounds: ReachBounds, sources: Texts) {
    this.#bounds = bounds;
    this.#sources = sources;
  }

  async from({ path: file, text }: Script): Promise<OutsideRead | null> {
    this.#seen.add(file);
    const own = await this.#outsideImport(file, importsOf(text));
    return own ?? (await this.#projectOf(file)) ?? (await this.#rest());
  }

  /** Queues the settings of the folders above and every script of the project. */
  async #projectOf(file: string): Promise<OutsideRead | null> {
    const { root } = this.#bounds;
    const folders = foldersUpTo(file, root);
    for (const folder of foldersAbove(root)) {
      for (const name of ['tsconfig.json', 'jsconfig.json'])
        if (await this.#has(path.join(folder, name)))
          return { file, names: `${name} of a folder above` };
    }
    let outermost: string | null = null;
    for (const folder of folders) {
      const names = (await fs.readdir(folder).catch(() => [])).filter(isConfig);
      if (names.some((name) => /^[jt]sconfig\.json$/i.test(name))) outermost = folder;
      for (const name of [...names, 'package.json']) {
        const outside = this.#take(path.join(folder, name), this.#configs);
        if (outside) return outside;
      }
    }
    if (outermost !== null) this.#folders.push(outermost);
    return null;
  }

  async #walk(top: string): Promise<OutsideRead | null> {
    if (this.#seen.has(`${top}/`)) return null;
    this.#seen.add(`${top}/`);
    const todo = [top];
    for (let folder = todo.pop(); folder !== undefined; folder = todo.pop()) {
      for (const entry of await fs.readdir(folder, { withFileTypes: true }).catch(() => [])) {
        const name = path.join(folder, entry.name);
        if (notWalked.test(entry.name)) continue;
        const isLink = entry.isSymbolicLink();
        if (isLink && leadsOutside(name, this.#bounds)) return { file: name, names: 'a link' };
        if (entry.isDirectory() && this.#bounds.skip.includes(name)) {
          if (await holdsScripts(name)) return { file: name, names: 'a folder that is closed' };
        } else if (entry.isDirectory()) todo.push(name);
        else if (isScript(entry.name)) this.#take(name, this.#scripts);
        if (this.#seen.size > maxFiles) return { file: top, names: 'too many files to be checked' };
      }
    }
    return null;
  }

  /** Checks everything queued, including what that queues. */
  async #rest(): Promise<OutsideRead | null> {
    for (;;) {
      if (this.#seen.size > maxFiles)
        return { file: this.#bounds.root, names: 'too many files to be checked' };
      const script = this.#scripts.pop();
      const config = this.#configs.pop();
      const folder = this.#packages.pop();
      const walked = this.#folders.pop();
      if ([script, config, folder, walked].every((item) => item === undefined)) return null;
      const outside =
        (walked !== undefined && (await this.#walk(walked))) ||
        (script !== undefined && (await this.#ofScript(script))) ||
        (config !== undefined && (await this.#ofConfig(config))) ||
        (folder !== undefined && (await this.#ofPackage(folder)));
      if (outside) return outside;
    }
  }

  async #ofScript(file: string): Promise<OutsideRead | null> {
    // The server may skip an oversized script, but always reads a declaration file.
    const { imports, declarations } = this.#sources;
    const isRead = /\.[cm]?tsx?$/.test(file);
    return this.#outsideImport(file, (await (isRead ? declarations : imports).of(file)) ?? []);
  }

  async #outsideImport(file: string, names: readonly string[]): Promise<OutsideRead | null> {
    for (const raw of names) {
      const name = raw.replaceAll('\\', '/');
      const outside = isRelative(name)
        ? await this.#file(path.resolve(path.dirname(file), name))
        : await this.#bare(file, name);
      if (outside) return { file, names: raw };
    }
    return null;
  }

  /** Checks every file that an import of this name can resolve to. */
  async #file(target: string): Promise<OutsideRead | null> {
    if (this.#seen.has(`import ${target}`)) return null;
    this.#seen.add(`import ${target}`);
    if (leadsOutside(target, this.#bounds)) return { file: target, names: target };
    const stem = target.replace(/\.[cm]?jsx?$/, '');
    const stems = stem === target ? [target] : [target, stem];
    const inFolder = extensions.map((extension) => path.join(target, `index${extension}`));
    const beside = stems.flatMap((item) => extensions.map((extension) => item + extension));
    for (const file of [target, ...beside, ...inFolder, path.join(target, 'package.json')]) {
      if (!(await this.#has(file))) continue;
      const list = path.basename(file) === 'package.json' ? this.#configs : this.#scripts;
      const outside = this.#take(file, list);
      if (outside) return outside;
    }
    return null;
  }

  async #bare(file: string, name: string): Promise<OutsideRead | null> {
    if (path.isAbsolute(name) || /^(?:file:|~|[A-Za-z]:\/)/.test(name))
      return leadsOutside(path.resolve(name), this.#bounds) ? { file, names: name } : null;
    if (name.split('/').includes('..')) return { file, names: name };
    if (/^(?:node:|https?:|data:|#)/.test(name)) return null;
    const { root } = this.#bounds;
    let isInside = false;
    for (const folder of foldersUpTo(file, root)) {
      for (const candidate of packagePlaces(folder, name)) {
        if (!(await this.#has(candidate))) continue;
        isInside = true;
        const outside = this.#take(candidate, this.#packages);
        if (outside) return outside;
      }
    }
    if (isInside) return null;
    for (const folder of foldersAbove(root))
      for (const candidate of packagePlaces(folder, name))
        if (await this.#has(candidate)) return { file, names: name };
    return null;
  }

  /** Lists each folder only once. */
  async #has(name: string): Promise<boolean> {
    const folder = path.dirname(name);
    const known = this.#listed.get(folder) ?? namesIn(folder);
    this.#listed.set(folder, known);
    return (await known).has(path.basename(name));
  }

  /** Takes all declaration files of a package: which ones are read depends on settings. */
  async #ofPackage(folder: string): Promise<OutsideRead | null> {
    const outside = this.#take(path.join(folder, 'package.json'), this.#configs);
    if (outside) return outside;
    const todo = [folder];
    for (let at = todo.pop(); at !== undefined; at = todo.pop()) {
      for (const entry of await fs.readdir(at, { withFileTypes: true }).catch(() => [])) {
        const name = path.join(at, entry.name);
        if (entry.isDirectory() && entry.name !== 'node_modules') todo.push(name);
        const isRead = /\.[cm]?tsx?$/.test(entry.name) && !entry.isDirectory();
        const outsideScript = isRead ? this.#take(name, this.#scripts) : null;
        if (outsideScript) return outsideScript;
        if (this.#seen.size > maxFiles) return null;
      }
    }
    return null;
  }

  /** Any text in a config can name a file or folder. */
  async #ofConfig(file: string): Promise<OutsideRead | null> {
    const isManifest = path.basename(file) === 'package.json';
    const { manifests, settings } = this.#sources;
    for (const text of (await (isManifest ? manifests : settings).of(file)) ?? []) {
      const name = (text.replace('${configDir}', '.').split('*')[0] ?? '').replaceAll('\\', '/');
      const isPath = isRelative(name) || path.isAbsolute(name) || name.split('/').includes('..');
      const target = path.resolve(path.dirname(file), name);
      // URLs and other texts in a manifest are not paths, unless they contain `..`.
      const isRelevant = isPath && !(isManifest && path.isAbsolute(name));
      if (isRelevant && leadsOutside(target, this.#bounds)) return { file, names: text };
      if (isManifest || name === '') continue;
      if (isScript(name) && (await this.#has(target))) this.#take(target, this.#scripts);
      // Folders that are read only if named.
      if (/(?:^|\/)(?:node_modules|\.[^./])/.test(name) && isPath) this.#folders.push(target);
      for (const config of [target, `${target}.json`, path.join(target, 'tsconfig.json')]) {
        if (!config.endsWith('.json') || !(await this.#has(config))) continue;
        const outside = this.#take(config, this.#configs);
        if (outside) return outside;
      }
      if (!isPath && /^@?[\w-]+(?:[/.]|$)/.test(name) && name.includes('/')) {
        const outside = await this.#bare(file, name);
        if (outside) return outside;
      }
    }
    return null;
  }

  #take(name: string, list: string[]): OutsideRead | null {
    if (this.#seen.has(name)) return null;
    this.#seen.add(name);
    if (leadsOutside(name, this.#bounds)) return { file: name, names: 'a link' };
    list.push(name);
    return null;
  }
}

/** Manifest fields that do not affect import resolution. */
const unread = [
  ...['scripts', 'bin', 'files', 'workspaces', 'dependencies', 'devDependencies', 'directories'],
  ...['peerDependencies', 'optionalDependencies', 'overrides', 'resolutions', 'repository', 'man'],
];

/** Texts of the relevant fields; every text if the manifest cannot be parsed. */
function pathsInManifest(text: string): readonly string[] {
  const all = stringsOf(text);
  const manifest = asRecord(text);
  if (!manifest) return all;
  const other = new Set(unread.flatMap((part) => stringsOf(JSON.stringify(manifest[part] ?? ''))));
  const rest = Object.entries(manifest).filter(([part]) => !unread.includes(part));
  const read = new Set(stringsOf(JSON.stringify(Object.fromEntries(rest))));
  return all.filter((item) => read.has(item) || !other.has(item));
}

function asRecord(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : null;
  } catch {
    return null;
  }
}

const isRelative = (name: string): boolean => /^\.\.?(?:$|\/)/.test(name);

function packagePlaces(folder: string, name: string): readonly string[] {
  const [first = '', second = ''] = name.split('/');
  const own = first.startsWith('@') ? `${first}/${second}` : first;
  const typed = own.startsWith('@') ? own.slice(1).replace('/', '__') : own;
  const modules = path.join(folder, 'node_modules');
  return [path.join(modules, own), path.join(modules, '@types', typed)];
}

const namesIn = async (folder: string): Promise<ReadonlySet<string>> =>
  new Set(await fs.readdir(folder).catch(() => []));

async function holdsScripts(folder: string): Promise<boolean> {
  const names = await fs.readdir(folder, { recursive: true }).catch(() => []);
  return names.some(isScript);
}
