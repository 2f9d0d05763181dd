/**
 * Our git calls use the user's own git settings, because they contain the user's identity and the
 * filters the user trusts. But if one of these files is in a folder that agents work in (a
 * repository of dotfiles, for example), an agent could write it; then only the name and address
 * are used.
 */
import fs from 'node:fs/promises';
import path from 'node:path';
import { maxConfigBytes, parseGitConfig, type GitSetting } from './config-text.ts';
import { readSmallFile } from './git-folders.ts';

export interface UserSettings {
  readonly isOpenToAgents: boolean;
  /** The last `user.name` and `user.email`. */
  readonly identity: readonly (readonly [string, string])[];
}

const maxFiles = 20;

export async function userSettings(isClosed: (file: string) => boolean): Promise<UserSettings> {
  const home = process.env['HOME'] ?? process.env['USERPROFILE'] ?? '/';
  const config = process.env['XDG_CONFIG_HOME'] || path.join(home, '.config');
  const waiting = [path.join(config, 'git', 'config'), path.join(home, '.gitconfig')];
  const settings: GitSetting[] = [];
  let isOpenToAgents = false;
  for (let at = 0; at < Math.min(waiting.length, maxFiles); at += 1) {
    const named = waiting[at] ?? '';
    const file = await fs.realpath(named).catch(() => null);
    // A missing file could be created there.
    isOpenToAgents ||= isClosed(file ?? named);
    const bytes = file === null ? null : await readSmallFile(file, maxConfigBytes);
    const found = (bytes && parseGitConfig(bytes)) ?? [];
    settings.push(...found);
    for (const included of found.filter(isInclude))
      waiting.push(path.resolve(path.dirname(file ?? named), expanded(included.value ?? '', home)));
  }
  const last = (key: string): readonly (readonly [string, string])[] => {
    const value = settings.findLast((item) => item.key === key)?.value;
    return typeof value === 'string' ? [[key, value]] : [];
  };
  return { isOpenToAgents, identity: [...last('user.name'), ...last('user.email')] };
}

const isInclude = ({ section, name }: GitSetting): boolean =>
  /^include(if)?$/.test(section) && name === 'path';

const expanded = (file: string, home: string): string =>
  file.startsWith('~/') ? path.join(home, file.slice(2)) : file;
