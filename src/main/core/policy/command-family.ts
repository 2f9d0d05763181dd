/**
 * A command by its program and first word in its folder, as a user means "npm test in harbour". A yes
 * can be kept for that, whatever the further arguments: what runs is code of the project each time.
 */
import { lastNameOf } from '../../../shared/files/path-separators.ts';
import type { ResolvedCall, ResolvedCommand } from '../call/call.ts';
import { isProtectedChange } from './reasons.ts';

export interface CommandFamily {
  /** The file of the program, as it was found. */
  readonly program: string;
  /** As people write it: `npm test`, `node scripts/build.js`. */
  readonly words: string;
  readonly folder: string;
}

/** Null when only exactly this command can be kept, or nothing at all. */
export function commandFamily({ action, command, places }: ResolvedCall): CommandFamily | null {
  if (!actionsOfFamilies.has(action) || command === null || places.some(isProtectedChange))
    return null;
  const { program, cwd, argv } = command;
  if (program === null || cwd === null || !runsProjectCode(command)) return null;
  const words = familyWords(argv);
  return words === null ? null : { program, words, folder: cwd };
}

export const familyText = ({ words, folder }: CommandFamily): string =>
  `${words} in ${lastNameOf(folder)}, with any arguments`;

const actionsOfFamilies: ReadonlySet<string> = new Set([
  'exec_command',
  'run_tests',
  'build_project',
]);

/** Understood, destroys nothing, names no place outside, and its program is not a file that the agent may write. */
const runsProjectCode = ({ keep, effects, does, program }: ResolvedCommand): boolean =>
  keep !== 'session' &&
  effects.includes('runs-other-code') &&
  !effects.some((effect) => ['unknown', 'privilege', 'deletes'].includes(effect)) &&
  !does.some(({ isOutside, word }) => isOutside === true || word === program);

/** Of these, the first word says nothing about what runs. */
const startersOfAnything: ReadonlySet<string> = new Set(
  `sh bash zsh dash ksh csh tcsh fish busybox env xargs nohup timeout nice ionice setsid stdbuf time
  watch parallel sudo doas su ssh eval exec command cmd powershell pwsh script expect tmux screen
  find awk gawk mawk sed docker podman kubectl osascript`.split(/\s+/),
);
const packageManagers: ReadonlySet<string> = new Set(['npm', 'pnpm', 'yarn', 'bun']);
const plainWord = /^[A-Za-z0-9@_.][A-Za-z0-9@_./:+-]*$/;

function familyWords([file = '', first, second]: readonly string[]): string | null {
  const name = lastNameOf(file);
  if (startersOfAnything.has(name)) return null;
  if (first === undefined) return name;
  const isSecondPlain = second !== undefined && plainWord.test(second);
  if (name === 'node' && first === '--test') return 'node --test';
  if (/^python[0-9.]*$/.test(name) && first === '-m')
    return isSecondPlain ? `${name} -m ${second}` : null;
  if (!plainWord.test(first)) return null;
  if (!packageManagers.has(name)) return `${name} ${first}`;
  if (['t', 'tst', 'test'].includes(first)) return `${name} test`;
  if (['run', 'run-script'].includes(first) && second === 'test') return `${name} test`;
  if (['run', 'run-script', 'exec', 'x', 'dlx', 'create', 'init'].includes(first))
    return isSecondPlain ? `${name} ${first} ${second}` : null;
  return `${name} ${first}`;
}
