/** Reasons why sandboxed code did not get a connection. */
import { error, type ErrorInfo } from './error-info.ts';

export const networkErrors = {
  'own-port': error(
    403,
    'after_fix',
    'That port belongs to Gatehouse itself.',
    'Use the address of the MCP endpoint that is given inside the sandbox.',
  ),
  'host-not-found': error(404, 'after_fix', 'The host name has no address.', 'Check the name.'),
  'host-not-reachable': error(
    403,
    'after_fix',
    'Nothing is reached at that address.',
    'Use the address of a single computer.',
  ),
  'connect-failed': error(502, 'later', 'The connection could not be made.', 'See the detail.'),
} as const satisfies Record<string, ErrorInfo>;
