// Two bare relays to an editor, one of which makes a line durable first, and the real way: the gate
// with real paths, the ledger on disk and the plugin hub. All in one process, on Electron's Node.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { WebSocketServer, type WebSocket } from 'ws';
import { openCore, type Core } from '../../src/main/core/core.ts';
import { PluginTransports } from '../../src/main/transports/plugins/plugin-transports.ts';
import { SessionSockets } from '../../src/main/transports/sessions/session-sockets.ts';
import { AuditFile } from '../../src/main/platform/ledger/ledger-file.ts';
import { newBootId } from '../../src/main/platform/ledger/boot-id.ts';
import { CheckpointFile } from '../../src/main/platform/ledger/checkpoint-file.ts';
import { makeMac, quickSha256 } from '../../src/main/platform/ledger/marks.ts';
import { systemClock } from '../../src/main/platform/system/clock.ts';
import { PluginKeys } from '../../src/main/platform/keys/plugin-keys.ts';
import { realCommands } from '../../src/main/platform/programs/real-commands.ts';
import { realPaths } from '../../src/main/platform/paths/real-paths.ts';
import { StateFiles } from '../../src/main/platform/files/state-store.ts';
import { makeRedact, newToken, sameDigest } from '../../src/main/platform/keys/tokens.ts';
import type { Agent } from '../../src/shared/access/access.ts';
import type { ClientId } from '../../src/shared/base/ids.ts';
import { defaultSettings, type Settings } from '../../src/shared/app/settings.ts';
import { LeastGate } from './least-gate.ts';

const agent: Agent = {
  clientId: 'bench' as ClientId,
  claimedName: 'bench',
  claimedVersion: '1',
  door: 'mcp',
  verified: null,
};
const plenty = 1_000_000_000;
const key = Buffer.alloc(32, 3);

/** Limits are raised, because the path of a call is measured, not the limits. */
const settings: Settings = {
  ...defaultSettings,
  limits: {
    ...defaultSettings.limits,
    callsPerSecond: plenty,
    burst: plenty,
    callsAtOnce: 10_000,
    sameCallPerMinute: plenty,
    editBytesPerDay: plenty,
    editBytesPerFile: plenty,
  },
};

interface Message {
  readonly id: string;
  readonly action: string;
  readonly args: unknown;
}

const read = (data: unknown): Message => JSON.parse((data as Buffer).toString('utf8')) as Message;

async function listen(onSocket: (socket: WebSocket) => void): Promise<number> {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false });
  server.on('connection', onSocket);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** What the PERFORMANCE page calls a bare two-hop relay: parsed once, sent on, matched by id. */
function bareRelay(plugin: WebSocket, before?: (data: Buffer) => Promise<void>): Promise<number> {
  const waiting = new Map<string, WebSocket>();
  plugin.on('message', (data) => {
    const { id } = read(data);
    waiting.get(id)?.send(data as Buffer, { binary: false });
    waiting.delete(id);
  });
  const pass = (data: unknown): void => plugin.send(data as Buffer, { binary: false });
  return listen((socket) => {
    socket.on('message', (data) => {
      waiting.set(read(data).id, socket);
      if (before) void before(data as Buffer).then(() => pass(data));
      else pass(data);
    });
  });
}

/** One line each, written and synced, one after the other. */
function lineByLine(folder: string): (data: Buffer) => Promise<void> {
  const file = fs.openSync(path.join(folder, 'lines'), 'a');
  let last: Promise<void> = Promise.resolve();
  const write = (data: Buffer): Promise<void> => {
    fs.writeSync(file, `${data.toString('utf8')}\n`);
    return new Promise((resolve, reject) => {
      fs.fdatasync(file, (error) => (error ? reject(error) : resolve()));
    });
  };
  return (data) => (last = last.then(() => write(data)));
}

async function openGate(dataDir: string): Promise<Core> {
  const ledgerStore = new AuditFile(dataDir);
  await ledgerStore.start();
  return openCore({
    clock: systemClock,
    ledgerStore,
    checkpoints: new CheckpointFile(path.join(dataDir, 'second'), systemClock.monotonic),
    paths: realPaths,
    commands: realCommands(process.env),
    stateStore: new StateFiles(dataDir, () => undefined),
    settings,
    mac: makeMac(key),
    bootId: newBootId(),
    user: 'bench',
    home: os.homedir(),
    ownPaths: [dataDir],
    newId: randomUUID,
    newSessionToken: () => newToken('session'),
    sha256: quickSha256,
    sameDigest,
    redact: makeRedact(key),
  });
}

async function grant(core: Core, root: string): Promise<void> {
  const request = core.requests.open(
    { scopes: ['read:files', 'create:files'], roots: [root], reason: 'bench', ttl_seconds: 3600 },
    agent,
  );
  while (core.asks.list().length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  const [ask] = core.asks.list();
  if (ask?.kind !== 'access') throw new Error('no ask');
  const { scopes, roots } = ask;
  core.asks.answer(ask.askId, { kind: 'allow', scopes, roots, seconds: 3600 });
  await request.outcome;
}

interface Transports {
  /** For the editor, which comes by the plugin hub and plainly for the relays, and for the agent. */
  readonly port: number;
  readonly plain: ReadonlyMap<string, WebSocket>;
}

/** The real transports of editors and agents, without the token check when a socket is opened. */
async function openTransports(core: Core, dataDir: string): Promise<Transports> {
  const plain = new Map<string, WebSocket>();
  const pluginKeys = new PluginKeys(dataDir, systemClock.now);
  const { resultBytes } = settings.limits;
  const shared = { core, clock: systemClock, onError: console.error };
  const own = {
    pluginKeys,
    resultBytes,
    authenticate: () => null,
    onRefused: () => undefined,
    newClientKey: async () => null,
    takeClientKey: async () => null,
  };
  const { hub, events } = new PluginTransports({ ...shared, ...own });
  const agents = new SessionSockets({ ...shared, events, settings });
  const bare = new WebSocketServer({ noServer: true, perMessageDeflate: false });
  const [session] = core.sessions.list();
  if (!session) throw new Error('no session');
  const { sessionId } = session;
  const server = http.createServer().listen(0, '127.0.0.1');
  server.on('upgrade', (request, socket, head) => {
    const name = (request.url ?? '').slice(1);
    if (name === 'plugin/bench') {
      hub.upgrade(request, socket, head, { audience: 'plugin', pluginId: 'bench' });
    } else if (name === 'gated') {
      request.url = `/mcp/session/${sessionId}`;
      const { clientId } = agent;
      agents.upgrade(request, socket, head, { audience: 'session', sessionId, clientId });
    } else bare.handleUpgrade(request, socket, head, (plugin) => plain.set(name, plugin));
  });
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, plain };
}

const root = fs.realpathSync(process.argv[2] ?? '');
const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'gatehouse-bench-'));
process.on('exit', () => fs.rmSync(dataDir, { recursive: true, force: true }));
process.on('SIGTERM', () => process.exit(0));
const core = await openGate(dataDir);
await grant(core, root);
const { port, plain } = await openTransports(core, dataDir);
process.send?.({ pluginPort: port });
while (plain.size < 3 || !core.executors.canDo('open_file')) {
  await new Promise((resolve) => setTimeout(resolve, 5));
}
const [forBare, forSynced, forLeast] = ['bare', 'synced', 'least'].map((way) => plain.get(way));
if (!forBare || !forSynced || !forLeast) throw new Error('no plain connections');
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.({ cpu: user + system });
});
process.send?.({
  bare: await bareRelay(forBare),
  synced: await bareRelay(forSynced, lineByLine(dataDir)),
  least: await listen(new LeastGate(forLeast, root, dataDir).serve),
  gated: port,
});
