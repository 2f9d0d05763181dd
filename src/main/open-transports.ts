/** Opens every transport, in the order in which they depend on each other. */
import type { IncomingMessage } from 'node:http';
import type { VerifiedCaller } from '../shared/access/access.ts';
import type { Disposable, Disposables } from '../shared/base/disposable.ts';
import { usualBrowserPort } from '../shared/integrations/browser.ts';
import type { ClientId } from '../shared/base/ids.ts';
import { notices } from '../shared/app/notices.ts';
import { noSwitches, type StartSwitches } from '../shared/app/start-switches.ts';
import type { LoadedState } from './load-state.ts';
import type { Clock } from './core/dependencies.ts';
import type { Core } from './core/core.ts';
import { BrowserTransports } from './transports/browser/browser-transports.ts';
import type { HubPages } from './transports/hub/hub-pages.ts';
import { HubSocketRoute } from './transports/hub/hub-socket.ts';
import { openHttp } from './transports/http/open-http.ts';
import { newEditorKey, takeEditorKey } from './transports/management/key-routes.ts';
import type { StartAgentRun } from './transports/management/agent-run-route.ts';
import type { ListClients } from './transports/management/client-routes.ts';
import type { ReadHistory } from './transports/management/history-routes.ts';
import type { FindServers } from './transports/management/server-routes.ts';
import { openManagement } from './transports/management/open-management.ts';
import { McpEndpoint } from './transports/mcp/endpoint.ts';
import { leastOn } from './transports/mcp/folders.ts';
import { openGatehouseRegistry } from './transports/mcp/gatehouse-registry.ts';
import type { McpRegistry } from './transports/mcp/registry.ts';
import { McpTools } from './transports/mcp/tools.ts';
import { PluginTransports } from './transports/plugins/plugin-transports.ts';
import { SessionSockets } from './transports/sessions/session-sockets.ts';
import type { Authenticator } from './transports/http/authenticator.ts';
import type { LoopbackServer } from './transports/http/loopback-server.ts';
import { SecondListener } from './transports/http/second-listener.ts';
import { NativeTransport } from './transports/native/native-transport.ts';
import { Backend } from './integrations/backend/backend.ts';
import { adapterFor } from './integrations/native/adapters/adapters.ts';
import { EditContents } from './integrations/native/edit-contents.ts';
import type { AuditIndex } from './platform/ledger-index/ledger-index.ts';
import type { ClientKeys } from './platform/keys/client-keys.ts';
import { DiscoveryFiles } from './platform/files/discovery-files.ts';
import { Callers } from './platform/peers/callers.ts';
import { peerFinder } from './platform/peers/peer-finder.ts';
import { Requesters } from './platform/peers/requesters.ts';
import { projectFolderOf } from './platform/paths/project-folder.ts';
import { realHome } from './platform/paths/real-home.ts';
import { whyWeakToken } from './platform/keys/token-strength.ts';

export interface TransportOptions {
  readonly version: string;
  readonly clock: Clock;
  /** The port to try first; 0 takes any. */
  readonly port: number;
  /** The same for the browser listener. Default: the usual browser port, or any if `port` is 0. */
  readonly browserPort?: number | undefined;
  readonly managementToken: string | null;
  /** Command-line switches of this start that weaken the app or let other programs control it. */
  readonly startSwitches?: StartSwitches;
}

export interface OpenTransports {
  readonly mcpUrl: string;
  readonly pairing: PluginTransports['pairing'];
  readonly emitEvent: PluginTransports['events']['emit'];
  readonly onEditorDeletion: PluginTransports['hub']['deletions']['carriedOutBy'];
  readonly onWindowRequested: PluginTransports['hub']['editorOverview']['onWindowRequested'];
  readonly browsers: BrowserTransports;
  readonly backend: Backend;
  readonly native: NativeTransport;
  readonly hub: { readonly hubUrl: string; readonly pluginKey: string };
}

/** Agents that run in a sandbox, as transports know them. They are opened later. */
export interface AgentRunsForTransports {
  readonly runOwnerOf: (digest: string) => ClientId | null;
  readonly runBy: (clientId: ClientId) => VerifiedCaller | null | undefined;
  readonly startAgentRun: StartAgentRun;
}

interface TransportDeps {
  readonly core: Core;
  readonly agentRuns: AgentRunsForTransports;
  readonly index: AuditIndex;
  /** Called for every MCP request whose key was accepted. */
  readonly saw: (clientId: ClientId, verified: VerifiedCaller | null) => void;
  readonly listClients: ListClients;
  readonly readHistory: ReadHistory;
  readonly findServers: FindServers;
}

export async function openTransports(
  loaded: LoadedState,
  { core, index, saw, agentRuns, listClients, readHistory, findServers }: TransportDeps,
  options: TransportOptions,
  disposables: Disposables,
): Promise<OpenTransports> {
  const { clientKeys, pluginKeys, browserKeys, log, settings, settingsFile } = loaded;
  const { version, clock } = options;
  const { error: onError, debug } = log.named('http');
  const http = openHttp({ ...loaded, ...options, ...agentRuns, core, onError, debug }, disposables);
  const { server, keys, metrics } = http;
  const callers = callersOf(core, clientKeys, agentRuns, disposables);
  const shown = { core, index, saw, agentRuns };
  const { registry, mcp } = openMcp(loaded, shown, { version, clock, callers }, disposables);
  server.open(mcp);
  disposables.add(
    openManagement(server.router, {
      ...{ core, index, clientKeys, version, clock, metrics, listClients, readHistory },
      findServers,
      startAgentRun: agentRuns.startAgentRun,
      onError: log.named('management').error,
      ...managementFacts(loaded, options, { keys, callers }),
    }),
  );
  const { resultBytes } = settings.limits;
  const { error: onPluginError } = log.named('plugins');
  const { of: requesterOf } = new Requesters(peerFinder(process.platform));
  const plugins = disposables.add(
    new PluginTransports({
      ...{ core, clock, pluginKeys, resultBytes, requesterOf, onError: onPluginError },
      authenticate: keys.authenticate,
      onRefused: http.guards.onRefused,
      newClientKey: (pluginId) => newEditorKey(core, clientKeys, pluginId),
      takeClientKey: (pluginId) => takeEditorKey(core, clientKeys, pluginId),
    }),
  );
  server.openSocket(plugins.hub);
  server.open(plugins.management);
  const { events } = plugins;
  disposables.add(emitSettingsChanges(settingsFile, events));
  const sessionDeps = { core, clock, events, settings, onError: onPluginError };
  server.openSocket(disposables.add(new SessionSockets(sessionDeps)));
  const isKnownClient = (clientId: string): boolean =>
    clientKeys.list().some(({ name }) => name === clientId);
  const { pairing } = plugins;
  const guards = { ...http.guards, onError: log.named('browser').error };
  const own = { browserKeys, pairing, guards, isKnownClient, settings, requesterOf };
  const browserDeps = { core, clock, registry, callers, version, ...own };
  const browsers = disposables.add(new BrowserTransports(browserDeps));
  disposables.add(clientKeys.onRevoked((clientId) => void mcp.endAllOf(clientId)));
  disposables.add(clientKeys.onRevoked((clientId) => browsers.endAllOf(clientId)));
  const { runBy } = agentRuns;
  const nativeDeps = { core, clock, prove: http.prove, callers, runBy };
  const native = openNative(loaded, nativeDeps, disposables);
  server.open(native.sandboxed);
  const backend = openBackend(loaded, { ...http, core, clock }, disposables);
  const open = { ...http, plugins, browsers, native, loaded, core };
  const found = await listen(open, options, disposables);
  return { ...found, backend, native };
}

const managementFacts = (
  { settingsFile }: LoadedState,
  { startSwitches = noSwitches }: TransportOptions,
  { keys, callers }: { readonly keys: Authenticator; readonly callers: Callers },
) => ({
  onTokenReplaced: keys.onTokenReplaced,
  approveOverHttp: async () => (await settingsFile.current()).approveOverHttp,
  isControlled: startSwitches.controlling.length > 0,
  findCaller: ({ socket }: IncomingMessage, clientId: ClientId) => callers.of(socket, clientId),
});

interface NativeDeps {
  readonly core: Core;
  readonly clock: Clock;
  readonly prove: ReturnType<typeof openHttp>['prove'];
  readonly callers: Callers;
  readonly runBy: AgentRunsForTransports['runBy'];
}

/** Agents' own tools: their hooks come to the private socket. */
function openNative(
  { dataDir, log }: LoadedState,
  { core, clock, prove, callers, runBy }: NativeDeps,
  disposables: Disposables,
): NativeTransport {
  const home = realHome();
  return disposables.add(
    new NativeTransport({
      ...{ core, clock, prove, adapterFor, runBy },
      files: new EditContents(dataDir),
      projectFolderOf: (path) => projectFolderOf(path, home),
      agentBehind: (socket, clientId) => callers.behind(socket, clientId),
      onError: log.named('native').error,
    }),
  );
}

interface McpOptions extends Pick<TransportOptions, 'version' | 'clock'> {
  readonly callers: Callers;
}

function openMcp(
  { dataDir, log, settingsFile }: LoadedState,
  { core, index, saw }: Omit<TransportDeps, 'listClients' | 'readHistory' | 'findServers'>,
  { version, clock, callers }: McpOptions,
  disposables: Disposables,
): { registry: McpRegistry; mcp: McpEndpoint } {
  const { error: onError, debug, debugEnabled } = log.named('mcp');
  const logging = { onError, ...(debugEnabled ? { debug } : {}) };
  const smallestAskFor = leastOn({ home: realHome(), ownPaths: [dataDir], projectFolderOf });
  const serverTokens = (): number => settingsFile.live.limits.serverToolTokens;
  const tools = disposables.add(new McpTools({ core, smallestAskFor, clock, serverTokens }));
  const registry = disposables.add(
    openGatehouseRegistry({ core, tools, index, version, ...logging }),
  );
  const { monotonic } = clock;
  const mcp = disposables.add(new McpEndpoint({ registry, callers, monotonic, saw, ...logging }));
  return { registry, mcp };
}

/** Sessions learn which settings changed, never their values. */
const emitSettingsChanges = (
  settingsFile: LoadedState['settingsFile'],
  events: PluginTransports['events'],
): Disposable =>
  settingsFile.onSaved((changed) => {
    const data = { name: 'settings_changed', settings: changed } as const;
    events.emit({ type: 'event', event: 'user_interaction', data });
  });

interface BackendDeps {
  readonly core: Core;
  readonly clock: Clock;
  readonly server: LoopbackServer;
  readonly keys: Pick<Authenticator, 'onTokenReplaced'>;
  readonly pages: HubPages;
}

/** Its tools work even when nobody is connected to the hub. */
function openBackend(
  { settings, settingsFile, backendToken: token, log }: LoadedState,
  { core, clock, server, keys, pages }: BackendDeps,
  disposables: Disposables,
): Backend {
  const { resultBytes } = settings.limits;
  const { error: onError } = log.named('backend');
  const backend = disposables.add(
    new Backend({ core, clock, token, settings, resultBytes, onError }),
  );
  backend.apply();
  const { channels } = backend;
  const hub = disposables.add(new HubSocketRoute({ clock, channels, onError }));
  server.openSocket(hub);
  server.open(pages);
  disposables.add(
    keys.onTokenReplaced(() => {
      pages.forgetTickets();
      hub.endAll();
    }),
  );
  disposables.add(
    settingsFile.onSaved((changed) => {
      if (!changed.includes('backend')) return;
      backend.apply();
      hub.endPages(pages.isAllowed);
    }),
  );
  return backend;
}

interface Transports extends ReturnType<typeof openHttp> {
  readonly plugins: PluginTransports;
  readonly browsers: BrowserTransports;
  readonly native: NativeTransport;
  readonly loaded: LoadedState;
  readonly core: Core;
}

/** Starts listening and writes the discovery file. */
async function listen(
  transports: Transports,
  options: TransportOptions,
  disposables: Disposables,
): Promise<Omit<OpenTransports, 'backend' | 'native'>> {
  const {
    server,
    keys,
    plugins,
    browsers,
    native,
    core,
    proofKey,
    managementToken: management,
  } = transports;
  const { dataDir, log } = transports.loaded;
  const { version, clock } = options;
  const port = await server.start(options.port);
  if (options.port !== 0 && port !== options.port) {
    log.named('http').info(`port ${options.port} is taken; listening on ${port}`);
    core.state.addNotice(notices.portTaken(options.port, port));
  }
  const pluginSocket = await plugins.listen(dataDir, native.endpoint);
  const usual = options.port === 0 ? 0 : usualBrowserPort;
  const browserPort = await browsers.listen(options.browserPort ?? usual);
  const tlsUrl = await openSecondAddress(transports, options, disposables);
  const discovery = disposables.add(new DiscoveryFiles(dataDir));
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
  const { onWindowRequested } = plugins.hub.editorOverview;
  const emitEvent: OpenTransports['emitEvent'] = (event) => plugins.events.emit(event);
  const onEditorDeletion: OpenTransports['onEditorDeletion'] = (run) =>
    plugins.hub.deletions.carriedOutBy(run);
  const { pairing } = plugins;
  return { mcpUrl, pairing, emitEvent, onEditorDeletion, onWindowRequested, browsers, hub };
}

/** Opened at startup only, and closed as soon as the user turns the setting off. */
async function openSecondAddress(
  { server, core, loaded }: Transports,
  { clock, managementToken }: TransportOptions,
  disposables: Disposables,
): Promise<string | null> {
  const { settings, settingsFile } = loaded;
  if (!settings.listen) return null;
  const wanted = settings.listen.management;
  const weak = wanted && managementToken !== null ? whyWeakToken(managementToken) : null;
  if (weak !== null) core.state.addNotice(notices.weakToken(weak));
  const where = { ...settings.listen, management: wanted && weak === null };
  const { router } = server;
  const second = disposables.add(new SecondListener({ router, listen: where, core, clock }));
  await second.start();
  disposables.add(settingsFile.onSaved(() => settingsFile.live.listen === null && second.shut()));
  return second.url;
}

/** The private socket is faster than TCP. On Windows it is a named pipe, which no URL can name. */
const hubUrlOf = (socket: string | null, port: number): string =>
  socket?.startsWith('/') ? `ws+unix:${socket}:` : `ws://127.0.0.1:${port}`;

/** Links a client key to the program that the user granted a session. */
function callersOf(
  core: Core,
  clientKeys: ClientKeys,
  { runBy }: AgentRunsForTransports,
  disposables: Disposables,
): Callers {
  disposables.add(clientKeys);
  disposables.add(
    core.sessions.onStarted(({ agent, parentId }) => {
      if (!agent.verified || parentId !== null) return;
      void clientKeys.setExecutable(agent.clientId, agent.verified.executable);
    }),
  );
  return new Callers({ ...peerFinder(process.platform), owners: clientKeys, runBy });
}
