import fs from 'node:fs';
import path from 'node:path';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { describe, expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { guardedTools } from '../../src/shared/actions/guarded-tools.ts';
import { Backoff } from '../../src/shared/base/backoff.ts';
import {
  Channels,
  keptPerChannel,
  maxChannels,
} from '../../src/main/integrations/backend/channels.ts';
import { ideTools, type IdeToolName } from '../../src/main/integrations/backend/ide-tools.ts';
import { allowAll, eventually, managementToken, TestApp } from '../fakes/test-app.ts';
import { callTool } from './browser-app.ts';
import { project } from './project.ts';
import { StandInBackend, type Message } from './stand-in-backend.ts';

const names = Object.keys(ideTools) as IdeToolName[];
const samples: Readonly<Record<IdeToolName, object>> = {
  ide_chat_send: { session_id: 's1', message: 'hello' },
  ide_chat_history: { session_id: 's1', limit: 10 },
  ide_session_list: {},
  ide_session_create: { name: 'review' },
  ide_plan_status: { session_id: 's1' },
  ide_build_status: { build_id: 'b1' },
  ide_build_list: { repo: 'core' },
  ide_build_logs: { build_id: 'b1', tail: 20 },
  ide_dashboard_overview: {},
  ide_dashboard_activity: { limit: 5 },
  ide_dashboard_metrics: { period: '24h' },
};

const settingsIn = (dataDir: string, backend: object): void =>
  fs.writeFileSync(path.join(dataDir, 'settings.json'), JSON.stringify({ backend }));

async function appWith(url: string | null, token?: string) {
  const dataDir = project();
  fs.chmodSync(dataDir, 0o700);
  settingsIn(dataDir, { url, workspaceRoot: '/w/app' });
  if (token !== undefined) fs.writeFileSync(path.join(dataDir, 'backend.token'), token);
  return TestApp.open(dataDir);
}

const stateOf = (app: TestApp) => app.app.core.state.snapshot().backend;
const isIn = (app: TestApp, state: string) => eventually(() => stateOf(app).state === state);

async function grant(app: TestApp, client: Client): Promise<void> {
  const accessArgs = {
    scopes: ['backend:read', 'backend:send'],
    roots: [project()],
    reason: 'to look',
  };
  const asking = client.callTool({ name: 'request_access', arguments: accessArgs });
  await app.answerNext(allowAll);
  await asking;
}

async function connectedApp(token?: string) {
  const backend = await StandInBackend.start();
  const app = await appWith(backend.url, token);
  await isIn(app, 'connected');
  const client = await app.connect('cursor');
  await grant(app, client);
  return { backend, app, client };
}

const answerOf = async (client: Client, name: IdeToolName) =>
  (await callTool(client, name, samples[name])).structuredContent ?? {};

/** The type of a message is the tool's name without its prefix. */
const typeOf = (name: IdeToolName): string => name.slice('ide_'.length);
const replying =
  (data: object) =>
  ({ type, sessionId }: Message): Message => ({ type, ...(sessionId ? { sessionId } : {}), data });

/** Lets the wait for an answer run out. */
async function waitOut(app: TestApp, backend: StandInBackend, received: number): Promise<void> {
  await eventually(() => backend.received.length > received);
  await app.clock.advance(3_000);
}

describe.each(names)('%s', (name) => {
  const isOverview = name === 'ide_dashboard_overview';
  const isSend = guardedTools[name].kind !== 'read';

  test('without a bridge is a clear error', async () => {
    const app = await appWith('ws://127.0.0.1:1/ws');
    const client = await app.connect('cursor');
    await grant(app, client);
    const answer = await answerOf(client, name);
    if (isOverview) expect(answer).toMatchObject({ bridge: { bridge_online: false } });
    else
      expect(answer).toMatchObject({
        code: 'backend-disconnected',
        reason: expect.stringContaining('backend: not connected'),
      });
  });

  test('with a bridge: the message goes round as the seed has it, and the reply is the answer', async () => {
    const { backend, client, app } = await connectedApp();
    const data = { buildId: 'b1', repo: 'core', items: [1, 2] };
    backend.reply = replying(data);
    expect(await answerOf(client, name)).toMatchObject({ status: 'answered', data });
    const [sent] = backend.received;
    expect(Object.keys(sent ?? {}).toSorted()).toEqual(
      Object.keys({
        ...ideTools[name].message(samples[name] as never, '/w/app'),
        timestamp: '',
      }).toSorted(),
    );
    expect(sent).toMatchObject({
      type: typeOf(name),
      timestamp: new Date(app.clock.now()).toISOString(),
    });
  });

  test('without a timely reply reports that, and returns an older one with its age', async () => {
    const { backend, client, app } = await connectedApp();
    const first = answerOf(client, name);
    await waitOut(app, backend, 0);
    expect(await first).toMatchObject({ status: isSend ? 'sent' : 'empty' });
    // What comes late is kept.
    const late = replying({ old: true })(backend.received[0] as Message);
    backend.push(late);
    await eventually(() => stateOf(app).channels === 1);
    await app.clock.advance(57_000);
    const second = answerOf(client, name);
    await waitOut(app, backend, 1);
    expect(await second).toMatchObject(
      isSend ? { status: 'sent' } : { status: 'stale', data: { old: true }, age_seconds: 60 },
    );
  });

  test('when the connection breaks is an error, and works again after it is back', async () => {
    const { backend, client, app } = await connectedApp();
    backend.reply = () => {
      backend.drop();
      return null;
    };
    const broken = await answerOf(client, name);
    if (isOverview) expect(broken).toMatchObject({ status: 'empty' });
    else expect(broken).toMatchObject({ code: 'backend-disconnected' });
    await isIn(app, 'waiting');
    backend.reply = replying({ back: true });
    await app.clock.advance(2_000);
    await isIn(app, 'connected');
    expect(await answerOf(client, name)).toMatchObject({
      status: 'answered',
      data: { back: true },
    });
  });
});

describe('answers that carry no id', () => {
  test('C9 go to whoever asked for that session or build, and in the order they were asked', async () => {
    const { backend, client } = await connectedApp();
    const ask = (build_id: string) => callTool(client, 'ide_build_status', { build_id });
    const asked = ['b1', 'b2', 'b3'].map(ask);
    await eventually(() => backend.received.length === 3);
    for (const buildId of ['b3', 'b1', 'b2'])
      backend.push({ type: 'build_status', data: { buildId, ok: true } });
    expect(
      (await Promise.all(asked)).map(({ structuredContent }) => structuredContent?.['data']),
    ).toEqual(['b1', 'b2', 'b3'].map((buildId) => ({ buildId, ok: true })));
  });
});

describe('the connection', () => {
  test('is tried again after 2, 4, 8, 16, 30, 30 seconds, and from 2 again after a success', async () => {
    const backoff = new Backoff(() => ({ firstMs: 2_000, maxMs: 30_000 }));
    expect(Array.from({ length: 6 }, () => backoff.next() / 1000)).toEqual([2, 4, 8, 16, 30, 30]);
    backoff.reset();
    expect(backoff.next()).toBe(2_000);

    const backend = await StandInBackend.start();
    const app = await appWith(backend.url);
    await isIn(app, 'connected');
    await backend.stop();
    for (const seconds of [2, 4, 8, 16, 30, 30]) {
      await isIn(app, 'waiting');
      const { nextTryAt } = stateOf(app);
      expect(((nextTryAt ?? 0) - app.clock.now()) / 1000).toBe(seconds);
      await app.clock.advance(seconds * 1000 - 1);
      expect(stateOf(app).state).toBe('waiting');
      if (seconds === 30 && backend.authorizations.length === 1) await backend.listen();
      await app.clock.advance(1);
      await eventually(() => ['waiting', 'connected'].includes(stateOf(app).state));
      if (stateOf(app).state === 'connected') break;
    }
    await isIn(app, 'connected');
    backend.drop();
    await isIn(app, 'waiting');
    expect((stateOf(app).nextTryAt ?? 0) - app.clock.now()).toBe(2_000);
  });

  test('shows whether there is a token, keeps it in a private file, and reveals it to nobody', async () => {
    const { backend } = await connectedApp();
    expect(backend.authorizations).toEqual([undefined]);
    const other = await connectedApp('s3cret-of-the-backend');
    expect(other.backend.authorizations).toEqual(['Bearer s3cret-of-the-backend']);
    const reported = JSON.stringify(other.app.app.core.state.snapshot());
    expect(reported).not.toContain('s3cret-of-the-backend');
    expect(stateOf(other.app)).toMatchObject({ hasToken: true, state: 'connected' });
    await other.app.forWindows.backend.setToken('another');
    await eventually(() => other.backend.authorizations.at(-1) === 'Bearer another');
    const file = path.join(other.app.dataDir, 'backend.token');
    expect(fs.statSync(file).mode & 0o777).toBe(0o600);
  });

  test('is off until it is set up, offers no tools then, and shows no token without TLS to others', async () => {
    const app = await appWith(null);
    expect(stateOf(app)).toMatchObject({ state: 'off', url: null });
    expect(app.app.core.executors.contributedTools()).toEqual([]);
    const exposed = await appWith('ws://backend.example/ws', 'a-token');
    expect(stateOf(exposed)).toMatchObject({
      state: 'off',
      error: 'a token is not sent without TLS: use wss://',
    });
  });

  test('says goodbye when the app closes', async () => {
    const { backend, app } = await connectedApp();
    await app.app.dispose();
    await eventually(() => backend.connections === 0);
  });

  test('survives what is no message', async () => {
    const { backend, app } = await connectedApp();
    for (const text of ['nonsense', '[]', '{"type":""}', '{"type":"a","type":"b"}', 'null'])
      backend.raw(text);
    backend.push({ type: 'heartbeat', data: 1 });
    await eventually(() => stateOf(app).channels === 1);
    expect(stateOf(app).state).toBe('connected');
  });
});

describe('channels', () => {
  test('keep the newest of each, of not too many', () => {
    const channels = new Channels(() => 0);
    for (let count = 0; count < keptPerChannel + 50; count += 1)
      channels.put({ type: 'x', data: count }, 20);
    expect(channels.history('ide:x')).toHaveLength(keptPerChannel);
    expect(channels.history('ide:x').at(-1)?.data).toBe(keptPerChannel + 49);
    for (let count = 0; count < maxChannels + 10; count += 1)
      channels.put({ type: 'y', channel: `c${count}` }, 20);
    expect(channels.size).toBe(maxChannels);
    channels.put({ type: 'big', data: 'x'.repeat(2_000_000) }, 2_000_000);
    expect(channels.history('ide:big')).toEqual([]);
  });

  test('are received at ws /hub by whoever subscribed, and only with the management token', async () => {
    const { backend, app } = await connectedApp();
    const main = app.url.replace('http', 'ws');
    const open = (token: string) => {
      const socket = new WebSocket(`${main}/hub`, {
        headers: { Authorization: `Bearer ${token}` },
      });
      onTestFinished(() => socket.terminate());
      socket.on('error', () => undefined);
      return socket;
    };
    const stranger = open(await app.newKey('other'));
    await new Promise((resolve) => stranger.once('error', resolve));
    backend.push({ type: 'build_done', channel: 'builds', data: { id: 1 } });
    await eventually(() => stateOf(app).channels === 1);
    const socket = open(managementToken);
    const receivedItems: Record<string, unknown>[] = [];
    socket.on('message', (data) =>
      receivedItems.push(JSON.parse((data as Buffer).toString('utf8')) as Record<string, unknown>),
    );
    await new Promise((resolve) => socket.once('open', resolve));
    socket.send('{"type":"subscribe","channel":"builds","history":true}');
    socket.send('{"type":"subscribe","data":"ide:heartbeat"}');
    await eventually(() => receivedItems.length === 3);
    backend.push({ type: 'build_done', channel: 'builds', data: { id: 2 } });
    backend.push({ type: 'other', data: 'not subscribed' });
    backend.push({ type: 'heartbeat', data: 'beat' });
    await eventually(() => receivedItems.length === 5);
    expect(receivedItems.map(({ type, channel, data }) => [type, channel, data])).toEqual([
      ['subscribed', 'builds', undefined],
      ['event', 'builds', { id: 1 }],
      ['subscribed', 'ide:heartbeat', undefined],
      ['event', 'builds', { id: 2 }],
      ['event', 'ide:heartbeat', 'beat'],
    ]);
  });

  test('a page of an allowed origin joins with a ticket, until its origin is removed; other pages never', async () => {
    const backend = await StandInBackend.start();
    const app = await appWith(backend.url);
    const origin = 'https://panel.example';
    const live = app.forWindows.settingsFile;
    const allow = async (pageOrigins: readonly string[]): Promise<void> => {
      const now = await live.current();
      await live.save({ ...now, backend: { ...now.backend, pageOrigins } });
    };
    await allow([origin]);
    const ticket = async (): Promise<string> => {
      const headers = { Authorization: `Bearer ${managementToken}` };
      const response = await fetch(`${app.url}/hub/ticket`, { method: 'POST', headers });
      return ((await response.json()) as { ticket: string }).ticket;
    };
    const join = (ofPage: string, route: string, offered: string) => {
      const address = `${app.url.replace('http', 'ws')}${route}`;
      const socket = new WebSocket(address, ['gatehouse.v1', offered], { origin: ofPage });
      onTestFinished(() => socket.terminate());
      socket.on('error', () => undefined);
      const closed = new Promise<number>((resolve) => socket.once('close', resolve));
      const opened = new Promise<boolean>((resolve) => {
        socket.once('open', () => resolve(true));
        socket.once('error', () => resolve(false));
      });
      return { socket, opened, closed };
    };
    const once = await ticket();
    const page = join(origin, '/hub', once);
    expect(await page.opened).toBe(true);
    expect(page.socket.protocol).toBe('gatehouse.v1');
    expect(await join(origin, '/hub', once).opened).toBe(false);
    expect(await join(origin, '/hub', 'no-ticket').opened).toBe(false);
    expect(await join('https://evil.example', '/hub', await ticket()).opened).toBe(false);
    expect(await join(origin, '/mcp/events/ws', await ticket()).opened).toBe(false);
    await allow([]);
    expect(await page.closed).toBe(4403);
    expect(await join(origin, '/hub', await ticket()).opened).toBe(false);
  });
});
