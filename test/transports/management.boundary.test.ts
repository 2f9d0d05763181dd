import { describe, expect, test } from 'vitest';
import {
  agent,
  agentCalled,
  granted,
  nextAsk,
  readAccess,
  ledgerLines,
} from '../core/core-fixture.ts';
import { errorOf, openTestApp, send, sendJson, tokens } from './test-app.ts';

const owner = { token: tokens.management };

describe('the owner asks', () => {
  test('how things are', async () => {
    const { port, core, clock } = await openTestApp();
    const ended = await granted(core, clock);
    core.sessions.end(ended, 'agent');
    await granted(core, clock);
    core.requests.open({ ...readAccess, roots: ['/w/lib'] }, agent);
    await clock.advance(0);
    const reply = await send(port, { path: '/status', ...owner });
    expect(reply).toMatchObject({
      status: 200,
      headers: { 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' },
    });
    expect(JSON.parse(reply.text)).toMatchObject({
      version: '1.2.3',
      pid: process.pid,
      pending: 1,
      sessions: 1,
      editors: [],
      ledger: 'ok',
      approve_over_http: false,
    });
  });

  test('for a key: it is shown once, works, and its making is on record without the key', async () => {
    const { port, clientKeys, ledgerStore } = await openTestApp();
    const reply = await sendJson(port, { path: '/keys', ...owner, json: { name: 'cursor' } });
    const { name, key } = JSON.parse(reply.text) as { name: string; key: string };
    expect(name).toBe('cursor');
    expect(clientKeys.ownerOf(key)).toBe('cursor');
    expect(ledgerLines(ledgerStore)).toEqual(['note client-key.added']);
    expect(ledgerStore.lines.join()).not.toContain(key.slice(5));
    const list = await send(port, { path: '/keys', ...owner });
    expect(JSON.parse(list.text)).toEqual({
      keys: [{ name: 'cursor', created: '2030-01-01T12:00:00.000Z' }],
    });
    expect(list.text).not.toContain(key.slice(5));
  });

  test('for a name that is taken, or none at all', async () => {
    const { port } = await openTestApp();
    await sendJson(port, { path: '/keys', ...owner, json: { name: 'cursor' } });
    const taken = await sendJson(port, { path: '/keys', ...owner, json: { name: 'cursor' } });
    expect([taken.status, errorOf(taken)]).toEqual([409, 'name-taken']);
    for (const json of [{}, { name: 'Not A Name' }, { name: 'a', more: 1 }, [], null, 'cursor']) {
      const reply = await sendJson(port, { path: '/keys', ...owner, json });
      expect([reply.status, errorOf(reply)], `for ${JSON.stringify(json)}`).toEqual([
        400,
        'invalid-arguments',
      ]);
      expect(reply.text).toMatch(/ (?:name|more|body): /);
    }
  });
});

describe('the owner takes a key back', () => {
  test('and the sessions of that client end, and no others', async () => {
    const { port, core, clock, ledgerStore } = await openTestApp();
    await sendJson(port, { path: '/keys', ...owner, json: { name: 'cursor' } });
    await granted(core, clock);
    await granted(core, clock, { who: agentCalled('other') });
    const json = { name: 'cursor' };
    const reply = await sendJson(port, { path: '/keys/revoke', ...owner, json });
    expect(JSON.parse(reply.text)).toEqual({ name: 'cursor', revoked: true });
    expect(core.sessions.list().map(({ agent: who, state }) => [who.clientId, state])).toEqual([
      ['other', 'DEGRADED'],
      ['cursor', 'REVOKED'],
    ]);
    expect(ledgerLines(ledgerStore).slice(-2)).toEqual([
      'note session.revoked',
      'note client-key.revoked',
    ]);
  });

  test('that does not exist, and is refused with the reason', async () => {
    const { port } = await openTestApp();
    const reply = await sendJson(port, {
      path: '/keys/revoke',
      ...owner,
      json: { name: 'nobody' },
    });
    expect([reply.status, errorOf(reply)]).toEqual([404, 'unknown-client']);
  });
});

test('no route approves anything', async () => {
  const { port, core, clock } = await openTestApp();
  core.requests.open(readAccess, agent);
  const ask = await nextAsk(core, clock);
  const json = { ask_id: ask.askId, request_id: ask.requestId, kind: 'allow', approve: true };
  for (const path of ['/approve', '/access/approve', '/asks', `/asks/${ask.askId}`, '/answer'])
    expect(await sendJson(port, { path, ...owner, json })).toMatchObject({ status: 404 });
  expect(core.asks.list()).toEqual([ask]);
});
