/** Saying yes through the management API: the owner's choice, and only to less. */
import { describe, expect, test } from 'vitest';
import { agent, nextAsk, readAccess } from '../core/core-fixture.ts';
import { openTestApp } from './test-app.ts';
import { jsonOf, post, requested, verdict } from './management-app.ts';

describe('approving over HTTP', () => {
  test('is off until the owner switches it on, which counts at once', async () => {
    const app = await openTestApp();
    const { core, owner: settings } = app;
    const id = await requested(app);
    const body = { request_id: id, approved_scopes: ['read:files'], ttl_seconds: 300 };
    expect(verdict(await post(app, '/mcp/approve', body))).toEqual([
      403,
      'approval-over-http-disabled',
    ]);
    expect(core.asks.list()).toHaveLength(1);
    settings.approveOverHttp = true;
    const reply = await post(app, '/mcp/approve', body);
    expect(reply.status).toBe(200);
    const received = jsonOf(reply);
    expect(Object.keys(received)).toEqual(['session_id', 'session_token', 'expires_at']);
    expect(core.sessions.holderOf(String(received['session_token']))?.sessionId).toBe(
      received['session_id'],
    );
    const decision = app.ledgerStore.records.find(
      ({ phase, action }) => phase === 'decision' && action === 'request_access',
    );
    expect(decision).toMatchObject({ decided_by: 'management-api', result: 'allow' });
    expect(core.requests.get(id)?.record()).toMatchObject({
      status: 'APPROVED',
      decidedBy: 'management-api',
    });
    expect(app.ledgerStore.lines.join()).not.toContain(String(received['session_token']));
    expect(verdict(await post(app, '/mcp/claim', { request_id: id }))).toEqual([
      409,
      'already-claimed',
    ]);
  });

  test.each([
    ['a scope', { approved_scopes: ['write:files'] }, 'write:files'],
    ['all scopes of a kind', { approved_scopes: ['git:*'] }, 'git:'],
    ['a folder', { approved_roots: ['/w'] }, '/w'],
    ['more time than an unknown program may have', { ttl_seconds: 901 }, '901 seconds'],
  ])('never gives more than was asked: %s', async (_what, more, named) => {
    const app = await openTestApp();
    app.owner.approveOverHttp = true;
    const id = await requested(app);
    const body = { request_id: id, approved_scopes: ['read:files'], ttl_seconds: 300, ...more };
    const reply = await post(app, '/mcp/approve', body);
    expect(verdict(reply)).toEqual([403, 'wider-than-asked']);
    expect(reply.text).toContain(named);
    expect(app.core.requests.get(id)?.status()).toBe('PENDING');
  });

  test('may give more time than was asked for, within the limit', async () => {
    const app = await openTestApp();
    app.owner.approveOverHttp = true;
    const id = await requested(app);
    const body = { request_id: id, approved_scopes: ['read:files'], ttl_seconds: 900 };
    const { expires_at } = jsonOf(await post(app, '/mcp/approve', body));
    expect(expires_at).toBe(app.clock.now() / 1000 + 900);
  });

  test('gives no token for the session of a client that has a key', async () => {
    const app = await openTestApp();
    const { core, clock } = app;
    app.owner.approveOverHttp = true;
    const { requestId } = core.requests.open(readAccess, agent);
    await nextAsk(core, clock);
    const body = { request_id: requestId, approved_scopes: ['read:files'] };
    expect(jsonOf(await post(app, '/mcp/approve', body))).toMatchObject({ session_token: null });
    expect(verdict(await post(app, '/mcp/claim', { request_id: requestId }))).toEqual([
      404,
      'unknown-request',
    ]);
  });

  test('cannot answer what is decided, gone or unknown', async () => {
    const app = await openTestApp();
    app.owner.approveOverHttp = true;
    const id = await requested(app);
    await post(app, '/mcp/deny', { request_id: id });
    const body = { request_id: id, approved_scopes: ['read:files'] };
    expect(verdict(await post(app, '/mcp/approve', body))).toEqual([409, 'not-pending']);
    const unknown = { ...body, request_id: '00000000-0000-4000-8000-ffffffffffff' };
    expect(verdict(await post(app, '/mcp/approve', unknown))).toEqual([404, 'unknown-request']);
  });
});
