/**
 * Builds the app from its parts in reading order, with load-state.ts, open-networks.ts and
 * open-transports.ts. Returns one Disposable, which closes all of them in reverse.
 */
import { randomUUID } from 'node:crypto';
import { Disposables, type Disposable } from '../shared/base/disposable.ts';
import type { SessionId } from '../shared/base/ids.ts';
import { refused } from '../shared/actions/outcomes.ts';
import { notices } from '../shared/app/notices.ts';
import { noSwitches, whyNothingIsApproved } from '../shared/app/start-switches.ts';
import { openNetworks, ownPortsOf } from './open-networks.ts';
import { manageServers, openServers, type ManagedServers } from './open-servers.ts';
import {
  openTransports,
  type AgentRunsForTransports,
  type TransportOptions,
} from './open-transports.ts';
import { loadState, type LoadedState } from './load-state.ts';
import { openCore, probeLaunch, type Core } from './core/core.ts';
import { AgentRunner } from './integrations/agent-run/agent-runner.ts';
import { AgentHistories } from './integrations/history/agent-histories.ts';
import { SandboxStarts } from './integrations/agent-run/sandbox-starts.ts';
import { ClientSetup } from './integrations/clients/client-setup.ts';
import type { NativeTransport } from './transports/native/native-transport.ts';
import { NativeSightings } from './integrations/clients/hooks/native-sightings.ts';
import { Sightings } from './integrations/clients/sightings.ts';
import type { Servers } from './integrations/servers/servers.ts';
import { DemoAgent } from './integrations/demo/demo-agent.ts';
import { Updates } from './integrations/updates/updates.ts';
import { openWorkspaces } from './integrations/workspaces/open-workspaces.ts';
import { isThisMachine } from './platform/sandbox/network/own-ports.ts';
import { AuditFile } from './platform/ledger/ledger-file.ts';
import { AuditIndex } from './platform/ledger-index/ledger-index.ts';
import { newBootId } from './platform/ledger/boot-id.ts';
import { realDisk } from './platform/ledger/disk.ts';
import { CheckpointFile } from './platform/ledger/checkpoint-file.ts';
import { LedgerCheck } from './platform/ledger/ledger-check.ts';
import { makeMac, quickSha256 } from './platform/ledger/marks.ts';
import type { InstallKey } from './platform/keys/install-key.ts';
import type { Logger } from './platform/system/log.ts';
import { userName } from './platform/system/home-folder.ts';
import { realCommands } from './platform/programs/real-commands.ts';
import { realHome } from './platform/paths/real-home.ts';
import { isSameProcess } from './platform/peers/proc-process.ts';
import { realPaths, realPlace } from './platform/paths/real-paths.ts';
import type { SandboxNetworks } from './platform/sandbox/network/sandbox-networks.ts';
import { openSandbox } from './platform/sandbox/open-sandbox.ts';
import type { RealSandbox } from './platform/sandbox/real-sandbox.ts';
import { StateFiles } from './platform/files/state-store.ts';
import { makeRedact, newToken, sameDigest } from './platform/keys/tokens.ts';
import type { Shell } from './shell/shell.ts';

const ledgerLookMs = 2_000;

export interface AppOptions extends TransportOptions {
  readonly dataDir: string;
  readonly shell: Shell;
  readonly window: 'as-set' | 'never';
  /** Where the end of the ledger in that data folder is written down a second time. */
  readonly checkpointFolder?: (dataDir: string) => string;
  /** Why another app may be using the data folder by now; null while it is ours. */
  readonly whyNotOurs?: () => string | null;
  /** Whether what is started for agents runs in a sandbox, where the machine can. */
  readonly sandbox?: boolean;
  /** A package, not a checkout: there the ask window approves nothing under a debugger. */
  readonly isPackage?: boolean;
}

export interface App extends Disposable {
  readonly core: Core;
  readonly index: AuditIndex;
  readonly servers: Servers;
  readonly mcpUrl: string;
  readonly dataDir: string;
  showMainWindow(): void;
  /** The same for a program that wants it, which is limited. */
  raiseMainWindow(): void;
}

export async function openApp(options: AppOptions): Promise<App> {
  const disposables = new Disposables();
  try {
    return await build(options, disposables);
  } catch (error) {
    await disposables.dispose();
    throw error;
  }
}

async function build(options: AppOptions, disposables: Disposables): Promise<App> {
  const { shell, version } = options;
  const loaded = await loadState({ ...options, keyring: shell.keyring });
  const later: LateParts = {};
  const core = await openCoreOn(loaded, options, disposables, later);
  const firstRun = core.state.snapshot().entries.length === 0;
  const index = openIndexOf(loaded, core, options, disposables);
  const { now } = options.clock;
  const seen = { sightings: new Sightings(now), nativeSightings: new NativeSightings(now) };
  const saw = sawWithLog(seen.sightings, loaded.log.named('clients'));
  const shown = { core, index, saw, ...laterParts(later) };
  const transports = await openTransports(loaded, shown, options, disposables);
  disposables.add({ dispose: () => core.stopAsking() });
  await core.note('gatehouse.started', `version ${version}, listening at ${transports.mcpUrl}`);
  await core.ledger.place.checkpoint();
  const approvalsOff = await noteSwitches(core, options);
  disposables.add(watchLedger(core));

  const { settings, settingsFile, log, dataDir } = loaded;
  const workbench = disposables.add(startWorkbench(loaded, transports.hub, options));
  const runs = { ...transports, core, shell, ask: workbench.ask, log };
  const networks = openRuns(runs, later, disposables);
  const servers = await openServers({ loaded, core, networks, ...options }, disposables);
  later.servers = servers;
  core.heldBack.carriedOutBy((trashId) => workbench.ask('untrash', { trashId }));
  const mayShowItself = options.window !== 'never';
  const { mcpUrl, emitEvent, onEditorDeletion, pairing, browsers, backend } = transports;
  const demo = disposables.add(new DemoAgent({ ...loaded, core, mcpUrl, version }));
  const places = { home: realHome(), ownPaths: [dataDir] };
  const workspaces = disposables.add(
    await openWorkspaces({
      ...{ ...loaded, ...options, core, places, mcpUrl, emitEvent, onEditorDeletion },
      native: transports.native.calls,
      ...{ log: log.named('opencode'), ask: workbench.ask },
      redact: makeRedact(loaded.key),
    }),
  );
  const facts = { ...loaded, ...seen, now, at: systemEnvironment(), command: shell.command };
  const clients = disposables.add(await ClientSetup.open({ ...facts, core, mcpUrl }));
  const history = disposables.add(new AgentHistories({ ...facts, core, places }));
  const updates = disposables.add(openUpdates(loaded, core, options));
  const managed = await manageServers({ dataDir, clients, servers, now, core }, disposables);
  Object.assign(later, { clients, history, managed } satisfies LateParts);
  disposables.add(noteHooks(transports.native, seen.nativeSightings));
  const opened = disposables.add(
    shell.open({
      ...{ core, index, workbench, networks },
      ledgerCheck: disposables.add(new LedgerCheck({ ...options, ...loaded })),
      ...{ version, approvalsOff, mayShowItself },
      // What was found wrong is not left for whenever somebody looks.
      showAtStart: mayShowItself && (firstRun || !settings.startHidden || loaded.found.length > 0),
      ...forShell(shell, clients, log.named('shell')),
      ...{ pairing, browsers, backend, settingsFile, clients, history, demo, workspaces, updates },
      ...{ servers, serverMoves: managed.moves },
    }),
  );
  disposables.add(noteKeyLocation(loaded.installKey, core, log.named('shell')));
  const windows = windowsOf(opened);
  disposables.add(transports.onWindowRequested(windows.raiseMainWindow));
  const parts = { core, index, servers };
  return { ...parts, mcpUrl, dataDir, ...windows, dispose: () => disposables.dispose() };
}

const windowsOf = (opened: ReturnType<Shell['open']>) => ({
  showMainWindow: (): void => opened.showMainWindow(),
  raiseMainWindow: (): void => opened.raiseMainWindow(),
});

function startWorkbench(
  { settings: { languageServers }, dataDir, log }: LoadedState,
  hub: Awaited<ReturnType<typeof openTransports>>['hub'],
  { shell, version }: AppOptions,
): ReturnType<Shell['startWorkbench']> {
  const startInfo = { ...hub, version, dataDir, languageServers };
  return shell.startWorkbench(startInfo, log.named('workbench').error);
}

function openUpdates(loaded: LoadedState, core: Core, options: AppOptions): Updates {
  const { shell, version, clock } = options;
  const onError = loaded.log.named('updates').error;
  return new Updates({
    ...{ ...loaded, core, version, now: clock.now, onError },
    installer: shell.updateInstaller,
  });
}

/** Of the shell's parts: its log, and what the button that runs an agent in the sandbox needs. */
const forShell = (
  { command }: Pick<Shell, 'command'>,
  clients: ClientSetup,
  { error }: Logger,
) => ({
  error,
  sandboxStarts: new SandboxStarts({
    ...{ command, env: process.env, onError: error },
    listCards: async () => (await clients.list()).cards,
  }),
});

/** Parts that others use, and that are opened after them. */
interface LateParts {
  networks?: SandboxNetworks;
  agents?: AgentRunner;
  servers?: Servers;
  clients?: ClientSetup;
  history?: AgentHistories;
  managed?: ManagedServers;
}

interface RunDeps extends Pick<ConstructorParameters<typeof AgentRunner>[0], 'ask' | 'mcpUrl'> {
  readonly core: Core;
  readonly shell: Shell;
  readonly log: LoadedState['log'];
}

/** Agents in sandboxes, and the networks of all sandboxed sessions. */
function openRuns(deps: RunDeps, later: LateParts, disposables: Disposables): SandboxNetworks {
  const agents = new AgentRunner({ ...deps, home: realHome() });
  const mcpTokenOf = (sessionId: SessionId): string | null => agents.mcpTokenOf(sessionId);
  later.agents = agents;
  const { error: onError } = deps.log.named('sandbox');
  const connectServer: Parameters<typeof openNetworks>[0]['connectServer'] = (request, signal) => {
    const network = later.servers?.network;
    return network?.isServer(request.sessionId) ? network.connect(request, signal) : null;
  };
  later.networks = openNetworks({ ...deps, mcpTokenOf, connectServer, onError }, disposables);
  return later.networks;
}

const agentRunsIn = (later: LateParts): AgentRunsForTransports => ({
  runOwnerOf: (digest) => later.agents?.ownerOf(digest) ?? null,
  runBy: (clientId) => later.agents?.callerOf(clientId),
  startAgentRun: async (...run) => later.agents?.start(...run) ?? refused('shutting-down'),
});

/** What transports need of parts that are opened after them. */
const laterParts = (later: LateParts) => ({
  agentRuns: agentRunsIn(later),
  listClients: async () => (await later.clients?.list())?.cards ?? [],
  readHistory: async () => later.history?.read() ?? { kind: 'cancelled' as const },
  findServers: () => later.managed ?? null,
});

const systemEnvironment = () => ({
  platform: process.platform,
  env: process.env,
  home: realHome(),
});

async function openCoreOn(
  loaded: LoadedState,
  {
    clock,
    version,
    shell,
    checkpointFolder,
    whyNotOurs,
    sandbox: wantsSandbox = false,
  }: AppOptions,
  disposables: Disposables,
  later: LateParts,
): Promise<Core> {
  const { dataDir, settings, key, found } = loaded;
  const ownPaths = [dataDir, ...(checkpointFolder ? [realPlace(checkpointFolder(dataDir))] : [])];
  const sandbox = wantsSandbox ? await openSandboxOn(dataDir, ownPaths, later) : null;
  const ledgerStore = disposables.add(new AuditFile(dataDir, realDisk, whyNotOurs));
  await ledgerStore.start();
  const checkpoints =
    checkpointFolder &&
    disposables.add(new CheckpointFile(checkpointFolder(dataDir), clock.monotonic));
  const stateStore = disposables.add(new StateFiles(dataDir, loaded.log.named('state').error));
  const core: Core = disposables.add(
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
      user: userName(),
      home: realHome(),
      ownPaths,
      isOwnPort: ownPortsOf(() => core).isOwn,
      isThisMachine,
      ...(sandbox ? { sandbox } : {}),
      ...(process.platform === 'linux' ? { isStillThere: isSameProcess } : {}),
      keyMarkOf: (client) => loaded.clientKeys.markOf(client),
      ownProgram: process.execPath,
      isScreenLocked: shell.isScreenLocked,
      newId: randomUUID,
      sha256: quickSha256,
      sameDigest,
      redact: makeRedact(key),
    }),
  );
  core.state.setFacts({ version, settings: { ...settings } });
  for (const notice of found) core.state.addNotice(notice);
  if (sandbox) disposables.add(showSandbox(sandbox, core));
  return core;
}

/** A session whose network cannot be made has none at all. */
function openSandboxOn(
  dataDir: string,
  ownPaths: readonly string[],
  later: LateParts,
): Promise<RealSandbox> {
  const home = realHome();
  const needs = { home, ownPaths, sha256: quickSha256 };
  return openSandbox({
    ...{ dataDir, home, user: userName() },
    launchNetwork: async (sessionId) => later.networks?.launchOrNone(sessionId) ?? null,
    launchIn: (machine, folder) => probeLaunch(machine, folder, needs),
  });
}

/** Says once whether there is a sandbox; a session's private folders go with it. */
function showSandbox(sandbox: RealSandbox, core: Core): Disposable {
  const status = sandbox.status();
  core.state.setFacts({ sandbox: status });
  if (status.kind === 'unavailable' && status.cause !== 'unsupported-system')
    core.state.addNotice(notices.noSandbox(status));
  const ended = core.sessions.onEnded(({ sessionId }) => sandbox.endSession(sessionId));
  return {
    dispose: async () => {
      void ended.dispose();
      await sandbox.dispose();
    },
  };
}

/** Behind the ledger, never on the path of a call; its thread runs only while somebody looks. */
function openIndexOf(
  { dataDir, log }: LoadedState,
  core: Core,
  { clock }: AppOptions,
  disposables: Disposables,
): AuditIndex {
  const index = disposables.add(
    new AuditIndex({ dataDir, clock, onError: log.named('index').error }),
  );
  const ledgerLog = log.named('ledger');
  disposables.add(
    core.onLedgerLines((lines) => {
      ledgerLog.debug(`wrote ${lines.length} entries`);
      index.follow(lines);
    }),
  );
  disposables.add(index.onChanged((state) => core.state.showIndex(state)));
  return index;
}

/** On record, in the tray, and in a package a reason to approve nothing. */
async function noteSwitches(
  core: Core,
  { startSwitches = noSwitches, isPackage = false }: AppOptions,
): Promise<string | null> {
  const { found } = startSwitches;
  if (found.length === 0) return null;
  await core.note('gatehouse.switches', `started with ${found.join(', ')}`);
  core.state.setFacts({ startedWith: found });
  const why = isPackage ? whyNothingIsApproved(startSwitches) : null;
  if (why !== null) core.state.addNotice(notices.nothingApproved(why));
  return why;
}

const sawWithLog =
  (sightings: Sightings, log: Logger): Sightings['saw'] =>
  (clientId, verified) => {
    log.debug(`request client=${clientId} program=${verified?.executable ?? 'unknown'}`);
    sightings.saw(clientId, verified);
  };

/** A hook whose input could not be read shows nothing. */
const noteHooks = (native: NativeTransport, sightings: NativeSightings): Disposable =>
  native.onSeen(({ client, cwd, kind }) => {
    if (kind !== 'unreadable') sightings.saw(client, cwd);
  });

/** A ledger that was moved away is noticed although nobody calls. */
function watchLedger(core: Core): Disposable {
  const timer = setInterval(() => core.ledger.place.look(), ledgerLookMs);
  return { dispose: () => clearInterval(timer) };
}

/** The keyring may answer late; the start does not wait for it. */
function noteKeyLocation(installKey: InstallKey, core: Core, log: Logger): Disposable {
  const keyLoaded = installKey.resolve().then(
    (place) => {
      if (place === 'file') core.state.addNotice(notices.noKeyring);
    },
    (error: unknown) =>
      log.error(`the install key could not be moved to the keyring: ${String(error)}`),
  );
  return { dispose: () => keyLoaded };
}
