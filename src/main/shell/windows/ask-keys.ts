import type { BrowserWindow } from 'electron';
import { performance } from 'node:perf_hooks';
import { inputGuardMs } from '../../../shared/ipc/channels.ts';

/**
 * Keys meant for another window arrive here when the focus moves. A click is different: it is
 * aimed at what has stood still under the pointer, and may itself bring the focus.
 */
export function guardKeysAfterFocus(window: BrowserWindow): void {
  let focusedAt = -Infinity;
  window.on('focus', () => (focusedAt = performance.now()));
  window.webContents.on('before-input-event', (event) => {
    if (performance.now() - focusedAt < inputGuardMs) event.preventDefault();
  });
}
