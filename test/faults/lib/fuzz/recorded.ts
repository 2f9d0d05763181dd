/** One whole session, recorded: what real MCP clients of both protocol versions sent, and what the other transports send. */
import {
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernTransport,
} from '@modelcontextprotocol/client';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { ActionName } from '../../../../src/shared/actions/actions.ts';
import { scopes } from '../../../../src/shared/access/scopes.ts';
import type { Request } from './http-exchange.ts';
import type { AppFacts } from './app-process.ts';

export const everyScope = Object.keys(scopes);

export interface Call {
  readonly name: ActionName;
  readonly args: Readonly<Record<string, unknown>>;
}

export function callsOn(project: string): readonly Call[] {
  const path = `${project}/readme.txt`;
  return [
    { name: 'open_file', args: { path } },
    { name: 'open_file', args: { path, range: { start_line: 1, end_line: 1 } } },
    {
      name: 'create_file',
      args: { path: `${project}/new.txt`, content: 'new\n', overwrite: true },
    },
    { name: 'rename_file', args: { path: `${project}/new.txt`, new_path: `${project}/old.txt` } },
    { name: 'delete_file', args: { path: `${project}/old.txt` } },
    { name: 'search_files', args: { glob: '**/*.txt', root: project, limit: 10 } },
    {
      name: 'edit_buffer',
      args: { path, base_version: '1', edits: [{ old_text: 'one', new_text: 'one' }] },
    },
    { name: 'get_buffers', args: {} },
    { name: 'explore_tree', args: { path: project, depth: 2, limit: 20 } },
    { name: 'find_in_file', args: { path, text: 'line' } },
    { name: 'find_in_project', args: { text: 'needle', globs: ['*.txt'], limit: 5 } },
    { name: 'regex_search', args: { pattern: '(a+)+$', limit: 5 } },
    { name: 'replace_text', args: { paths: [path], text: 'one', replacement: 'one' } },
    { name: 'exec_command', args: { argv: ['ls', '-l'], cwd: project, timeout: 1 } },
    {
      name: 'exec_command',
      args: { command_line: 'echo $(id) | tee x && rm -rf /', cwd: project },
    },
    { name: 'git_status', args: {} },
    { name: 'git_branch', args: { op: 'list' } },
    { name: 'set_cursor_pos', args: { path, position: { line: 1, character: 0 } } },
  ];
}

const modernVersion = '2026-07-28';

export interface Recorded {
  readonly legacy: readonly Request[];
  readonly modern: readonly Request[];
  readonly management: readonly Request[];
}

export async function record(facts: AppFacts, managementToken: string): Promise<Recorded> {
  return {
    legacy: await recordLegacy(facts),
    modern: await recordModern(facts),
    management: managementRequests(facts.project, managementToken),
  };
}

async function recordLegacy(facts: AppFacts): Promise<readonly Request[]> {
  const kept: Request[] = [];
  const client = new Client({ name: 'recorded', version: '1.0.0' });
  const transport = new StreamableHTTPClientTransport(urlOf(facts), {
    requestInit: { headers: { Authorization: `Bearer ${facts.keys.legacy}` } },
    fetch: keeping(kept),
  });
  await client.connect(transport);
  await walk(client, facts.project);
  await transport.terminateSession();
  await client.close();
  return kept;
}

async function recordModern(facts: AppFacts): Promise<readonly Request[]> {
  const kept: Request[] = [];
  const mode = { versionNegotiation: { mode: { pin: modernVersion } } };
  const client = new ModernClient({ name: 'recorded', version: '2.0.0' }, mode);
  await client.connect(
    new ModernTransport(urlOf(facts), {
      requestInit: { headers: { Authorization: `Bearer ${facts.keys.modern}` } },
      fetch: keeping(kept),
    }),
  );
  await walk(client, facts.project);
  await client.close();
  return kept;
}

const urlOf = ({ port }: AppFacts): URL => new URL(`http://127.0.0.1:${port}/mcp`);

type Calling = Pick<Client, 'listTools' | 'listResources' | 'listPrompts'> & {
  callTool(call: { name: string; arguments: Record<string, unknown> }): Promise<unknown>;
};

async function walk(client: unknown, project: string): Promise<void> {
  const calling = client as Calling;
  await calling.listTools();
  const access = { scopes: everyScope, roots: [project], reason: 'to be recorded' };
  const calls = [
    { name: 'request_access', args: access },
    { name: 'access_status', args: {} },
    { name: 'preview_access', args: { calls: [{ action: 'get_buffers', args: {} }] } },
    { name: 'await_access', args: { request_id: '00000000-0000-4000-8000-000000000000' } },
    ...callsOn(project),
    { name: 'end_session', args: {} },
  ];
  // What is refused is recorded as well as what is done.
  for (const { name, args } of calls) {
    await calling.callTool({ name, arguments: args }).catch(() => undefined);
  }
  await calling.listResources();
  await calling.listPrompts();
}

function keeping(kept: Request[]): typeof fetch {
  return async (input, init) => {
    const { pathname } = new URL(input instanceof globalThis.Request ? input.url : input);
    const headers = Object.fromEntries(new Headers(init?.headers));
    const body = typeof init?.body === 'string' ? init.body : null;
    kept.push({ method: init?.method ?? 'GET', path: pathname, headers, body });
    return fetch(input, init);
  };
}

function managementRequests(project: string, token: string): readonly Request[] {
  const some = '00000000-0000-4000-8000-000000000000';
  const get = (path: string): Request => ({
    ...{ method: 'GET', path, headers: { authorization: token }, body: null },
  });
  const post = (path: string, json: unknown): Request => ({
    ...{ method: 'POST', path, body: JSON.stringify(json) },
    headers: { authorization: token, 'content-type': 'application/json' },
  });
  const ask = { agent_id: 'panel', scopes: ['read:files'], roots: [project], reason: 'to look' };
  return [
    ...['/status', '/pending', '/sessions', '/keys', '/plugins', '/metrics', '/mcp/events'].map(
      get,
    ),
    get('/mcp/requests?status=PENDING&limit=5'),
    get(`/mcp/requests?after=${some}`),
    get('/mcp/logs?actor=legacy&limit=5&q=needle&since=2026-01-01T00:00:00Z'),
    post('/mcp/request_access', { ...ask, ttl_seconds: 60 }),
    post('/mcp/approve', { request_id: some, approved_scopes: ['read:files'], ttl_seconds: 60 }),
    post('/mcp/deny', { request_id: some, reason: 'no' }),
    post('/mcp/deny', { ask_id: some }),
    post('/mcp/cancel', { request_id: some }),
    post('/mcp/claim', { request_id: some }),
    post('/mcp/revoke', { session_id: some }),
    post('/keys', { name: 'another', in_path: false }),
    post('/keys/revoke', { name: 'nobody' }),
    post('/plugins/revoke', { plugin_id: 'nobody' }),
  ];
}
