/**
 * Finds the ignored files that a checkpoint records anyway: databases, local settings and notes
 * are often ignored by git and in no commit. Folders that tools can generate again are left out,
 * and so is what is too large to copy before a command.
 */
import fs from 'node:fs';
import { rebuiltAs, type Rebuilt } from './rebuilt-folders.ts';
import type { NameBytes } from './git-lines.ts';

export interface IgnoredLimits {
  /** Limit for one ignored folder; above it, none of its files is recorded. */
  readonly folderFiles: number;
  readonly folderBytes: number;
  /** Larger files are left out individually and do not count towards their folder's limit. */
  readonly fileBytes: number;
}

export interface RebuiltName {
  readonly name: NameBytes;
  readonly as: Rebuilt;
}

export interface IgnoredFiles {
  readonly files: readonly NameBytes[];
  /** Repositories inside ignored folders. */
  readonly nested: readonly NameBytes[];
  readonly rebuilt: readonly RebuiltName[];
  readonly tooLarge: readonly NameBytes[];
}

/** `names` is git's list, in which a whole folder is one name with a trailing slash. */
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
  // Git may list both a folder and its contents.
  const byName = new Map(rebuilt.map((item) => [item.name, item]));
  const repositories = new Set(nested);
  return { files: [...files], nested: [...repositories], rebuilt: [...byName.values()], tooLarge };
}

interface IgnoredInFolder {
  readonly files: NameBytes[];
  readonly nested: NameBytes[];
  readonly rebuilt: RebuiltName[];
}

/** Null if the limits are exceeded. Links are not followed. */
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
    // A repository is recorded separately, but its size counts here.
    if (isRepository && !next.isInRepository) found.nested.push(folder);
    const isInRepository = next.isInRepository || isRepository;
    for (const entry of entries) {
      const name = `${folder}/${entry.name}`;
      if (entry.isDirectory()) {
        if (isInRepository && entry.name === '.git') continue;
        // An ordinary word counts as a generated folder only if git ignores exactly that folder.
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

/** Empty if the folder no longer exists or cannot be read. */
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
