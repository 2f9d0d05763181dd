/** Desktop features: notifications, and a tray if there is one. */
import { BrowserWindow } from 'electron';
import { setTimeout as sleep } from 'node:timers/promises';
import { Disposables, type Disposable } from '../../../shared/base/disposable.ts';
import { notices } from '../../../shared/app/notices.ts';
import { systemClock } from '../../platform/system/clock.ts';
import { DesktopBus } from './desktop-bus.ts';
import type { ShellDeps } from '../shell-deps.ts';
import { Notifier, type PopupControl } from './notifier.ts';
import { popupOn } from './notification-popups.ts';

interface DesktopActions {
  readonly review: PopupControl['review'];
  readonly showMainWindow: () => void;
}

/** A panel may come up a little later than we do. */
const panelTimeoutMs = 3_000;

/** Nothing waits for the bus; notifications start when it is connected. */
export function joinDesktop(deps: ShellDeps, handlers: DesktopActions): Disposable {
  const disposables = new Disposables();
  void DesktopBus.connect((text) => deps.error(text)).then((bus) => {
    if (disposables.closed) bus?.dispose();
    if (disposables.closed) return;
    if (bus) disposables.add(bus);
    disposables.add(notifierOn(bus, deps, handlers));
    if (bus) void lookForTray(bus, deps, handlers, disposables);
    else if (process.platform === 'linux') sayNoTray(deps, handlers);
  });
  // Closing does not wait for a bus that may never answer; who joins too late is let go above.
  return disposables;
}

function notifierOn(bus: DesktopBus | null, deps: ShellDeps, { review }: DesktopActions): Notifier {
  const { core, settingsFile } = deps;
  const deny: PopupControl['deny'] = (askId) =>
    void core.asks.answer(askId, { kind: 'deny', reason: '' });
  return new Notifier({
    asks: core.asks,
    onChanged: core.state.onChanged,
    settings: settingsFile.live,
    isLooking: () => BrowserWindow.getFocusedWindow() !== null,
    popup: popupOn(bus, { review, deny }),
    clock: systemClock,
    onError: (text) => deps.error(text),
  });
}

function sayNoTray(deps: ShellDeps, { showMainWindow }: DesktopActions): void {
  deps.core.state.addNotice(notices.noTray);
  if (deps.mayShowItself) showMainWindow();
}

/** Without a tray the window is the only way in, so it comes up and says so. */
async function lookForTray(
  bus: DesktopBus,
  deps: ShellDeps,
  handlers: DesktopActions,
  disposables: Disposables,
): Promise<void> {
  try {
    if (await bus.hasTray()) return;
    await sleep(panelTimeoutMs, undefined, { ref: false });
    if (disposables.closed || (await bus.hasTray())) return;
    sayNoTray(deps, handlers);
  } catch (error) {
    if (!disposables.closed) deps.error(`whether there is a tray is not known: ${String(error)}`);
  }
}
