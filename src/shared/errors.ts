/** The one catalogue of refusals: what happened, what to do next, and how each door says it. */
export type Retry = 'never' | 'after_grant' | 'later';

interface ErrorInfo {
  readonly sentence: string;
  readonly hint: string;
  readonly http: number;
  readonly retry: Retry;
}

const error = (http: number, retry: Retry, sentence: string, hint: string): ErrorInfo => ({
  sentence,
  hint,
  http,
  retry,
});

export const errors = {
  'audit-unavailable': error(
    503,
    'later',
    'The ledger cannot be written, so nothing is carried out.',
    'Free some disk space or repair the data folder, then try again.',
  ),
  'unknown-action': error(404, 'never', 'There is no such action.', 'List the tools first.'),
  'invalid-arguments': error(
    400,
    'never',
    'The arguments do not fit the action.',
    'Correct the named field and call again.',
  ),
  'no-session': error(
    403,
    'after_grant',
    'You have no session.',
    'Call request_access with the scopes and folders you need.',
  ),
  'session-expired': error(
    403,
    'after_grant',
    'Your session has ended.',
    'Call request_access to start a new session.',
  ),
  'session-revoked': error(
    403,
    'after_grant',
    'The person ended your session.',
    'Ask the person before you call request_access again.',
  ),
  'session-paused': error(
    403,
    'later',
    'The person has put your session on hold.',
    'Wait until the person goes on, and do not ask again meanwhile.',
  ),
  'wider-than-parent': error(
    403,
    'never',
    'A part of a session cannot hold more than the whole.',
    'Ask for scopes and folders that the parent session holds.',
  ),
  muted: error(
    429,
    'later',
    'Too many of your requests were denied or left unanswered.',
    'Ask nothing for five minutes, then ask for less and say why.',
  ),
  stale: error(
    409,
    'later',
    'What was approved has changed since it was shown.',
    'Look at the file as it is now and call again.',
  ),
  'change-wanted': error(
    409,
    'never',
    'The person wants this done differently.',
    'Read what they wrote and call again accordingly.',
  ),
  'denied-by-rule': error(
    403,
    'never',
    'A rule of the owner forbids this.',
    'Do it another way, or ask the person to change the rule.',
  ),
  'too-large-edit': error(
    413,
    'never',
    'The edit is larger than your session allows.',
    'Make smaller edits.',
  ),
  'budget-spent': error(
    429,
    'later',
    'You have changed as much as you may for now.',
    'Ask the person to look at your changes first.',
  ),
  'too-many-at-once': error(
    429,
    'later',
    'Too many of your calls are under way.',
    'Wait for their answers before you call again.',
  ),
  repeating: error(
    429,
    'later',
    'You have made the very same call too often.',
    'Use the answer you have, or do something else.',
  ),
  'scope-missing': error(
    403,
    'after_grant',
    'Your session does not hold the scope this needs.',
    'Call request_access with that scope and say why you need it.',
  ),
  'unknown-scope': error(
    400,
    'never',
    'There is no such scope.',
    'Use scope names such as read:files, or a wildcard such as git:*.',
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
  'too-many-sessions': error(
    429,
    'later',
    'As many sessions are live as the owner allows.',
    'End a session you no longer need, or wait until one ends.',
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
  'too-many-asks': error(
    429,
    'later',
    'Too many of your requests are already waiting for the person.',
    'Wait for an answer with await_access before you ask again.',
  ),
  'too-fast': error(
    429,
    'later',
    'You are calling faster than your session allows.',
    'Wait a second and go on more slowly.',
  ),
  'denied-by-person': error(
    403,
    'never',
    'The person said no.',
    'Read the reason, and do not ask the same again.',
  ),
  'ask-timed-out': error(
    403,
    'later',
    'Nobody answered in time, and silence means no.',
    'Ask again when the person is back.',
  ),
  'ask-parked': error(
    403,
    'later',
    'The person has put your question off; for now the answer is no.',
    'Go on with something else, and ask the same again in a while.',
  ),
  'ask-withdrawn': error(
    409,
    'later',
    'The question was withdrawn before it was answered.',
    'Ask again if you still need it.',
  ),
  'unknown-request': error(
    404,
    'never',
    'There is no such request of yours.',
    'Use the request_id that request_access gave you.',
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
  'action-failed': error(500, 'later', 'The action failed.', 'Read the detail.'),
  'shutting-down': error(503, 'later', 'Gatehouse is shutting down.', 'Try again later.'),
  unauthorized: error(
    401,
    'never',
    'A credential is needed.',
    'Send a valid key as Authorization: Bearer.',
  ),
  'wrong-audience': error(
    403,
    'never',
    'This credential does not open this door.',
    'Use the credential made for this door.',
  ),
  'wrong-host': error(
    403,
    'never',
    'The Host header is not ours.',
    'Use the address in the discovery file.',
  ),
  'bad-target': error(
    400,
    'never',
    'The request target must be a path.',
    'Send the path alone, and the host in the Host header.',
  ),
  'wrong-origin': error(
    403,
    'never',
    'Web pages are not let in.',
    'Call from a program, not from a page.',
  ),
  'wrong-content-type': error(
    415,
    'never',
    'The body is not JSON.',
    'Send Content-Type: application/json.',
  ),
  'too-large': error(413, 'never', 'The body is too large.', 'Send less at once.'),
  'bad-json': error(400, 'never', 'The body is not valid JSON.', 'Send one JSON value.'),
  'unknown-route': error(404, 'never', 'There is nothing here.', 'See the documentation.'),
  'name-taken': error(
    409,
    'never',
    'A client of that name has a key already.',
    'Choose another name, or revoke that key first.',
  ),
  'unknown-client': error(
    404,
    'never',
    'There is no client of that name.',
    'List the clients to see their names.',
  ),
} as const satisfies Record<string, ErrorInfo>;

export type ErrorCode = keyof typeof errors;
