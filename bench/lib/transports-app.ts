// The MCP transport as in the app: loopback server, keys, gate, real paths, durable ledger, and an
// editor at the plugin hub's private socket. Runs on Electron's Node; prints its ports and keys as
// JSON.
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { openCore, type Core } from '../../src/main/core/core.ts';
import { McpEndpoint } from '../../src/main/transports/mcp/endpoint.ts';
import { leastOn } from '../../src/main/transports/mcp/folders.ts';
import { openGatehouseRegistry } from '../../src/main/transports/mcp/gatehouse-registry.ts';
import { McpTools } from '../../src/main/transports/mcp/tools.ts';
import { SessionSockets } from '../../src/main/transports/sessions/session-sockets.ts';
import { openHttp } from '../../src/main/transports/http/open-http.ts';
import { PluginTransports } from '../../src/main/transports/plugins/plugin-transports.ts';
import { AuditFile } from '../../src/main/platform/ledger/ledger-file.ts';
import { quickSha256 } from '../../src/main/platform/ledger/marks.ts';
import { BrowserKeys } from '../../src/main/platform/keys/browser-keys.ts';
import { ClientKeys } from '../../src/main/platform/keys/client-keys.ts';
import { systemClock } from '../../src/main/platform/system/clock.ts';
import { Callers } from '../../src/main/platform/peers/callers.ts';
import { peerFinder } from '../../src/main/platform/peers/peer-finder.ts';
import { PluginKeys } from '../../src/main/platform/keys/plugin-keys.ts';
import { projectFolderOf } from '../../src/main/platform/paths/project-folder.ts';
import { realCommands } from '../../src/main/platform/programs/real-commands.ts';
import { realPaths } from '../../src/main/platform/paths/real-paths.ts';
import { StateFiles } from '../../src/main/platform/files/state-store.ts';
import { makeRedact, newToken, sameDigest } from '../../src/main/platform/keys/tokens.ts';
import type { Agent } from '../../src/shared/access/access.ts';
import { Disposables } from '../../src/shared/base/disposable.ts';
import type { ClientId } from '../../src/shared/base/ids.ts';
import { defaultSettings, type Settings } from '../../src/shared/app/settings.ts';

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
    sessions: 1_000,
    pendingAsksPerClient: 1_000,
  },
};

async function openTestApp(dataDir: string): Promise<Core> {
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
    ownPaths: [dataDir],
    newId: randomUUID,
    newSessionToken: () => newToken('session'),
    sha256: quickSha256,
    sameDigest,
    redact: makeRedact(Buffer.alloc(32, 7)),
  });
}

async function grant(core: Core, root: string, by: ClientId = clientId): Promise<void> {
  const agent: Agent = {
    ...{ clientId: by, claimedName: 'bench', claimedVersion: '1', door: 'mcp' },
    verified: null,
  };
  const accessArgs = { scopes: ['read:files'], roots: [root], reason: 'bench', ttl_seconds: 3600 };
  const request = core.requests.open(accessArgs, agent);
  while (core.asks.list().length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  const [ask] = core.asks.list();
  if (ask?.kind !== 'access') throw new Error('no ask');
  const yes = { scopes: ask.scopes, roots: ask.roots, seconds: 3600 };
  core.asks.answer(ask.askId, { kind: 'allow', ...yes });
  await request.outcome;
}

async function keyFor(keys: ClientKeys, name: ClientId): Promise<string> {
  const made = await keys.add(name);
  if (!('key' in made)) throw new Error(made.message);
  return made.key;
}

const root = fs.realpathSync(process.argv[2] ?? '');
const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'gatehouse-bench-'));
process.on('exit', () => fs.rmSync(dataDir, { recursive: true, force: true }));
process.on('SIGTERM', () => process.exit(0));
const onError = (text: string): void => void process.stderr.write(`${text}\n`);
const core = await openTestApp(dataDir);
const clientKeys = new ClientKeys(dataDir, systemClock.now);
const pluginKeys = new PluginKeys(dataDir, systemClock.now);
const shared = { core, clock: systemClock, clientKeys, pluginKeys, onError };
const browserKeys = new BrowserKeys(dataDir, systemClock.now);
const forFront = { ...shared, browserKeys, managementToken: null };
const front = openHttp(forFront, new Disposables());
const { server, keys } = front;
const leastFor = leastOn({ home: os.homedir(), ownPaths: [dataDir], projectFolderOf });
const tools = new McpTools({ core, leastFor, clock: systemClock, serverTokens: () => 5_000 });
const index = { query: async () => ({ kind: 'no-answer', why: 'closed' }) as const };
const registry = openGatehouseRegistry({ core, tools, index, version: '1' });
const callers = new Callers({ ...peerFinder(process.platform), owners: clientKeys });
server.open(new McpEndpoint({ registry, callers, monotonic: systemClock.monotonic, onError }));
const { resultBytes } = settings.limits;
const { authenticate } = keys;
const { onRefused } = front.guards;
const own = {
  resultBytes,
  authenticate,
  onRefused,
  newClientKey: async () => null,
  takeClientKey: async () => null,
};
const plugins = new PluginTransports({ ...shared, ...own });
const { events } = plugins;
const port = await server.start(0);
const pluginKey = await pluginKeys.add('bench', 'Bench');
const pluginSocket = await plugins.listen(dataDir);
process.stdout.write(`${JSON.stringify({ pluginSocket, pluginKey })}\n`);
while (!core.executors.canDo('open_file')) await new Promise((resolve) => setTimeout(resolve, 5));
await grant(core, root);
const key = await keyFor(clientKeys, clientId);
/** The lister has no session, so it sees every tool. */
const lister = await keyFor(clientKeys, 'lister' as ClientId);
process.stdout.write(`${JSON.stringify({ port, key, lister })}\n`);

const sessionSockets = new SessionSockets({ ...shared, events, settings });
server.openSocket(sessionSockets);

/** Adds sessions of other clients up to this count, and returns tokens for all of them. */
async function sessionsUpTo(count: number) {
  for (let n = core.sessions.list().length; n < count; n += 1) {
    await grant(core, root, `other-${n}` as ClientId);
  }
  return core.sessions.list().flatMap(({ sessionId }) => {
    const token = core.sessions.claimToken(sessionId);
    return token === null ? [] : [{ sessionId, token }];
  });
}

process.on('message', (message: { readonly sessions?: number }) => {
  const { user, system } = process.cpuUsage();
  if (message.sessions === undefined) process.send?.({ cpu: user + system });
  else void sessionsUpTo(message.sessions).then((sessions) => process.send?.({ sessions }));
});
