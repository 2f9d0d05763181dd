/** The states of a server in words, and explanations of its errors. */
import { UnauthorizedError } from '@modelcontextprotocol/client';
import { failed, refused, type ActionError } from '../../../shared/actions/outcomes.ts';
import type { ServerState } from '../../../shared/servers/server-views.ts';

export const stopped: ServerState = {
  kind: 'stopped',
  why: 'It starts on the first call.',
  hint: null,
};
export const starting: ServerState = { kind: 'starting', why: 'It is starting.', hint: null };
export const loginNeeded: ServerState = {
  kind: 'needs-login',
  why: 'The server wants you to sign in.',
  hint: 'Sign in on the Servers page.',
};

export const errorOf = ({ kind, why }: ServerState): ActionError =>
  kind === 'needs-login' ? refused('server-needs-login') : failed('server-failed', why);

export const isUnauthorized = (error: unknown): boolean =>
  error instanceof UnauthorizedError ||
  (error instanceof Error && 'status' in error && error.status === 401);

export const isTimeout = (error: unknown): boolean =>
  error instanceof Error && /timed? ?out/i.test(error.message);

/** Not cut: it is, once secrets are masked in it. */
export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
