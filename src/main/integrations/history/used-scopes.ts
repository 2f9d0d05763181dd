/** Which scopes an agent would have needed for what it did in a folder. Pure. */
import { allScopes, type Scope } from '../../../shared/access/scopes.ts';
import type { EffectName } from '../../../shared/commands/command-effects.ts';

const reading: readonly Scope[] = [
  ...(['read:files', 'search:files', 'explore:project'] as const),
  ...(['search:content', 'search:project', 'regex:operations'] as const),
];
const editing: readonly Scope[] = ['write:files', 'create:files', 'edit:buffers', 'replace:text'];

export interface UsedCommand {
  readonly effects: readonly EffectName[];
  /** Program and first word of each command of the line. */
  readonly starts: readonly (readonly [program: string, word: string])[];
}

export const scopesOfRead = reading;

export const scopesOfEdit = (moves: boolean): readonly Scope[] => [
  ...reading,
  ...editing,
  ...(moves ? (['rename:files'] as const) : []),
];

/** Deleting is left out because it needs its own ask. */
export function scopesOfCommand({ effects, starts }: UsedCommand): readonly Scope[] {
  const git = starts.filter(([program]) => program === 'git').map(([, word]) => word);
  const does = (word: RegExp): boolean =>
    starts.some(([program, first]) => word.test(`${program} ${first}`));
  return [
    ...reading,
    'run:commands',
    ...(effects.includes('writes') ? editing : []),
    ...(does(/^(mv|rename) /) ? (['rename:files'] as const) : []),
    ...(does(testing) ? (['test:code'] as const) : []),
    ...(does(building) ? (['build:project'] as const) : []),
    ...(git.length > 0 ? (['git:status', 'view:diffs'] as const) : []),
    ...(git.some((word) => committing.test(word)) ? (['git:commit'] as const) : []),
    ...(git.some((word) => branching.test(word)) ? (['git:branch'] as const) : []),
  ];
}

const testing =
  /^((npm|pnpm|yarn|bun|cargo|go|dotnet|mvn|gradle|make|deno|mix|swift|flutter) (test|t|check)|(pytest|jest|vitest|mocha|tox|nox|rspec|phpunit|ctest) )/;
const building =
  /^((npm|pnpm|yarn|bun|cargo|go|dotnet|swift|flutter) build|(make|cmake|ninja|tsc|vite|webpack|mvn|gradle) )/;
const committing = /^(add|commit|rm|mv|restore|reset|stash|revert)$/;
const branching = /^(branch|checkout|switch|merge|rebase|tag|cherry-pick|worktree)$/;

export const inOrder = (used: ReadonlySet<Scope>): readonly Scope[] =>
  allScopes.filter((scope) => used.has(scope));
