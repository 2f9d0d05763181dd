/** A granted folder open by its descriptor: whatever takes its name afterwards is not used. */
import fs, { constants } from 'node:fs';
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
  const isLinux = process.platform === 'linux';
  const flags = constants.O_DIRECTORY | (constants.O_NOFOLLOW ?? 0) | (isLinux ? O_PATH : 0);
  let fd: number;
  try {
    fd = fs.openSync(root.path, flags);
  } catch {
    return refused('root-changed');
  }
  try {
    const { dev, ino } = fs.fstatSync(fd, { bigint: true });
    if (String(dev) !== root.device || String(ino) !== root.inode) return refused('root-changed');
    return await use(isLinux ? `/proc/${process.pid}/fd/${fd}` : root.path);
  } finally {
    fs.closeSync(fd);
  }
}
