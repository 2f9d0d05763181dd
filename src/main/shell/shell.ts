/** The Electron part of the app: keyring, workbench process, windows and tray. */
import { app, shell } from 'electron';
import path from 'node:path';
import { Disposables, type Disposable } from '../../shared/base/disposable.ts';
import type { AskWorkbench } from '../../shared/files/file-history.ts';
import type { Keyring } from '../platform/keys/install-key.ts';
import { AskShortcut } from './desktop/ask-shortcut.ts';
import { AskWindow } from './windows/ask-window.ts';
import { confirmInBox } from './windows/confirm-dialog.ts';
import { recordCode } from './process/code-record.ts';
import { joinDesktop } from './desktop/desktop.ts';
import type { ShellDeps } from './shell-deps.ts';
import { systemKeyring } from './desktop/keyring.ts';
import { ownCommand, type CliLaunchCommand } from './process/cli-launcher.ts';
import { MainWindowBounds } from './windows/main-window-bounds.ts';
import { MainWindow } from './windows/main-window.ts';
import { endSessionsOnLock, isLocked } from './desktop/presence.ts';
import { setLoginStart } from './desktop/login-item.ts';
import { SettingsEditor } from './commands/settings-editor.ts';
import { TrayIcon } from './desktop/tray.ts';
import type { ToSandboxHost } from '../../shared/sandbox/network-protocol.ts';
import { SandboxHostProcess, type SandboxHostLink } from './process/sandbox-host-process.ts';
import { electronInstaller, type ElectronInstaller } from './updates/electron-installer.ts';
import { WorkbenchProcess, type WorkbenchStartInfo } from './process/workbench-process.ts';

export interface Shell {
  readonly keyring: Keyring;
  /** How the `gatehouse` command of this installation is started. */
  readonly command: CliLaunchCommand;
  startWorkbench(startInfo: WorkbenchStartInfo, onError: (text: string) => void): RunningWorkbench;
  /** Starts the process that connects for sandboxed code, as soon as it is sent something. */
  startSandboxHost(link: SandboxHostLink, onError: (text: string) => void): RunningSandboxHost;
  /** What replaces this program by a newer version. */
  readonly updateInstaller: ElectronInstaller;
  /** Opens a web page in the user's browser. */
  readonly openExternal: (url: string) => Promise<void>;
  /** False also where the desktop does not say. */
  readonly isScreenLocked: () => Promise<boolean>;
  open(deps: ShellDeps): OpenShell;
}

export interface RunningSandboxHost extends Disposable {
  readonly send: (message: ToSandboxHost) => void;
}

export interface RunningWorkbench extends Disposable {
  /** What only the owner asks of it. */
  readonly ask: AskWorkbench;
}

export interface OpenShell extends Disposable {
  showMainWindow(): void;
  /** The same for a program that wants it, which is limited. */
  raiseMainWindow(): void;
}

export function electronShell(appDir: string): Shell {
  const distDir = path.join(appDir, 'dist');
  return {
    keyring: systemKeyring,
    command: ownCommand(appDir),
    startWorkbench(startInfo, onError) {
      const script = path.join(distDir, 'workbench', 'workbench.js');
      const workbench = new WorkbenchProcess({ script, startInfo, onError });
      workbench.start();
      return workbench;
    },
    startSandboxHost: (link, onError) =>
      new SandboxHostProcess({
        ...{ ...link, onError },
        script: path.join(distDir, 'sandbox-host', 'sandbox-host.js'),
      }),
    updateInstaller: electronInstaller(appDir),
    openExternal: (url) => shell.openExternal(url),
    isScreenLocked: isLocked,
    open: (deps) => openWindows(deps, appDir, distDir),
  };
}

function openWindows(deps: ShellDeps, appDir: string, distDir: string): OpenShell {
  const disposables = new Disposables();
  const { core } = deps;
  const onError = (text: string): void => deps.error(text);
  const { approvalsOff } = deps;

  const askWindow = disposables.add(new AskWindow({ core, distDir, approvalsOff, onError }));
  askWindow.start();
  const mainWindow = disposables.add(
    new MainWindow({
      deps,
      settingsEditor: new SettingsEditor({
        ...{ core, file: deps.settingsFile },
        ...{ setLoginStart, confirm: confirmInBox },
      }),
      distDir,
      place: new MainWindowBounds(path.join(app.getPath('userData'), 'main-window.json')),
      review: (askId) => askWindow.review(askId),
      onError,
    }),
  );
  mainWindow.start();
  const tray = disposables.add(
    new TrayIcon({
      core,
      iconsDir: path.join(appDir, 'resources', 'tray'),
      review: (askId) => void askWindow.review(askId),
      openWindow: () => mainWindow.show(),
      quit: () => app.quit(),
    }),
  );
  tray.start();
  disposables.add(
    joinDesktop(deps, {
      review: (askId) => void askWindow.review(askId),
      showMainWindow: () => mainWindow.show(),
    }),
  );
  const shortcut = disposables.add(
    new AskShortcut({
      state: core.state,
      settings: deps.settingsFile.live,
      onPressed: () => askWindow.focusWaiting(),
    }),
  );
  shortcut.start();
  disposables.add(endSessionsOnLock(core, deps.settingsFile.live));
  void recordCode(core, appDir);
  if (deps.showAtStart) mainWindow.show();
  return {
    showMainWindow: () => mainWindow.show(),
    raiseMainWindow: () => mainWindow.raise(),
    dispose: () => disposables.dispose(),
  };
}
