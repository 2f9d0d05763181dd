/** All the ways in, opened in reading order. */
import type { VerifiedCaller } from '../shared/access.ts';
import type { Disposable, Disposables } from '../shared/base/disposable.ts';
import { usualBrowserPort } from '../shared/browser.ts';
import type { ClientId } from '../shared/ids.ts';
import { notices } from '../shared/notices.ts';
import type { Ground } from './app-ground.ts';
import type { Clock } from './core/needs.ts';
import type { Core } from './core/offers.ts';
import { BrowserDoors } from './doors/browser/browser-doors.ts';
import { HubDoor } from './doors/hub/hub-door.ts';
import { openFront } from './doors/open-front.ts';
import { newEditorKey, takeEditorKey } from './doors/management/key-routes.ts';
import { openManagement } from './doors/management/management-doors.ts';
import { McpEndpoint } from './doors/mcp/endpoint.ts';
import { leastOn } from './doors/mcp/folders.ts';
import { openHouseRegistry } from './doors/mcp/house-registry.ts';
import { Tools } from './doors/mcp/tools.ts';
import { PluginDoors } from './doors/plugins/plugin-doors.ts';
import { SessionDoor } from './doors/sessions/session-door.ts';
import type { KeyRack } from './doors/wire/key-rack.ts';
import type { LoopbackServer } from './doors/wire/loopback-server.ts';
import { openTls } from './doors/wire/tls-listener.ts';
import { Backend } from './integrations/backend/backend.ts';
import type { AuditIndex } from './platform/audit-index/audit-index.ts';
import type { ClientKeys } from './platform/client-keys.ts';
import { DiscoveryFiles } from './platform/discovery-files.ts';
import { Callers } from './platform/peers/callers.ts';
import { peerFinder } from './platform/peers/peer-finder.ts';
import { projectFolderOf } from './platform/project-folder.ts';
import { realHome } from './platform/real-home.ts';

export interface DoorOptions {
  readonly version: string;
  readonly clock: Clock;
  /** The port to try first; 0 takes any. */
  readonly port: number;
  /** The same for browsers; where it is left out, any if any will do above, else the usual one. */
  readonly browserPort?: number | undefined;
  readonly managementToken: string | null;
}

export interface OpenDoors {
  readonly mcpUrl: string;
  readonly pairing: PluginDoors['pairing'];
  readonly tell: PluginDoors['events']['tell'];
  readonly onWindowWished: PluginDoors['hub']['desk']['onWindowWished'];
  readonly browsers: BrowserDoors;
  readonly backend: Backend;
  readonly hub: { readonly hubUrl: string; readonly pluginKey: string };
}

interface DoorNeeds {
  readonly core: Core;
  readonly index: AuditIndex;
  /** Told who comes in over MCP. */
  readonly saw: (clientId: ClientId, verified: VerifiedCaller | null) => void;
}

export async function openDoors(
  ground: Ground,
  { core, index, saw }: DoorNeeds,
  options: DoorOptions,
  held: Disposables,
): Promise<OpenDoors> {
  const { clientKeys, pluginKeys, browserKeys, log, settings, settingsFile, dataDir } = ground;
  const { version, clock } = options;
  const onTrouble = log.trouble;
  const front = openFront({ ...ground, ...options, core, onTrouble }, held);
  const { server, keys, metrics } = front;
  const callers = callersOf(core, clientKeys, held);
  const leastFor = leastOn({ home: realHome(), ownPlaces: [dataDir], projectFolderOf });
  const tools = held.add(new Tools({ core, leastFor, clock }));
  const registry = held.add(openHouseRegistry({ core, tools, index, version }));
  const { monotonic } = clock;
  const mcp = held.add(new McpEndpoint({ registry, callers, monotonic, saw, onTrouble }));
  server.open(mcp);
  held.add(
    openManagement(server.front, {
      core,
      index,
      clientKeys,
      version,
      clock,
      metrics,
      onTrouble,
      onTokenReplaced: keys.onTokenReplaced,
      approveOverHttp: async () => (await settingsFile.current()).approveOverHttp,
      findCaller: ({ socket }, clientId) => callers.of(socket, clientId),
    }),
  );
  const { resultBytes } = settings.limits;
  const plugins = held.add(
    new PluginDoors({
      ...{ core, clock, pluginKeys, resultBytes, onTrouble },
      authenticate: keys.authenticate,
      onRefused: front.guards.onRefused,
      newClientKey: (pluginId) => newEditorKey(core, clientKeys, pluginId),
      takeClientKey: (pluginId) => takeEditorKey(core, clientKeys, pluginId),
    }),
  );
  server.openSocket(plugins.hub);
  server.open(plugins.management);
  const { events } = plugins;
  held.add(tellOfSettings(settingsFile, events));
  server.openSocket(held.add(new SessionDoor({ core, clock, events, settings, onTrouble })));
  const isKnownClient = (clientId: string): boolean =>
    clientKeys.list().some(({ name }) => name === clientId);
  const { pairing } = plugins;
  const { guards } = front;
  const own = { browserKeys, pairing, guards, isKnownClient, settings };
  const browsers = held.add(new BrowserDoors({ core, clock, registry, callers, version, ...own }));
  held.add(clientKeys.onRevoked((clientId) => void mcp.endAllOf(clientId)));
  held.add(clientKeys.onRevoked((clientId) => browsers.endAllOf(clientId)));
  const backend = openBackend(ground, { core, clock, server, keys }, held);
  const found = await listen({ ...front, plugins, browsers, ground, core }, options, held);
  return { ...found, backend };
}

/** Sessions that may hear of it are told which settings changed, never what to. */
const tellOfSettings = (
  settingsFile: Ground['settingsFile'],
  events: PluginDoors['events'],
): Disposable =>
  settingsFile.onSaved((changed) => {
    const data = { name: 'settings_changed', settings: changed } as const;
    events.tell({ type: 'event', event: 'user_interaction', data });
  });

interface House {
  readonly core: Core;
  readonly clock: Clock;
  readonly server: LoopbackServer;
  readonly keys: Pick<KeyRack, 'onTokenReplaced'>;
}

/** Headless too: nobody needs to listen at the hub for its tools to work. */
function openBackend(
  { settings, settingsFile, backendToken: token, log }: Ground,
  { core, clock, server, keys }: House,
  held: Disposables,
): Backend {
  const { resultBytes } = settings.limits;
  const onTrouble = log.trouble;
  const backend = held.add(new Backend({ core, clock, token, settings, resultBytes, onTrouble }));
  backend.apply();
  const { channels } = backend;
  const hub = held.add(new HubDoor({ clock, channels, onTrouble }));
  server.openSocket(hub);
  held.add(keys.onTokenReplaced(() => hub.endAll()));
  held.add(
    settingsFile.onSaved((changed) => {
      if (changed.includes('backend')) backend.apply();
    }),
  );
  return backend;
}

interface Doors extends ReturnType<typeof openFront> {
  readonly plugins: PluginDoors;
  readonly browsers: BrowserDoors;
  readonly ground: Ground;
  readonly core: Core;
}

/** From here on we can be found. */
async function listen(
  doors: Doors,
  options: DoorOptions,
  held: Disposables,
): Promise<Omit<OpenDoors, 'backend'>> {
  const { server, keys, plugins, browsers, core, proofKey, managementToken: management } = doors;
  const { dataDir, log } = doors.ground;
  const { version, clock } = options;
  const port = await server.start(options.port);
  if (options.port !== 0 && port !== options.port) {
    log.info(`port ${options.port} is taken; listening on ${port}`);
    core.state.addNotice(notices.portTaken(options.port, port));
  }
  const pluginSocket = await plugins.listen(dataDir);
  const usual = options.port === 0 ? 0 : usualBrowserPort;
  const browserPort = await browsers.listen(options.browserPort ?? usual);
  const tlsUrl = await openSecondAddress(doors, held);
  const discovery = held.add(new DiscoveryFiles(dataDir));
  const places = { port, browserPort, pluginSocket, tlsUrl };
  const facts = { ...places, version, management, proofKey, now: clock.now() };
  const { mcpUrl } = await discovery.write(facts);
  keys.listen({
    onManagementToken: (token) => discovery.replaceToken(token),
    disconnectPlugin: (pluginId) => plugins.hub.disconnect(pluginId),
    disconnectBrowser: (browserId) => browsers.disconnect(browserId),
  });
  core.state.setFacts({ mcpUrl, browserPort });
  const hub = { hubUrl: hubUrlOf(pluginSocket, port), pluginKey: keys.workbenchKey };
  const { onWindowWished } = plugins.hub.desk;
  const tell: OpenDoors['tell'] = (event) => plugins.events.tell(event);
  return { mcpUrl, pairing: plugins.pairing, tell, onWindowWished, browsers, hub };
}

/** Opened at the start only; closed as soon as the person wants it closed. */
async function openSecondAddress(
  { server, core, ground }: Doors,
  held: Disposables,
): Promise<string | null> {
  const { settings, settingsFile } = ground;
  const tls = settings.listen && (await openTls(server.front, settings.listen));
  if (!tls) return null;
  if ('why' in tls) {
    core.state.addNotice(notices.tlsTrouble(tls.why));
    return null;
  }
  held.add(settingsFile.onSaved(() => settingsFile.live.listen === null && tls.shut()));
  return held.add(tls).url;
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
