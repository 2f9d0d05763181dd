/**
 * Replaces a file that others may write at the same moment: the new content appears atomically, no
 * write of others is lost, and readers see either the old or the new content.
 */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { constants, existsSync, linkSync, renameSync, rmSync, statSync, unlinkSync } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { readRegularFile } from '../../../platform/files/bounded-read.ts';
import { toolEnvironment } from '../../../platform/programs/tool-environment.ts';
import { systemErrorCode } from '../../../../shared/base/system-error.ts';

export interface Swap {
  readonly target: string;
  /** The expected current content; null: no file. */
  readonly before: Buffer | null;
  /** Null: the file is deleted. */
  readonly after: Buffer | null;
  readonly mode: number;
  readonly names: SwapNames;
}

/** A temporary file next to the target; recorded before it is created. */
export interface SwapNames {
  readonly fresh: string;
  readonly kept: string;
}

export type Swapped = 'swapped' | 'changed-meanwhile';

/** Called before each step; tests kill the process there. */
export type OnStep = (step: string) => void;

export function namesBeside(target: string): SwapNames {
  const stem = path.join(path.dirname(target), `.${path.basename(target)}.gatehouse-`);
  const random = randomBytes(6).toString('hex');
  return { fresh: `${stem}${random}.new`, kept: `${stem}${random}.old` };
}

export async function swapFile(swap: Swap, onStep: OnStep = () => undefined): Promise<Swapped> {
  const { target, names } = swap;
  try {
    if (swap.after) await writeFresh(swap, swap.after, onStep);
    const swapped = exchange(swap, onStep);
    if (swapped === 'swapped') {
      onStep('sync the folder');
      await syncFolder(path.dirname(target));
    }
    return swapped;
  } finally {
    onStep('clear');
    clearBeside(names);
  }
}

/** Also after a crash: no file of ours stays next to the target. */
export function clearBeside({ fresh, kept }: SwapNames): void {
  rmSync(fresh, { force: true });
  rmSync(kept, { force: true });
}

async function writeFresh(
  { target, before, mode, names: { fresh } }: Swap,
  content: Buffer,
  onStep: OnStep,
): Promise<void> {
  onStep('copy the attributes');
  const isCopied = before !== null && (await copyAttributes(target, fresh));
  const { O_CREAT, O_EXCL, O_WRONLY } = constants;
  const flags = isCopied ? O_WRONLY : O_WRONLY | O_CREAT | O_EXCL;
  const handle = await fs.open(fresh, flags | (constants.O_NOFOLLOW ?? 0), 0o600);
  try {
    onStep('write');
    await handle.chmod(mode);
    await handle.truncate();
    await handle.writeFile(content);
    onStep('sync');
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Owner, access lists and extended attributes: Node cannot copy them on Linux, `cp` can. */
async function copyAttributes(from: string, to: string): Promise<boolean> {
  if (process.platform === 'win32') return false;
  if (process.platform === 'darwin') {
    await fs.copyFile(from, to, constants.COPYFILE_EXCL);
    return true;
  }
  const args = ['--attributes-only', '--preserve=all', '--', from, to];
  try {
    await promisify(execFile)('cp', args, { env: toolEnvironment() });
    return true;
  } catch (error) {
    rmSync(to, { force: true });
    // A missing file is noticed by the last check. Any other error would lose its mode and
    // attributes.
    if (existsSync(from)) throw new Error('its attributes cannot be kept', { cause: error });
    return false;
  }
}

/** Synchronously, so that almost nothing can happen between the last check and the rename. */
function exchange(swap: Swap, onStep: OnStep): Swapped {
  const { target, before, after, names } = swap;
  onStep('look again');
  if (before === null) return after === null ? 'swapped' : appear(target, names, onStep);
  const isKept = keepOld(target, names.kept);
  const old = isKept ? names.kept : target;
  if (!isSame(old, before)) return 'changed-meanwhile';
  onStep('rename');
  // A few microseconds remain between this check and the rename: Node cannot exchange two names
  // atomically.
  if (inodeOf(old) !== inodeOf(target)) return 'changed-meanwhile';
  if (after === null) unlinkSync(target);
  else renameSync(names.fresh, target);
  onStep('look at the old one');
  // Another program wrote to the old file while we renamed: its file is put back.
  if (isKept && !isSame(names.kept, before)) {
    renameSync(names.kept, target);
    return 'changed-meanwhile';
  }
  return 'swapped';
}

/** Linking to a new name fails if another program created it first; a rename would overwrite it. */
function appear(target: string, { fresh }: SwapNames, onStep: OnStep): Swapped {
  onStep('rename');
  try {
    linkSync(fresh, target);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return 'changed-meanwhile';
    if (!['EPERM', 'ENOTSUP', 'EMLINK'].includes(codeOf(error))) throw error;
    renameSync(fresh, target);
  }
  return 'swapped';
}

function keepOld(target: string, kept: string): boolean {
  try {
    linkSync(target, kept);
    return true;
  } catch {
    return false;
  }
}

const isSame = (file: string, content: Buffer): boolean =>
  readRegularFile(file, content.length)?.equals(content) ?? false;

const inodeOf = (file: string): bigint | undefined =>
  statSync(file, { bigint: true, throwIfNoEntry: false })?.ino;

const codeOf = (error: unknown): string => systemErrorCode(error) ?? '';

async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await fs.open(folder, constants.O_RDONLY);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
