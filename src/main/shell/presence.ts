/** Authority ends when the person leaves: a locked screen ends every session, if they want it so. */
import { powerMonitor } from 'electron';
import { toDisposable, type Disposable } from '../../shared/base/disposable.ts';
import type { Core } from '../core/offers.ts';

export function endSessionsOnLock(core: Core): Disposable {
  const locked = (): void => void core.sessions.endAll('locked');
  powerMonitor.on('lock-screen', locked);
  return toDisposable(() => void powerMonitor.off('lock-screen', locked));
}
