/** A program of the user reads ledger and requests over HTTP, from the real index of the whole app. */
import { expect, test } from 'vitest';
import type { LogPage } from '../../src/shared/protocols/log-views.ts';
import { scratch } from '../fakes/scratch.ts';
import { allowAll, managementToken, TestApp } from '../fakes/test-app.ts';

const headers = { Authorization: `Bearer ${managementToken}`, 'Content-Type': 'application/json' };

async function get<T>(app: TestApp, path: string): Promise<T> {
  const reply = await fetch(`${app.url}${path}`, { headers });
  expect(reply.status).toBe(200);
  return (await reply.json()) as T;
}

async function post(app: TestApp, path: string, body: object): Promise<Record<string, string>> {
  const init = { method: 'POST', headers, body: JSON.stringify(body) };
  return (await (await fetch(`${app.url}${path}`, init)).json()) as Record<string, string>;
}

test('GET /mcp/logs filters, searches and pages what happened', async () => {
  const app = await TestApp.open();
  for (const name of ['one', 'two', 'three']) await app.newKey(name);
  const logs = (query: string): Promise<LogPage> => get<LogPage>(app, `/mcp/logs${query}`);
  const made = await logs('?action=client-key.added');
  expect(made.entries.map(({ detail }) => detail)).toEqual(['three', 'two', 'one']);
  const first = await logs('?action=client-key.added&limit=2');
  expect(first.entries).toHaveLength(2);
  const rest = await logs(`?action=client-key.added&limit=2&before=${first.next}`);
  expect(rest.entries.map(({ detail }) => detail)).toEqual(['one']);
  expect((await logs('?q=three')).entries).toHaveLength(1);
  expect((await logs('?actor=nobody')).entries).toEqual([]);
});

interface Requests {
  readonly requests: readonly Readonly<Record<string, unknown>>[];
}

test('a request, its answer and its end are on record as they were, also after a restart', async () => {
  const dataDir = scratch();
  const root = scratch();
  const first = await TestApp.open(dataDir);
  const asked = { agent_id: 'panel', scopes: ['read:files'], roots: [root], reason: 'To look' };
  const granted = await post(first, '/mcp/request_access', asked);
  await first.answerNext(allowAll);
  const denied = await post(first, '/mcp/request_access', { ...asked, scopes: ['write:files'] });
  await first.answerNext(() => ({ kind: 'deny', reason: 'Not today' }));
  const claimed = await post(first, '/mcp/claim', { request_id: granted['request_id'] });
  await post(first, '/mcp/revoke', { session_id: claimed['session_id'] });
  const { requests: before } = await get<Requests>(first, '/mcp/requests');
  expect(before.map(({ approved_by }) => approved_by)).toEqual([null, 'person']);
  const [entry] = (await get<LogPage>(first, '/mcp/logs?action=request_access&order=oldest'))
    .entries;
  expect(entry).toMatchObject({
    args: { scopes: ['read:files'], roots: [root], reason: 'To look' },
    request_id: granted['request_id'],
    decided_by: 'person',
    actor: 'agent:panel',
    result: 'done',
  });
  expect(Object.keys(entry ?? {}).filter((key) => /[A-Z]/.test(key))).toEqual([]);
  const [end] = (await get<LogPage>(first, '/mcp/logs?action=session.revoked')).entries;
  expect(end?.detail).toContain('ended by management-api');
  expect(end).toMatchObject({ session_id: claimed['session_id'] });
  await first.app.dispose();

  const second = await TestApp.open(dataDir);
  const { requests } = await get<Requests>(second, '/mcp/requests');
  expect(
    requests.map(({ request_id, status, approved_by, reason, scopes }) => [
      ...[request_id, status, approved_by],
      ...[reason, scopes],
    ]),
  ).toEqual([
    [denied['request_id'], 'DENIED', null, 'To look', ['write:files']],
    [granted['request_id'], 'APPROVED', 'person', 'To look', ['read:files']],
  ]);
  const { requests: only } = await get<Requests>(second, '/mcp/requests?status=DENIED');
  expect(only).toHaveLength(1);
});
