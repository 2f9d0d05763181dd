/**
 * Metadata of a workspace. It is stored in git's files of that worktree, so it is in no commit and
 * is deleted with it. For a folder without git it is stored with our data.
 */
import { constants } from 'node:fs';
import fs from 'node:fs/promises';
import { z } from 'zod';
import { isError, refused, type Refused } from '../../../shared/actions/outcomes.ts';
import {
  MetadataKey,
  MetadataValue,
  type Metadata,
} from '../../../shared/integrations/workspaces.ts';
import { isMissing, writePrivateFile } from '../../platform/files/private-file.ts';

const Notes = z.record(MetadataKey, MetadataValue);
const maxNotes = 64;
const maxBytes = 1024 * 1024;

export async function readNotes(file: string): Promise<{ readonly notes: Metadata } | Refused> {
  try {
    const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
    const handle = await fs.open(file, flags);
    try {
      const stat = await handle.stat();
      if (!stat.isFile() || stat.size > maxBytes) return unreadable;
      return { notes: Notes.parse(JSON.parse(await handle.readFile('utf8'))) };
    } finally {
      await handle.close();
    }
  } catch (error) {
    return isMissing(error) ? { notes: {} } : unreadable;
  }
}

const unreadable = refused('action-failed', 'The metadata of the workspace cannot be read.');

/** A null value removes the key. */
export async function writeNote(
  file: string,
  key: string,
  value: string | null,
): Promise<Refused | null> {
  const read = await readNotes(file);
  if (isError(read)) return read;
  const rest = Object.entries(read.notes).filter(([name]) => name !== key);
  if (value !== null && rest.length >= maxNotes)
    return refused('invalid-arguments', `key: a workspace can have at most ${maxNotes}.`);
  const all = Object.fromEntries(value === null ? rest : [...rest, [key, value]]);
  await writePrivateFile(file, `${JSON.stringify(all, null, 2)}\n`);
  return null;
}
