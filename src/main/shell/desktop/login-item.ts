/** Started when the person logs in: an XDG autostart file on Linux, the system's own list elsewhere. */
import { app } from 'electron';
import { writeAutostart } from '../../platform/files/autostart-file.ts';

/** Nobody asked to look at anything when it was the system that started us. */
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
