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
  'agent-needs-sandbox': error(
    503,
    'later',
    'The agent was not started, because there is no sandbox for it.',
    'Fix what the message names, then start it again. Gatehouse never starts it outside the sandbox.',
  ),
  'agent-login': error(
    409,
    'after_fix',
    'The login of this agent cannot be used.',
    'Log in again with the agent itself, outside of Gatehouse, then start it again.',
  ),
  'agent-not-found': error(
    404,
    'after_fix',
    'The program of this agent was not found on the PATH.',
    'Install it, or start `gatehouse run` from a shell that finds it.',
  ),
  'agent-folder': error(
    400,
    'after_fix',
    'An agent cannot run in this folder.',
    'Start it in the folder of a project, not in the home folder or above it.',
  ),
  'no-checkpoint': error(
    409,
    'later',
    'The folder could not be recorded before the command, so it could not be undone, and nothing was run.',
    'Call again: the user is then asked.',
  ),
  'git-argument-refused': error(
    403,
    'after_fix',
    'Gatehouse does not run git with that argument.',
    'Leave out options, settings and URLs that make git run programs or write elsewhere.',
  ),
} as const satisfies Record<string, ErrorInfo>;
