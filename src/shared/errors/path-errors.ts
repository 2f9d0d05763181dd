/** Errors about paths and the files at them. */
import { error, type ErrorInfo } from './error-info.ts';

export const pathErrors = {
  stale: error(
    409,
    'after_fix',
    'The approved content has changed since it was shown.',
    'Read the file again, then call again.',
  ),
  'too-large-edit': error(
    413,
    'after_fix',
    'The edit is larger than your session allows.',
    'Make smaller edits.',
  ),
  'outside-roots': error(
    403,
    'after_grant',
    "That path is outside your session's folders.",
    'Use a path inside the granted folders, or call request_access for another folder.',
  ),
  'root-not-found': error(
    404,
    'after_fix',
    'That folder does not exist.',
    'Ask for an existing folder by its absolute path.',
  ),
  'root-not-grantable': error(
    403,
    'after_fix',
    'That folder can never be granted.',
    'Ask for the project folder you work in.',
  ),
  'own-data': error(
    403,
    'never',
    "Gatehouse's own data is never available to agents.",
    'Do not use the Gatehouse data folder.',
  ),
  'root-changed': error(
    409,
    'after_grant',
    'The granted folder is gone or was replaced by another one.',
    'Call request_access again for the folder as it is now.',
  ),
  'not-found': error(404, 'after_fix', 'File not found.', 'Check the path.'),
  'not-a-file': error(
    400,
    'after_fix',
    'That is not a regular file.',
    'Use a file; folders, devices and pipes cannot be read.',
  ),
  'not-a-folder': error(400, 'after_fix', 'That is not a folder.', 'Use a folder.'),
  'bad-path': error(
    400,
    'after_fix',
    'That path cannot be used.',
    'Use an absolute path without special names.',
  ),
  'is-a-link': error(
    409,
    'after_fix',
    'That path is a link. Gatehouse does not move or delete links.',
    'Use the file that the link points to.',
  ),
  'hard-link': error(
    409,
    'after_fix',
    'That file has another hard link, which the change would affect.',
    'Write a new file instead, or ask the user to change this one.',
  ),
  'already-there': error(
    409,
    'after_fix',
    'That path already exists.',
    'Choose another name, or edit the existing file.',
  ),
  'not-text': error(415, 'never', 'That file is not UTF-8 text.', 'Only text files can be opened.'),
  'no-trash': error(
    507,
    'never',
    'That disk has no trash folder, so nothing was deleted.',
    'Ask the user to delete it, or to create a .Trash-UID folder at the top of that disk.',
  ),
} as const satisfies Record<string, ErrorInfo>;
