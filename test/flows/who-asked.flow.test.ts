/** A session goes to the process that asked, and to a process of this user only. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { allowAll, eventually, managementToken, TestApp } from '../fakes/test-app.ts';
import { scratch } from '../fakes/scratch.ts';
import { callTool, projectWith } from './tool-call.ts';

const isRoot = process.getuid?.() === 0;
const nobody = 65_534;

function has(program: string): boolean {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Asks for access on a socket that outlives what the process is or was. */
const asking = `
import json, os, socket, sys, time
port, key, root, how = sys.argv[1:]
version = '2026-07-28'
meta = {'io.modelcontextprotocol/protocolVersion': version,
  'io.modelcontextprotocol/clientInfo': {'name': 'by hand', 'version': '1'},
  'io.modelcontextprotocol/clientCapabilities': {}}
access_args = {'scopes': ['read:files'], 'roots': [root], 'reason': 'to look'}
body = json.dumps({'jsonrpc': '2.0', 'id': 'a', 'method': 'tools/call',
  'params': {'name': 'request_access', 'arguments': access_args, '_meta': meta}})
head = ['POST /mcp HTTP/1.1', 'Host: 127.0.0.1:' + port, 'Authorization: Bearer ' + key,
  'Accept: application/json, text/event-stream', 'Content-Type: application/json',
  'MCP-Protocol-Version: ' + version, 'Mcp-Method: tools/call', 'Mcp-Name: request_access',
  'Content-Length: %d' % len(body)]
link = socket.create_connection(('127.0.0.1', int(port)))
link.set_inheritable(True)
link.sendall(('\\r\\n'.join(head) + '\\r\\n\\r\\n' + body).encode())
sys.stdin.readline()
if how == 'exec': os.execv('/bin/sleep', ['sleep', '60'])
if how == 'fork' and os.fork() > 0: os._exit(0)
if how == 'stay': print(link.recv(65536).decode(), flush=True)
time.sleep(60)
`;

async function asker(app: TestApp, how: 'exec' | 'fork' | 'stay') {
  const key = await app.newKey('raw');
  const { root } = projectWith('a.txt', 'hello');
  const { port } = new URL(app.app.mcpUrl);
  const child = spawn('python3', ['-c', asking, port, key, root, how], {
    stdio: ['pipe', 'pipe', 'inherit'],
    detached: true,
  });
  onTestFinished(() => {
    try {
      process.kill(-(child.pid ?? 0), 'SIGKILL');
    } catch {
      // It has ended.
    }
  });
  return child;
}

describe.runIf(process.platform === 'linux' && has('python3'))('G30 a yes', () => {
  test.each([
    ['has become another program', 'exec'],
    ['has ended and left its connection to another process', 'fork'],
  ] as const)('opens nothing when the process that asked %s', async (_what, how) => {
    const app = await TestApp.open();
    const child = await asker(app, how);
    const ask = await app.nextAsk();
    expect(ask.agent.verified?.executable).toMatch(/python/);
    const { pid = 0 } = child;
    child.stdin?.end('go\n');
    await eventually(() => !isPython(pid));
    app.app.core.asks.answer(ask.askId, allowAll(ask));
    await eventually(() => app.app.core.asks.list().length === 0);
    const outcome = await outcomeOf(app);
    expect(outcome).toMatchObject({ result: 'refused', code: 'asker-gone' });
    expect(app.app.core.sessions.list()).toEqual([]);
  });

  test('opens a session when it still waits', async () => {
    const app = await TestApp.open();
    const child = await asker(app, 'stay');
    await app.answerNext(allowAll);
    child.stdin?.end('go\n');
    const [answer] = (await once(child.stdout, 'data')) as [Buffer];
    expect(String(answer)).toContain('session_id');
    expect(app.app.core.sessions.list()).toHaveLength(1);
  });
});

const isPython = (pid: number): boolean => {
  try {
    return /python/.test(fs.readlinkSync(`/proc/${pid}/exe`));
  } catch {
    return false;
  }
};

async function outcomeOf(app: TestApp) {
  let found: Awaited<ReturnType<TestApp['ledger']>>[number] | undefined;
  for (let tries = 0; tries < 200 && !found; tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, 10));
    const lines = await app.ledger();
    found = lines.find((line) => line.action === 'request_access' && line.phase === 'outcome');
  }
  return found;
}

/** A request of its own process, as whichever user. */
const fetching = `
  const [url, token, body] = process.argv.slice(1);
  const answer = await fetch(url, { method: body ? 'POST' : 'GET', body: body || undefined,
    headers: { Authorization: token, 'Content-Type': 'application/json' } });
  console.log(JSON.stringify({ status: answer.status, body: await answer.text() }));`;

interface Fetched {
  readonly status: number;
  readonly body: string;
}

function fetchedBy(user: number | null, url: string, token: string, body = ''): Promise<Fetched> {
  const script = ['--input-type=module', '-e', fetching, url, token, body];
  const as = ['--reuid', String(user), '--regid', String(user), '--clear-groups', 'node'];
  const child = spawn(
    user === null ? 'node' : 'setpriv',
    [...(user === null ? [] : as), ...script],
    {
      cwd: '/',
      env: { PATH: process.env['PATH'] ?? '' },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  return once(child.stdout, 'data').then(([text]) => JSON.parse(String(text)) as Fetched);
}

describe.runIf(process.platform === 'linux' && isRoot && has('setpriv'))('G31 another user', () => {
  test.each([
    ['the management API', '/status', () => managementToken],
    ['MCP', '/mcp', async (app: TestApp) => `Bearer ${await app.newKey('stolen')}`],
  ] as const)('is refused at %s whatever they show, and is on record', async (_what, at, token) => {
    const app = await TestApp.open();
    const shown = await token(app);
    const body = at === '/mcp' ? '{"jsonrpc":"2.0","id":1,"method":"ping"}' : '';
    const answer = await fetchedBy(nobody, app.url + at, shown, body);
    expect(answer).toMatchObject({ status: 403, body: expect.stringContaining('other-user') });
    const lines = await app.ledger();
    expect(lines.find(({ action }) => action === 'caller.other-user')).toMatchObject({
      detail: expect.stringContaining('65534'),
    });
    // The person's own processes are served as before.
    expect((await fetchedBy(null, app.url + at, shown, body)).status).not.toBe(403);
  });
});

describe.runIf(process.platform === 'linux')(
  'G30 a session asked for over the management API',
  () => {
    const post = (app: TestApp, route: string, body: object): Promise<Fetched> =>
      fetch(app.url + route, {
        method: 'POST',
        headers: { Authorization: managementToken, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      }).then(async (answer) => ({ status: answer.status, body: await answer.text() }));

    test('is returned to the process that asked and to no other', async () => {
      const app = await TestApp.open();
      const { root } = projectWith('a.txt', 'hello');
      const accessArgs = {
        agent_id: 'panel',
        scopes: ['read:files'],
        roots: [root],
        reason: 'to look',
      };
      const asked = await post(app, '/mcp/request_access', accessArgs);
      const { request_id } = JSON.parse(asked.body) as { request_id: string };
      await app.answerNext(allowAll);
      const claim = JSON.stringify({ request_id });
      const other = await fetchedBy(null, `${app.url}/mcp/claim`, managementToken, claim);
      expect(other).toMatchObject({ status: 403, body: expect.stringContaining('other-process') });
      const own = await post(app, '/mcp/claim', { request_id });
      expect(own).toMatchObject({ status: 200, body: expect.stringContaining('session_token') });
    });
  },
);

describe('G32 a paused session', () => {
  test('is answered as such, and nobody is asked again, by whichever way', async () => {
    const app = await TestApp.open();
    const { core } = app.app;
    const { root, file } = projectWith('a.txt', 'hello');
    const other = fs.realpathSync(scratch());
    const client = await app.connect('worker');
    const accessArgs = { scopes: ['read:files'], roots: [root], reason: 'to look' };
    const asking1 = callTool(client, 'request_access', accessArgs);
    await app.answerNext(allowAll);
    await asking1;
    for (const { sessionId } of core.sessions.list()) await core.sessions.pause(sessionId);
    const calls: readonly [string, Record<string, unknown>][] = [
      ['open_file', { path: file }],
      ['open_file', { path: path.join(other, 'b.txt') }],
      ['create_file', { path: path.join(root, 'new'), content: '' }],
      ['request_access', accessArgs],
      ['request_access', { ...accessArgs, scopes: ['write:files'] }],
      ['request_access', { ...accessArgs, roots: [other] }],
      ['request_access', { ...accessArgs, parent_session_id: core.sessions.list()[0]?.sessionId }],
    ];
    for (const [name, args] of calls) {
      const answer = await callTool(client, name, args);
      expect({ name, ...answer }).toMatchObject({ name, data: { code: 'session-paused' } });
    }
    expect(core.asks.list()).toEqual([]);
  });
});
