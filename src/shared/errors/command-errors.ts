/** Why a command is not put to anybody at all. */
import { error, type ErrorInfo } from './error-info.ts';

export const commandErrors = {
  'command-too-complex': error(
    400,
    'never',
    'The command is too long or too deeply nested to be read with care.',
    'Split it into smaller commands.',
  ),
  'command-outside': error(
    403,
    'after_grant',
    'The command reaches outside the folders of your session.',
    'Name only what lies in the granted folders, or call request_access for another folder.',
  ),
  'not-one-command': error(
    400,
    'never',
    'The line is more than one plain command, and no shell runs it.',
    'Call once for each command, with argv; write out what a shell would fill in.',
  ),
  'program-not-found': error(
    404,
    'never',
    'There is no such program.',
    'Check the name, or ask the person to install it.',
  ),
  'program-refused': error(
    403,
    'never',
    'That program is not started.',
    'Name a program that runs by itself.',
  ),
  'git-argument-refused': error(
    403,
    'never',
    'Git is not run with that argument.',
    'Leave out options, settings and addresses that make git run programs or write elsewhere.',
  ),
} as const satisfies Record<string, ErrorInfo>;
