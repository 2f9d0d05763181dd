/** Git is not to take a `.env` file in unnoticed: what it stages, it shows to everybody who asks for a diff. */
import { isSecretFile } from '../../shared/files/secret-files.ts';
import { refused } from '../../shared/actions/outcomes.ts';
import { git, type GitRun, type GitRunOptions } from '../../main/platform/git/git-program.ts';
import { isError, type ActionError } from '../confined/errors.ts';

/** Null unless staging these paths, or everything, would take in a file with secrets that git does not ignore. */
export async function whySecretsStaged(
  place: Omit<GitRun, 'args'>,
  paths: readonly string[],
  task: GitRunOptions,
): Promise<ActionError | null> {
  const args = ['ls-files', '--others', '--exclude-standard', '-z', '--', ...paths];
  const found = await git({ ...place, args }, task);
  if (isError(found)) return found;
  const secret = found.text.split('\0').find((name) => isSecretFile(name));
  return secret === undefined
    ? null
    : refused(
        'git-refused',
        `It would stage ${secret}, which may hold passwords. Add it to .gitignore, or stage other files by name.`,
      );
}

/** What a command of git would stage of untracked files: its paths, empty for all; null when it stages none. */
export function stagedBy([subcommand, ...words]: readonly string[]): readonly string[] | null {
  const end = words.indexOf('--');
  const given = end < 0 ? words : words.slice(0, end);
  const options = given.filter((word) => word.startsWith('-'));
  const isUntracked = options.some((word) => /^(?:-[a-z]*u|--include-untracked)$/.test(word));
  if (subcommand === 'stash') return isUntracked ? [] : null;
  if (subcommand !== 'add') return null;
  const names = given.filter((word) => !word.startsWith('-'));
  return [...names, ...(end < 0 ? [] : words.slice(end + 1))];
}
