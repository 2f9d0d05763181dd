/** Prepares the data folder. Gatehouse does not start unless only the user has access to it. */
import fs from 'node:fs';
import path from 'node:path';

export class UnsafeDataDir extends Error {}

export function secureDataDir(wanted: string): string {
  const there = statIfThere(wanted);
  if (there?.isSymbolicLink()) {
    throw new UnsafeDataDir(
      `The data folder ${wanted} is a link. Set GATEHOUSE_DATA_DIR to the folder it points to.`,
    );
  }
  if (there && !there.isDirectory()) {
    throw new UnsafeDataDir(
      `The data folder ${wanted} is a file. Move it away, or set GATEHOUSE_DATA_DIR.`,
    );
  }
  make(wanted);
  const dir = fs.realpathSync(wanted);
  if (process.platform !== 'win32') refuseIfShared(dir);
  refuseIfClosed(dir);
  return dir;
}

function statIfThere(wanted: string): fs.Stats | undefined {
  try {
    return fs.lstatSync(wanted, { throwIfNoEntry: false });
  } catch (error) {
    throw unusable(wanted, error);
  }
}

function make(wanted: string): void {
  try {
    fs.mkdirSync(wanted, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw unusable(wanted, error);
  }
}

function refuseIfClosed(dir: string): void {
  try {
    fs.accessSync(dir, fs.constants.R_OK | fs.constants.W_OK | fs.constants.X_OK);
  } catch (error) {
    throw unusable(dir, error);
  }
}

const unusable = (dir: string, error: unknown): UnsafeDataDir =>
  new UnsafeDataDir(
    `The data folder ${dir} cannot be used (${error instanceof Error ? error.message : String(error)}). Correct this, or set GATEHOUSE_DATA_DIR to another folder.`,
  );

function refuseIfShared(dir: string): void {
  const { uid, mode } = fs.statSync(dir);
  if (uid !== process.getuid?.()) {
    throw new UnsafeDataDir(
      `The data folder ${dir} belongs to someone else. Start Gatehouse as its owner, or set GATEHOUSE_DATA_DIR to a folder of yours.`,
    );
  }
  if ((mode & 0o077) === 0) return;
  const used = fs.existsSync(path.join(dir, 'audit'));
  if (used || (mode & 0o022) !== 0) {
    throw new UnsafeDataDir(
      `Other people can reach the data folder ${dir}. Look at what is in it, then run: chmod 700 '${dir}'`,
    );
  }
  fs.chmodSync(dir, 0o700);
}
