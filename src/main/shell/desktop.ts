/** What the desktop around us offers: a place for notifications, and a tray or not. */
import { BrowserWindow } from 'electron';
import { setTimeout as sleep } from 'node:timers/promises';
import { Disposables, type Disposable } from '../../shared/base/disposable.ts';
import { notices } from '../../shared/notices.ts';
import { systemClock } from '../platform/clock.ts';
import { DesktopBus } from './desktop-bus.ts';
import type { House } from './house.ts';
import { Notifier, type PopupHand } from './notifier.ts';
import { popupOn } from './popups.ts';

interface Hands {
  readonly review: PopupHand['review'];
  readonly showMainWindow: () => void;
}

/** A panel may come up a little later than we do. */
const panelPatienceMs = 3_000;

/** Nothing waits for the bus; it joins when it is there. */
export function joinDesktop(house: House, hands: Hands): Disposable {
  const held = new Disposables();
  void DesktopBus.connect((text) => house.trouble(text)).then((bus) => {
    if (held.closed) bus?.dispose();
    if (held.closed) return;
    if (bus) held.add(bus);
    held.add(notifierOn(bus, house, hands));
    if (bus) void lookForTray(bus, house, hands, held);
    else if (process.platform === 'linux') sayNoTray(house, hands);
  });
  // Closing does not wait for a bus that may never answer; who joins too late is let go above.
  return held;
}

function notifierOn(bus: DesktopBus | null, house: House, { review }: Hands): Notifier {
  const { core, settingsFile } = house;
  const deny: PopupHand['deny'] = (askId) =>
    void core.asks.answer(askId, { kind: 'deny', reason: '' });
  return new Notifier({
    asks: core.asks,
    onChanged: core.state.onChanged,
    settings: settingsFile.live,
    isLooking: () => BrowserWindow.getFocusedWindow() !== null,
    popup: popupOn(bus, { review, deny }),
    clock: systemClock,
    onTrouble: (text) => house.trouble(text),
  });
}

function sayNoTray(house: House, { showMainWindow }: Hands): void {
  house.core.state.addNotice(notices.noTray);
  if (house.mayShowItself) showMainWindow();
}

/** Without a tray the window is the only way in, so it comes up and says so. */
async function lookForTray(
  bus: DesktopBus,
  house: House,
  hands: Hands,
  held: Disposables,
): Promise<void> {
  try {
    if (await bus.hasTray()) return;
    await sleep(panelPatienceMs, undefined, { ref: false });
    if (held.closed || (await bus.hasTray())) return;
    sayNoTray(house, hands);
  } catch (error) {
    if (!held.closed) house.trouble(`whether there is a tray is not known: ${String(error)}`);
  }
}
