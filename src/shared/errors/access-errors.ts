/** Why somebody may not: sessions, scopes, limits, and what people and rules answered. */
import { error, type ErrorInfo } from './error-info.ts';

export const accessErrors = {
  'audit-unavailable': error(
    503,
    'later',
    'The ledger cannot be written, so nothing is carried out.',
    'Free some disk space or repair the data folder, then try again.',
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
  'too-many-sessions': error(
    429,
    'later',
    'As many sessions are live as the owner allows.',
    'End a session you no longer need, or wait until one ends.',
  ),
  'too-many-asks': error(
    429,
    'later',
    'Too many of your requests are already waiting for the person.',
    'Wait for an answer with await_access before you ask again.',
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
} as const satisfies Record<string, ErrorInfo>;
