/** Logins against a server of our own on loopback, without the app: what its pages and answers may not do. */
import http from 'node:http';
import { expect, it, onTestFinished, test } from 'vitest';
import { boundedFetch } from '../../../src/main/integrations/servers/bounded-fetch.ts';
import { logIn } from '../../../src/main/integrations/servers/oauth-login.ts';
import { ServerLogin } from '../../../src/main/integrations/servers/oauth-provider.ts';
import { OAuthMcpServer } from '../../fixtures/mcp-servers/oauth-server.ts';

const fetchFn = boundedFetch(() => undefined);

async function opened() {
  const server = new OAuthMcpServer();
  await server.listen();
  onTestFinished(() => server.close());
  const kept = new Map<string, string>();
  const hidden = new Set<string>();
  const secrets = {
    read: async (_server: string, name: string) => kept.get(name) ?? null,
    has: (_server: string, name: string) => kept.has(name),
    async set(_server: string, name: string, value: string | null) {
      if (value === null) kept.delete(name);
      else kept.set(name, value);
    },
  };
  const login = new ServerLogin('cloud', secrets, (...texts) =>
    texts.forEach((text) => hidden.add(text)),
  );
  const signal = new AbortController().signal;
  /** `before` gets the address that the answer goes to. */
  const run = (before: (callback: URL) => Promise<void> = async () => undefined): Promise<void> =>
    logIn({
      ...{ login, fetchFn, signal, serverUrl: server.url },
      async openBrowser(url) {
        await before(new URL(new URL(url).searchParams.get('redirect_uri') ?? ''));
        await fetch(url);
      },
    });
  const tokenNow = async (): Promise<string> => (await login.tokens())?.access_token ?? '';
  return { server, login, hidden, run, tokenNow };
}

/** With the target exactly as given. */
const statusOf = ({ port }: URL, path: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const asking = http.get({ host: '127.0.0.1', port, path }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    asking.once('error', reject);
  });

test.each(['//', 'http://', '/callback?code=mine&state=guessed', '/callback', '/?state=%'])(
  'a request for %s during a login is refused, and the login goes on',
  async (target) => {
    const { run, tokenNow } = await opened();
    const seen: number[] = [];
    await run(async (callback) => void seen.push(await statusOf(callback, target)));
    expect(seen).toEqual([400]);
    expect(await tokenNow()).toMatch(/^access-/);
  },
);

test.each([
  ['another issuer', 'https://other.example'],
  ['none, though it promised to name itself', null],
])('an answer that names %s is refused', async (_what, issuer) => {
  const { server, run, tokenNow } = await opened();
  server.issuer = issuer;
  await expect(run()).rejects.toThrow(/iss/i);
  expect(await tokenNow()).toBe('');
});

it('renews a token once, however late refusals of the old one arrive', async () => {
  const { server, login, run, tokenNow } = await opened();
  await run();
  server.expire();
  const Authorization = `Bearer ${await tokenNow()}`;
  const ask = () => fetchFn(server.url, { method: 'POST', headers: { Authorization } });
  const [early, late] = [await ask(), await ask()];
  const serverUrl = new URL(server.url);
  const refused = (response: Response): Promise<void> | undefined =>
    login.authProvider.onUnauthorized?.({ response, serverUrl, fetchFn });

  await refused(early);
  const renewed = await tokenNow();
  await refused(late);

  expect(server.refreshes).toBe(1);
  expect(await tokenNow()).toBe(renewed);
});

it('hides the tokens from every text that is shown', async () => {
  const { server, login, hidden, run, tokenNow } = await opened();
  await run();
  const { access_token: access = '', refresh_token: refresh = '' } = (await login.tokens()) ?? {};
  expect(access).not.toBe('');
  for (const token of [access, refresh]) expect(hidden).toContain(token);
  expect(server.logins).toBe(1);
  expect(await tokenNow()).toBe(access);
});
