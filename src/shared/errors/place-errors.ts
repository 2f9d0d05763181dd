/** What is wrong with a path or with what is there. */
import { error, type ErrorInfo } from './error-info.ts';

export const placeErrors = {
  stale: error(
    409,
    'later',
    'What was approved has changed since it was shown.',
    'Look at the file as it is now and call again.',
  ),
  'too-large-edit': error(
    413,
    'never',
    'The edit is larger than your session allows.',
    'Make smaller edits.',
  ),
  'outside-roots': error(
    403,
    'after_grant',
    'That path is outside the folders of your session.',
    'Use a path inside the granted folders, or call request_access for another folder.',
  ),
  'root-not-found': error(
    404,
    'never',
    'That folder does not exist.',
    'Ask for an existing folder by its absolute path.',
  ),
  'root-not-grantable': error(
    403,
    'never',
    'That folder can never be granted.',
    'Ask for the project folder you work in.',
  ),
  'own-data': error(
    403,
    'never',
    'What Gatehouse keeps for itself is never given out.',
    'Leave the data folder of Gatehouse alone.',
  ),
  'root-changed': error(
    409,
    'after_grant',
    'The granted folder was replaced by another one.',
    'Call request_access again for the folder as it is now.',
  ),
  'not-found': error(404, 'never', 'There is no such file.', 'Check the path.'),
  'not-a-file': error(
    400,
    'never',
    'That is not a regular file.',
    'Name a file; folders, devices and pipes are not read.',
  ),
  'not-a-folder': error(400, 'never', 'That is not a folder.', 'Name a folder.'),
  'bad-path': error(
    400,
    'never',
    'That path cannot be used.',
    'Give the absolute path of a file, with plain names.',
  ),
  'is-a-link': error(
    409,
    'never',
    'A link stands there, and links are neither moved nor removed.',
    'Name the file that the link points to.',
  ),
  'hard-link': error(
    409,
    'never',
    'That file has a second name elsewhere, which a change would reach or cut off.',
    'Ask the person to confirm it, or write a new file.',
  ),
  'already-there': error(
    409,
    'never',
    'Something of that name is there already.',
    'Choose another name, or change the file that is there.',
  ),
  'not-text': error(415, 'never', 'That file is not UTF-8 text.', 'Only text files can be opened.'),
  'no-trash': error(
    507,
    'never',
    'There is no trash on that disk, so nothing is deleted.',
    'Ask the person to delete it, or to make a .Trash-UID folder at the top of that disk.',
  ),
} as const satisfies Record<string, ErrorInfo>;
