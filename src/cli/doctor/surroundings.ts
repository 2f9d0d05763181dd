/** What this command itself runs on, and what the desktop offers. */
import { bad, good, warning, type Finding } from './finding.ts';

export function surroundings(): readonly Finding[] {
  return [runtime(), ...display()];
}

function runtime(): Finding {
  const { node, electron } = process.versions;
  const found = electron === undefined ? `Node ${node}` : `Node ${node} in Electron ${electron}`;
  const [major = 0, minor = 0] = node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return good('command runs on', found);
  return bad('command runs on', found, 'use Node 20.19 or newer');
}

function display(): readonly Finding[] {
  if (process.platform !== 'linux') return [];
  const { DISPLAY, WAYLAND_DISPLAY, DBUS_SESSION_BUS_ADDRESS } = process.env;
  // Set to nothing is not there.
  const screen = [WAYLAND_DISPLAY, DISPLAY].find(Boolean);
  return [
    screen
      ? good('display', screen)
      : warning(
          'display',
          'none here',
          'start the app from your desktop session; it needs a screen',
        ),
    DBUS_SESSION_BUS_ADDRESS
      ? good('session bus', 'there')
      : warning(
          'session bus',
          'none here',
          'without one there is no tray icon and no notification',
        ),
  ];
}
