/**
 * For C, C++, Go and user-configured servers: paths that a document and its neighbouring files name
 * directly.
 */
import path from 'node:path';
import { isInside } from '../../../shared/files/inside.ts';
import { foldersUpTo, leadsOutside, type ReachBounds, type OutsideRead } from './bounds.ts';
import type { Script } from './scripts.ts';
import { SourceCache } from './sources.ts';

const configNames = ['compile_commands.json', 'compile_flags.txt', '.clangd', 'go.mod', 'go.work'];
/** System headers; any program may read these. */
const ofTheSystem = ['/usr', '/opt', '/lib', '/bin', '/nix', '/System', '/Library'];
const maxFiles = 5_000;

const includesOf = (text: string): readonly string[] =>
  [...text.matchAll(/#\s*(?:include|include_next|import|embed)\s*(["<])([^">\n]*)/g)].map(
    ([, , name = '']) => name,
  );

/** Words that are absolute or contain `..`, with or without an option prefix. */
const pathsOf = (text: string): readonly string[] =>
  [...text.matchAll(/(?<![\w.])(?:\.\.?\/|\/)[^\s"',:;\]}]*|(?<![\w./])\.\.(?![\w.])/g)].map(
    ([name]) => name,
  );

export class NativeReach {
  readonly #includes = new SourceCache(includesOf);
  readonly #paths = new SourceCache(pathsOf);

  async outsideReadOf(
    documents: readonly Script[],
    bounds: ReachBounds,
  ): Promise<OutsideRead | null> {
    for (const document of documents) {
      const outside = await this.#outsideReadIn(document, bounds);
      if (outside) return outside;
    }
    return null;
  }

  async #outsideReadIn(
    { path: file, text }: Script,
    bounds: ReachBounds,
  ): Promise<OutsideRead | null> {
    const seen = new Set([file]);
    const todo = [file];
    for (let at = todo.pop(); at !== undefined; at = todo.pop()) {
      const names = at === file ? includesOf(text) : ((await this.#includes.of(at)) ?? []);
      for (const name of names) {
        const target = path.resolve(path.dirname(at), name);
        if (isOutside(target, bounds)) return { file: at, names: name };
        if (!seen.has(target) && seen.size < maxFiles) todo.push(target);
        seen.add(target);
      }
    }
    return this.#settings(file, bounds);
  }

  async #settings(file: string, bounds: ReachBounds): Promise<OutsideRead | null> {
    for (const folder of foldersUpTo(file, bounds.root)) {
      for (const name of configNames) {
        const config = path.join(folder, name);
        const said = await this.#paths.of(config);
        if (said === null) continue;
        if (leadsOutside(config, bounds)) return { file: config, names: 'a link' };
        const bad = said.find((item) => isOutside(path.resolve(folder, item), bounds));
        if (bad !== undefined) return { file: config, names: bad };
      }
    }
    return null;
  }
}

const isOutside = (target: string, bounds: ReachBounds): boolean =>
  leadsOutside(target, bounds) && !ofTheSystem.some((folder) => isInside(target, folder));
