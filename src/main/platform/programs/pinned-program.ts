/**
 * Keeps the allowed program open from the check to its start. On Linux the checked descriptor
 * itself is executed, so a file put in its place meanwhile is not. A script is opened again by its
 * interpreter, by name; on other systems programs are too: there the file is compared right before
 * and right after the start.
 */
import fs from 'node:fs';
import type { FilePin } from '../../../shared/files/file-pin.ts';
import { isPinned, isPinnedAt } from './file-pins.ts';

// Node does not export it; the value is the same on every processor that Electron runs on.
const O_PATH = 0o10000000;

export interface OpenedProgram {
  /** The path to execute; valid until it is released. */
  readonly path: string;
  /** For a program started by name: whether its path still leads to the checked file. */
  isStillThere(): boolean;
  /** The same for a program that is always started by name, as in a sandbox. */
  isAtItsName(): boolean;
  closeFile(): void;
}

/** Null if the program is not the allowed one. Without a pin nothing is checked. */
export async function openPinnedProgram(
  program: string,
  pin: FilePin | undefined,
): Promise<OpenedProgram | null> {
  if (!pin) return unchecked(program);
  if (process.platform !== 'linux') return (await isPinnedAt(pin)) ? unchecked(program) : null;
  const fd = openProgram(program);
  if (fd === null) return null;
  try {
    if (await isPinned(fd, pin)) return opened(program, fd);
  } catch {
    // It cannot be read, so it is not started.
  }
  fs.closeSync(fd);
  return null;
}

const unchecked = (program: string): OpenedProgram => ({
  path: program,
  isStillThere: () => true,
  isAtItsName: () => true,
  closeFile: () => undefined,
});

function openProgram(program: string): number | null {
  try {
    return fs.openSync(program, O_PATH);
  } catch {
    return null;
  }
}

function opened(program: string, fd: number): OpenedProgram {
  // A number of our own: a child finds it there before and after it has its own descriptors.
  const path = isScript(fd) ? program : `/proc/${process.pid}/fd/${fd}`;
  return {
    path,
    isStillThere: () => path !== program || isAt(program, fd),
    isAtItsName: () => isAt(program, fd),
    closeFile: () => fs.closeSync(fd),
  };
}

function isAt(program: string, fd: number): boolean {
  try {
    const there = fs.statSync(program, { bigint: true });
    const ours = fs.fstatSync(fd, { bigint: true });
    return there.dev === ours.dev && there.ino === ours.ino && there.ctimeNs === ours.ctimeNs;
  } catch {
    return false;
  }
}

/** The interpreter gets the script's name and looks for neighbouring files there. */
function isScript(fd: number): boolean {
  let own: number | null = null;
  try {
    own = fs.openSync(`/proc/self/fd/${fd}`, 'r');
    const start = Buffer.alloc(2);
    return fs.readSync(own, start, 0, 2, 0) === 2 && start.toString('latin1') === '#!';
  } catch {
    // A file that may be executed but not read is not a script.
    return false;
  } finally {
    if (own !== null) fs.closeSync(own);
  }
}
