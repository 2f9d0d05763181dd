/** Errors of commands that are refused without asking the user. */
import { error, type ErrorInfo } from './error-info.ts';

export const commandErrors = {
  'command-too-complex': error(
    400,
    'after_fix',
    'The command is too long or too deeply nested to analyze.',
    'Split it into smaller commands.',
  ),
  'command-outside': error(
    403,
    'after_grant',
    "The command uses paths outside your session's folders.",
    'Use only paths inside the granted folders, or call request_access for another folder.',
  ),
  'not-one-command': error(
    400,
    'after_fix',
    'Gatehouse runs programs without a shell, and this line needs one.',
    'Use plain commands, joined by |, &&, || or ; if there are several, and write out what a shell would expand.',
  ),
  'program-not-found': error(
    404,
    'after_fix',
    'Program not found.',
    'Check the name, or ask the user to install it.',
  ),
  'program-refused': error(
    403,
    'after_fix',
    'Gatehouse does not start that program.',
    'Use a program that runs on its own.',
  ),
  'sandbox-unavailable': error(
    503,
    'later',
    'The sandbox for this command could not be made, so nothing was run.',
    'Check that the folders of your session still exist, then try again.',
  ),
  'git-argument-refused': error(
    403,
    'after_fix',
    'Gatehouse does not run git with that argument.',
    'Leave out options, settings and URLs that make git run programs or write elsewhere.',
  ),
} as const satisfies Record<string, ErrorInfo>;
