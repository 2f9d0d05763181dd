/** All doors on a real port of the loopback, before a core on fakes. */
import http from 'node:http';
import net from 'node:net';
import { onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { newEditorKey, takeEditorKey } from '../../src/main/transports/management/key-routes.ts';
import { openManagement } from '../../src/main/transports/management/open-management.ts';
import { Metrics } from '../../src/main/transports/management/metrics.ts';
import { McpEndpoint } from '../../src/main/transports/mcp/endpoint.ts';
import { openGatehouseRegistry } from '../../src/main/transports/mcp/gatehouse-registry.ts';
import { PluginTransports } from '../../src/main/transports/plugins/plugin-transports.ts';
import { SessionSockets } from '../../src/main/transports/sessions/session-sockets.ts';
import type { Core } from '../../src/main/core/core.ts';
import type { Authenticate, Credential } from '../../src/main/transports/http/credentials.ts';
import type { ListenerLimits } from '../../src/main/transports/http/listener.ts';
import { LoopbackServer } from '../../src/main/transports/http/loopback-server.ts';
import { RefusalLog } from '../../src/main/transports/http/refusal-log.ts';
import { AuditIndex } from '../../src/main/platform/ledger-index/ledger-index.ts';
import { ClientKeys } from '../../src/main/platform/keys/client-keys.ts';
import { makeProve } from '../../src/main/platform/keys/server-proof.ts';
import { PluginKeys } from '../../src/main/platform/keys/plugin-keys.ts';
import { toDisposable } from '../../src/shared/base/disposable.ts';
import type { ErrorCode } from '../../src/shared/errors/errors.ts';
import type { ClientId } from '../../src/shared/base/ids.ts';
import { coreWith, type FakeNeeds } from '../core/core-fixture.ts';
import { toolsOf } from './mcp-tools.ts';
import { scratch } from '../fakes/scratch.ts';

export const tokens = {
  cursor: 'client-key-of-cursor',
  claude: 'client-key-of-claude',
  management: 'management-token',
  plugin: 'plugin-key',
} as const;

/** Of every house of these tests. */
/** How an MCP session of the first era begins. */
export const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'test client', version: '9' },
  },
};

export const proofKey = 'ab'.repeat(32);

const owners: Readonly<Record<string, Credential>> = {
  [tokens.cursor]: { audience: 'client', clientId: 'cursor' as ClientId },
  [tokens.claude]: { audience: 'client', clientId: 'claude' as ClientId },
  [tokens.management]: { audience: 'management' },
  [tokens.plugin]: { audience: 'plugin', pluginId: 'workbench' },
};
const authenticateWith =
  (core: Core, pluginKeys: PluginKeys, taken: ReadonlySet<string>): Authenticate =>
  (token) => {
    if (taken.has(token)) return null;
    if (Object.hasOwn(owners, token)) return owners[token] ?? null;
    const pluginId = pluginKeys.ownerOf(token);
    if (pluginId) return { audience: 'plugin', pluginId };
    const session = core.sessions.holderOf(token);
    if (!session) return null;
    const { sessionId, agent } = session;
    return { audience: 'session', sessionId, clientId: agent.clientId };
  };

export async function openTestApp(
  own: Partial<FakeNeeds> = {},
  limits: Partial<ListenerLimits> = {},
) {
  const app = await coreWith(own);
  const { core } = app;
  const errors: string[] = [];
  const onError = (text: string): void => void errors.push(text);
  const callers = { find: async () => undefined, known: () => null };
  const { monotonic } = app.clock;
  const tools = toolsOf(app);
  const index = new AuditIndex({ dataDir: scratch(), clock: app.clock, onError });
  onTestFinished(() => index.dispose());
  const registry = openGatehouseRegistry({ core, tools, index, version: '1.2.3' });
  onTestFinished(async () => registry.dispose());
  const mcp = new McpEndpoint({ registry, callers, monotonic, onError });
  onTestFinished(() => mcp.dispose());
  const clientKeys = new ClientKeys(scratch(), app.clock.now);
  const dataDir = scratch();
  const pluginKeys = new PluginKeys(dataDir, app.clock.now);
  /** Tokens that are worth nothing any more. */
  const taken = new Set<string>();
  const authenticate = authenticateWith(core, pluginKeys, taken);
  const metrics = new Metrics(core);
  onTestFinished(() => metrics.dispose());
  const refusals = new RefusalLog({
    clock: app.clock,
    record: (...received) => core.note(...received),
  });
  const onRefused = (code: ErrorCode): void => {
    refusals.note(code);
    metrics.refused(code);
  };
  const plugins = new PluginTransports({
    ...{ core, clock: app.clock, pluginKeys, authenticate, onRefused, onError },
    resultBytes: 65_536,
    newClientKey: (pluginId) => newEditorKey(core, clientKeys, pluginId),
    takeClientKey: (pluginId) => takeEditorKey(core, clientKeys, pluginId),
  });
  onTestFinished(() => plugins.dispose());
  const revoked: Credential[] = [];
  const revoke = (credential: Credential): void => void revoked.push(credential);
  const prove = makeProve(proofKey);
  const router = { authenticate, prove, revoke, onRefused, onError };
  const server = new LoopbackServer({ ...router, limits });
  onTestFinished(() => refusals.dispose());
  onTestFinished(() => server.dispose());
  server.open(mcp);
  const owner = { approveOverHttp: false };
  const management = openManagement(server.router, {
    ...{ core, index, clientKeys, metrics, onError },
    version: '1.2.3',
    clock: app.clock,
    onTokenReplaced: () => toDisposable(() => undefined),
    approveOverHttp: async () => owner.approveOverHttp,
    findCaller: async () => null,
    listClients: async () => [],
    readHistory: async () => ({ kind: 'cancelled' }),
    findServers: () => null,
  });
  onTestFinished(() => management.dispose());
  server.openSocket(plugins.hub);
  server.open(plugins.management);
  const sessions = new SessionSockets({
    ...{ core, clock: app.clock, settings: app.settings, onError },
    events: plugins.events,
  });
  onTestFinished(() => sessions.dispose());
  server.openSocket(sessions);
  const port = await server.start(0);
  const pluginSocket = await plugins.listen(dataDir);
  const transports = { clientKeys, pluginKeys, plugins, pluginSocket: pluginSocket ?? '' };
  return {
    ...app,
    server,
    port,
    ...transports,
    mcp,
    index,
    errors,
    owner,
    metrics,
    revoked,
    taken,
    callers,
  };
}

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly text: string;
}

interface Sent {
  readonly method?: string;
  readonly path?: string;
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Left out: a connection of its own. */
  readonly agent?: http.Agent;
}

export function send(port: number, sent: Sent): Promise<Reply> {
  const { method = 'GET', path = '/', token, headers = {}, body, agent = false } = sent;
  const authorization = token === undefined ? {} : { Authorization: `Bearer ${token}` };
  const options = { host: '127.0.0.1', port, method, path, agent };
  return new Promise((resolve, reject) => {
    const request = http.request({ ...options, headers: { ...authorization, ...headers } });
    request.once('error', reject);
    request.once('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', reject);
      response.once('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(chunks).toString('utf8'),
        }),
      );
    });
    request.end(body);
  });
}

export const sendJson = (port: number, sent: Sent & { readonly json: unknown }): Promise<Reply> =>
  send(port, {
    method: 'POST',
    ...sent,
    headers: { 'Content-Type': 'application/json', ...sent.headers },
    body: JSON.stringify(sent.json),
  });

/** Exactly these bytes, and what comes back until the other side closes. */
export function sendRaw(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(port, '127.0.0.1');
    const chunks: Buffer[] = [];
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.once('error', reject);
    socket.once('close', () => resolve(Buffer.concat(chunks).toString('latin1')));
    socket.write(bytes, 'latin1');
  });
}

export const statusLine = (answer: string): string => answer.split('\r\n')[0] ?? '';

export const errorOf = (reply: Reply): string | undefined =>
  (JSON.parse(reply.text) as { error?: { code?: string } }).error?.code;

/** A socket whose messages and end can be waited for. */
export class TestSocket {
  readonly socket: WebSocket;
  readonly closed: Promise<{ readonly code: number; readonly reason: string }>;
  readonly #waiting: ((message: Record<string, unknown>) => void)[] = [];
  readonly #messages: Record<string, unknown>[] = [];

  /** A number is a port of the loopback, a text the path of a private socket. */
  constructor(where: number | string, target: string, token: string | null) {
    const url = typeof where === 'number' ? `ws://127.0.0.1:${where}` : `ws+unix:${where}:`;
    const headers = token === null ? {} : { Authorization: `Bearer ${token}` };
    this.socket = new WebSocket(`${url}${target}`, { headers });
    onTestFinished(() => this.socket.terminate());
    this.socket.on('error', () => undefined);
    this.socket.on('message', (data) => {
      const message = JSON.parse((data as Buffer).toString('utf8')) as Record<string, unknown>;
      const next = this.#waiting.shift();
      if (next) next(message);
      else this.#messages.push(message);
    });
    this.closed = new Promise((resolve) => {
      this.socket.once('close', (code, reason) => resolve({ code, reason: reason.toString() }));
    });
  }

  opened(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.socket.once('open', resolve);
      this.socket.once('error', reject);
    });
  }

  send(message: unknown): void {
    this.socket.send(typeof message === 'string' ? message : JSON.stringify(message));
  }

  next(): Promise<Record<string, unknown>> {
    const message = this.#messages.shift();
    if (message) return Promise.resolve(message);
    return new Promise((resolve) => this.#waiting.push(resolve));
  }
}

export class PluginSocket extends TestSocket {
  constructor(port: number, token: string = tokens.plugin) {
    super(port, '/plugin/workbench', token);
  }
}

export const hello = {
  type: 'hello',
  protocol: 1,
  plugin_id: 'workbench',
  name: 'Workbench',
  version: '1',
  actions: ['open_file'],
  workspace_folders: [],
};
