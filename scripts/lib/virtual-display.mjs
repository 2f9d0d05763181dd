// A display for machines that have none, and a session bus for its tray. Electron crashes without
// the one and shows no tray without the other.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Failure } from './command.mjs';
import { findProgram, runInBackground } from './processes.mjs';

export const needsVirtualDisplay = () =>
  process.platform === 'linux' && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY;

/** @returns {Promise<{ env: { DISPLAY: string, XAUTHORITY: string }, dispose: () => void }>} */
export async function startVirtualDisplay() {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'gatehouse-display-'));
  const XAUTHORITY = path.join(folder, 'Xauthority');
  const removeFolder = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', removeFolder);
  // Without a cookie every local user could click in our windows, and one of them grants access.
  writeFileSync(XAUTHORITY, cookieForAnyDisplay(), { mode: 0o600 });
  const args = ['-displayfd', '1', '-screen', '0', '1600x1000x24', '-nolisten', 'tcp'];
  try {
    const server = await runInBackground('Xvfb', [...args, '-auth', XAUTHORITY]);
    const dispose = () => {
      server.dispose();
      removeFolder();
      process.off('exit', removeFolder);
    };
    return { env: { DISPLAY: `:${server.line.trim()}`, XAUTHORITY }, dispose };
  } catch (error) {
    removeFolder();
    throw new Failure(
      `The virtual display did not start: ${/** @type {Error} */ (error).message}`,
      'set DISPLAY to a display of yours, or see why `Xvfb :99` does not run here.',
    );
  }
}

/** Undefined when there is no dbus-daemon: then there is no tray, and everything else works. */
export async function startPrivateBus() {
  if (!findProgram('dbus-daemon')) return undefined;
  const args = ['--session', '--nofork', '--nopidfile', '--print-address=1'];
  const bus = await runInBackground('dbus-daemon', args).catch(() => undefined);
  return bus && { env: { DBUS_SESSION_BUS_ADDRESS: bus.line.trim() }, dispose: bus.dispose };
}

/** One entry in Xauthority's format: family, address, display, name, data; empty matches anything. */
function cookieForAnyDisplay() {
  const FAMILY_WILD = 0xffff;
  const family = Buffer.alloc(2);
  family.writeUInt16BE(FAMILY_WILD);
  const fields = ['', '', 'MIT-MAGIC-COOKIE-1', randomBytes(16)].map((field) => {
    const bytes = Buffer.from(field);
    const length = Buffer.alloc(2);
    length.writeUInt16BE(bytes.length);
    return Buffer.concat([length, bytes]);
  });
  return Buffer.concat([family, ...fields]);
}
