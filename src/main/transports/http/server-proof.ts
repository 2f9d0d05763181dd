/** Answers a challenge with the usual 401 plus the proof that this server is Gatehouse. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { errors } from '../../../shared/errors/errors.ts';
import { refused } from '../../../shared/actions/outcomes.ts';
import {
  challengeHeader,
  challengePattern,
  proofHeader,
} from '../../../shared/app/server-proof.ts';

export type Prove = (port: number, challenge: string) => string;

/** False when the request has no challenge; then nothing was sent. */
export function replyProof(
  request: IncomingMessage,
  response: ServerResponse,
  { prove, port }: { readonly prove: Prove; readonly port: number },
): boolean {
  const challenge = request.headers[challengeHeader];
  const { method, headers } = request;
  // Only without a body: the connection stays open, and the credential follows on it.
  const bare = headers['content-length'] === undefined && !headers['transfer-encoding'];
  if (typeof challenge !== 'string' || !challengePattern.test(challenge)) return false;
  if (method !== 'GET' || !bare || headers.authorization) return false;
  const { code, message, hint } = refused('unauthorized');
  const body = JSON.stringify({ error: { code, message, hint } });
  response.writeHead(errors.unauthorized.http, {
    'Content-Type': 'application/json',
    // With Content-Length the caller knows where the reply ends.
    'Content-Length': Buffer.byteLength(body),
    'WWW-Authenticate': 'Bearer',
    [proofHeader]: prove(port, challenge),
  });
  response.end(body);
  return true;
}
