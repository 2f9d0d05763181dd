/**
 * Which files a sandboxed command may not leave behind without a question: those that the user's git,
 * editor, shell or agent would obey by itself. Pure; what lies in the files is looked at elsewhere.
 */
import { beginsWith, foldedNames, foldName } from './folded-names.ts';
import type { HomeAndOwnPaths } from './grantable.ts';
import { laterRunOf } from './protected-paths.ts';

export interface HeldBackRule {
  /** One sentence that says what the file would do. */
  readonly effect: string;
  /**
   * `name`: always. `git-settings`: only where it sets more than git itself writes. `commondir`: only
   * where it leads to another folder than a worktree's own repository.
   */
  readonly look: 'name' | 'git-settings' | 'commondir';
}

const effects = {
  hook: 'Git runs this by itself, for example at the next commit.',
  settings:
    'Git runs the programs that this names, also when your editor only looks at the folder.',
  commondir: 'Git takes its settings and hooks from the folder that this names.',
  named: 'A git repository takes settings or hooks from here, and git runs the programs in them.',
} as const;

/** Paths that a repository's settings name: included settings, a folder of hooks. */
export const namedByGitRule: HeldBackRule = { effect: effects.named, look: 'name' };

/** Files that package managers keep beside their settings; none runs before the user starts it. */
const caches = [
  '.yarn/cache',
  '.yarn/unplugged',
  '.yarn/install-state.gz',
  '.yarn/build-state.yml',
];
const cacheNames = caches.map(foldedNames);

/** `gitDir` is the git directory that the path lies in, known by what is in it. */
export function heldBackRule(
  path: string,
  gitDir: string | null,
  places: HomeAndOwnPaths,
): HeldBackRule | null {
  const inGitDir =
    gitDir === null ? undefined : ruleInGitDir(foldedNames(path).slice(foldedNames(gitDir).length));
  if (inGitDir !== undefined) return inGitDir;
  // Any folder can be made to look like a git directory, so other names in it are judged as elsewhere.
  const later = laterRunOf(belowDotGit(path), places);
  if (later?.later !== 'hold-back') return null;
  const names = foldedNames(path);
  const isCache = cacheNames.some((cache) =>
    names.some((_, at) => beginsWith(names.slice(at), cache)),
  );
  return isCache ? null : { effect: later.effect, look: 'name' };
}

/** The pattern `.git` matches everything below it, so the rest of the path decides. */
function belowDotGit(path: string): string {
  const names = path.split('/');
  const at = names.slice(0, -1).findLastIndex((name) => foldName(name) === '.git');
  return at < 0 ? path : `/repository/${names.slice(at + 1).join('/')}`;
}

/** Undefined for a file that does not decide what git runs. */
function ruleInGitDir(names: readonly string[]): HeldBackRule | null | undefined {
  const [first, second] = names;
  if (names.length === 1 && (first === 'config' || first === 'config.worktree'))
    return { effect: effects.settings, look: 'git-settings' };
  if (names.length === 1 && first === 'commondir')
    return { effect: effects.commondir, look: 'commondir' };
  if (first !== 'hooks' || second === undefined) return undefined;
  return second.endsWith('.sample') ? null : { effect: effects.hook, look: 'name' };
}
