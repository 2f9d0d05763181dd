// A hub with two ports to the same plugin: a bare relay, and the same relay with the gate, real
// paths and the durable ledger between. Runs on Electron's Node; prints its ports as JSON.
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { WebSocketServer, type WebSocket } from 'ws';
import { openCore, type Core } from '../../src/main/core/offers.ts';
import { PluginExecutor } from '../../src/main/doors/plugins/plugin-executor.ts';
import { AuditFile } from '../../src/main/platform/audit-file.ts';
import { systemClock } from '../../src/main/platform/clock.ts';
import { realPaths } from '../../src/main/platform/real-paths.ts';
import { StateFiles } from '../../src/main/platform/state-store.ts';
import { newToken, sameDigest, sha256 } from '../../src/main/platform/tokens.ts';
import type { Agent } from '../../src/shared/access.ts';
import type { ClientId } from '../../src/shared/ids.ts';
import { defaultSettings, type Settings } from '../../src/shared/settings.ts';

const agent: Agent = {
  clientId: 'bench' as ClientId,
  claimedName: 'bench',
  claimedVersion: '1',
  door: 'mcp',
  verified: null,
};
const never = new AbortController().signal;
const plenty = 1_000_000_000;

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

function listen(onSocket: (socket: WebSocket) => void): Promise<number> {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false });
  server.on('connection', onSocket);
  return new Promise((resolve) => {
    server.on('listening', () => {
      const address = server.address();
      if (typeof address === 'object' && address) resolve(address.port);
    });
  });
}

interface Message {
  readonly id: string;
  readonly action: string;
  readonly args: unknown;
}

const read = (data: unknown): Message => JSON.parse((data as Buffer).toString('utf8')) as Message;

/** What the PERFORMANCE page calls a bare two-hop relay: parsed once, sent on, matched by id. */
async function bareRelay(plugin: WebSocket): Promise<number> {
  const waiting = new Map<string, WebSocket>();
  plugin.on('message', (data) => {
    const { id } = read(data);
    waiting.get(id)?.send(data as Buffer, { binary: false });
    waiting.delete(id);
  });
  return listen((socket) => {
    socket.on('message', (data) => {
      waiting.set(read(data).id, socket);
      plugin.send(data as Buffer, { binary: false });
    });
  });
}

function gatedRelay(core: Core): Promise<number> {
  return listen((socket) => {
    socket.on('message', (data) => {
      const { id, action, args } = read(data);
      void core.gate.pass({ action, args }, agent, never).then((outcome) => {
        socket.send(JSON.stringify({ type: 'result', id, outcome }));
      });
    });
  });
}

async function openGate(plugin: WebSocket, root: string): Promise<Core> {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'gatehouse-bench-'));
  const ledgerStore = new AuditFile(dataDir);
  await ledgerStore.start();
  const core = await openCore({
    clock: systemClock,
    ledgerStore,
    paths: realPaths,
    stateStore: new StateFiles(dataDir, () => undefined),
    settings,
    user: 'bench',
    home: os.homedir(),
    ownPlaces: [dataDir],
    newId: randomUUID,
    newSessionToken: () => newToken('session'),
    sha256,
    sameDigest,
    redact: (text) => text,
  });
  const executor = new PluginExecutor({
    name: 'bench',
    actions: new Set(['open_file', 'create_file']),
    send: (command) => plugin.send(JSON.stringify(command)),
    resultBytes: 1_048_576,
  });
  plugin.on('message', (data) => executor.receive(read(data) as never));
  core.executors.register(executor);
  const request = core.requests.open(
    { scopes: ['read:files', 'create:files'], roots: [root], reason: 'bench', ttl_seconds: 3600 },
    agent,
  );
  while (core.asks.list().length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  const [ask] = core.asks.list();
  if (ask?.kind !== 'access') throw new Error('no ask');
  core.asks.answer(ask.askId, {
    kind: 'allow',
    scopes: ask.scopes,
    roots: ask.roots,
    seconds: 3600,
  });
  await request.settled;
  return core;
}

const root = fs.realpathSync(process.argv[2] ?? '');
const plugins: WebSocket[] = [];
const pluginPort = await listen((socket) => plugins.push(socket));
process.stdout.write(`${JSON.stringify({ pluginPort })}\n`);
while (plugins.length < 2) await new Promise((resolve) => setTimeout(resolve, 5));
const [forBare, forGate] = plugins;
if (!forBare || !forGate) throw new Error('no plugins');
const core = await openGate(forGate, root);
process.stdout.write(
  `${JSON.stringify({ bare: await bareRelay(forBare), gated: await gatedRelay(core) })}\n`,
);
