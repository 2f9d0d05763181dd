/**
 * A granted folder held open by descriptor, so that a folder that takes its name later is not
 * used.
 */
import fs, { constants } from 'node:fs';
import path from 'node:path';
import { refused, type ActionError } from '../../../shared/actions/outcomes.ts';

export interface CheckpointRoot {
  readonly path: string;
  readonly device: string;
  readonly inode: string;
}

// Node does not export it; the value is the same on every architecture Electron supports.
const O_PATH = 0o10000000;

export async function inRoot<Result>(
  root: CheckpointRoot,
  use: (here: string) => Promise<Result>,
): Promise<Result | ActionError> {
  const fd = openFolder(root.path);
  if (fd === null) return refused('root-changed');
  try {
    const { dev, ino } = fs.fstatSync(fd, { bigint: true });
    if (String(dev) !== root.device || String(ino) !== root.inode) return refused('root-changed');
    return await use(process.platform === 'linux' ? `/proc/${process.pid}/fd/${fd}` : root.path);
  } finally {
    fs.closeSync(fd);
  }
}

/**
 * Opens a subfolder name by name without following links, because a running command can replace
 * any of the names by a link. Refused if one of them is a link or missing.
 */
export async function inFolderBelow<Result>(
  here: string,
  names: string,
  use: (below: string) => Promise<Result>,
): Promise<Result | ActionError> {
  const opened: number[] = [];
  try {
    let below = here;
    for (const name of names.split('/')) {
      const fd = openFolder(path.join(below, name));
      if (fd === null) return refused('root-changed');
      opened.push(fd);
      below =
        process.platform === 'linux' ? `/proc/${process.pid}/fd/${fd}` : path.join(below, name);
    }
    return await use(below);
  } finally {
    for (const fd of opened) fs.closeSync(fd);
  }
}

function openFolder(name: string): number | null {
  const onLinux = process.platform === 'linux' ? O_PATH : 0;
  try {
    return fs.openSync(name, constants.O_DIRECTORY | (constants.O_NOFOLLOW ?? 0) | onLinux);
  } catch {
    return null;
  }
}
