/** Ends every session when the screen is locked, if the setting is on. */
import { powerMonitor } from 'electron';
import { Disposables, toDisposable, type Disposable } from '../../../shared/base/disposable.ts';
import type { Settings } from '../../../shared/app/settings.ts';
import type { Core } from '../../core/core.ts';
import { isScreenLocked } from '../../platform/system/screen-lock.ts';

/** On Linux Electron does not tell, so it is asked for, as long as there is a session to end. */
const lookEveryMs = 5_000;

export function endSessionsOnLock(core: Core, settings: Pick<Settings, 'session'>): Disposable {
  const disposables = new Disposables();
  const locked = (): void => {
    if (settings.session.endOnScreenLock) core.sessions.endAll('locked');
  };
  powerMonitor.on('lock-screen', locked);
  disposables.add(toDisposable(() => void powerMonitor.off('lock-screen', locked)));
  if (process.platform === 'linux') disposables.add(lookForLock(core, locked));
  return disposables;
}

function lookForLock(core: Core, locked: () => void): Disposable {
  const poll = async (): Promise<void> => {
    if (core.sessions.list().every((session) => session.ended)) return;
    if (await isLocked()) locked();
  };
  const timer = setInterval(() => void poll(), lookEveryMs);
  return toDisposable(() => clearInterval(timer));
}

export const isLocked = async (): Promise<boolean> =>
  powerMonitor.getSystemIdleState(1) === 'locked' ||
  (process.platform === 'linux' && (await isScreenLocked()));
