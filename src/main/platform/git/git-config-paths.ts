/**
 * Lists the other files that a git config file takes settings from. Reads more broadly than git:
 * every condition of an `includeIf` counts as true.
 */
import path from 'node:path';
import { readSmallFile } from './small-file.ts';

interface GitConfigFolders {
  /** The folder that `core.hooksPath` is relative to. */
  readonly workTree: string;
  readonly gitDir: string;
  readonly home: string;
}

const maxDepth = 4;
const maxPaths = 64;

/** Included files, hook folders and attribute files. */
export function pathsInGitConfig(file: string, around: GitConfigFolders): readonly string[] {
  const found = new Set<string>();
  collect(file, around, maxDepth, found);
  return [...found];
}

function collect(file: string, around: GitConfigFolders, depth: number, found: Set<string>): void {
  const text = depth > 0 ? readSmallFile(file) : null;
  if (text === null) return;
  for (const { section, key, value } of linesOf(text)) {
    if (found.size >= maxPaths) return;
    if (/^include(?:if)?\b/.test(section) && key === 'path') {
      const included = resolved(value, path.dirname(file), around.home);
      if (found.has(included)) continue;
      found.add(included);
      collect(included, around, depth - 1, found);
    } else if (section === 'core' && (key === 'hookspath' || key === 'attributesfile')) {
      found.add(resolved(value, around.workTree, around.home));
      found.add(resolved(value, around.gitDir, around.home));
    }
  }
}

const resolved = (value: string, folder: string, home: string): string =>
  path.resolve(folder, value.replace(/^~(?=\/)/, home));

interface ConfigLine {
  readonly section: string;
  readonly key: string;
  readonly value: string;
}

function linesOf(text: string): readonly ConfigLine[] {
  const lines: ConfigLine[] = [];
  let section = '';
  // A backslash at the end of a line continues it.
  for (const line of text.replaceAll(/\\\r?\n/g, '').split(/\r?\n/)) {
    const head = /^\s*\[([^\]"]*(?:"(?:[^"\\]|\\.)*"\s*)?)\]/.exec(line);
    if (head) section = (head[1] ?? '').trim().toLowerCase();
    const rest = head ? line.slice(head[0].length) : line;
    const setting = /^\s*([A-Za-z][\w-]*)\s*=(.*)$/.exec(rest);
    if (setting)
      lines.push({ section, key: (setting[1] ?? '').toLowerCase(), value: valueOf(setting[2]) });
  }
  return lines;
}

/** Removes comments and quotes. */
function valueOf(raw = ''): string {
  let value = '';
  let quoted = false;
  for (let at = 0; at < raw.length; at += 1) {
    const char = raw[at] ?? '';
    if (char === '\\') value += raw[(at += 1)] ?? '';
    else if (char === '"') quoted = !quoted;
    else if (!quoted && (char === '#' || char === ';')) break;
    else value += char;
  }
  return value.trim();
}
