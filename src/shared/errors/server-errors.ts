/** Errors of MCP servers behind the gate. */
import { error, type ErrorInfo } from './error-info.ts';

export const serverErrors = {
  'server-failed': error(
    502,
    'later',
    'The MCP server did not answer.',
    'Try again. If it keeps failing, ask the user to look at the Servers page.',
  ),
  'server-blocked': error(
    403,
    'later',
    'The user has not accepted what this MCP server says about the tool.',
    'Ask the user to look at the server on the Servers page.',
  ),
  'server-needs-login': error(
    401,
    'later',
    'The MCP server needs the user to sign in.',
    'Ask the user to sign in on the Servers page.',
  ),
} as const satisfies Record<string, ErrorInfo>;
