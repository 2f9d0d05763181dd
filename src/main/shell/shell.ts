/** The Electron side of the house: keyring, workbench process, windows and tray. */
import { app } from 'electron';
import path from 'node:path';
import { Disposables, type Disposable } from '../../shared/base/disposable.ts';
import type { AskWorkbench } from '../../shared/file-history.ts';
import type { Keyring } from '../platform/install-key.ts';
import { AskWindow } from './ask-window.ts';
import { confirmInBox } from './confirm-box.ts';
import { recordCode } from './code-record.ts';
import { joinDesktop } from './desktop.ts';
import { debuggerWarning } from './debugger-check.ts';
import type { House } from './house.ts';
import { systemKeyring } from './keyring.ts';
import { ownCommand, type OwnCommand } from './own-command.ts';
import { MainPlace } from './main-place.ts';
import { MainWindow } from './main-window.ts';
import { endSessionsOnLock } from './presence.ts';
import { setLoginStart } from './login-start.ts';
import { SettingsDesk } from './settings-desk.ts';
import { TrayIcon } from './tray.ts';
import { WorkbenchProcess, type WorkbenchTold } from './workbench-process.ts';

export interface Shell {
  readonly keyring: Keyring;
  /** How the `gatehouse` command of this installation is started. */
  readonly command: OwnCommand;
  startWorkbench(told: WorkbenchTold, onTrouble: (text: string) => void): RunningWorkbench;
  open(house: House): OpenShell;
}

export interface RunningWorkbench extends Disposable {
  /** What only the owner asks of it. */
  readonly ask: AskWorkbench;
}

export interface OpenShell extends Disposable {
  showMainWindow(): void;
}

export function electronShell(appDir: string): Shell {
  const distDir = path.join(appDir, 'dist');
  return {
    keyring: systemKeyring,
    command: ownCommand(appDir),
    startWorkbench(told, onTrouble) {
      const script = path.join(distDir, 'workbench', 'workbench.js');
      const workbench = new WorkbenchProcess({ script, told, onTrouble });
      workbench.start();
      return workbench;
    },
    open: (house) => openWindows(house, appDir, distDir),
  };
}

function openWindows(house: House, appDir: string, distDir: string): OpenShell {
  const held = new Disposables();
  const { core } = house;
  const onTrouble = (text: string): void => house.trouble(text);
  const approvalsOff = debuggerWarning(app.isPackaged, process.argv);

  const askWindow = held.add(new AskWindow({ core, distDir, approvalsOff, onTrouble }));
  askWindow.start();
  const mainWindow = held.add(
    new MainWindow({
      house,
      settingsDesk: new SettingsDesk({
        ...{ core, file: house.settingsFile },
        ...{ setLoginStart, confirm: confirmInBox },
      }),
      distDir,
      place: new MainPlace(path.join(app.getPath('userData'), 'main-window.json')),
      review: (askId) => askWindow.review(askId),
      onTrouble,
    }),
  );
  mainWindow.start();
  const tray = held.add(
    new TrayIcon({
      core,
      iconsDir: path.join(appDir, 'resources', 'tray'),
      review: (askId) => void askWindow.review(askId),
      openWindow: () => mainWindow.show(),
      quit: () => app.quit(),
    }),
  );
  tray.start();
  held.add(
    joinDesktop(house, {
      review: (askId) => void askWindow.review(askId),
      showMainWindow: () => mainWindow.show(),
    }),
  );
  held.add(endSessionsOnLock(core, house.settingsFile.live));
  void recordCode(core, appDir);
  if (house.showAtStart) mainWindow.show();
  return { showMainWindow: () => mainWindow.show(), dispose: () => held.dispose() };
}
