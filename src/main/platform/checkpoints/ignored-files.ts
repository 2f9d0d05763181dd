/**
 * Finds the files that git ignores and a checkpoint holds all the same: a database, a local setting or
 * notes are often ignored, and no commit has them. Left out are folders that tools make again, and what is
 * too large to be copied before a command.
 */
import fs from 'node:fs';
import { rebuiltAs, type Rebuilt } from './rebuilt-folders.ts';
import type { NameBytes } from './git-lines.ts';

export interface IgnoredLimits {
  /** Of one ignored folder; beyond it none of its files is recorded. */
  readonly folderFiles: number;
  readonly folderBytes: number;
  /** Larger files are left out by themselves and do not count for their folder. */
  readonly fileBytes: number;
}

export interface RebuiltName {
  readonly name: NameBytes;
  readonly as: Rebuilt;
}

export interface IgnoredFiles {
  readonly files: readonly NameBytes[];
  /** Repositories in ignored folders. */
  readonly nested: readonly NameBytes[];
  readonly rebuilt: readonly RebuiltName[];
  readonly tooLarge: readonly NameBytes[];
}

/** `names` as git lists them: a folder as a whole, with a slash at its end. */
export async function ignoredFiles(
  workTree: string,
  names: readonly NameBytes[],
  limits: IgnoredLimits,
): Promise<IgnoredFiles> {
  const files = new Set<NameBytes>();
  const nested: NameBytes[] = [];
  const rebuilt: RebuiltName[] = [];
  const tooLarge: NameBytes[] = [];
  for (const name of names) {
    if (!name.endsWith('/')) {
      files.add(name);
      continue;
    }
    const folder = name.slice(0, -1);
    const as = rebuiltAs(lastOf(folder), lookAt(workTree, folder));
    if (as) {
      rebuilt.push({ name: folder, as });
      continue;
    }
    const found = await walk(workTree, folder, limits);
    if (found === null) tooLarge.push(folder);
    else {
      for (const file of found.files) files.add(file);
      nested.push(...found.nested);
      rebuilt.push(...found.rebuilt);
    }
  }
  // Git can list a folder and what is in it.
  const byName = new Map(rebuilt.map((one) => [one.name, one]));
  const repositories = new Set(nested);
  return { files: [...files], nested: [...repositories], rebuilt: [...byName.values()], tooLarge };
}

interface IgnoredInFolder {
  readonly files: NameBytes[];
  readonly nested: NameBytes[];
  readonly rebuilt: RebuiltName[];
}

/** Null beyond the limits. Links are not followed. */
async function walk(
  workTree: string,
  top: NameBytes,
  { folderFiles, folderBytes, fileBytes }: IgnoredLimits,
): Promise<IgnoredInFolder | null> {
  const found: IgnoredInFolder = { files: [], nested: [], rebuilt: [] };
  const waiting = [{ folder: top, isInRepository: false }];
  let files = 0;
  let bytes = 0;
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { folder } = next;
    const entries = await entriesOf(workTree, folder);
    const isRepository = entries.some(({ name }) => name === '.git');
    // A repository is recorded as a part of its own, but is counted here.
    if (isRepository && !next.isInRepository) found.nested.push(folder);
    const isInRepository = next.isInRepository || isRepository;
    for (const entry of entries) {
      const name = `${folder}/${entry.name}`;
      if (entry.isDirectory()) {
        if (isInRepository && entry.name === '.git') continue;
        // What is an ordinary word counts only where git ignores just that folder.
        const isRebuilt = rebuiltAs(entry.name, lookAt(workTree, name)) === 'by-name';
        if (isRebuilt && !isInRepository) found.rebuilt.push({ name, as: 'by-name' });
        if (!isRebuilt) waiting.push({ folder: name, isInRepository });
      } else if (entry.isFile() || entry.isSymbolicLink()) {
        files += 1;
        const size = sizeOf(workTree, name);
        bytes += size > fileBytes ? 0 : size;
        if (files > folderFiles || bytes > folderBytes) return null;
        if (!isInRepository) found.files.push(name);
      }
    }
  }
  return found;
}

const at = (workTree: string, name: NameBytes): Buffer =>
  Buffer.concat([Buffer.from(`${workTree}/`), Buffer.from(name, 'latin1')]);

const lastOf = (name: NameBytes): string => name.slice(name.lastIndexOf('/') + 1);

/** None where the folder is gone by now, or is closed to us. */
async function entriesOf(workTree: string, folder: NameBytes): Promise<readonly fs.Dirent[]> {
  try {
    return await fs.promises.readdir(at(workTree, folder), {
      encoding: 'latin1',
      withFileTypes: true,
    });
  } catch {
    return [];
  }
}

function sizeOf(workTree: string, name: NameBytes): number {
  try {
    return fs.lstatSync(at(workTree, name), { throwIfNoEntry: false })?.size ?? 0;
  } catch {
    return 0;
  }
}

const lookAt = (workTree: string, folder: NameBytes) => ({
  beside: (): readonly string[] => {
    const parent = folder.includes('/') ? folder.slice(0, folder.lastIndexOf('/')) : '.';
    try {
      return fs.readdirSync(at(workTree, parent), 'latin1');
    } catch {
      return [];
    }
  },
  hasInside: (name: string): boolean => fs.existsSync(at(workTree, `${folder}/${name}`)),
});
