import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { WebSocketServer, type WebSocket } from 'ws';
import { realPaths } from '../../src/main/platform/paths/real-paths.ts';
import { Plan } from '../../src/shared/actions/plan.ts';
import { FromPlugin, workbenchActions } from '../../src/shared/protocols/plugin-protocol.ts';
import { Workbench } from '../../src/workbench/workbench.ts';
import { agent, granted, needsWith, never } from '../core/core-fixture.ts';
import { openTestApp, tokens } from '../transports/test-app.ts';
import { put, scratch } from '../fakes/scratch.ts';
import { rootOf } from './task.ts';

/** A hub of our own making, to say to the workbench whatever we like. */
async function fakeHub() {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        for (const client of server.clients) client.terminate();
        server.close(() => resolve());
      }),
  );
  await once(server, 'listening');
  const connected = once(server, 'connection') as Promise<[WebSocket, IncomingMessage]>;
  const closed = Promise.withResolvers<string>();
  const workbench = new Workbench({
    hubUrl: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    pluginKey: 'plugin-key',
    version: '1.2.3',
    dataDir: scratch(),
    onClosed: closed.resolve,
  });
  onTestFinished(() => workbench.dispose());
  workbench.start();
  const [socket, request] = await connected;
  const next = async (): Promise<FromPlugin> => {
    const [data] = (await once(socket, 'message')) as [Buffer];
    return FromPlugin.parse(JSON.parse(data.toString('utf8')));
  };
  return { workbench, socket, request, next, closed: closed.promise };
}

const command = (own: Record<string, unknown>): string =>
  JSON.stringify({
    type: 'cmd',
    id: 'c1',
    action: 'open_file',
    args: { path: '/nowhere' },
    roots: [],
    result_bytes: 1_024,
    session_id: 's1',
    agent_id: 'cursor',
    entry_id: 'e1',
    ...own,
  });

/** Says it, and waits for the result, whatever else is told. */
function resultOf(
  socket: WebSocket,
  text: string,
): Promise<Extract<FromPlugin, { type: 'result' }>> {
  return new Promise((resolve) => {
    const onMessage = (data: Buffer): void => {
      const message = FromPlugin.parse(JSON.parse(data.toString('utf8')));
      if (message.type !== 'result') return;
      socket.off('message', onMessage);
      resolve(message);
    };
    socket.on('message', onMessage);
    socket.send(text);
  });
}

const sameNames = (some: readonly string[], others: readonly string[]): boolean =>
  some.toSorted().join() === others.toSorted().join();

describe('the workbench and its hub', () => {
  test('it connects with its key and declares its actions', async () => {
    const { request, next } = await fakeHub();
    expect(request.url).toBe('/plugin/workbench');
    expect(request.headers.authorization).toBe('Bearer plugin-key');
    expect(request.headers['sec-websocket-extensions']).toBeUndefined();
    expect(await next()).toEqual({
      type: 'hello',
      protocol: 1,
      plugin_id: 'workbench',
      name: 'Workbench',
      version: '1.2.3',
      actions: expect.toSatisfy((actions: string[]) => sameNames(actions, workbenchActions)),
      previews: expect.arrayContaining(['run_tests', 'replace_text', 'delete_file']),
      tools: [],
      workspace_folders: [],
      overview: false,
    });
  });

  test.each([
    ['that it cannot read', ''],
    ['that is cut short', 'AQE='],
  ])(
    'a document of an editor %s is not shared, and the workbench goes on',
    async (_what, state) => {
      const { socket, next } = await fakeHub();
      await next();
      const about = { type: 'shared_by', editor: 'e1', path: '/w/a.txt' };
      const join = { kind: 'join', epoch: 'one', state, version: '1', before: null, clean: true };
      socket.send(JSON.stringify({ ...about, message: join }));
      expect(await next()).toMatchObject({ type: 'shared_reply', message: { kind: 'apart' } });
      expect(await resultOf(socket, command({}))).toMatchObject({ id: 'c1', status: 'error' });
    },
  );

  test('a preview changes nothing and is answered with a plan; another plan by then is stale', async () => {
    const { socket, next } = await fakeHub();
    await next();
    const root = fs.realpathSync(scratch());
    const file = put(root, 'a.txt', 'red\n');
    const own = {
      action: 'replace_text',
      args: { root, globs: ['*.txt'], text: 'red', replacement: 'green' },
      roots: [rootOf(root)],
      result_bytes: 65_536,
    };
    const result = await resultOf(socket, command({ ...own, preview: true }));
    if (result.status !== 'ok') throw new Error(JSON.stringify(result));
    const { files, digest } = Plan.parse(result.data);
    expect(files).toEqual([
      { path: file, use: 'write', bytes: 5, diff: '@@ -1,1 +1,1 @@\n-red\n+green\n', cut: false },
    ]);
    expect(fs.readFileSync(file, 'utf8')).toBe('red\n');
    put(root, 'b.txt', 'red\n');
    const stale = await resultOf(socket, command({ ...own, planned: digest }));
    expect(stale).toMatchObject({ status: 'error', data: { code: 'stale' } });
    expect(fs.readFileSync(file, 'utf8')).toBe('red\n');
    fs.rmSync(path.join(root, 'b.txt'));
    const replaced = await resultOf(socket, command({ ...own, planned: digest }));
    expect(replaced).toMatchObject({ status: 'ok', data: { replacements: 1 } });
    const unknown = await resultOf(socket, command({ preview: true }));
    expect(unknown).toMatchObject({ status: 'error', data: { code: 'unknown-action' } });
  });

  test('a command is answered under its own id, a refusal with its code', async () => {
    const { socket, next } = await fakeHub();
    await next();
    const answer = next();
    socket.send(JSON.stringify({ type: 'welcome', protocol: 1 }));
    socket.send(command({ id: 'c7' }));
    expect(await answer).toMatchObject({
      type: 'result',
      id: 'c7',
      status: 'error',
      data: { code: 'outside-roots' },
    });
  });

  test.each([
    ['an action it does not know', { action: 'format_disk' }, 'unknown-action'],
    ['the name of something every object has', { action: 'toString' }, 'unknown-action'],
    ['arguments that do not fit', { args: { path: 7 } }, 'action-failed'],
  ])('%s is an answer, not a crash', async (_what, own, code) => {
    const { socket, next } = await fakeHub();
    await next();
    socket.send(command(own));
    expect(await next()).toMatchObject({ status: 'error', data: { code } });
  });

  test.each(['{', '[]', '{"type":"dance"}', command({ roots: 'all' })])(
    'what it does not understand, such as %s, ends the connection, not the process',
    async (message) => {
      const { socket, next, closed } = await fakeHub();
      await next();
      socket.send(message);
      expect(await closed).toContain('1008');
    },
  );

  test('an answer that the hub would not read is not sent', async () => {
    const { socket } = await fakeHub();
    const folder = fs.realpathSync(scratch());
    for (let at = 0; at < 1_000; at += 1) put(folder, `${'n'.repeat(100)}${at}`, '');
    const args = { path: folder, depth: 1, limit: 10_000 };
    const roots = [rootOf(folder)];
    const ask = (result_bytes: number) =>
      resultOf(socket, command({ action: 'explore_tree', args, roots, result_bytes }));
    expect(await ask(1_024)).toMatchObject({ status: 'error', data: { code: 'action-failed' } });
    expect(await ask(1_048_576)).toMatchObject({ status: 'ok' });
  });

  test('it says so when the hub is gone, was never there, or when it is closed itself', async () => {
    const left = await fakeHub();
    left.socket.terminate();
    expect(await left.closed).toContain('1006');

    const neverThere = Promise.withResolvers<string>();
    const facts = {
      pluginKey: 'x',
      version: '1',
      dataDir: scratch(),
      onClosed: neverThere.resolve,
    };
    const lonely = new Workbench({ hubUrl: 'ws://127.0.0.1:1', ...facts });
    onTestFinished(() => lonely.dispose());
    lonely.start();
    expect(await neverThere.promise).toContain('1006');

    const closing = await fakeHub();
    await closing.workbench.dispose();
    expect(await closing.closed).toContain('1006');
  });
});

describe('the workbench behind the real hub', () => {
  async function appWithWorkbench() {
    const folder = scratch();
    const app = await openTestApp(needsWith({ paths: realPaths }));
    const workbench = new Workbench({
      hubUrl: `ws://127.0.0.1:${app.port}`,
      pluginKey: tokens.plugin,
      version: '1.2.3',
      dataDir: scratch(),
      onClosed: () => undefined,
    });
    onTestFinished(() => workbench.dispose());
    workbench.start();
    await expect.poll(() => app.core.executors.canDo('open_file')).toBe(true);
    const args = { scopes: ['read:files'], roots: [folder], reason: 'to read' };
    await granted(app.core, app.clock, { args });
    const open = (name: string) => {
      const call = { action: 'open_file', args: { path: path.join(folder, name) } };
      return app.core.gate.pass(call, agent, never);
    };
    return { ...app, folder, open };
  }

  test('reads a real file for an agent', async () => {
    const { folder, open } = await appWithWorkbench();
    put(folder, 'a.md', '# Hello\n');
    expect(await open('a.md')).toMatchObject({
      kind: 'done',
      data: { content: '# Hello\n', language: 'markdown' },
    });
  });

  test('a refusal of the workbench reaches the agent in its own words, said once', async () => {
    const { folder, open } = await appWithWorkbench();
    put(folder, 'a.bin', 'a\0b');
    expect(await open('a.bin')).toMatchObject({
      code: 'not-text',
      message: 'That file is not UTF-8 text.',
    });
  });
});

describe('C12 a command that asks to begin', () => {
  const creating = (file: string, root: string): string =>
    command({
      ...{ action: 'create_file', args: { path: file, content: 'x' }, begin: true },
      roots: [rootOf(root)],
    });

  async function begun() {
    const hub = await fakeHub();
    await hub.next();
    const root = fs.realpathSync(scratch());
    const file = path.join(root, 'new.txt');
    await new Promise<void>((resolve) => {
      hub.socket.on('message', (data: Buffer) => {
        // What it tells of folders comes first.
        if (FromPlugin.parse(JSON.parse(data.toString('utf8'))).type === 'begin') resolve();
      });
      hub.socket.send(creating(file, root));
    });
    return { ...hub, file };
  }

  test('changes nothing before it may', async () => {
    const { socket, file } = await begun();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(fs.existsSync(file)).toBe(false);
    const result = await resultOf(socket, JSON.stringify({ type: 'go', id: 'c1' }));
    expect(result).toMatchObject({ status: 'ok' });
    expect(fs.readFileSync(file, 'utf8')).toBe('x');
  });

  test.each([
    ['instead of the permission', []],
    ['right behind the permission', ['go']],
  ])('does nothing when its cancellation comes %s', async (_when, before) => {
    const { socket, file } = await begun();
    const result = resultOf(socket, JSON.stringify({ type: before[0] ?? 'cancel', id: 'c1' }));
    socket.send(JSON.stringify({ type: 'cancel', id: 'c1' }));
    expect(await result).toMatchObject({ status: 'error', data: { code: 'ask-withdrawn' } });
    expect(fs.existsSync(file)).toBe(false);
  });
});
