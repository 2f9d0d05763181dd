/**
 * The only file that knows everybody. It builds the house in reading order and returns
 * one thing to close, which undoes it all in reverse.
 */
import os from 'node:os';
import { randomUUID } from 'node:crypto';
import { Disposables, type Disposable } from '../shared/base/disposable.ts';
import { notices } from '../shared/notices.ts';
import { openCore, type Core } from './core/offers.ts';
import type { Clock } from './core/needs.ts';
import { openFront } from './doors/open-front.ts';
import { openManagement } from './doors/management/management-doors.ts';
import { McpEndpoint } from './doors/mcp/endpoint.ts';
import { leastOn } from './doors/mcp/folders.ts';
import { openHouseRegistry } from './doors/mcp/house-registry.ts';
import { Tools } from './doors/mcp/tools.ts';
import { PluginDoors } from './doors/plugins/plugin-doors.ts';
import { SessionDoor } from './doors/sessions/session-door.ts';
import { openTls } from './doors/wire/tls-listener.ts';
import { DemoAgent } from './integrations/demo/demo-agent.ts';
import { AuditFile } from './platform/audit-file.ts';
import { AuditIndex } from './platform/audit-index/audit-index.ts';
import { newBootId } from './platform/audit/boot-id.ts';
import { CheckpointFile } from './platform/audit/checkpoint-file.ts';
import { LedgerCheck } from './platform/audit/ledger-check.ts';
import { makeMac, quickSha256 } from './platform/audit/marks.ts';
import { ClientKeys } from './platform/client-keys.ts';
import { secureDataDir } from './platform/data-dir.ts';
import { DiscoveryFiles } from './platform/discovery-files.ts';
import { InstallKey } from './platform/install-key.ts';
import { openLog, type Log } from './platform/log.ts';
import { Callers } from './platform/peers/callers.ts';
import { peerFinder } from './platform/peers/peer-finder.ts';
import { PluginKeys } from './platform/plugin-keys.ts';
import { projectFolderOf } from './platform/project-folder.ts';
import { realCommands } from './platform/real-commands.ts';
import { realHome } from './platform/real-home.ts';
import { realPaths, realPlace } from './platform/real-paths.ts';
import { StateFiles } from './platform/state-store.ts';
import { SettingsFile } from './platform/settings-file.ts';
import { makeRedact, newToken, sameDigest } from './platform/tokens.ts';
import type { Shell } from './shell/shell.ts';

export interface AppOptions {
  readonly dataDir: string;
  readonly version: string;
  readonly clock: Clock;
  readonly shell: Shell;
  /** The port to try first; 0 takes any. */
  readonly port: number;
  readonly managementToken: string | null;
  readonly window: 'as-set' | 'never';
  /** Where the end of the ledger in that data folder is written down a second time. */
  readonly checkpointFolder?: (dataDir: string) => string;
}

export interface App extends Disposable {
  readonly core: Core;
  readonly index: AuditIndex;
  readonly mcpUrl: string;
  readonly dataDir: string;
  showMainWindow(): void;
}

export async function openApp(options: AppOptions): Promise<App> {
  const held = new Disposables();
  try {
    return await build(options, held);
  } catch (error) {
    await held.dispose();
    throw error;
  }
}

async function build(options: AppOptions, held: Disposables): Promise<App> {
  const { shell, version } = options;
  const ground = await layGround(options);
  const core = await openCoreOn(ground, options, held);
  const firstRun = core.state.snapshot().entries.length === 0;
  const index = openIndexOf(ground, core, options, held);
  const doors = await openDoors(ground, { core, index }, options, held);
  held.add({ dispose: () => core.stopAsking() });
  await core.note('gatehouse.started', `version ${version}, listening at ${doors.mcpUrl}`);

  const { settings, settingsFile, log, dataDir } = ground;
  const { languageServers } = settings;
  const told = { ...doors.hub, version, dataDir, languageServers };
  const workbench = held.add(shell.startWorkbench(told, log.trouble));
  const mayShowItself = options.window !== 'never';
  const { mcpUrl } = doors;
  const demo = held.add(new DemoAgent({ ...ground, core, mcpUrl, version }));
  const opened = held.add(
    shell.open({
      ...{ core, index, workbench },
      ledgerCheck: held.add(new LedgerCheck({ ...options, ...ground })),
      version,
      mayShowItself,
      showAtStart: mayShowItself && (firstRun || !settings.startHidden),
      trouble: log.trouble,
      pairing: doors.pairing,
      settingsFile,
      demo,
    }),
  );
  held.add(noteKeyPlace(ground.installKey, core, log));
  const showMainWindow = (): void => opened.showMainWindow();
  held.add(doors.onWindowWished(showMainWindow));
  return { core, index, mcpUrl, dataDir, showMainWindow, dispose: () => held.dispose() };
}

type Ground = Awaited<ReturnType<typeof layGround>>;

/** What is read from disk before anything runs. */
async function layGround({ dataDir: wanted, clock, shell }: AppOptions) {
  const dataDir = secureDataDir(wanted);
  const log = openLog(dataDir, clock.now);
  const settingsFile = new SettingsFile(dataDir, clock.now);
  const { broken } = await settingsFile.load();
  const settings = settingsFile.live;
  const installKey = new InstallKey(dataDir, shell.keyring);
  const { key, lost } = await installKey.load();
  const clientKeys = new ClientKeys(dataDir, clock.now);
  await clientKeys.load();
  const pluginKeys = new PluginKeys(dataDir, clock.now);
  await pluginKeys.load();
  const found = [
    ...(broken ? [notices.brokenSettings(broken)] : []),
    ...(lost ? [notices.lostKey] : []),
  ];
  return { dataDir, log, settings, settingsFile, installKey, key, clientKeys, pluginKeys, found };
}

async function openCoreOn(
  ground: Ground,
  { clock, version, checkpointFolder }: AppOptions,
  held: Disposables,
): Promise<Core> {
  const { dataDir, settings, key, found } = ground;
  const ledgerStore = held.add(new AuditFile(dataDir));
  await ledgerStore.start();
  const checkpoints =
    checkpointFolder && held.add(new CheckpointFile(checkpointFolder(dataDir), clock.monotonic));
  const stateStore = held.add(new StateFiles(dataDir, ground.log.trouble));
  const core = held.add(
    await openCore({
      clock,
      ledgerStore,
      ...(checkpoints ? { checkpoints } : {}),
      mac: makeMac(key),
      bootId: newBootId(),
      paths: realPaths,
      commands: realCommands(process.env),
      stateStore,
      newSessionToken: () => newToken('session'),
      settings,
      user: os.userInfo().username,
      home: realHome(),
      ownPlaces: [dataDir, ...(checkpointFolder ? [realPlace(checkpointFolder(dataDir))] : [])],
      newId: randomUUID,
      sha256: quickSha256,
      sameDigest,
      redact: makeRedact(key),
    }),
  );
  core.state.setFacts({ version, settings: { ...settings } });
  for (const notice of found) core.state.addNotice(notice);
  return core;
}

/** Behind the ledger, never on the path of a call; its thread runs only while somebody looks. */
function openIndexOf(
  { dataDir, log }: Ground,
  core: Core,
  { clock }: AppOptions,
  held: Disposables,
): AuditIndex {
  const index = held.add(new AuditIndex({ dataDir, clock, onTrouble: log.trouble }));
  held.add(core.onLedgerLines((lines) => index.follow(lines)));
  held.add(index.onChanged((state) => core.state.showIndex(state)));
  return index;
}

interface OpenDoors {
  readonly mcpUrl: string;
  readonly pairing: PluginDoors['pairing'];
  readonly onWindowWished: PluginDoors['hub']['desk']['onWindowWished'];
  readonly hub: { readonly hubUrl: string; readonly pluginKey: string };
}

async function openDoors(
  ground: Ground,
  { core, index }: { readonly core: Core; readonly index: AuditIndex },
  options: AppOptions,
  held: Disposables,
): Promise<OpenDoors> {
  const { clientKeys, pluginKeys, log, settings, settingsFile, dataDir } = ground;
  const { version, clock } = options;
  const onTrouble = log.trouble;
  const front = openFront({ ...ground, ...options, core, onTrouble }, held);
  const { server, keys, metrics } = front;
  const callers = callersOf(core, clientKeys, held);
  const leastFor = leastOn({ home: realHome(), ownPlaces: [dataDir], projectFolderOf });
  const tools = new Tools({ core, leastFor, clock });
  const registry = held.add(openHouseRegistry({ core, tools, index, version }));
  const { monotonic } = clock;
  server.open(held.add(new McpEndpoint({ registry, callers, monotonic, onTrouble: log.trouble })));
  held.add(
    openManagement(server.front, {
      core,
      index,
      clientKeys,
      version,
      clock,
      metrics,
      onTrouble,
      approveOverHttp: async () => (await settingsFile.current()).approveOverHttp,
      findCaller: ({ socket }, clientId) => callers.of(socket, clientId),
    }),
  );
  const { resultBytes } = settings.limits;
  const plugins = held.add(
    new PluginDoors({
      ...{ core, clock, pluginKeys, resultBytes, onTrouble },
      authenticate: keys.authenticate,
      newClientKey: (pluginId) => clientKeys.addForEditor(pluginId),
    }),
  );
  server.openSocket(plugins.hub);
  server.open(plugins.management);
  const { events } = plugins;
  held.add(
    settingsFile.onSaved((changed) => {
      const data = { name: 'settings_changed', settings: changed } as const;
      events.tell({ type: 'event', event: 'user_interaction', data });
    }),
  );
  server.openSocket(held.add(new SessionDoor({ core, clock, events, settings, onTrouble })));

  return listen({ ...front, plugins, ground, core }, options, held);
}

interface Doors extends ReturnType<typeof openFront> {
  readonly plugins: PluginDoors;
  readonly ground: Ground;
  readonly core: Core;
}

/** From here on we can be found. */
async function listen(doors: Doors, options: AppOptions, held: Disposables): Promise<OpenDoors> {
  const { server, keys, plugins, core, proofKey, managementToken: management } = doors;
  const { dataDir, settings, log } = doors.ground;
  const { version, clock } = options;
  const port = await server.start(options.port);
  if (options.port !== 0 && port !== options.port) {
    log.info(`port ${options.port} is taken; listening on ${port}`);
  }
  const pluginSocket = await plugins.listen(dataDir);
  const tls = settings.listen && (await openTls(server.front, settings.listen));
  const tlsUrl = tls && 'url' in tls ? held.add(tls).url : null;
  if (tls && 'why' in tls) core.state.addNotice(notices.tlsTrouble(tls.why));
  const discovery = held.add(new DiscoveryFiles(dataDir));
  const facts = { port, version, management, proofKey, pluginSocket, tlsUrl, now: clock.now() };
  const { mcpUrl } = await discovery.write(facts);
  keys.listen({
    onManagementToken: (token) => discovery.replaceToken(token),
    disconnectPlugin: (pluginId) => plugins.hub.disconnect(pluginId),
  });
  core.state.setFacts({ mcpUrl });
  const hub = { hubUrl: hubUrlOf(pluginSocket, port), pluginKey: keys.workbenchKey };
  const { onWindowWished } = plugins.hub.desk;
  return { mcpUrl, pairing: plugins.pairing, onWindowWished, hub };
}

/** The private socket is the quicker way; the name of a Windows pipe does not fit into a URL. */
const hubUrlOf = (socket: string | null, port: number): string =>
  socket?.startsWith('/') ? `ws+unix:${socket}:` : `ws://127.0.0.1:${port}`;

/** The program a person said yes to is the one its key is known by from then on. */
function callersOf(core: Core, clientKeys: ClientKeys, held: Disposables): Callers {
  held.add(clientKeys);
  held.add(
    core.sessions.onStarted(({ agent, parentId }) => {
      if (!agent.verified || parentId !== null) return;
      void clientKeys.setExecutable(agent.clientId, agent.verified.executable);
    }),
  );
  return new Callers({ ...peerFinder(process.platform), owners: clientKeys });
}

/** The keyring may answer late; the start does not wait for it. */
function noteKeyPlace(installKey: InstallKey, core: Core, log: Log): Disposable {
  const settled = installKey.settle().then(
    (place) => {
      if (place === 'file') core.state.addNotice(notices.noKeyring);
    },
    (error: unknown) =>
      log.trouble(`the install key could not be moved to the keyring: ${String(error)}`),
  );
  return { dispose: () => settled };
}
