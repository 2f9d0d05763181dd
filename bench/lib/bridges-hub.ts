// The browser hub as it is in the app: second listener, keys, gate, durable ledger, and a person who
// says yes for the session. Beside it two bare relays to the same extension, one of which makes a line
// durable before it passes a message on. All in one process, on Electron's Node.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { WebSocketServer, type WebSocket } from 'ws';
import { openCore, type Core } from '../../src/main/core/core.ts';
import { BrowserTransports } from '../../src/main/transports/browser/browser-transports.ts';
import { leastOn } from '../../src/main/transports/mcp/folders.ts';
import { openGatehouseRegistry } from '../../src/main/transports/mcp/gatehouse-registry.ts';
import { McpTools } from '../../src/main/transports/mcp/tools.ts';
import { openHttp } from '../../src/main/transports/http/open-http.ts';
import { PluginPairing } from '../../src/main/transports/plugins/pairing.ts';
import { AuditFile } from '../../src/main/platform/ledger/ledger-file.ts';
import { quickSha256 } from '../../src/main/platform/ledger/marks.ts';
import { BrowserKeys } from '../../src/main/platform/keys/browser-keys.ts';
import { ClientKeys } from '../../src/main/platform/keys/client-keys.ts';
import { systemClock as clock } from '../../src/main/platform/system/clock.ts';
import { Callers } from '../../src/main/platform/peers/callers.ts';
import { peerFinder } from '../../src/main/platform/peers/peer-finder.ts';
import { PluginKeys } from '../../src/main/platform/keys/plugin-keys.ts';
import { projectFolderOf } from '../../src/main/platform/paths/project-folder.ts';
import { realCommands } from '../../src/main/platform/programs/real-commands.ts';
import { realPaths } from '../../src/main/platform/paths/real-paths.ts';
import { StateFiles } from '../../src/main/platform/files/state-store.ts';
import { makeRedact, newToken, sameDigest } from '../../src/main/platform/keys/tokens.ts';
import { Disposables } from '../../src/shared/base/disposable.ts';
import type { ClientId } from '../../src/shared/base/ids.ts';
import { defaultSettings, type Settings } from '../../src/shared/app/settings.ts';
import { isError } from '../../src/shared/actions/outcomes.ts';

const origin = `chrome-extension://${'b'.repeat(32)}`;
const plenty = 1_000_000_000;
/** Limits are raised, because the path of a call is measured, not the limits. */
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

async function openGate(dataDir: string): Promise<Core> {
  const ledgerStore = new AuditFile(dataDir);
  await ledgerStore.start();
  return openCore({
    ...{ clock, ledgerStore, settings, sameDigest },
    paths: realPaths,
    commands: realCommands(process.env),
    stateStore: new StateFiles(dataDir, () => undefined),
    user: 'bench',
    home: os.homedir(),
    ownPaths: [dataDir],
    newId: randomUUID,
    newSessionToken: () => newToken('session'),
    sha256: quickSha256,
    redact: makeRedact(Buffer.alloc(32, 7)),
  });
}

/** The user, simulated: answers immediately. */
function sayYes(core: Core): void {
  for (const { askId, ...ask } of core.asks.list()) {
    const { accepted } =
      ask.kind === 'confirm'
        ? core.asks.answer(askId, { kind: 'session' })
        : core.asks.answer(askId, { ...ask, kind: 'allow', seconds: 3600 });
    if (!accepted) throw new Error(`the yes to ${ask.kind} was not taken`);
  }
}

/** The hub with everything that a call passes; with the key of a browser and of a client. */
async function openHub(dataDir: string) {
  const core = await openGate(dataDir);
  setInterval(() => sayYes(core), 5);
  const onError = (text: string): void => void process.stderr.write(`${text}\n`);
  const clientKeys = new ClientKeys(dataDir, clock.now);
  const browserKeys = new BrowserKeys(dataDir, clock.now);
  const pluginKeys = new PluginKeys(dataDir, clock.now);
  const keys = { clientKeys, browserKeys, pluginKeys, managementToken: null };
  const { guards } = openHttp({ core, clock, onError, ...keys }, new Disposables());
  const smallestAskFor = leastOn({ home: os.homedir(), ownPaths: [dataDir], projectFolderOf });
  const tools = new McpTools({ core, smallestAskFor, clock, serverTokens: () => 5_000 });
  const index = { query: async () => ({ kind: 'no-answer', why: 'closed' }) as const };
  const version = '1';
  const transports = new BrowserTransports({
    ...{ core, clock, browserKeys, guards, settings, version },
    pairing: new PluginPairing({ clock, show: () => undefined }),
    registry: openGatehouseRegistry({ core, tools, index, version }),
    callers: new Callers({ ...peerFinder(process.platform), owners: clientKeys }),
    isKnownClient: (clientId) => clientKeys.list().some(({ name }) => name === clientId),
  });
  const port = await transports.listen(0);
  const { key: browserKey } = await browserKeys.add({ name: 'Bench', origin });
  const made = await clientKeys.add('bench' as ClientId);
  if (isError(made)) throw new Error(made.message);
  return { port, browserKey, clientKey: made.key };
}

type Message = Readonly<Record<string, unknown>>;
const read = (data: unknown): Message => JSON.parse((data as Buffer).toString('utf8')) as Message;

/** Whatever a client sends goes to the extension with the id of its connection, and comes back by it. */
async function bareRelay(before?: (data: Buffer) => Promise<void>): Promise<number> {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false });
  const clients = new Map<unknown, WebSocket>();
  let extension: WebSocket | null = null;
  server.on('connection', (socket, { url }) => {
    if (url?.includes('type=extension')) {
      extension = socket;
      socket.on('message', (data) => {
        const { connectionId, ...message } = read(data);
        clients.get(connectionId)?.send(JSON.stringify(message));
      });
      return;
    }
    const connectionId = randomUUID();
    clients.set(connectionId, socket);
    const pass = (data: unknown): void =>
      extension?.send(JSON.stringify({ ...read(data), connectionId }));
    socket.on('message', (data) => {
      if (before) void before(data as Buffer).then(() => pass(data));
      else pass(data);
    });
  });
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
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

const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'gatehouse-bench-'));
process.on('exit', () => fs.rmSync(dataDir, { recursive: true, force: true }));
process.on('SIGTERM', () => process.exit(0));
const { port, browserKey, clientKey } = await openHub(dataDir);
const ports = {
  bare: await bareRelay(),
  synced: await bareRelay(lineByLine(dataDir)),
  gated: port,
};
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.({ cpu: user + system });
});
process.send?.({ ports, origin, browserKey, clientKey });
