// What answers hooks, as in the app: private socket, keys, adapters, gate, real paths, durable ledger,
// and a person who says yes and keeps it as widely as offered. Prints its data folder as JSON.
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { openCore } from '../../src/main/core/core.ts';
import { adapterFor } from '../../src/main/integrations/native/adapters/adapters.ts';
import { EditContents } from '../../src/main/integrations/native/edit-contents.ts';
import { DiscoveryFiles } from '../../src/main/platform/files/discovery-files.ts';
import { StateFiles } from '../../src/main/platform/files/state-store.ts';
import { BrowserKeys } from '../../src/main/platform/keys/browser-keys.ts';
import { ClientKeys } from '../../src/main/platform/keys/client-keys.ts';
import { PluginKeys } from '../../src/main/platform/keys/plugin-keys.ts';
import { makeRedact, newToken, sameDigest } from '../../src/main/platform/keys/tokens.ts';
import { AuditFile } from '../../src/main/platform/ledger/ledger-file.ts';
import { quickSha256 } from '../../src/main/platform/ledger/marks.ts';
import { projectFolderOf } from '../../src/main/platform/paths/project-folder.ts';
import { realPaths } from '../../src/main/platform/paths/real-paths.ts';
import { Callers } from '../../src/main/platform/peers/callers.ts';
import { peerFinder } from '../../src/main/platform/peers/peer-finder.ts';
import { realCommands } from '../../src/main/platform/programs/real-commands.ts';
import { systemClock } from '../../src/main/platform/system/clock.ts';
import { openHttp } from '../../src/main/transports/http/open-http.ts';
import { NativeTransport } from '../../src/main/transports/native/native-transport.ts';
import { PluginTransports } from '../../src/main/transports/plugins/plugin-transports.ts';
import { defaultSettings } from '../../src/shared/app/settings.ts';
import { Disposables } from '../../src/shared/base/disposable.ts';
import type { ClientId } from '../../src/shared/base/ids.ts';
import { clientKeyFolder } from '../../src/shared/integrations/client-key-folder.ts';

const clock = systemClock;
const home = os.homedir();
const dataDir = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'gatehouse-native-')));
process.on('exit', () => fs.rmSync(dataDir, { recursive: true, force: true }));
process.on('SIGTERM', () => process.exit(0));
const onError = (text: string): void => void process.stderr.write(`${text}\n`);
const ledgerStore = new AuditFile(dataDir);
await ledgerStore.start();
const clientKeys = new ClientKeys(dataDir, clock.now);
const core = await openCore({
  ...{ clock, ledgerStore, home, sameDigest, paths: realPaths, user: 'bench' },
  commands: realCommands(process.env),
  stateStore: new StateFiles(dataDir, () => undefined),
  settings: defaultSettings,
  ownPaths: [dataDir],
  newId: randomUUID,
  newSessionToken: () => newToken('session'),
  sha256: quickSha256,
  redact: makeRedact(Buffer.alloc(32, 7)),
});
const pluginKeys = new PluginKeys(dataDir, clock.now);
const browserKeys = new BrowserKeys(dataDir, clock.now);
const shared = { core, clock, clientKeys, pluginKeys, browserKeys, onError };
const front = openHttp({ ...shared, managementToken: null }, new Disposables());
const callers = new Callers({ ...peerFinder(process.platform), owners: clientKeys });
const native = new NativeTransport({
  ...{ core, clock, adapterFor, onError, prove: front.prove },
  files: new EditContents(dataDir),
  projectFolderOf: (folder) => projectFolderOf(folder, home),
  agentBehind: (socket, clientId) => callers.behind(socket, clientId),
});
const plugins = new PluginTransports({
  ...{ ...shared, resultBytes: 1024 ** 2, authenticate: front.keys.authenticate },
  onRefused: front.guards.onRefused,
  newClientKey: async () => null,
  takeClientKey: async () => null,
});
const port = await front.server.start(0);
const pluginSocket = await plugins.listen(dataDir, native.endpoint);
await new DiscoveryFiles(dataDir).write({
  ...{ port, pluginSocket, version: '1', now: clock.now() },
  ...{ management: front.managementToken, proofKey: front.proofKey },
});
const made = await clientKeys.add('claude-code' as ClientId);
if (!('key' in made)) throw new Error(made.message);
fs.mkdirSync(path.join(dataDir, clientKeyFolder), { mode: 0o700 });
fs.writeFileSync(path.join(dataDir, clientKeyFolder, 'claude-code.key'), made.key, { mode: 0o600 });

const asked: string[] = [];
setInterval(() => {
  for (const ask of core.asks.list()) {
    if (ask.kind === 'access') {
      const { scopes, roots, requestedSeconds: seconds } = ask;
      core.asks.answer(ask.askId, { kind: 'allow', scopes, roots, seconds });
    } else core.asks.answer(ask.askId, { kind: ask.forSession === null ? 'once' : 'session' });
    asked.push(ask.kind === 'access' ? `access: ${ask.reason}` : `${ask.kind}: ${ask.sentence}`);
  }
}, 5);
process.on('message', () => process.send?.({ asked }));
process.stdout.write(`${JSON.stringify({ dataDir })}\n`);
