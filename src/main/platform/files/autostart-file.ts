/**
 * Writes `~/.config/autostart/gatehouse.desktop` as the XDG Autostart Specification defines it.
 */
import fs from 'node:fs/promises';
import path from 'node:path';
import { homeFolder } from '../system/home-folder.ts';
import { writePrivateFile } from './private-file.ts';

/** Null removes the file. */
export async function writeAutostart(
  command: readonly string[] | null,
  env: Readonly<Record<string, string | undefined>> = process.env,
): Promise<void> {
  const set = env['XDG_CONFIG_HOME'];
  const config = set && path.isAbsolute(set) ? set : path.join(homeFolder(), '.config');
  const file = path.join(config, 'autostart', 'gatehouse.desktop');
  if (command === null) return fs.rm(file, { force: true });
  await fs.mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  await writePrivateFile(file, desktopEntry(command));
}

export const desktopEntry = (command: readonly string[]): string =>
  [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Gatehouse',
    'Comment=Controls what AI agents may do on this computer',
    `Exec=${command.map(quoted).join(' ')}`,
    'X-GNOME-Autostart-enabled=true',
    '',
  ].join('\n');

/**
 * Escapes an argument for Exec, where a percent sign starts a field code, and then for a string
 * value.
 */
const quoted = (word: string): string =>
  `"${word.replaceAll(/["`$\\]/g, String.raw`\$&`).replaceAll('%', '%%')}"`.replaceAll(
    '\\',
    '\\\\',
  );
