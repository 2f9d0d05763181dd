/** Electron starts here: one instance, hardened before anything is shown, an orderly end. */
import { app, dialog } from 'electron';
import fs from 'node:fs';
import path from 'node:path';
import { checkpointFolderOf } from '../shared/ledger/checkpoint.ts';
import { dataDirOf } from '../shared/app/data-dir.ts';
import { startSwitchesIn } from '../shared/app/start-switches.ts';
import { openApp, type App } from './app.ts';
import { systemClock } from './platform/system/clock.ts';
import { secureDataDir } from './platform/files/data-dir.ts';
import {
  DataFolderInUse,
  isAlive,
  lockDataDir,
  sleep,
  type DataLock,
} from './platform/files/data-lock.ts';
import { homeFolder } from './platform/system/home-folder.ts';
import { openLog } from './platform/system/log.ts';
import { superviseChildren } from './platform/programs/supervisor.ts';
import { whyNotStarted } from './platform/system/startup-errors.ts';
import { sha256 } from './platform/keys/tokens.ts';
import { electronShell } from './shell/shell.ts';
import { lockAllContents, reserveScheme } from './shell/windows/window-security.ts';

const defaultPort = 7717;
/** An app older than this has told Chromium. */
const startingMs = 2_000;
const systemEnvironment = { platform: process.platform, env: process.env, home: homeFolder() };
const dataDir = path.resolve(dataDirOf(systemEnvironment));
const userData = path.join(dataDir, 'electron');
/** By where the code is: a copy of the program under another name is still a package. */
const isPackage = app.isPackaged || app.getAppPath().endsWith('.asar');
const hidden = process.argv.includes('--no-window');

app.setName('Gatehouse');
app.setPath('userData', userData);
begin();

/** The folder comes first: where nothing can be written, Electron's lock is not had and says nothing. */
function begin(): void {
  let lock: DataLock;
  try {
    lock = lockDataDir(secureDataDir(dataDir), systemClock.now);
  } catch (error) {
    if (error instanceof DataFolderInUse) return leaveToOther(error);
    // Before, no window could say it.
    void app.whenReady().then(() => fail(error));
    return;
  }
  if (app.requestSingleInstanceLock()) return void start(lock);
  sayRunning();
}

/**
 * The other app's window comes up, if Chromium knows that app. Else we end before Chromium has made
 * or changed anything in the folder.
 */
function leaveToOther(error: DataFolderInUse): void {
  if (isAlive(error.holder) && isKnownToChromium(error) && !app.requestSingleInstanceLock())
    return sayRunning();
  process.stderr.write(`Gatehouse cannot start. ${error.message}\n`);
  if (app.isPackaged) dialog.showErrorBox('Gatehouse cannot start', error.message);
  app.exit(1);
}

/** Where its lock file is missing, asking Chromium would make a new one. An app that just started is waited for. */
function isKnownToChromium({ holder }: DataFolderInUse): boolean {
  if (process.platform !== 'linux') return true;
  const isThere = (): boolean =>
    fs.lstatSync(path.join(userData, 'SingletonLock'), { throwIfNoEntry: false }) !== undefined;
  const startedMs = Date.parse(holder?.since ?? '') || 0;
  while (!isThere() && Math.abs(Date.now() - startedMs) < startingMs) sleep(50);
  return isThere();
}

function sayRunning(): void {
  process.stdout.write(`Gatehouse is already running${hidden ? '' : '; its window comes up'}.\n`);
  app.quit();
}

async function start(lock: DataLock): Promise<void> {
  superviseChildren(openLog(dataDir, systemClock.now).named('app').error);
  reserveScheme();
  lockAllContents();
  const opening = Promise.withResolvers<App>();
  // Asked for while we are still starting, the window comes up when it can.
  const showWindow = (): void => void opening.promise.then((opened) => opened.showMainWindow());
  app.on('second-instance', (_event, argv) => {
    // Started hidden by a program that did not see us yet: nobody asked to look at anything.
    if (argv.includes('--no-window')) return;
    void opening.promise.then((opened) => opened.raiseMainWindow());
  });
  app.on('activate', showWindow);
  app.on('window-all-closed', () => undefined);
  const quitting = orderlyQuit();
  await app.whenReady();
  try {
    const opened = await openApp({ ...options(), whyNotOurs: () => lock.whyLost() });
    quitting.closes(opened);
    opening.resolve(opened);
    process.stdout.write(`Gatehouse ${app.getVersion()} listens at ${opened.mcpUrl}\n`);
  } catch (error) {
    fail(error);
  }
}

function options() {
  return {
    dataDir,
    version: app.getVersion(),
    clock: systemClock,
    shell: electronShell(app.getAppPath()),
    sandbox: true,
    port: portWanted(process.env['GATEHOUSE_PORT']) ?? defaultPort,
    browserPort: portWanted(process.env['GATEHOUSE_BROWSER_PORT']),
    managementToken: process.env['MCP_TOKEN'] || null,
    window: hidden ? 'never' : 'as-set',
    startSwitches: startSwitchesIn((name) => app.commandLine.hasSwitch(name), process.env),
    isPackage,
    checkpointFolder: (dir: string) => checkpointFolderOf(systemEnvironment, dir, sha256),
  } as const;
}

function portWanted(text: string | undefined): number | undefined {
  const port = Number(text);
  return text && Number.isInteger(port) && port >= 0 && port <= 65_535 ? port : undefined;
}

/** Everything is closed once, in order, before the process ends. */
function orderlyQuit(): { closes(opened: App): void } {
  let opened: App | null = null;
  let closing = false;
  let code = 0;
  app.on('before-quit', (event) => {
    if (!opened || closing) return;
    event.preventDefault();
    closing = true;
    void Promise.resolve(opened.dispose()).then(
      () => app.exit(code),
      (error: unknown) => {
        process.stderr.write(`Gatehouse did not close cleanly: ${String(error)}\n`);
        app.exit(1);
      },
    );
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => app.quit());
  // Whoever read what we print may be gone.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  // Electron would show it in a box that holds everything up, and then go on as if nothing were.
  process.on('uncaughtException', (error) => {
    code = 1;
    process.stderr.write(`Gatehouse ends: ${String(error)}\n`);
    openLog(dataDir, systemClock.now)
      .named('app')
      .error(`quitting after an unexpected error: ${error.stack}`);
    if (!opened) fail(error);
    else if (!closing) app.quit();
  });
  return { closes: (next) => (opened = next) };
}

function fail(error: unknown): void {
  const message = whyNotStarted(error, dataDir);
  process.stderr.write(`Gatehouse cannot start. ${message}\n`);
  if (app.isPackaged) dialog.showErrorBox('Gatehouse cannot start', message);
  app.exit(1);
}
