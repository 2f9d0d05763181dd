/** Errors about access: sessions, scopes, limits, and answers of users and rules. */
import { error, type ErrorInfo } from './error-info.ts';

export const accessErrors = {
  'audit-unavailable': error(
    503,
    'later',
    'Gatehouse cannot write to its ledger, so no call is carried out.',
    'Ask the user to free disk space or repair the data folder, then try again.',
  ),
  'no-session': error(
    403,
    'after_grant',
    'You have no active session.',
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
    'Your session was revoked.',
    'Ask the user before you call request_access again.',
  ),
  'session-paused': error(
    403,
    'later',
    'The user paused your session.',
    'Wait until the user resumes it. Do not ask again in the meantime.',
  ),
  'wider-than-parent': error(
    403,
    'after_fix',
    'A sub-session cannot have more access than its parent session.',
    'Ask only for scopes and folders of the parent session.',
  ),
  muted: error(
    429,
    'later',
    'Too many of your requests were denied or left unanswered.',
    'Wait five minutes, then ask for less and explain why you need it.',
  ),
  'change-wanted': error(
    409,
    'after_fix',
    'The user wants this done differently.',
    'Read their message, change the call and try again.',
  ),
  'denied-by-rule': error(
    403,
    'never',
    "One of the user's rules forbids this.",
    'Find another way, or ask the user to change the rule.',
  ),
  'beyond-role': error(
    403,
    'after_fix',
    'The role that the user gave you does not include this.',
    'Ask only for scopes and folders of your role.',
  ),
  'budget-spent': error(
    429,
    'later',
    "You have reached today's limit for edits.",
    'Ask the user to review your changes first.',
  ),
  'too-many-at-once': error(
    429,
    'later',
    'Too many of your calls are running.',
    'Wait for them to finish before you call again.',
  ),
  repeating: error(
    429,
    'later',
    'You have made the same call too often.',
    'Use the result you have, or do something else.',
  ),
  'scope-missing': error(
    403,
    'after_grant',
    'Your session does not include the scope this needs.',
    'Call request_access with that scope and say why you need it.',
  ),
  'unknown-scope': error(
    400,
    'after_fix',
    'Unknown scope.',
    'Call request_access again with names from that list.',
  ),
  'too-many-sessions': error(
    429,
    'later',
    'You have reached the limit for active sessions.',
    'End a session you no longer need, or wait for one to end.',
  ),
  'too-many-asks': error(
    429,
    'later',
    'Too many of your requests are waiting for the user.',
    'Call await_access for an answer before you ask again.',
  ),
  'denied-by-person': error(
    403,
    'never',
    'The user denied this.',
    'Read the reason, and do not ask for the same thing again.',
  ),
  'ask-timed-out': error(
    403,
    'later',
    'The user did not answer in time, so this was denied.',
    'Ask again when the user is back.',
  ),
  'ask-parked': error(
    403,
    'later',
    'The user postponed your request. It is not allowed for now.',
    'Continue with something else and ask again later.',
  ),
  'asker-gone': error(
    409,
    'after_grant',
    'The process that asked has exited, so no session was created.',
    'Call request_access again from the process that will use the session.',
  ),
  'other-process': error(
    403,
    'after_grant',
    'Another process asked for this session.',
    'Claim it from that process, or ask again from this one.',
  ),
  'ask-withdrawn': error(
    409,
    'later',
    'The request was withdrawn before it was answered.',
    'Ask again if you still need it.',
  ),
} as const satisfies Record<string, ErrorInfo>;
