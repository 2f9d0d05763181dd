/** The answer to a challenge: the 401 everybody without a credential gets, and the proof beside it. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { errors } from '../../../shared/errors.ts';
import { refused } from '../../../shared/outcomes.ts';
import { challengeHeader, challengePattern, proofHeader } from '../../../shared/server-proof.ts';

export type Prove = (port: number, challenge: string) => string;

/** False when nothing was asked; then nothing was said. */
export function replyProof(
  request: IncomingMessage,
  response: ServerResponse,
  { prove, port }: { readonly prove: Prove; readonly port: number },
): boolean {
  const challenge = request.headers[challengeHeader];
  const { method, headers } = request;
  // Only without a body, since the connection stays open: the credential comes on the proven one.
  const bare = headers['content-length'] === undefined && !headers['transfer-encoding'];
  if (typeof challenge !== 'string' || !challengePattern.test(challenge)) return false;
  if (method !== 'GET' || !bare || headers.authorization) return false;
  const { code, message, hint } = refused('unauthorized');
  const body = JSON.stringify({ error: { code, message, hint } });
  response.writeHead(errors.unauthorized.http, {
    'Content-Type': 'application/json',
    // With its length said, the caller needs no more than this to know where the answer ends.
    'Content-Length': Buffer.byteLength(body),
    'WWW-Authenticate': 'Bearer',
    [proofHeader]: prove(port, challenge),
  });
  response.end(body);
  return true;
}
