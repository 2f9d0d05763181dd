/** How other programs start `gatehouse` on this machine. */
import { app } from 'electron';
import path from 'node:path';

export interface CliLaunchCommand {
  readonly program: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** Installed, our own binary; in the repository Electron's Node, so that no other is needed. */
export function ownCommand(appDir: string): CliLaunchCommand {
  const program = process.env['APPIMAGE'] ?? process.execPath;
  const dataDir = process.env['GATEHOUSE_DATA_DIR'];
  const elsewhere = dataDir ? { GATEHOUSE_DATA_DIR: path.resolve(dataDir) } : {};
  if (app.isPackaged) {
    const args = process.argv.includes('--no-sandbox') ? ['--no-sandbox'] : [];
    return { program, args, env: elsewhere };
  }
  const script = path.join(appDir, 'bin', 'gatehouse.mjs');
  return { program, args: [script], env: { ELECTRON_RUN_AS_NODE: '1', ...elsewhere } };
}
