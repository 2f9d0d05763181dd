/** What the client is answered when the app could not answer itself. */
import {
  connectionTrouble,
  errorAnswer,
  isObject,
  type Message,
  type MessageId,
} from './message.ts';

export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : '');

export const notThere = (id: MessageId, error: unknown): Message =>
  errorAnswer(
    id,
    connectionTrouble,
    reasonOf(error) || 'Gatehouse is not running. Ask the person to start it, then try again.',
    { code: 'not-running', retry: 'later' },
  );

export const lostOnItsWay = (id: MessageId): Message =>
  errorAnswer(
    id,
    connectionTrouble,
    'Gatehouse went away while this was on its way. It may or may not have been carried out: look before you repeat it.',
    { code: 'connection-lost', retry: 'later' },
  );

/** The app's own refusals at the door, in the words a client of MCP can show. */
export function refusalOf(id: MessageId, status: number, error: unknown): Message {
  if (status === 401) {
    return errorAnswer(
      id,
      connectionTrouble,
      'The key of this client was taken back. To let it in again, run: gatehouse stdio --client NAME --renew-key',
      { code: 'unauthorized', retry: 'never' },
    );
  }
  if (!isObject(error)) return errorAnswer(id, connectionTrouble, `Gatehouse said HTTP ${status}.`);
  const { code, message, hint } = error;
  if (typeof code === 'number') return { jsonrpc: '2.0', id, error };
  const words = [message, hint].filter((one) => typeof one === 'string').join(' ');
  return errorAnswer(id, connectionTrouble, words, { code });
}
