/** Why an action could not be carried out. */
import { error, type ErrorInfo } from './error-info.ts';

export const doingErrors = {
  'unknown-action': error(404, 'never', 'There is no such action.', 'List the tools first.'),
  'invalid-arguments': error(
    400,
    'never',
    'The arguments do not fit the action.',
    'Correct the named field and call again.',
  ),
  'editor-disconnected': error(
    503,
    'later',
    'No editor is connected that can do this.',
    'Try again in a few seconds.',
  ),
  'editor-timed-out': error(
    504,
    'later',
    'The editor did not answer in time.',
    'Try again; if it happens again, look at the log.',
  ),
  'editor-choice-needed': error(
    409,
    'later',
    'Two editors have that folder open, and the person has not said which one is meant.',
    'Ask the person to choose in the window of Gatehouse, then call again.',
  ),
  'held-by-other': error(
    409,
    'later',
    'Another call was changing the same file all the while.',
    'Look at the file as it is then, and call again.',
  ),
  'held-by-human': error(
    409,
    'later',
    'The person is typing in that document.',
    'Wait as long as the message says, look at the document again, and then call again.',
  ),
  'unsupported-by-editor': error(
    501,
    'never',
    'This editor cannot do that.',
    'Do it another way, or ask the person to do it in the editor.',
  ),
  'action-failed': error(500, 'later', 'The action failed.', 'Read the detail.'),
  'program-missing': error(
    503,
    'never',
    'A program that this needs is not installed.',
    'Ask the person to install it.',
  ),
  'took-too-long': error(
    504,
    'later',
    'It took too long and was stopped.',
    'Ask for less at once.',
  ),
  'no-repository': error(
    404,
    'never',
    'That folder is not in a git repository.',
    'Name a folder of a repository.',
  ),
  'git-refused': error(409, 'never', 'Git would not do it.', 'Read what git says.'),
  'not-open': error(
    404,
    'never',
    'That document is not open.',
    'Open it with switch_buffer first.',
  ),
  'text-not-found': error(
    409,
    'never',
    'The text to replace is not there exactly once.',
    'Read the document again and give the exact text with enough around it.',
  ),
  'no-terminal': error(
    404,
    'never',
    'You have no terminal of that id.',
    'Open one with open_terminal; terminals end with their session.',
  ),
  'terminal-ended': error(
    409,
    'never',
    'The program in that terminal has ended.',
    'Open another terminal.',
  ),
  'no-task': error(
    404,
    'never',
    'The project has no such task.',
    'Call get_workspace_info to see its tasks.',
  ),
  'no-language-support': error(
    404,
    'never',
    'Nothing here understands that language.',
    'Ask the person to name a language server for it in the settings, or to install one.',
  ),
  'language-server-failed': error(
    502,
    'later',
    'The language server did not do its part.',
    'Try again; if it happens again, work without it.',
  ),
  'not-offered': error(
    409,
    'never',
    'That is not on offer here.',
    'Ask again what there is, and choose from that.',
  ),
  'unknown-plugin': error(404, 'never', 'There is no such plugin.', 'List the plugins first.'),
  'repository-runs-programs': error(
    409,
    'never',
    'The settings of this repository start programs when git looks at it.',
    'Ask the person to look at .git/config, and to move filters they trust to their own git settings.',
  ),
} as const satisfies Record<string, ErrorInfo>;
