/** Changes that a program with the management token sends all at once. */
import fs from 'node:fs';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { foundServers } from '../../../dev/server-fixtures.ts';
import { isRefusal, type RouteReply } from '../../../src/main/transports/management/routes.ts';
import { serverRoutes } from '../../../src/main/transports/management/server-routes.ts';
import { fakeServers } from '../../fakes/fake-servers.ts';
import { TestApp } from '../../fakes/test-app.ts';
import { addNotes, serverName, viewOf } from './servers-fixture.ts';

const nothing = { tools: [], instructions: null, pinError: null };

function callerOf({ app: { servers } }: TestApp) {
  const { moves } = fakeServers(nothing, foundServers);
  const routes = serverRoutes(() => ({ servers, moves }));
  return async (verb: string, body: object): Promise<RouteReply | undefined> => {
    const url = `/mcp/servers/${verb}`;
    const sent = Readable.from([Buffer.from(JSON.stringify(body))]);
    const headers = { 'content-type': 'application/json' };
    const request = Object.assign(sent, { method: 'POST', url, headers });
    return routes[`POST ${url}`]?.(request as unknown as IncomingMessage);
  };
}

const isRefused = (reply: RouteReply | undefined): boolean =>
  reply !== undefined && isRefusal(reply);

it('starts no other program under the name of a server that the user accepted', async () => {
  const app = await TestApp.open();
  await addNotes(app);
  const call = callerOf(app);
  const name = 'notes';
  const trace = path.join(app.dataDir, 'it-ran');
  const args = ['-e', `require('node:fs').writeFileSync(${JSON.stringify(trace)}, '')`];
  const replies = await Promise.all([
    call('enable', { name, enabled: false }),
    call('remove', { name }),
    call('add', { name, spec: { kind: 'stdio', command: 'node', args } }),
    call('enable', { name, enabled: true }),
    call('restart', { name }),
  ]);
  expect(replies.map(isRefused)).toEqual([false, false, false, true, true]);
  expect(await viewOf(app, name)).toMatchObject({ isEnabled: false, processes: 0 });
  await app.app.dispose();
  expect(fs.existsSync(trace)).toBe(false);
  const actions = (await app.ledger()).map((line) => ('action' in line ? line.action : ''));
  expect(actions.filter((action) => action === 'server.started')).toHaveLength(1);
  expect(actions).not.toContain('server.enabled');
});

it('starts an accepted server again, and any server for the window', async () => {
  const app = await TestApp.open();
  const { servers } = app.app;
  await addNotes(app);
  const call = callerOf(app);
  const name = 'notes';
  const replies = [
    await call('enable', { name, enabled: false }),
    await call('enable', { name, enabled: true }),
    await call('restart', { name }),
    await call('enable', { name: 'nothing', enabled: true }),
  ];
  expect(replies.map(isRefused)).toEqual([false, false, false, true]);
  const spec = servers.specOf(serverName(name));
  if (!spec) throw new Error('it has no spec');
  const other = serverName('other');
  await servers.add(other, spec, {}, false);
  const limits = { onlyReviewed: true };
  expect(await servers.enable(other, true, limits)).toMatchObject({ kind: 'refused' });
  expect(await servers.enable(other, true)).toMatchObject({ kind: 'done' });
  expect(await servers.restart(other, limits)).toMatchObject({ kind: 'refused' });
  expect(await servers.restart(other)).toMatchObject({ kind: 'done' });
  expect(await servers.enable(other, false, limits)).toMatchObject({ kind: 'done' });
});
