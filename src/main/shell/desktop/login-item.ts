/** Starts the app at login: an XDG autostart file on Linux, the system's login items elsewhere. */
import { app } from 'electron';
import { writeAutostart } from '../../platform/files/autostart-file.ts';

/** The window stays hidden if the system started the app. */
const args = ['--no-window'];

export async function setLoginStart(wanted: boolean): Promise<void> {
  if (process.platform === 'linux') {
    // An AppImage is mounted somewhere else each time; its own file is what stays.
    const program = process.env['APPIMAGE'] ?? process.execPath;
    const words = [program, ...(app.isPackaged ? [] : [app.getAppPath()]), ...args];
    await writeAutostart(wanted ? words : null);
    return;
  }
  app.setLoginItemSettings({ openAtLogin: wanted, args });
}
