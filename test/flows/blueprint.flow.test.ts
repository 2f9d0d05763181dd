/** The example flow of the blueprint, by clients that know nothing but the blueprint and the hello. */
import fs from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { PluginKeys } from '../../src/main/platform/keys/plugin-keys.ts';
import { eventually, managementToken, TestApp } from '../fakes/test-app.ts';
import { scratch } from '../fakes/scratch.ts';

type Message = Readonly<Record<string, unknown>>;

/** A WebSocket as any language has one: text out, text in. */
class PlainSocket {
  readonly socket: WebSocket;
  readonly received: Message[] = [];
  closed: number | null = null;

  constructor(url: string, token: string, onMessage?: (message: Message) => void) {
    this.socket = new WebSocket(url, { headers: { Authorization: `Bearer ${token}` } });
    this.socket.on('message', (data) => {
      const message = JSON.parse((data as Buffer).toString('utf8')) as Message;
      this.received.push(message);
      onMessage?.(message);
    });
    this.socket.on('error', () => undefined);
    this.socket.once('close', (code) => (this.closed = code));
    onTestFinished(() => this.socket.terminate());
  }

  async opened(): Promise<void> {
    await eventually(() => this.socket.readyState === WebSocket.OPEN);
  }

  send(message: Message): void {
    this.socket.send(JSON.stringify(message));
  }
}

const fileOf = (file: string, content: string) => ({
  ...{ path: file, content, language: 'python', version: '1' },
  ...{ bytes: content.length, truncated: false },
});
const ended = {
  ...{ exit_code: 0, timed_out: false, output: 'built', output_bytes: 5, truncated: false },
};

/** The editor of the blueprint: answers `cmd` with `result` and tells of what happens. */
function voidEditor(url: string, key: string, folder: string): PlainSocket {
  const file = path.join(folder, 'main.py');
  const answers: Readonly<Record<string, object>> = {
    explore_tree: {
      path: folder,
      entries: [{ path: file, kind: 'file', depth: 1, bytes: 5 }],
      truncated: false,
    },
    open_file: fileOf(file, 'x = 1'),
    analyze_syntax: {
      ...{ path: file, language: 'python', version: '1', nodes: [], errors: [], truncated: false },
    },
    edit_buffer: { path: file, version: '2', saved: false, diff: '+x = 2', truncated: false },
    build_project: { task: 'build', ...ended },
  };
  const editor = new PlainSocket(`${url}/plugin/void`, key, ({ type, id, action }) => {
    if (type !== 'cmd') return;
    const data = answers[String(action)];
    editor.send(
      data
        ? { type: 'result', id, status: 'ok', data }
        : { type: 'result', id, status: 'error', data: { message: 'not here' } },
    );
    if (action === 'edit_buffer') {
      const changed = { name: 'buffer_changed', path: file, version: '2' };
      editor.send({ type: 'event', event: 'editor_state', data: changed });
    }
  });
  return editor;
}

async function blueprintApp() {
  const dataDir = scratch();
  fs.chmodSync(dataDir, 0o700);
  fs.writeFileSync(path.join(dataDir, 'settings.json'), JSON.stringify({ approveOverHttp: true }));
  const key = await new PluginKeys(dataDir, Date.now).add('void', 'VoidEditor');
  const folder = fs.realpathSync(scratch());
  fs.writeFileSync(path.join(folder, 'main.py'), 'x = 1');
  const app = await TestApp.open(dataDir);
  const post = async (route: string, body: object): Promise<Message> => {
    const response = await fetch(`${app.url}/mcp/${route}`, {
      method: 'POST',
      headers: { Authorization: managementToken, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    return (await response.json()) as Message;
  };
  const url = app.url.replace('http', 'ws');
  const editor = voidEditor(url, key, folder);
  await editor.opened();
  editor.send({
    ...{ type: 'hello', protocol: 1, plugin_id: 'void', name: 'VoidEditor', version: '1' },
    actions: ['explore_tree', 'open_file', 'analyze_syntax', 'edit_buffer', 'build_project'],
    workspace_folders: [folder],
  });
  await eventually(() => editor.received.some((message) => message['type'] === 'welcome'));
  return { app, post, url, folder, editor };
}

test('ask over HTTP, approve, work over the session socket with an editor, be told, be revoked', async () => {
  const { app, post, url, folder, editor } = await blueprintApp();
  const scopes = [
    ...['read:files', 'edit:buffers', 'explore:project', 'analyze:syntax', 'build:project'],
    ...['read:buffers', 'monitor:state', 'sync:cursor'],
  ];
  const { request_id } = await post('request_access', {
    ...{ agent_id: 'agent-1', scopes, roots: [folder], reason: 'to refactor' },
  });
  await eventually(() => app.app.core.asks.list().length > 0);
  const approved = await post('approve', { request_id, approved_scopes: scopes, ttl_seconds: 300 });
  expect(approved).toMatchObject({
    session_id: expect.any(String),
    session_token: expect.any(String),
  });
  const sessionId = String(approved['session_id']);

  const agent = new PlainSocket(
    `${url}/mcp/session/${sessionId}`,
    String(approved['session_token']),
  );
  await agent.opened();
  const main = path.join(folder, 'main.py');
  let calls = 0;
  const call = async (action: string, args: object): Promise<Message> => {
    const id = `call-${(calls += 1)}`;
    agent.send({ type: 'cmd', id, action, args });
    return eventually(() => agent.received.find((message) => message['id'] === id));
  };

  expect(await call('explore_tree', { path: folder })).toMatchObject({
    status: 'ok',
    data: { entries: [{ path: main }] },
  });
  const opened = await call('file_operation', { operation: 'open_file', path: main });
  expect(opened).toMatchObject({ status: 'ok', data: { content: 'x = 1' } });
  expect(await call('analyze_syntax', { path: main })).toMatchObject({ status: 'ok' });
  expect(
    await call('edit_buffer', { path: main, content: 'x = 2', base_version: '1' }),
  ).toMatchObject({ status: 'ok', data: { diff: '+x = 2' } });
  const eventsOf = (name: string) =>
    eventually(() => agent.received.find((one) => (one['data'] as Message)['name'] === name));
  expect(await eventsOf('buffer_changed')).toMatchObject({ type: 'event', event: 'editor_state' });

  editor.send({
    ...{ type: 'event', event: 'editor_state' },
    data: { name: 'cursor_moved', path: main, position: { line: 1, column: 1 } },
  });
  expect(await eventsOf('cursor_moved')).toMatchObject({ data: { path: main } });

  // What runs code is put to the person, whoever approved the session.
  const building = call('build_project', { root: folder });
  const ask = await app.nextQuestion();
  expect(ask).toMatchObject({ kind: 'confirm', action: 'build_project' });
  app.app.core.asks.answer(ask.askId, { kind: 'once' });
  expect(await building).toMatchObject({ status: 'ok', data: { exit_code: 0 } });

  const again = call('build_project', { root: folder });
  const { askId: ask_id } = await app.nextQuestion();
  expect(await post('deny', { ask_id, reason: 'enough' })).toEqual({ ask_id, denied: true });
  expect(await again).toMatchObject({ status: 'error', data: { error: 'forbidden' } });

  expect(await call('open_file', { path: '/etc/passwd' })).toMatchObject({
    status: 'error',
    data: { code: 'outside-roots', error: 'forbidden', status: 403, retry: 'after_grant' },
  });
  expect(await call('git_commit', { message: 'x' })).toMatchObject({
    data: { code: 'scope-missing', error: 'forbidden', status: 403 },
  });

  await post('revoke', { session_id: sessionId });
  await eventually(() => agent.closed === 4403);
  const ledger = await app.ledger();
  const outcomes = ledger.filter(({ phase }) => phase === 'outcome').map(({ action }) => action);
  expect(outcomes).toEqual([
    ...['request_access', 'explore_tree', 'open_file', 'analyze_syntax', 'edit_buffer'],
    ...['build_project', 'build_project', 'open_file', 'git_commit'],
  ]);
  const builds = ledger.filter(
    (line) => line.phase === 'decision' && line.action === 'build_project',
  );
  expect(builds.map(({ decided_by }) => decided_by)).toEqual(['person', 'management-api']);
});
