import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's root folder. */
export const repo = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

/** @param {string[]} parts */
export const inRepo = (...parts) => path.join(repo, ...parts);

/** @param {string} file */
export const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));

/**
 * @template T
 * @param {string} file
 * @param {T} otherwise what an absent or broken file stands for
 * @returns {T}
 */
export function readJsonOr(file, otherwise) {
  try {
    return readJson(file);
  } catch {
    return otherwise;
  }
}
