/** Path arithmetic on text alone; the disk is not read. */
import { isInside } from '../../../shared/files/inside.ts';

const isWindows = (path: string): boolean => /^[A-Za-z]:[/\\]|^\\\\/.test(path);

export const isAbsolute = (path: string): boolean => path.startsWith('/') || isWindows(path);

/** The path that a name means, relative to a folder; null if the shell's `~` cannot be known. */
export function placeOf(name: string, folder: string, home: string | undefined): string | null {
  if (name.startsWith('~')) {
    const isOwn = name === '~' || name.startsWith('~/');
    return isOwn && home !== undefined ? normal(`${home}/${name.slice(1)}`) : null;
  }
  return normal(isAbsolute(name) ? name : `${folder}/${name}`);
}

function normal(path: string): string {
  const windows = isWindows(path);
  const [top, rest] = windows ? splitWindows(path) : ['/', path];
  const kept: string[] = [];
  for (const part of rest.split(windows ? /[/\\]/ : '/')) {
    if (part === '..') kept.pop();
    else if (part !== '' && part !== '.') kept.push(part);
  }
  return top + kept.join(windows ? '\\' : '/');
}

function splitWindows(path: string): [string, string] {
  const share = /^\\\\[^\\]+\\[^\\]+\\?/.exec(path)?.[0];
  if (share !== undefined)
    return [share.endsWith('\\') ? share : `${share}\\`, path.slice(share.length)];
  return [`${path.slice(0, 2)}\\`, path.slice(3)];
}

export const isInsideAny = (path: string, roots: readonly string[]): boolean =>
  roots.some((root) => isInside(path, root));

/** The last name of a path, `.exe` dropped: `C:\\bin\\GIT.EXE` is `git`. */
export function programName(given: string): string {
  const last = given.split(/[/\\]/).at(-1) ?? given;
  return /\.exe$/i.test(last) ? last.slice(0, -4).toLowerCase() : last;
}

const nowhere = new Set(['-', '/dev/null', '/dev/stdin', '/dev/stdout', '/dev/stderr', '/dev/tty']);

/** Names that stand for a stream, not for a file. */
export const isStream = (name: string): boolean =>
  nowhere.has(name) || /^\/dev\/fd\/[012]$/.test(name);

/** Folders whose programs belong to the system; any other path may lead to anybody's program. */
const systemFolders = [
  '/bin',
  '/sbin',
  '/usr/bin',
  '/usr/sbin',
  '/usr/local/bin',
  '/usr/local/sbin',
  '/opt/homebrew/bin',
  'C:\\Windows',
  'C:\\Program Files',
  'C:\\Program Files (x86)',
];

export const isSystemProgram = (path: string): boolean => isInsideAny(path, systemFolders);
