// The MCP door as it is in the app: loopback server, key, gate, real paths, durable ledger, and an
// editor behind a socket. Runs on Electron's Node; prints its ports as JSON.
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { WebSocketServer, type WebSocket } from 'ws';
import { openCore, type Core } from '../../src/main/core/offers.ts';
import { McpEndpoint } from '../../src/main/doors/mcp/endpoint.ts';
import { leastOn } from '../../src/main/doors/mcp/folders.ts';
import { openHouseRegistry } from '../../src/main/doors/mcp/house-registry.ts';
import { Tools } from '../../src/main/doors/mcp/tools.ts';
import { PluginExecutor } from '../../src/main/doors/plugins/plugin-executor.ts';
import { LoopbackServer } from '../../src/main/doors/wire/loopback-server.ts';
import { AuditFile } from '../../src/main/platform/audit-file.ts';
import { quickSha256 } from '../../src/main/platform/audit/marks.ts';
import { systemClock } from '../../src/main/platform/clock.ts';
import { Callers } from '../../src/main/platform/peers/callers.ts';
import { peerFinder } from '../../src/main/platform/peers/peer-finder.ts';
import { projectFolderOf } from '../../src/main/platform/project-folder.ts';
import { realCommands } from '../../src/main/platform/real-commands.ts';
import { realPaths } from '../../src/main/platform/real-paths.ts';
import { StateFiles } from '../../src/main/platform/state-store.ts';
import { makeRedact, newToken, sameDigest, sha256 } from '../../src/main/platform/tokens.ts';
import type { Agent } from '../../src/shared/access.ts';
import { actionNames } from '../../src/shared/actions.ts';
import type { ClientId } from '../../src/shared/ids.ts';
import { defaultSettings, type Settings } from '../../src/shared/settings.ts';

const clientId = 'bench' as ClientId;
const plenty = 1_000_000_000;
const settings: Settings = {
  ...defaultSettings,
  limits: {
    ...defaultSettings.limits,
    callsPerSecond: plenty,
    burst: plenty,
    callsAtOnce: 10_000,
    sameCallPerMinute: plenty,
  },
};

/** The editor's socket, as soon as it has connected. */
async function editorSocket(): Promise<WebSocket> {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false });
  const connected = new Promise<WebSocket>((resolve) => server.once('connection', resolve));
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  const pluginPort = typeof address === 'object' ? address?.port : 0;
  process.stdout.write(`${JSON.stringify({ pluginPort })}\n`);
  return connected;
}

async function openHouse(dataDir: string): Promise<Core> {
  const ledgerStore = new AuditFile(dataDir);
  await ledgerStore.start();
  return openCore({
    clock: systemClock,
    ledgerStore,
    paths: realPaths,
    commands: realCommands(process.env),
    stateStore: new StateFiles(dataDir, () => undefined),
    settings,
    user: 'bench',
    home: os.homedir(),
    ownPlaces: [dataDir],
    newId: randomUUID,
    newSessionToken: () => newToken('session'),
    sha256: quickSha256,
    sameDigest,
    redact: makeRedact(Buffer.alloc(32, 7)),
  });
}

async function grant(core: Core, root: string): Promise<void> {
  const agent: Agent = {
    ...{ clientId, claimedName: 'bench', claimedVersion: '1', door: 'mcp' },
    verified: null,
  };
  const wish = { scopes: ['read:files'], roots: [root], reason: 'bench', ttl_seconds: 3600 };
  const request = core.requests.open(wish, agent);
  while (core.asks.list().length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  const [ask] = core.asks.list();
  if (ask?.kind !== 'access') throw new Error('no ask');
  const yes = { scopes: ask.scopes, roots: ask.roots, seconds: 3600 };
  core.asks.answer(ask.askId, { kind: 'allow', ...yes });
  await request.settled;
}

const root = fs.realpathSync(process.argv[2] ?? '');
const editor = await editorSocket();
const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'gatehouse-bench-'));
const core = await openHouse(dataDir);
const executor = new PluginExecutor({
  name: 'bench',
  actions: new Set<string>(actionNames),
  send: (command) => editor.send(JSON.stringify(command)),
  resultBytes: 1_048_576,
});
editor.on('message', (data) => executor.receive(JSON.parse((data as Buffer).toString()) as never));
core.executors.register(executor);

const key = newToken('client');
const keyDigest = sha256(key);
/** The lister has no session, and so sees every tool. */
const lister = newToken('client');
const listerDigest = sha256(lister);
const server = new LoopbackServer({
  authenticate(token) {
    const digest = sha256(token);
    if (digest === listerDigest) return { audience: 'client', clientId: 'lister' as ClientId };
    return digest === keyDigest ? { audience: 'client', clientId } : null;
  },
  prove: () => '',
  onTrouble: (text) => void process.stderr.write(`${text}\n`),
});
const leastFor = leastOn({ home: os.homedir(), ownPlaces: [dataDir], projectFolderOf });
const tools = new Tools({ core, leastFor, clock: systemClock });
const index = { query: async () => ({ kind: 'no-answer', why: 'closed' }) as const };
const registry = openHouseRegistry({ core, tools, index, version: '1' });
const callers = new Callers({
  ...peerFinder(process.platform),
  owners: { isKnown: () => true },
});
const onTrouble = (text: string): void => void process.stderr.write(`${text}\n`);
server.open(new McpEndpoint({ registry, callers, monotonic: systemClock.monotonic, onTrouble }));
const port = await server.start(0);
await grant(core, root);
process.stdout.write(`${JSON.stringify({ port, key, lister })}\n`);
