/** The protocol between an agent and Gatehouse on the session socket. */
import { z } from 'zod';
import { actionOfCategory, categories } from '../actions/actions.ts';
import { errors } from '../errors/errors.ts';
import type { ActionError, Outcome } from '../actions/outcomes.ts';
import type { SessionState } from '../access/access.ts';

const messageId = z.union([z.string().min(1).max(128), z.int()]);
export type MessageId = z.infer<typeof messageId>;

/** Other fields are ignored, because clients of the blueprint send some. */
export const SessionCommand = z.object({
  type: z.literal('cmd'),
  id: messageId,
  action: z.string().min(1).max(128),
  args: z.unknown().optional(),
});
export type SessionCommand = z.infer<typeof SessionCommand>;

/**
 * Recognises the most frequent message without the schema, which is slow; the schema validates all
 * others.
 */
export function isPlainCommand(message: unknown): message is SessionCommand {
  if (typeof message !== 'object' || message === null) return false;
  const { type, id, action } = message as Record<string, unknown>;
  if (type !== 'cmd' || typeof id !== 'string' || typeof action !== 'string') return false;
  return isShort(id) && isShort(action) && Object.keys(message).length === 4 && 'args' in message;
}

const isShort = (text: string): boolean => text.length >= 1 && text.length <= 128;

/** The name may also be a category, with the action's name in `args.operation`. */
export function callOf({ action, args = {} }: SessionCommand): {
  readonly action: string;
  readonly args: unknown;
} {
  const named = !categories.some((category) => category === action);
  if (named || typeof args !== 'object' || args === null) return { action, args };
  const { operation, ...rest } = args as Record<string, unknown>;
  if (typeof operation !== 'string') return { action, args };
  const meant = actionOfCategory(action, operation);
  return meant ? { action: meant, args: rest } : { action: `${action}.${operation}`, args: rest };
}

export const answerOf = (id: MessageId | null, outcome: Outcome) =>
  outcome.kind === 'done'
    ? ({ type: 'result', id, status: 'ok', data: outcome.data } as const)
    : ({ type: 'result', id, status: 'error', data: errorData(outcome) } as const);

/** `status` is that of HTTP; `error` is the blueprint's word for what a session may not do. */
const errorData = (error: ActionError) => ({
  code: error.code,
  status: errors[error.code].http,
  ...(errors[error.code].http === 403 ? { error: 'forbidden' } : {}),
  message: error.message,
  hint: error.hint,
  retry: error.retry,
  ...(error.kind === 'refused' && error.retryAfterMs !== undefined
    ? { retry_after_ms: error.retryAfterMs }
    : {}),
});

/** Messages of the socket about the session itself, besides editors' events. */
export const stateEvent = (state: SessionState) =>
  ({
    type: 'event',
    event: 'session_state',
    data: { name: `session_${state.toLowerCase()}`, state },
  }) as const;

/** Events were lost: read everything you rely on again. */
export const resyncNeeded = {
  type: 'event',
  event: 'session_state',
  data: { name: 'resync-needed' },
} as const;
