/**
 * Which files a sandboxed command may not leave behind without a question: those that the user's git,
 * editor, shell or agent would obey by itself. Pure; what lies in the files is looked at elsewhere.
 */
import { beginsWith, foldedNames } from './folded-names.ts';
import type { Places } from './grantable.ts';
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
} as const;

/** What package managers keep beside their settings; none of it runs before the user starts it. */
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
  places: Places,
): HeldBackRule | null {
  if (gitDir !== null) return ruleInGitDir(foldedNames(path).slice(foldedNames(gitDir).length));
  const later = laterRunOf(path, places);
  if (later?.later !== 'hold-back') return null;
  const names = foldedNames(path);
  const isCache = cacheNames.some((cache) =>
    names.some((_, at) => beginsWith(names.slice(at), cache)),
  );
  return isCache ? null : { effect: later.effect, look: 'name' };
}

function ruleInGitDir(names: readonly string[]): HeldBackRule | null {
  const [first, second] = names;
  if (names.length === 1 && (first === 'config' || first === 'config.worktree'))
    return { effect: effects.settings, look: 'git-settings' };
  if (names.length === 1 && first === 'commondir')
    return { effect: effects.commondir, look: 'commondir' };
  const isHook = first === 'hooks' && second !== undefined && !second.endsWith('.sample');
  return isHook ? { effect: effects.hook, look: 'name' } : null;
}
