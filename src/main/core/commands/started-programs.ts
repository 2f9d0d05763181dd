/** Which actions start programs, and what each would start. */
import type { ActionArgs, ActionName, ValidArgs } from '../../../shared/actions/actions.ts';
import type { EffectName } from './command-class.ts';
import { gitArgumentError, type GitPosition } from './git-arguments.ts';

/** The effect of the action itself, where no word of a command describes it. */
export interface KnownEffect {
  readonly effect: EffectName;
  readonly sentence: string;
}

export type Started =
  | { readonly how: 'argv'; readonly argv: readonly string[] }
  | { readonly how: 'line'; readonly line: string }
  /** Key presses for the program in a terminal, usually a shell. */
  | { readonly how: 'typed'; readonly text: string }
  | { readonly how: 'shell' }
  /** The executor finds the program, because the project determines it. */
  | { readonly how: 'task'; readonly effects: readonly KnownEffect[] }
  | {
      readonly how: 'git';
      readonly effects: readonly KnownEffect[];
      readonly error: string | null;
    };

type Starting = { readonly [Name in ActionName]?: (args: ActionArgs<Name>) => Started };

const git = (
  effects: readonly KnownEffect[],
  given: readonly (readonly [string | undefined, GitPosition])[] = [],
): Started => ({ how: 'git', effects, error: errorIn(given) });

function errorIn(given: readonly (readonly [string | undefined, GitPosition])[]): string | null {
  for (const [text, position] of given) {
    const error = text === undefined ? null : gitArgumentError(text, position);
    if (error !== null) return error;
  }
  return null;
}

const task = (what: string): Started => ({
  how: 'task',
  effects: [
    { effect: 'runs-other-code', sentence: `${what} is code of the project, and can do anything` },
  ],
});

const branchEffects = {
  list: [{ effect: 'reads', sentence: 'git lists the branches' }],
  create: [{ effect: 'changes-git', sentence: 'git makes a branch' }],
  switch: [
    { effect: 'changes-git', sentence: 'git switches to another branch' },
    { effect: 'writes', sentence: 'the files become those of that branch' },
  ],
  delete: [{ effect: 'deletes', sentence: 'git deletes a branch' }],
} as const satisfies Record<string, readonly KnownEffect[]>;

const starting: Starting = {
  exec_command: ({ argv, command_line: line = '' }) =>
    argv ? { how: 'argv', argv } : { how: 'line', line },
  open_terminal: () => ({ how: 'shell' }),
  send_input: ({ data }) => ({ how: 'typed', text: data }),
  build_project: () => task('What builds the project'),
  run_tests: () => task('What tests the project'),
  git_status: () => git([{ effect: 'reads', sentence: 'git tells the state of the repository' }]),
  git_diff: ({ ref }) => git([{ effect: 'reads', sentence: 'git shows changes' }], [[ref, 'ref']]),
  git_add: ({ paths }) =>
    git(
      [{ effect: 'changes-git', sentence: 'git stages files for the next commit' }],
      paths.map((path) => [path, 'path'] as const),
    ),
  git_commit: ({ message, amend }) =>
    git(
      [
        {
          effect: 'changes-git',
          sentence: amend ? 'git replaces the last commit' : 'git makes a commit',
        },
      ],
      [[message, 'message']],
    ),
  git_branch: ({ op, name, start_point: start }) =>
    git(branchEffects[op], [
      [name, 'ref'],
      [start, 'ref'],
    ]),
};

/** Null when the action starts no program. */
export function startedBy(action: ActionName, args: ValidArgs): Started | null {
  const start = starting[action] as ((given: ValidArgs) => Started) | undefined;
  return start?.(args) ?? null;
}
