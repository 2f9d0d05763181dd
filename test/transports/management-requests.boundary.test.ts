/** Access requests over the management API: asked, listed, denied, claimed. */
import { describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { agent, nextAsk } from '../core/core-fixture.ts';
import { openTestApp, send } from './test-app.ts';
import {
  allow,
  answered,
  jsonOf,
  owner,
  post,
  requested,
  verdict,
  wanted,
  type Json,
} from './management-app.ts';

describe('an agent that speaks through the management API', () => {
  test('asks, is shown as what it claims, and claims its session once after the user said yes', async () => {
    const app = await openTestApp();
    const { core, clock, port } = app;
    const id = await requested(app);
    const ask = await nextAsk(core, clock);
    expect(ask).toMatchObject({
      requestId: id,
      agent: { clientId: 'agent:agent-1', claimedName: 'agent-1', door: 'management' },
    });
    expect(verdict(await post(app, '/mcp/claim', { request_id: id }))).toEqual([
      409,
      'request-pending',
    ]);
    await answered(app, id, allow);
    const claimed = jsonOf(await post(app, '/mcp/claim', { request_id: id }));
    expect(Object.keys(claimed)).toEqual(['session_id', 'session_token', 'expires_at']);
    expect(claimed['expires_at']).toBe(clock.now() / 1000 + 300);
    const headers = { Authorization: `Bearer ${String(claimed['session_token'])}` };
    const socket = new WebSocket(
      `ws://127.0.0.1:${port}/mcp/session/${String(claimed['session_id'])}`,
      { headers },
    );
    await new Promise((resolve, reject) => {
      socket.once('open', resolve).once('error', reject);
    });
    socket.terminate();
    expect(verdict(await post(app, '/mcp/claim', { request_id: id }))).toEqual([
      409,
      'already-claimed',
    ]);
  });

  test('never gets the sessions of a client key of the same name, nor gives them away', async () => {
    const app = await openTestApp();
    const { core } = app;
    await answered(app, await requested(app, { agent_id: 'cursor' }), allow);
    expect(core.sessions.list()).toHaveLength(1);
    expect(core.sessions.liveOf(agent.clientId)).toMatchObject({ code: 'no-session' });
  });

  test('is asked about again, whatever it already holds: its word is all we have', async () => {
    const app = await openTestApp();
    const { core, clock } = app;
    await answered(app, await requested(app), allow);
    const second = await requested(app);
    expect((await nextAsk(core, clock)).requestId).toBe(second);
  });

  test('gets a part of a session only from the user, and no more than the whole', async () => {
    const app = await openTestApp();
    const { core, clock } = app;
    await answered(app, await requested(app), allow);
    const [parent] = core.sessions.list();
    const part = { agent_id: 'agent-2', parent_session_id: parent?.sessionId };
    const wider = { ...wanted, ...part, scopes: ['write:files'] };
    expect(verdict(await post(app, '/mcp/request_access', wider))).toEqual([
      403,
      'wider-than-parent',
    ]);
    const id = await requested(app, part);
    expect((await nextAsk(core, clock)).requestId).toBe(id);
    await answered(app, id, { ...allow, seconds: 600 });
    const [child] = core.sessions.list();
    expect(child).toMatchObject({ parentId: parent?.sessionId, expiresAt: parent?.expiresAt });
    core.sessions.end(parent?.sessionId ?? ('' as never), 'person');
    expect(verdict(await post(app, '/mcp/claim', { request_id: id }))).toEqual([
      403,
      'session-expired',
    ]);
  });

  test.each([
    [{ scopes: ['fly:away'] }, 400, 'unknown-scope', 'fly:away'],
    [{ scopes: [] }, 400, 'invalid-arguments', 'scopes'],
    [{ roots: ['relative'] }, 404, 'root-not-found', ''],
    [{ reason: null }, 400, 'invalid-arguments', 'reason'],
    [{ ttl_seconds: 2 ** 53 + 2 }, 400, 'invalid-arguments', 'ttl_seconds'],
    [{ ttl_seconds: '60' }, 400, 'invalid-arguments', 'ttl_seconds'],
    [{ surprise: 1 }, 400, 'invalid-arguments', 'surprise'],
    [{ constructor: 1 }, 400, 'invalid-arguments', 'constructor'],
    [{ agent_id: 'two words' }, 400, 'invalid-arguments', 'agent_id'],
    [{ agent_id: '' }, 400, 'invalid-arguments', 'agent_id'],
    [{ agent_id: 7 }, 400, 'invalid-arguments', 'agent_id'],
    [{ agent_id: 'a'.repeat(70) }, 400, 'invalid-arguments', 'agent_id'],
  ])('J1 that asks with %j is told what is wrong', async (more, status, code, named) => {
    const app = await openTestApp();
    const reply = await post(app, '/mcp/request_access', { ...wanted, ...more });
    expect(verdict(reply)).toEqual([status, code]);
    expect(reply.text).toContain(named);
    expect(app.core.asks.list()).toEqual([]);
  });

  test('can take its request back', async () => {
    const app = await openTestApp();
    const id = await requested(app);
    const reply = await post(app, '/mcp/cancel', { request_id: id });
    expect(jsonOf(reply)).toEqual({ request_id: id, status: 'CANCELLED' });
    expect(app.core.asks.list()).toEqual([]);
    expect(verdict(await post(app, '/mcp/cancel', { request_id: id }))).toEqual([
      409,
      'not-pending',
    ]);
  });

  test('waits with at most 31 others, whatever they call themselves', async () => {
    const app = await openTestApp();
    for (let at = 0; at < 32; at += 1) await requested(app, { agent_id: `agent-${at}` });
    const item = { ...wanted, agent_id: 'one-too-many' };
    expect(verdict(await post(app, '/mcp/request_access', item))).toEqual([429, 'too-many-asks']);
  });
});

describe('the owner', () => {
  test('denies with a reason, always', async () => {
    const app = await openTestApp();
    const id = await requested(app);
    const reply = await post(app, '/mcp/deny', { request_id: id, reason: 'not today' });
    expect(jsonOf(reply)).toEqual({ request_id: id, status: 'DENIED' });
    const claimed = await post(app, '/mcp/claim', { request_id: id });
    expect(verdict(claimed)).toEqual([403, 'denied-by-person']);
    expect(claimed.text).toContain('not today');
    expect(app.core.requests.get(id)?.record().decidedBy).toBe('management-api');
  });

  test('lists requests, newest first, by status and in pages', async () => {
    const app = await openTestApp();
    const ids: string[] = [];
    for (const agent_id of ['a', 'b', 'c']) ids.push(await requested(app, { agent_id }));
    await post(app, '/mcp/deny', { request_id: ids[1] });
    const page = async (query: string): Promise<Json> =>
      jsonOf(await send(app.port, { path: `/mcp/requests${query}`, ...owner }));
    const idsOf = (listed: Json): unknown =>
      (listed['requests'] as Json[]).map((item) => item['request_id']);
    expect(idsOf(await page(''))).toEqual(ids.toReversed());
    for (const status of ['PENDING', 'PENDING_APPROVAL', 'REQUESTED'])
      expect(idsOf(await page(`?status=${status}`))).toEqual([ids[2], ids[0]]);
    const first = await page('?limit=2');
    expect([idsOf(first), first['next']]).toEqual([[ids[2], ids[1]], ids[1]]);
    expect(await page(`?limit=2&after=${String(first['next'])}`)).toEqual({
      next: null,
      requests: [
        {
          request_id: ids[0],
          agent_id: 'a',
          scopes: ['read:files'],
          roots: ['/w/app'],
          reason: 'to read the code',
          ttl_seconds: 600,
          status: 'PENDING',
          created_at: app.clock.now() / 1000,
          decided_at: null,
          decided_by: null,
          approved_by: null,
          session_id: null,
          requester: {
            door: 'management',
            claimed: { name: 'a', version: '' },
            verified: null,
            remote_address: null,
          },
        },
      ],
    });
    for (const query of ['?status=ODD', '?limit=0', '?limit=x', '?after=x', '?limit=1&limit=2'])
      expect((await send(app.port, { path: `/mcp/requests${query}`, ...owner })).status).toBe(400);
  });

  test('is told what does not fit, in words that help', async () => {
    const app = await openTestApp();
    await requested(app);
    const id = '00000000-0000-4000-8000-999999999999';
    const said = async (path: string, json?: Json): Promise<unknown> => {
      const reply = json ? await post(app, path, json) : await send(app.port, { path, ...owner });
      expect(verdict(reply)).toEqual([400, 'invalid-arguments']);
      return (jsonOf(reply)['error'] as Json)['message'];
    };
    const start = 'The arguments are not valid for this action.';
    expect(await said('/mcp/request_access', { ...wanted, agent_id: 'no good' })).toBe(
      `${start} agent_id: use 1 to 64 letters, digits and . _ - @ :, a letter or digit first.`,
    );
    expect(await said('/mcp/deny', { request_id: id, ask_id: id })).toBe(
      `${start} Pass either request_id or ask_id.`,
    );
    expect(await said(`/mcp/requests?after=${id}`)).toBe(`${start} after: unknown request id.`);
    expect(await said('/mcp/logs?outcome=odd')).toMatch(/outcome: is one of (\w+, )+\w+\.$/);
  });

  test('sees questions and sessions, and revokes one or all', async () => {
    const app = await openTestApp();
    const { port } = app;
    for (const agent_id of ['a', 'b', 'c']) {
      const id = await requested(app, { agent_id });
      if (agent_id !== 'c') await answered(app, id, allow);
    }
    const get = async (path: string): Promise<Json> => jsonOf(await send(port, { path, ...owner }));
    expect((await get('/pending'))['asks']).toMatchObject([{ agent_id: 'c', kind: 'access' }]);
    const listed = (await get('/sessions'))['sessions'] as Json[];
    expect(listed.map((item) => [item['agent_id'], item['state']])).toEqual([
      ['b', 'DEGRADED'],
      ['a', 'DEGRADED'],
    ]);
    expect(listed[0]).toMatchObject({
      created_by_request: expect.any(String),
      allowed_scopes: ['read:files'],
      roots: ['/w/app'],
      expires_at: expect.any(Number),
    });
    const session_id = listed[0]?.['session_id'];
    expect(jsonOf(await post(app, '/mcp/revoke', { session_id }))).toEqual({
      session_id,
      revoked: true,
      state: 'REVOKED',
    });
    expect(jsonOf(await send(port, { method: 'POST', path: '/revoke-all', ...owner }))).toEqual({
      revoked: 1,
    });
    const unknown = { session_id: '00000000-0000-4000-8000-ffffffffffff' };
    expect(verdict(await post(app, '/mcp/revoke', unknown))).toEqual([404, 'unknown-session']);
  });

  test('is told which question of the ledger cannot be answered', async () => {
    const { port } = await openTestApp();
    for (const query of ['?limit=0', '?since=yesterday', '?colour=red']) {
      const reply = await send(port, { path: `/mcp/logs${query}`, ...owner });
      expect(verdict(reply)).toEqual([400, 'invalid-arguments']);
    }
  });
});
