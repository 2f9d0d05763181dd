// The gate with real paths and a durable ledger, and the MCP transport, as in the app, for benches: the
// path of a call is measured, so its limits are raised.
import { randomUUID } from 'node:crypto';
import os from 'node:os';
import { openCore, type Core } from '../../src/main/core/core.ts';
import { AuditFile } from '../../src/main/platform/ledger/ledger-file.ts';
import { quickSha256 } from '../../src/main/platform/ledger/marks.ts';
import { systemClock } from '../../src/main/platform/system/clock.ts';
import { BrowserKeys } from '../../src/main/platform/keys/browser-keys.ts';
import { ClientKeys } from '../../src/main/platform/keys/client-keys.ts';
import { PluginKeys } from '../../src/main/platform/keys/plugin-keys.ts';
import { projectFolderOf } from '../../src/main/platform/paths/project-folder.ts';
import { Callers } from '../../src/main/platform/peers/callers.ts';
import { peerFinder } from '../../src/main/platform/peers/peer-finder.ts';
import { openHttp } from '../../src/main/transports/http/open-http.ts';
import { McpEndpoint } from '../../src/main/transports/mcp/endpoint.ts';
import { leastOn } from '../../src/main/transports/mcp/folders.ts';
import { openGatehouseRegistry } from '../../src/main/transports/mcp/gatehouse-registry.ts';
import { McpTools } from '../../src/main/transports/mcp/tools.ts';
import { Disposables } from '../../src/shared/base/disposable.ts';
import { realCommands } from '../../src/main/platform/programs/real-commands.ts';
import { realPaths } from '../../src/main/platform/paths/real-paths.ts';
import { StateFiles } from '../../src/main/platform/files/state-store.ts';
import { makeRedact, newToken, sameDigest } from '../../src/main/platform/keys/tokens.ts';
import type { Agent } from '../../src/shared/access/access.ts';
import type { ClientId } from '../../src/shared/base/ids.ts';
import { defaultSettings, type Settings } from '../../src/shared/app/settings.ts';

const plenty = 1_000_000_000;
export const raisedSettings: Settings = {
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
export const redact = makeRedact(Buffer.alloc(32, 7));

export async function openMeasuredCore(dataDir: string): Promise<Core> {
  const ledgerStore = new AuditFile(dataDir);
  await ledgerStore.start();
  return openCore({
    clock: systemClock,
    ledgerStore,
    paths: realPaths,
    commands: realCommands(process.env),
    stateStore: new StateFiles(dataDir, () => undefined),
    settings: raisedSettings,
    user: 'bench',
    home: os.homedir(),
    ownPaths: [dataDir],
    newId: randomUUID,
    newSessionToken: () => newToken('session'),
    sha256: quickSha256,
    sameDigest,
    redact,
  });
}

/** What the user says yes to, for an hour. */
export async function grant(
  core: Core,
  by: ClientId,
  access: { readonly scopes: readonly string[]; readonly roots: readonly string[] },
): Promise<void> {
  const agent: Agent = {
    ...{ clientId: by, claimedName: 'bench', claimedVersion: '1', door: 'mcp' },
    verified: null,
  };
  const accessArgs = { ...access, reason: 'bench', ttl_seconds: 3600 };
  const request = core.requests.open(accessArgs, agent);
  while (core.asks.list().length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  const [ask] = core.asks.list();
  if (ask?.kind !== 'access') throw new Error('no ask');
  const yes = { scopes: ask.scopes, roots: ask.roots, seconds: 3600 };
  core.asks.answer(ask.askId, { kind: 'allow', ...yes });
  await request.outcome;
}

export async function keyFor(keys: ClientKeys, name: ClientId): Promise<string> {
  const made = await keys.add(name);
  if (!('key' in made)) throw new Error(made.message);
  return made.key;
}

/** Loopback server, keys and the MCP transport. */
export function openMeasuredMcp(core: Core, dataDir: string) {
  const onError = (text: string): void => void process.stderr.write(`${text}\n`);
  const clientKeys = new ClientKeys(dataDir, systemClock.now);
  const pluginKeys = new PluginKeys(dataDir, systemClock.now);
  const shared = { core, clock: systemClock, clientKeys, pluginKeys, onError };
  const browserKeys = new BrowserKeys(dataDir, systemClock.now);
  const front = openHttp({ ...shared, browserKeys, managementToken: null }, new Disposables());
  const smallestAskFor = leastOn({ home: os.homedir(), ownPaths: [dataDir], projectFolderOf });
  const tools = new McpTools({
    core,
    smallestAskFor,
    clock: systemClock,
    serverTokens: () => 5_000,
  });
  const index = { query: async () => ({ kind: 'no-answer', why: 'closed' }) as const };
  const registry = openGatehouseRegistry({ core, tools, index, version: '1' });
  const callers = new Callers({ ...peerFinder(process.platform), owners: clientKeys });
  const { monotonic } = systemClock;
  front.server.open(new McpEndpoint({ registry, callers, monotonic, onError }));
  return { front, clientKeys, pluginKeys, shared };
}
