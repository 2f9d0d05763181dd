/**
 * Runs the editor's ripgrep: linear time for any pattern, respects ignore files, and is stopped on
 * timeout.
 */
import fs from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { isInside } from '../../../../src/shared/files/inside.ts';
import { mountsBelow } from '../../../../src/main/platform/files/mounts.ts';
import {
  runProgram,
  type ProgramEnd,
  type ProgramRun,
} from '../../../../src/main/platform/programs/run-program.ts';
import type { Task } from '../../../../src/workbench/action-handler.ts';
import { startError } from '../../../../src/workbench/search/search-pattern.ts';
import { failure, orThrow, refusal } from '../basics/refusal.ts';

const timeoutMs = 10_000;
const maxOutputBytes = 32 * 1024 * 1024;

/** Finds it where editors of this family bundle it. */
function ripgrep(): string {
  const exe = process.platform === 'win32' ? 'rg.exe' : 'rg';
  const own = `@vscode/ripgrep-universal/bin/${process.platform}-${process.arch}`;
  const candidates = ['node_modules', 'node_modules.asar.unpacked'].flatMap((modules) =>
    [own, '@vscode/ripgrep/bin', 'vscode-ripgrep/bin'].map((folder) =>
      path.join(vscode.env.appRoot, modules, folder, exe),
    ),
  );
  const program = candidates.find((candidate) => fs.existsSync(candidate));
  if (!program) throw refusal('unsupported-by-editor', 'It comes without a search program.');
  return program;
}

export async function runRipgrep(
  args: readonly string[],
  cwd: string,
  task: Task,
  how: Pick<ProgramRun, 'onOutput'> & {
    readonly input?: string;
    readonly signal?: AbortSignal;
  } = {},
): Promise<ProgramEnd> {
  const end = await runProgram({
    program: ripgrep(),
    args: ['--no-config', ...args],
    cwd,
    env: { LANG: 'C.UTF-8' },
    timeoutMs,
    outputBytes: maxOutputBytes,
    signal: task.signal,
    ...how,
  });
  if ('notStarted' in end) throw failure('action-failed', `ripgrep: ${end.notStarted}.`);
  orThrow(startError(end) ?? {});
  return end;
}

/** What is left out, checked again after a search: something may have been mounted meanwhile. */
export const closedIn = (folder: string, { skip }: Pick<Task, 'skip'>): readonly string[] => [
  ...skip,
  ...mountsBelow(folder),
];

/** Globs for matching files, without `.git` and closed folders. */
export function globArgs(
  folder: string,
  globs: readonly string[],
  skip: readonly string[],
): readonly string[] {
  const skipped = [...skip, ...mountsBelow(folder)]
    .filter((item) => isInside(item, folder))
    .flatMap((item) => {
      const below = path.relative(folder, item).replaceAll(/[*?[\]{}!\\]/g, String.raw`\$&`);
      return below === '' ? ['!**'] : [`!/${below}`, `!/${below}/**`];
    });
  const glob = [...globs, '!.git', ...skipped].flatMap((item) => ['--glob', item]);
  return ['--hidden', '--one-file-system', ...glob];
}

/** Absolute paths, sorted. */
export async function listFiles(
  folder: string,
  globs: readonly string[],
  task: Task,
): Promise<{ readonly paths: readonly string[]; readonly truncated: boolean }> {
  const args = ['--files', '--null', ...globArgs(folder, globs, task.skip)];
  const end = await runRipgrep(args, folder, task);
  const names = end.stdout.toString('utf8').split('\0').slice(0, -1);
  const closed = closedIn(folder, task);
  const all = names.toSorted().map((name) => path.join(folder, name));
  const paths = all.filter((file) => !closed.some((one) => isInside(file, one)));
  return { paths, truncated: end.timedOut || end.truncated };
}
