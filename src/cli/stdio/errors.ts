/** Error responses for the client when the app could not answer. */
import { isObject } from '../../shared/base/is-object.ts';
import {
  errorMessage,
  rpcCodes,
  type JsonRpcId,
  type JsonRpcMessage,
} from '../../shared/protocols/json-rpc.ts';

export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : '');

export const notThere = (id: JsonRpcId, error: unknown): JsonRpcMessage =>
  errorMessage(
    id,
    rpcCodes.badRequest,
    reasonOf(error) || 'Gatehouse is not running. Ask the user to start it, then try again.',
    { code: 'not-running', retry: 'later' },
  );

export const connectionLost = (id: JsonRpcId): JsonRpcMessage =>
  errorMessage(
    id,
    rpcCodes.badRequest,
    'The connection to Gatehouse was lost during this call. It may or may not have been carried out; check before you repeat it.',
    { code: 'connection-lost', retry: 'later' },
  );

/** Converts the app's HTTP refusals to errors that an MCP client can show. */
export function refusalOf(id: JsonRpcId, status: number, error: unknown): JsonRpcMessage {
  if (status === 401) {
    return errorMessage(
      id,
      rpcCodes.badRequest,
      'The key of this client was revoked. To connect it again, run: gatehouse stdio --client NAME --renew-key',
      { code: 'unauthorized', retry: 'never' },
    );
  }
  if (!isObject(error))
    return errorMessage(id, rpcCodes.badRequest, `Gatehouse answered with HTTP ${status}.`);
  const { code, message, hint } = error;
  if (typeof code === 'number') return { jsonrpc: '2.0', id, error };
  const text = [message, hint].filter((item) => typeof item === 'string').join(' ');
  return errorMessage(id, rpcCodes.badRequest, text, { code });
}
