/** Error responses for the client when the app could not answer. */
import {
  connectionError,
  errorAnswer,
  isObject,
  type ProxyMessage,
  type ProxyMessageId,
} from './message.ts';

export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : '');

export const notThere = (id: ProxyMessageId, error: unknown): ProxyMessage =>
  errorAnswer(
    id,
    connectionError,
    reasonOf(error) || 'Gatehouse is not running. Ask the user to start it, then try again.',
    { code: 'not-running', retry: 'later' },
  );

export const connectionLost = (id: ProxyMessageId): ProxyMessage =>
  errorAnswer(
    id,
    connectionError,
    'The connection to Gatehouse was lost during this call. It may or may not have been carried out; check before you repeat it.',
    { code: 'connection-lost', retry: 'later' },
  );

/** Converts the app's HTTP refusals to errors that an MCP client can show. */
export function refusalOf(id: ProxyMessageId, status: number, error: unknown): ProxyMessage {
  if (status === 401) {
    return errorAnswer(
      id,
      connectionError,
      'The key of this client was revoked. To connect it again, run: gatehouse stdio --client NAME --renew-key',
      { code: 'unauthorized', retry: 'never' },
    );
  }
  if (!isObject(error))
    return errorAnswer(id, connectionError, `Gatehouse answered with HTTP ${status}.`);
  const { code, message, hint } = error;
  if (typeof code === 'number') return { jsonrpc: '2.0', id, error };
  const text = [message, hint].filter((one) => typeof one === 'string').join(' ');
  return errorAnswer(id, connectionError, text, { code });
}
