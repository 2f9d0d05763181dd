/**
 * Logs in: opens the browser, waits on a loopback port for the redirect with our own state, and
 * exchanges the code for tokens.
 */
import { randomBytes } from 'node:crypto';
import http from 'node:http';
import { auth, type FetchLike } from '@modelcontextprotocol/client';
import { sameDigest, sha256 } from '../../platform/keys/tokens.ts';
import type { ServerLogin } from './oauth-provider.ts';

export interface LoginRequest {
  readonly login: ServerLogin;
  readonly serverUrl: string;
  readonly fetchFn: FetchLike;
  readonly openBrowser: (url: string) => Promise<void>;
  readonly signal: AbortSignal;
}

const longestMs = 5 * 60_000;
const callbackPath = '/callback';

interface LoginAnswer {
  readonly code: string;
  readonly iss: string | null;
}

/** Throws an error whose message says why it failed. */
export async function logIn(request: LoginRequest): Promise<void> {
  const { login, serverUrl, fetchFn, openBrowser } = request;
  const state = randomBytes(32).toString('base64url');
  const answered = Promise.withResolvers<LoginAnswer>();
  answered.promise.catch(() => undefined);
  const listener = http.createServer((incoming, response) =>
    receive(incoming.url ?? '/', state, answered, response),
  );
  await new Promise<void>((resolve, reject) => {
    listener.once('error', reject);
    listener.listen(0, '127.0.0.1', resolve);
  });
  const address = listener.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const late = setTimeout(
    () => answered.reject(new Error('Nobody logged in within five minutes.')),
    longestMs,
  );
  const stopped = (): void => answered.reject(new Error('The login was stopped.'));
  request.signal.addEventListener('abort', stopped, { once: true });
  const open = async (url: URL): Promise<void> => {
    if (url.protocol !== 'https:' && url.protocol !== 'http:')
      throw new Error('The server named an address that is no web page.');
    await openBrowser(url.href);
  };
  login.begin({ redirectUrl: `http://127.0.0.1:${port}${callbackPath}`, state, open });
  try {
    const { metadataUrl } = login;
    const about = {
      ...{ serverUrl, fetchFn },
      ...(metadataUrl ? { resourceMetadataUrl: metadataUrl } : {}),
    };
    const begun = await auth(login, { ...about, forceReauthorization: true });
    if (begun === 'AUTHORIZED') return;
    const { code, iss } = await answered.promise;
    const iAm = iss === null ? {} : { iss };
    await auth(login, { ...about, authorizationCode: code, ...iAm });
  } finally {
    clearTimeout(late);
    request.signal.removeEventListener('abort', stopped);
    login.end();
    listener.close();
    listener.closeAllConnections();
  }
}

function receive(
  target: string,
  state: string,
  answered: PromiseWithResolvers<LoginAnswer>,
  response: http.ServerResponse,
): void {
  const url = URL.parse(target, 'http://127.0.0.1');
  // The login page redirects the browser here, so it controls the request target.
  if (!url) return answer(response, 400, 'Unknown login.');
  const given = url.searchParams.get('state') ?? '';
  const isOurs = sameDigest(sha256(given), sha256(state));
  if (url.pathname !== callbackPath || !isOurs) return answer(response, 400, 'Unknown login.');
  const error = url.searchParams.get('error');
  const code = url.searchParams.get('code');
  if (code !== null && error === null) {
    answered.resolve({ code, iss: url.searchParams.get('iss') });
    return answer(response, 200, 'You are signed in. You can close this page.');
  }
  const why = (error ?? 'no code').slice(0, 100);
  answered.reject(new Error(`The login was refused (${why}).`));
  answer(response, 200, 'The login was refused. You can close this page.');
}

function answer(response: http.ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', Connection: 'close' });
  response.end(text);
}
