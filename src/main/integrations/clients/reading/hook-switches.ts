/**
 * Finds settings that disable our hooks: in the user's and the administrator's files, and in the
 * folders that agents work in. A repository can contain such a setting, so its files are hostile
 * input, parsed in the thread and limited in number.
 */
import path from 'node:path';
import type { SystemEnvironment } from '../../../../shared/app/data-dir.ts';
import type { KnownClient, SwitchedOff } from '../../../../shared/integrations/clients.ts';
import { hooksOf } from '../catalogue/hooks/hooks.ts';
import { formatOfName, readConfig, type ReadingNotes } from './read-config.ts';

const maxFolders = 50;
const maxFound = 10;

export async function switchedOff(
  client: KnownClient,
  at: SystemEnvironment,
  folders: readonly string[],
  notes: ReadingNotes,
): Promise<readonly SwitchedOff[]> {
  const found: SwitchedOff[] = [];
  for (const { file, off } of hooksOf(client, at)?.switches(at) ?? []) {
    const files = path.isAbsolute(file)
      ? [file]
      : [...new Set(folders)].slice(0, maxFolders).map((folder) => path.join(folder, file));
    for (const candidate of files) {
      if (found.length >= maxFound) return found;
      const { value } = await readConfig(formatOfName(candidate), candidate, notes);
      const setting = value === undefined ? null : off(value);
      if (setting !== null) found.push({ file: candidate, setting });
    }
  }
  return found;
}
