/**
 * Knows everybody, with app-ground.ts and app-doors.ts. It builds the house in reading order and
 * returns one thing to close, which undoes it all in reverse.
 */
import os from 'node:os';
import { randomUUID } from 'node:crypto';
import { Disposables, type Disposable } from '../shared/base/disposable.ts';
import { notices } from '../shared/notices.ts';
import { openDoors, type DoorOptions } from './app-doors.ts';
import { layGround, type Ground } from './app-ground.ts';
import { openCore, type Core } from './core/offers.ts';
import { ClientsDesk } from './integrations/clients/clients-desk.ts';
import { Sightings } from './integrations/clients/sightings.ts';
import { DemoAgent } from './integrations/demo/demo-agent.ts';
import { openWorkspaces } from './integrations/workspaces/open-workspaces.ts';
import { AuditFile } from './platform/audit-file.ts';
import { AuditIndex } from './platform/audit-index/audit-index.ts';
import { newBootId } from './platform/audit/boot-id.ts';
import { CheckpointFile } from './platform/audit/checkpoint-file.ts';
import { LedgerCheck } from './platform/audit/ledger-check.ts';
import { makeMac, quickSha256 } from './platform/audit/marks.ts';
import type { InstallKey } from './platform/install-key.ts';
import type { Log } from './platform/log.ts';
import { realCommands } from './platform/real-commands.ts';
import { realHome } from './platform/real-home.ts';
import { realPaths, realPlace } from './platform/real-paths.ts';
import { StateFiles } from './platform/state-store.ts';
import { makeRedact, newToken, sameDigest } from './platform/tokens.ts';
import type { Shell } from './shell/shell.ts';

export interface AppOptions extends DoorOptions {
  readonly dataDir: string;
  readonly shell: Shell;
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
  const ground = await layGround({ ...options, keyring: shell.keyring });
  const core = await openCoreOn(ground, options, held);
  const firstRun = core.state.snapshot().entries.length === 0;
  const index = openIndexOf(ground, core, options, held);
  const sightings = new Sightings(options.clock.now);
  const saw: Sightings['saw'] = (...seen) => sightings.saw(...seen);
  const doors = await openDoors(ground, { core, index, saw }, options, held);
  held.add({ dispose: () => core.stopAsking() });
  await core.note('gatehouse.started', `version ${version}, listening at ${doors.mcpUrl}`);

  const { settings, settingsFile, log, dataDir } = ground;
  const { languageServers } = settings;
  const told = { ...doors.hub, version, dataDir, languageServers };
  const workbench = held.add(shell.startWorkbench(told, log.trouble));
  const mayShowItself = options.window !== 'never';
  const { mcpUrl } = doors;
  const demo = held.add(new DemoAgent({ ...ground, core, mcpUrl, version }));
  const places = { home: realHome(), ownPlaces: [dataDir] };
  const workspaces = held.add(
    await openWorkspaces({
      ...{ ...ground, ...options, core, places, mcpUrl, tell: doors.tell },
      ask: workbench.ask,
      redact: makeRedact(ground.key),
    }),
  );
  const surroundings = { platform: process.platform, env: process.env, home: realHome() };
  const { now } = options.clock;
  const facts = { ...ground, now, at: surroundings, command: shell.command };
  const clients = held.add(await ClientsDesk.open({ ...facts, core, sightings, mcpUrl }));
  const opened = held.add(
    shell.open({
      ...{ core, index, workbench },
      ledgerCheck: held.add(new LedgerCheck({ ...options, ...ground })),
      version,
      mayShowItself,
      // What was found wrong is not left for whenever somebody looks.
      showAtStart: mayShowItself && (firstRun || !settings.startHidden || ground.found.length > 0),
      trouble: log.trouble,
      pairing: doors.pairing,
      browsers: doors.browsers,
      backend: doors.backend,
      settingsFile,
      clients,
      demo,
      workspaces,
    }),
  );
  held.add(noteKeyPlace(ground.installKey, core, log));
  const showMainWindow = (): void => opened.showMainWindow();
  held.add(doors.onWindowWished(showMainWindow));
  return { core, index, mcpUrl, dataDir, showMainWindow, dispose: () => held.dispose() };
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
