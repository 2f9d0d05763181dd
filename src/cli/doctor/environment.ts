/** Checks the runtime and the desktop. */
import { sessionBusIn } from '../../shared/app/session-bus.ts';
import { bad, good, warning, type DoctorFinding } from './finding.ts';

export function systemEnvironment(): readonly DoctorFinding[] {
  return [runtime(), ...display()];
}

function runtime(): DoctorFinding {
  const { node, electron } = process.versions;
  const found = electron === undefined ? `Node ${node}` : `Node ${node} in Electron ${electron}`;
  const [major = 0, minor = 0] = node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return good('command runs on', found);
  return bad('command runs on', found, 'use Node 20.19 or newer');
}

function display(): readonly DoctorFinding[] {
  if (process.platform !== 'linux') return [];
  const { DISPLAY, WAYLAND_DISPLAY } = process.env;
  // An empty variable counts as unset.
  const screen = [WAYLAND_DISPLAY, DISPLAY].find(Boolean);
  return [
    screen
      ? good('display', screen)
      : warning(
          'display',
          'none here',
          'start the app from your desktop session; it needs a display',
        ),
    sessionBusIn(process.env) !== null
      ? good('session bus', 'there')
      : warning(
          'session bus',
          'none here',
          'without one, there are no tray icon and notifications',
        ),
  ];
}
