/**
 * The git settings that programs in a sandbox get instead of the user's own, which may contain
 * tokens: the user's identity, the filters the user trusts, and how files are compared and
 * written.
 */
import fs from 'node:fs';
import path from 'node:path';
import { isInside } from '../../../shared/files/inside.ts';
import { isAllowed } from '../git/allowed-settings.ts';
import { maxConfigBytes, parseGitConfig, type GitSetting } from '../git/config-text.ts';

const maxFiles = 20;

export interface UserGitSettings {
  /** In git's format, one character per byte. */
  readonly config: string;
  /** The user's own ignore file; null if there is none. */
  readonly ignore: string | null;
}

/** From settings files in a folder that agents work in, only the user's name is used. */
export function userGitSettings(
  home: string,
  roots: readonly string[],
  ignoreInside: string,
): UserGitSettings {
  const { settings, isOpenToAgents } = settingsOf(home, roots);
  const last = (key: string): GitSetting[] =>
    settings
      .filter((setting) => setting.key === key && typeof setting.value === 'string')
      .slice(-1);
  const kept = [
    ...['user.name', 'user.email', 'init.defaultbranch'].flatMap(last),
    ...(isOpenToAgents ? [] : settings.filter(isKept)),
  ];
  const ignore = isOpenToAgents ? null : ignoreFile(last('core.excludesfile')[0]?.value, home);
  const lines = [
    ...kept.map(linesOf),
    '[safe]\n\tdirectory = *',
    ...(ignore === null ? [] : [`[core]\n\texcludesFile = ${quoted(ignoreInside)}`]),
  ];
  return { config: `${lines.join('\n')}\n`, ignore };
}

/** Sections that contain no URL and therefore no token. */
const plainSections = new Set(['core', 'diff', 'merge', 'commit', 'status', 'log', 'blame']);

/**
 * A filter decides what is committed for a file; without the LFS filter, a large file itself would
 * be committed.
 */
const isKept = (setting: GitSetting): boolean =>
  setting.section === 'filter' ||
  (plainSections.has(setting.section) &&
    isAllowed(setting, 'editor', { isOwnWorktree: () => false }));

function settingsOf(home: string, roots: readonly string[]) {
  const config = process.env['XDG_CONFIG_HOME'] || path.join(home, '.config');
  const waiting = [path.join(config, 'git', 'config'), path.join(home, '.gitconfig')];
  const settings: GitSetting[] = [];
  let isOpenToAgents = false;
  for (let at = 0; at < Math.min(waiting.length, maxFiles); at += 1) {
    const file = waiting[at] ?? '';
    isOpenToAgents ||= roots.some((root) => isInside(realOf(file), root));
    const bytes = readSmall(file);
    const found = (bytes && parseGitConfig(bytes)) ?? [];
    settings.push(...found);
    for (const { section, name, value } of found)
      if (section === 'include' && name === 'path' && typeof value === 'string')
        waiting.push(path.resolve(path.dirname(file), expanded(value, home)));
  }
  return { settings, isOpenToAgents };
}

function ignoreFile(named: GitSetting['value'] | undefined, home: string): string | null {
  const config = process.env['XDG_CONFIG_HOME'] || path.join(home, '.config');
  const file = typeof named === 'string' ? expanded(named, home) : path.join(config, 'git/ignore');
  return readSmall(file)?.toString('utf8') ?? null;
}

function readSmall(file: string): Buffer | null {
  try {
    const stat = fs.statSync(file);
    return stat.isFile() && stat.size <= maxConfigBytes ? fs.readFileSync(file) : null;
  } catch {
    return null;
  }
}

function realOf(file: string): string {
  try {
    return fs.realpathSync(file);
  } catch {
    return file;
  }
}

const expanded = (file: string, home: string): string =>
  file.startsWith('~/') ? path.join(home, file.slice(2)) : file;

function linesOf({ section, subsection, name, value }: GitSetting): string {
  const heading = subsection === null ? section : `${section} ${quoted(subsection)}`;
  return `[${heading}]\n\t${name}${typeof value === 'string' ? ` = ${quoted(value)}` : ''}`;
}

const quoted = (text: string): string =>
  `"${text.replaceAll(/["\\]/g, String.raw`\$&`).replaceAll('\n', String.raw`\n`)}"`;
