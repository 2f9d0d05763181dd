/**
 * Where agents keep their histories, and which files are read: regular files of the last days,
 * newest first, never through a link below the agent's own folder.
 */
import fs from 'node:fs';
import path from 'node:path';
import type { FileClient } from './record-readers.ts';
import { readSmallText } from '../../platform/files/bounded-read.ts';

export interface HistoryFile {
  readonly file: string;
  readonly changedAt: number;
  /** The conversation's folder, if another file records it. */
  readonly cwd?: string;
}

export interface HistoryFiles {
  readonly files: readonly HistoryFile[];
  /** Not every folder was searched. */
  readonly isCut: boolean;
}

interface HistoryFolder {
  readonly folder: string;
  /** How many levels of subfolders are searched. */
  readonly depth: number;
  readonly isHistory: (name: string, folder: string) => boolean;
  /** The file that names the folder of the conversations below `folder`. */
  readonly rootFile?: string;
}

export interface HistoryHome {
  readonly home: string;
  /** The variable with which the user moved an agent's folder. */
  readonly env: Readonly<Partial<Record<string, string>>>;
}

const movable = ({ home, env }: HistoryHome, name: string, usual: string): string => {
  const moved = env[name];
  return moved !== undefined && path.isAbsolute(moved) ? moved : path.join(home, usual);
};

const isLines = (name: string): boolean => name.endsWith('.jsonl');

const places: Readonly<Record<FileClient, (at: HistoryHome) => HistoryFolder>> = {
  'claude-code': (at) => ({
    folder: path.join(movable(at, 'CLAUDE_CONFIG_DIR', '.claude'), 'projects'),
    depth: 4,
    isHistory: isLines,
  }),
  codex: (at) => ({
    folder: path.join(movable(at, 'CODEX_HOME', '.codex'), 'sessions'),
    depth: 4,
    isHistory: (name) => isLines(name) && name.startsWith('rollout-'),
  }),
  copilot: (at) => ({
    folder: path.join(movable(at, 'COPILOT_HOME', '.copilot'), 'session-state'),
    depth: 2,
    isHistory: (name) => name === 'events.jsonl',
  }),
  gemini: (at) => ({
    folder: path.join(at.home, '.gemini', 'tmp'),
    depth: 4,
    isHistory: (name, folder) => isLines(name) && folder.split(path.sep).includes('chats'),
    rootFile: '.project_root',
  }),
};

export const opencodeDatabase = ({ home, env }: HistoryHome): string => {
  const data = env['XDG_DATA_HOME'];
  const base = data !== undefined && path.isAbsolute(data) ? data : path.join(home, '.local/share');
  return path.join(base, 'opencode', 'opencode.db');
};

export interface WalkBounds {
  readonly entries: number;
  readonly files: number;
  /** On the monotonic clock, ms. */
  readonly until: number;
}

export function historyFiles(
  client: FileClient,
  at: HistoryHome,
  since: number,
  { entries, files: most, until }: WalkBounds,
): HistoryFiles {
  const place = places[client](at);
  const found: HistoryFile[] = [];
  let left = entries;
  let isCut = false;
  // The agent's own folder may be a link, because some users keep their settings elsewhere.
  let level: readonly string[] = [realOrNone(place.folder)].filter((item) => item !== null);
  for (let depth = 0; depth <= place.depth && level.length > 0; depth += 1) {
    const next: string[] = [];
    for (const folder of level)
      for (const entry of entriesOf(folder)) {
        left -= 1;
        if (left < 0 || performance.now() > until) return newest(found, most, true);
        const file = path.join(folder, entry.name);
        if (entry.isDirectory()) next.push(file);
        else if (entry.isFile() && place.isHistory(entry.name, folder)) {
          const changedAt = changeTimeOf(file);
          if (changedAt !== null && changedAt >= since) found.push({ file, changedAt });
        }
      }
    isCut ||= depth === place.depth && next.length > 0;
    level = next;
  }
  const { rootFile } = place;
  const { files, isCut: isLess } = newest(found, most, false);
  return {
    files: rootFile === undefined ? files : files.map((file) => withRoot(file, rootFile)),
    isCut: isLess,
  };
}

function newest(found: readonly HistoryFile[], most: number, isCut: boolean): HistoryFiles {
  const files = found.toSorted((a, b) => b.changedAt - a.changedAt).slice(0, most);
  return { files, isCut: isCut || files.length < found.length };
}

/** In one of the folders above, at most four levels up. */
function withRoot(found: HistoryFile, rootFile: string): HistoryFile {
  let folder = path.dirname(found.file);
  for (let up = 0; up < 4; up += 1) {
    const cwd = readSmallText(path.join(folder, rootFile), 8 * 1024);
    if (cwd !== '') return { ...found, cwd };
    folder = path.dirname(folder);
  }
  return found;
}

/** One by one: a folder may have more entries than fit in memory. */
function* entriesOf(folder: string): Generator<fs.Dirent> {
  let open: fs.Dir | null = null;
  try {
    open = fs.opendirSync(folder, { bufferSize: 256 });
    for (;;) {
      const entry = open.readSync();
      if (entry === null) return;
      yield entry;
    }
  } catch {
    // The folder is gone, or may not be read.
  } finally {
    open?.closeSync();
  }
}

function realOrNone(folder: string): string | null {
  try {
    return fs.realpathSync(folder);
  } catch {
    return null;
  }
}

function changeTimeOf(file: string): number | null {
  try {
    return fs.lstatSync(file).mtimeMs;
  } catch {
    return null;
  }
}
