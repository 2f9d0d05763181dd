/**
 * Whether Pyright would read outside the folder for a document: through imports, transitive imports
 * or settings.
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
import { stringsOf } from './quoted.ts';
import type { Script } from './scripts.ts';
import { SourceCache } from './sources.ts';

const maxFiles = 20_000;
const configNames = ['pyrightconfig.json', 'pyproject.toml', 'basedpyrightconfig.json'];

interface PythonImport {
  /** The number of leading dots; 0 if not relative. */
  readonly dots: number;
  readonly names: readonly string[];
}

/** No hand-written program has more. */
const maxImports = 20_000;
const maxListLength = 4_000;

/** Statements can span lines. Comments and strings are parsed too, which is harmless. */
export function pythonImportsOf(text: string): readonly PythonImport[] {
  const joined = text.replaceAll(/\\\r?\n/g, ' ');
  const found: PythonImport[] = [];
  for (const match of joined.matchAll(/\bfrom\s{0,200}([.\s]{0,400})([\w.]{0,1000})/gu)) {
    const [whole, dots = '', module = ''] = match;
    const base = { dots: dots.replaceAll(/\s/g, '').length, names: namesOf(module) };
    found.push(base);
    const rest = joined.slice(
      match.index + whole.length,
      match.index + whole.length + maxListLength,
    );
    const list = /^\s{0,200}import\b\s{0,200}(?:\(([^)]*)|([^;\n#]*))/.exec(rest);
    if (list?.[1] !== undefined && list[0].length === maxListLength) return [tooMany];
    for (const name of (list?.[1] ?? list?.[2] ?? '').split(','))
      found.push({ ...base, names: [...base.names, ...namesOf(withoutAlias(name))] });
    if (found.length > maxImports) return [tooMany];
  }
  for (const [, list = ''] of joined.matchAll(/\bimport\s([^;\n#(]{1,20000})/gu)) {
    for (const name of list.split(',')) found.push({ dots: 0, names: namesOf(withoutAlias(name)) });
    if (found.length > 2 * maxImports) return [tooMany];
  }
  return found;
}

/** Leads out of any folder. */
const tooMany: PythonImport = { dots: 200, names: [] };

const withoutAlias = (name: string): string => name.trim().split(/\s/)[0] ?? '';

const namesOf = (text: string): readonly string[] =>
  text
    .split('.')
    .map((name) => name.trim())
    .filter((name) => /^[\p{L}\p{N}_]+$/u.test(name));

export class PythonReach {
  readonly #imports = new SourceCache(pythonImportsOf);
  readonly #configs = new SourceCache(pathsInConfig);

  async outsideReadOf(
    documents: readonly Script[],
    bounds: ReachBounds,
  ): Promise<OutsideRead | null> {
    for (const document of documents) {
      const found = await this.#outsideReadIn(document, bounds);
      if (found) return found;
    }
    return null;
  }

  async #outsideReadIn(
    { path: file, text }: Script,
    bounds: ReachBounds,
  ): Promise<OutsideRead | null> {
    const above = await this.#above(file, bounds);
    if (above) return above;
    const seen = new Set([file]);
    const todo = [file];
    for (let at = todo.pop(); at !== undefined; at = todo.pop()) {
      const imports = at === file ? pythonImportsOf(text) : ((await this.#imports.of(at)) ?? []);
      for (const item of imports) {
        const outside = await this.#follow(at, item, bounds, (found) => {
          if (!seen.has(found)) todo.push(found);
          seen.add(found);
        });
        if (outside) return outside;
      }
      if (seen.size > maxFiles) return { file, names: 'too many files to be checked' };
    }
    return this.#settings(file, bounds);
  }

  /** Pyright uses the first settings found on the way up. */
  async #above(file: string, { root }: ReachBounds): Promise<OutsideRead | null> {
    for (const folder of foldersAbove(root)) {
      for (const name of configNames) {
        const said = await this.#configs.of(path.join(folder, name));
        if (said !== null && (said.length > 0 || name !== 'pyproject.toml'))
          return { file, names: `${name} of a folder above` };
      }
    }
    return null;
  }

  async #settings(file: string, bounds: ReachBounds): Promise<OutsideRead | null> {
    const todo = foldersUpTo(file, bounds.root).flatMap((folder) =>
      configNames.map((name) => path.join(folder, name)),
    );
    const seen = new Set<string>();
    for (let config = todo.pop(); config !== undefined; config = todo.pop()) {
      if (seen.has(config)) continue;
      seen.add(config);
      const said = await this.#configs.of(config);
      if (said === null) continue;
      if (leadsOutside(config, bounds)) return { file: config, names: 'a link' };
      for (const text of said) {
        const target = path.resolve(path.dirname(config), text.split('*')[0] ?? '');
        const isOdd = /^~|\$\{/.test(text);
        if (isOdd || leadsOutside(target, bounds)) return { file: config, names: text };
        if (/\.(?:json|toml)$/.test(text)) todo.push(target);
      }
    }
    return null;
  }

  async #follow(
    file: string,
    { dots, names }: PythonImport,
    bounds: ReachBounds,
    found: (file: string) => void,
  ): Promise<OutsideRead | null> {
    const { root } = bounds;
    const climbed = path.resolve(
      path.dirname(file),
      ...Array<string>(Math.max(0, dots - 1)).fill('..'),
    );
    const candidates =
      dots > 0
        ? [climbed]
        : [...foldersUpTo(file, root), path.join(root, 'src'), path.join(root, 'typings')];
    const said = '.'.repeat(dots) + names.join('.');
    for (const candidate of candidates) {
      if (leadsOutside(candidate, bounds)) return { file, names: said };
      for (let end = dots > 0 ? 0 : 1; end <= names.length; end += 1) {
        const target = path.join(candidate, ...names.slice(0, end));
        const stubs = end === 1 ? [`${target}-stubs`] : [];
        const init = ['__init__.py', '__init__.pyi'].map((name) => path.join(target, name));
        for (const item of [target, `${target}.py`, `${target}.pyi`, ...init, ...stubs]) {
          if (leadsOutside(item, bounds)) return { file, names: said };
          if (/\.pyi?$/.test(item) && (await isThere(item))) found(item);
        }
        if (!(await isThere(target))) break;
      }
    }
    return null;
  }
}

const isThere = async (name: string): Promise<boolean> =>
  fs.stat(name).then(
    () => true,
    () => false,
  );

/** Only Pyright's part of a `pyproject.toml`. */
function pathsInConfig(text: string): readonly string[] {
  const isJson = text.trimStart().startsWith('{') || text.trimStart().startsWith('/');
  const own = isJson ? text : pyrightLines(text).join('\n');
  return stringsOf(own).filter(isPathLike);
}

/** From each line that names Pyright (or may, through an escape) to the next tool's table. */
function pyrightLines(text: string): readonly string[] {
  let isOwn = false;
  return text.split('\n').filter((line) => {
    const namesIt = line.includes('pyright') || line.includes('\\');
    const isOther = line.trimStart().startsWith('[') && line.includes('tool.');
    isOwn = namesIt || (isOwn && !isOther);
    return isOwn;
  });
}

const isPathLike = (text: string): boolean =>
  text !== '' &&
  text.length < 1_000 &&
  (/[./~\\]/.test(text) || /\$\{/.test(text)) &&
  !/\s/.test(text);
