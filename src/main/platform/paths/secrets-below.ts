/** Searches for files with secrets below a folder, as deep as the sandbox does. */
import fs from 'node:fs';
import path from 'node:path';
import type { HiddenFiles } from '../../core/dependencies.ts';
import { isSecretFile } from '../../../shared/files/secret-files.ts';
import { FolderScanner } from '../sandbox/folder-facts.ts';

const scanner = new FolderScanner();
const patterns = {
  isProtected: () => false,
  protectedNames: [],
  isSecret: isSecretFile,
  hidden: [],
};

export function hasSecretsBelow(folder: string, hidden: HiddenFiles): boolean {
  try {
    const files = scanner.scan(folder, patterns).secretFiles;
    if (hidden.all || files.length === 0) return files.length > 0;
    return files.some((file) =>
      [...hidden.patterns, ...unhiddenAround(file)].some((pattern) => mayFit(pattern, file)),
    );
  } catch {
    // A missing folder cannot be searched.
    return false;
  }
}

/** A line with `!` in one of these makes a search look at a hidden file. */
const ignoreFiles = ['.ignore', '.rgignore', '.gitignore', '.git/info/exclude'];
const maxIgnoreBytes = 256 * 1024;

/** The patterns behind `!` in the ignore files of the folders around a file. */
function unhiddenAround(file: string): readonly string[] {
  const found: string[] = [];
  for (let folder = path.dirname(file); ; folder = path.dirname(folder)) {
    for (const name of ignoreFiles) found.push(...unhiddenBy(path.join(folder, name)));
    if (folder === path.dirname(folder)) return found;
  }
}

function unhiddenBy(ignoreFile: string): readonly string[] {
  const stat = fs.statSync(ignoreFile, { throwIfNoEntry: false });
  if (!stat?.isFile()) return [];
  // Nobody writes so much by hand: it is not read, and counts as fitting all.
  if (stat.size > maxIgnoreBytes) return ['*'];
  const lines = fs
    .readFileSync(ignoreFile, 'utf8')
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/);
  return lines.flatMap((line) => (line.startsWith('!') ? line.slice(1) : []));
}

/** By the last name alone, and rather too often: what stands in brackets or nested braces fits anything. */
function mayFit(pattern: string, file: string): boolean {
  if (pattern.startsWith('!')) return false;
  const last =
    pattern
      .trimEnd()
      .split('/')
      .findLast((part) => part !== '') ?? '';
  // More would take too long to compare, and a choice of paths has more than one last name.
  if (last.split(/[*{[]/).length > 5 || /\{[^{}]*\//.test(pattern)) return true;
  const loose = last
    .replaceAll('\\', '')
    .replaceAll(/[.+^$()|]/g, '\\$&')
    .replaceAll('?', '.')
    .replaceAll(/\{([^{}[\]*]*)\}/g, (_, names: string) => `(?:${names.replaceAll(',', '|')})`)
    .replaceAll(/[{[].*|[}\]]|\*+/g, '.*');
  return fits(loose, path.basename(file));
}

function fits(loose: string, name: string): boolean {
  try {
    return new RegExp(`^${loose}$`, 'i').test(name);
  } catch {
    // What cannot be read may mean anything.
    return true;
  }
}
