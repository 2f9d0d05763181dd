/** What is refused at a door, before any action. */
import { error, type ErrorInfo } from './error-info.ts';

export const doorErrors = {
  'too-fast': error(
    429,
    'later',
    'You are calling faster than your session allows.',
    'Wait a second and go on more slowly.',
  ),
  'unknown-request': error(
    404,
    'never',
    'There is no such request of yours.',
    'Use the request_id that request_access gave you.',
  ),
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
  'too-many-tries': error(
    429,
    'later',
    'Too many wrong credentials were shown lately.',
    'Wait a minute, and check the credential before you try again.',
  ),
  'too-many-connections': error(
    429,
    'later',
    'You have too many connections open.',
    'Close some of them, or use those you have for more than one request.',
  ),
  'approval-over-http-disabled': error(
    403,
    'never',
    'Approving through the management API is switched off.',
    'Answer in the ask window, or switch approveOverHttp on in the settings.',
  ),
  'wider-than-asked': error(
    403,
    'never',
    'An approval may give less than was asked for, never more.',
    'Name only scopes, folders and seconds that the request asks for.',
  ),
  'request-pending': error(
    409,
    'later',
    'The person has not answered yet.',
    'Wait for the event request.decided, then claim the session.',
  ),
  'not-pending': error(
    409,
    'never',
    'That request is not waiting for an answer.',
    'List the requests to see what became of it.',
  ),
  'already-claimed': error(
    409,
    'never',
    'The token of that session was told before, and it is told only once.',
    'Ask for a new session.',
  ),
  'unknown-session': error(
    404,
    'never',
    'There is no such session.',
    'List the sessions to see their ids.',
  ),
  'log-unavailable': error(
    503,
    'later',
    'The ledger cannot be searched just now.',
    'Try again in a moment.',
  ),
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
