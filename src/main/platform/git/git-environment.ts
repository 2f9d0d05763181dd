/**
 * How git is started: our own choice of program, from a place where neither a repository nor an
 * agent can put one, and with an environment and settings that override everything in a
 * repository. From our own environment git gets only what it needs to identify the user.
 */
import { constants } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { isInside } from '../../../shared/files/inside.ts';
import { userSettings } from './user-settings.ts';

/** Every event that can have a hook, up to git 2.56. */
export const hookEvents: readonly string[] = [
  ...['applypatch-msg', 'pre-applypatch', 'post-applypatch', 'pre-commit', 'pre-merge-commit'],
  ...['prepare-commit-msg', 'commit-msg', 'post-commit', 'pre-rebase', 'post-checkout'],
  ...['post-merge', 'pre-push', 'pre-receive', 'update', 'proc-receive', 'post-receive'],
  ...['post-update', 'reference-transaction', 'push-to-checkout', 'pre-auto-gc', 'post-rewrite'],
  ...['sendemail-validate', 'fsmonitor-watchman', 'p4-changelist', 'p4-prepare-changelist'],
  ...['p4-post-changelist', 'p4-pre-submit', 'post-index-change'],
];

const forced: Readonly<Record<string, string>> = {
  'safe.bareRepository': 'explicit',
  'core.hooksPath': '/dev/null',
  'core.fsmonitor': 'false',
  'core.pager': 'cat',
  'core.editor': 'true',
  'core.askPass': '',
  'core.sshCommand': 'false',
  'core.gitProxy': 'none',
  'core.alternateRefsCommand': 'false',
  // With these off, a file with forged stat data would look unchanged.
  'core.checkStat': 'default',
  'core.trustctime': 'true',
  'core.protectNTFS': 'true',
  ...(process.platform === 'darwin' ? { 'core.protectHFS': 'true' } : {}),
  'credential.helper': '',
  'diff.external': '',
  'gc.auto': '0',
  'maintenance.auto': 'false',
  'commit.gpgSign': 'false',
  // With nothing to commit, it would show a diff using the programs that attributes name.
  'commit.verbose': '0',
  'tag.gpgSign': 'false',
  'gpg.program': 'false',
  'log.showSignature': 'false',
  'protocol.allow': 'never',
  'submodule.recurse': 'false',
  'diff.ignoreSubmodules': 'dirty',
  'status.submoduleSummary': 'false',
  // It would run the merge drivers that attributes name.
  'rerere.enabled': 'false',
  'fetch.recurseSubmodules': 'false',
  ...Object.fromEntries(hookEvents.map((event) => [`hook.${event}.enabled`, 'false'])),
};

export const switches: readonly string[] = Object.entries(forced).flatMap(([key, value]) => [
  '-c',
  `${key}=${value}`,
]);

export const fixedEnvironment: Readonly<Record<string, string>> = {
  LANG: 'C.UTF-8',
  LC_ALL: 'C.UTF-8',
  GIT_ALLOW_PROTOCOL: 'none',
  GIT_PROTOCOL_FROM_USER: '0',
  GIT_NO_LAZY_FETCH: '1',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_ATTR_NOSYSTEM: '1',
  GIT_TERMINAL_PROMPT: '0',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_LITERAL_PATHSPECS: '1',
  GIT_NO_REPLACE_OBJECTS: '1',
  GIT_ASKPASS: 'false',
  SSH_ASKPASS: 'false',
  GIT_SSH_COMMAND: 'false',
  GIT_EDITOR: 'true',
  GIT_SEQUENCE_EDITOR: 'true',
  GIT_PAGER: 'cat',
  GIT_ADVICE: '0',
  GIT_TRACE2: '0',
  GIT_TRACE2_EVENT: '0',
  GIT_TRACE2_PERF: '0',
  // A file in the repository decides which server it fetches from.
  GIT_LFS_SKIP_SMUDGE: '1',
};

const passedOn = ['HOME', 'XDG_CONFIG_HOME', 'USERPROFILE', 'SystemRoot', 'TMPDIR'];

export async function environmentFor(
  closed: readonly string[],
  overrides: readonly (readonly [string, string])[] = [],
): Promise<Record<string, string>> {
  const env: Record<string, string> = { ...fixedEnvironment };
  for (const name of passedOn) if (process.env[name]) env[name] = process.env[name] ?? '';
  env['PATH'] = (await cleanFolders(closed)).join(path.delimiter);
  const { isOpenToAgents, identity } = await userSettings((file) => isClosed(file, closed));
  if (isOpenToAgents) env['GIT_CONFIG_GLOBAL'] = '/dev/null';
  const settings = isOpenToAgents ? [...identity, ...overrides] : overrides;
  env['GIT_CONFIG_COUNT'] = String(settings.length);
  for (const [at, [key, value]] of settings.entries()) {
    env[`GIT_CONFIG_KEY_${at}`] = key;
    env[`GIT_CONFIG_VALUE_${at}`] = value;
  }
  return env;
}

/** System folders come first, because no repository can put programs there. */
const systemFolders: readonly string[] =
  process.platform === 'win32'
    ? ['C:\\Program Files\\Git\\cmd', 'C:\\Program Files\\Git\\bin']
    : ['/usr/bin', '/bin', '/usr/local/bin', '/opt/homebrew/bin', '/opt/local/bin'];

/** Absolute, existing, and neither inside a closed folder nor a link into one. */
async function cleanFolders(closed: readonly string[]): Promise<readonly string[]> {
  const named = (process.env['PATH'] ?? '').split(path.delimiter).filter((item) => item !== '');
  const all = [...new Set([...systemFolders, ...named])].filter((item) => path.isAbsolute(item));
  const real = await Promise.all(all.map((item) => fs.realpath(item).catch(() => null)));
  return all.filter((item, at) => {
    const linkTarget = real[at];
    return (
      typeof linkTarget === 'string' &&
      !isClosed(path.normalize(item), closed) &&
      !isClosed(linkTarget, closed)
    );
  });
}

const isClosed = (file: string, closed: readonly string[]): boolean =>
  closed.some((folder) => isInside(file, folder));

/** The absolute path of git; null if there is none outside the closed folders. */
export async function gitProgram(closed: readonly string[]): Promise<string | null> {
  const name = process.platform === 'win32' ? 'git.exe' : 'git';
  for (const folder of await cleanFolders(closed)) {
    const file = path.join(folder, name);
    try {
      const real = await fs.realpath(file);
      if (isClosed(real, closed) || !(await fs.stat(real)).isFile()) continue;
      await fs.access(file, constants.X_OK);
      return file;
    } catch {
      continue;
    }
  }
  return null;
}
