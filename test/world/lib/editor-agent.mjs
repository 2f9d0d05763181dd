// Agents: one that calls through MCP, and one that listens at the session socket.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ListToolsResultSchema } from '@modelcontextprotocol/sdk/types.js';
import { WebSocket } from 'ws';

/** @typedef {Awaited<ReturnType<typeof import('./gatehouse.mjs').startGatehouse>>} Gatehouse */

export const everyScope = [
  ...['read:files', 'write:files', 'create:files', 'delete:files', 'rename:files', 'search:files'],
  ...['read:buffers', 'edit:buffers', 'manage:buffers', 'split:panes', 'manage:tabs'],
  ...['analyze:syntax', 'detect:errors', 'suggest:completion', 'format:code', 'navigate:symbols'],
  ...['explore:project', 'watch:changes', 'build:project', 'test:code', 'run:commands'],
  ...['exec:terminal', 'debug:session', 'git:status', 'git:commit', 'git:branch', 'view:diffs'],
  ...['search:content', 'replace:text', 'regex:operations', 'search:project', 'sync:cursor'],
  ...['sync:selection', 'sync:viewport', 'monitor:state', 'code:lens', 'quick:fixes'],
  ...['refactor:code', 'manage:plugins', 'editor:theme'],
];

/** @param {Gatehouse} gatehouse @param {string} name @param {string} project */
export async function mcpAgent(gatehouse, name, project) {
  const client = new Client({ name, version: '1.0.0' });
  const requestInit = { headers: { Authorization: `Bearer ${gatehouse.newKey(name)}` } };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(gatehouse.mcpUrl), { requestInit }),
  );
  const ask = async (/** @type {string} */ tool, /** @type {object} */ args) => {
    const wanted = { name: tool, arguments: { ...args } };
    const answer = await client.callTool(wanted, undefined, { timeout: 120_000 });
    const [first] = /** @type {{ text?: string }[]} */ (answer.content);
    /** @type {any} */
    const data = answer.structuredContent ?? JSON.parse(first?.text ?? '{}');
    return { isError: answer.isError === true, data, text: JSON.stringify(answer) };
  };
  /** @param {string} tool */
  const call = async (tool, args = {}) => {
    let answer = await ask(tool, args);
    // The person takes their time, and so may the work.
    for (let tries = 0; answer.data.status === 'pending' && tries < 3; tries += 1) {
      answer = await ask('await_access', { request_id: answer.data.request_id });
    }
    return answer;
  };
  const accessArgs = { scopes: everyScope, roots: [project], reason: 'to work in the editor' };
  const asked = await call('request_access', accessArgs);
  assert.equal(asked.isError, false, asked.text);
  return {
    client,
    call,
    /** @param {string} tool */
    async succeeds(tool, args = {}) {
      const { isError, data, text } = await call(tool, args);
      assert.equal(isError, false, `${tool}: ${text}`);
      return data;
    },
    /** @param {string} tool */
    async refuses(tool, args = {}) {
      const { isError, text } = await call(tool, args);
      assert.equal(isError, true, `${tool}: ${text}`);
      return text;
    },
    /** Not by the client's own list: it would then hold refusals against the shape of results. */
    toolNames: async () =>
      (await client.request({ method: 'tools/list' }, ListToolsResultSchema)).tools.map(
        ({ name: tool }) => tool,
      ),
    close: () => client.close(),
  };
}

/** Hears events and the state of its session. @param {Gatehouse} gatehouse @param {string} project */
export async function listener(gatehouse, project) {
  const { url, managementTokenFile } = JSON.parse(
    fs.readFileSync(path.join(gatehouse.dataDir, 'gatehouse.json'), 'utf8'),
  );
  const token = fs.readFileSync(managementTokenFile, 'utf8').trim();
  const post = async (/** @type {string} */ route, /** @type {object} */ body) => {
    const headers = { Authorization: token, 'Content-Type': 'application/json' };
    const answer = await fetch(`${url}${route}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    return /** @type {Record<string, string>} */ (await answer.json());
  };
  const accessArgs = {
    scopes: everyScope,
    roots: [project],
    reason: 'to listen',
    agent_id: 'listener',
  };
  const { request_id } = await post('/mcp/request_access', accessArgs);
  let claimed = await post('/mcp/claim', { request_id });
  while (!claimed.session_token) {
    await new Promise((resolve) => setTimeout(resolve, 200));
    claimed = await post('/mcp/claim', { request_id });
  }
  const socket = new WebSocket(`${url.replace('http', 'ws')}/mcp/session/${claimed.session_id}`, {
    headers: { Authorization: `Bearer ${claimed.session_token}` },
  });
  /** @type {{ event?: string, id?: string, status?: string, data?: Record<string, unknown> }[]} */
  const received = [];
  socket.on('message', (data) =>
    received.push(JSON.parse(/** @type {Buffer} */ (data).toString('utf8'))),
  );
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  const call = async (/** @type {string} */ action, /** @type {object} */ args) => {
    const id = randomUUID();
    socket.send(JSON.stringify({ type: 'cmd', id, action, args }));
    return eventually(() => received.find((one) => one.id === id), action, 60_000);
  };
  return {
    receivedItems: received,
    sessionId: claimed.session_id,
    post,
    /** @param {string} action @param {object} args */
    async succeeds(action, args) {
      const result = await call(action, args);
      assert.equal(result.status, 'ok', JSON.stringify(result));
      return result.data;
    },
    /** @param {string} action @param {object} args */
    async refuses(action, args) {
      const result = await call(action, args);
      assert.equal(result.status, 'error', JSON.stringify(result));
      return JSON.stringify(result);
    },
    names: () => new Set(received.map(({ data }) => data?.name)),
    close: () => socket.terminate(),
  };
}

/** @template T @param {() => T | undefined | null | false | Promise<T | undefined | null | false>} look */
export async function eventually(look, what = 'it', withinMs = 15_000) {
  const until = Date.now() + withinMs;
  for (;;) {
    const found = await look();
    if (found) return found;
    if (Date.now() > until) throw new Error(`${what} did not happen in time`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
