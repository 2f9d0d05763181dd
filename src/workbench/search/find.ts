/** Searches file contents with ripgrep: linear time, with a timeout. */
import { done, failed, refused, type Outcome } from '../../shared/actions/outcomes.ts';
import { mountsBelow } from '../../main/platform/files/mounts.ts';
import { skippedGlobs } from '../basics/find-files.ts';
import { oneFolder } from '../basics/one-folder.ts';
import {
  runProgram,
  type ProgramEnd,
  type ProgramRun,
} from '../../main/platform/programs/run-program.ts';
import { ripgrep } from '../basics/tools.ts';
import { withinBytes } from '../basics/within-bytes.ts';
import type { WorkbenchContext } from '../workbench-context.ts';
import { openFolderAt } from '../confined/folder.ts';
import { isError, type ActionError } from '../confined/errors.ts';
import type { Task } from '../action-handler.ts';
import {
  confirmedMatches,
  firstPosition,
  inOrder,
  readMatches,
  startsWithMark,
} from './matches.ts';
import { MatchLimit } from './match-limit.ts';
import { positionsIn, type LocatedMatch } from './match-positions.ts';
import {
  maxSearchedFileBytes,
  queryArgs,
  spansLines,
  startError,
  type SearchQuery,
} from './search-pattern.ts';

export interface Search extends SearchQuery {
  readonly limit: number;
}

const timeoutMs = 10_000;
const maxOutputBytes = 32 * 1024 * 1024;

export async function findInFolder(
  context: WorkbenchContext,
  search: Search,
  {
    root,
    globs = [],
  }: { readonly root?: string | undefined; readonly globs?: readonly string[] | undefined },
  task: Task,
): Promise<Outcome> {
  const folder = oneFolder(root, task);
  if (typeof folder !== 'string') return folder;
  const openFolder = openFolderAt(folder, task.roots);
  if (isError(openFolder)) return openFolder;
  try {
    const closed = [...task.skip, ...mountsBelow(folder)];
    const allGlobs = [...globs, '!.git', ...skippedGlobs(folder, closed)];
    // Unsorted: sorting would limit ripgrep to one core.
    const where = [
      '--hidden',
      '--one-file-system',
      ...allGlobs.flatMap((item) => ['--glob', item]),
      '--',
      './',
    ];
    const matchLimit = new MatchLimit(search.limit);
    const signal = AbortSignal.any([task.signal, matchLimit.signal]);
    const end = await ripgrepped([...queryArgs(search), ...where], openFolder.here, {
      signal,
      onOutput: (piece) => matchLimit.count(piece),
    });
    if (isError(end)) return end;
    const { matches: found, filesSearched } = readMatches(end.stdout.toString('utf8'));
    const raw = inOrder(found);
    const { limit } = search;
    const { roots } = task;
    const matches = await confirmedMatches(context, folder, raw.slice(0, limit), { roots, limit });
    const shown = withinBytes(matches.slice(0, limit), task.resultBytes);
    const isAll = shown.length === matches.length && raw.length <= limit;
    return done({
      matches: shown,
      files_searched: filesSearched,
      truncated: !isAll || wasCut(end),
    });
  } finally {
    openFolder.close();
  }
}

const wasCut = (end: ProgramEnd): boolean => end.timedOut || end.truncated;

/** Opens the file here and passes it as standard input. */
export async function findInFile(
  { files }: WorkbenchContext,
  file: string,
  search: Search,
  task: Task,
): Promise<Outcome> {
  const handle = await files.open(file, task.roots);
  if (isError(handle)) return handle;
  try {
    const { size } = await handle.stat();
    if (spansLines(search) && size > maxSearchedFileBytes) return tooLargeToHold(size);
    const { signal } = task;
    const args = [...queryArgs(search), '--', '-'];
    const end = await ripgrepped(args, '/', { signal, input: handle.fd });
    if (isError(end)) return end;
    const { matches: raw } = readMatches(end.stdout.toString('utf8'));
    const hasMark = await startsWithMark(handle);
    const { limit } = search;
    const found: LocatedMatch[] = [];
    for (const match of raw)
      found.push(...positionsIn(match, limit + 1 - found.length, firstPosition(match, hasMark)));
    const matches = withinBytes(found.slice(0, limit), task.resultBytes);
    return done({ matches, truncated: matches.length < found.length || wasCut(end) });
  } finally {
    await handle.close();
  }
}

const tooLargeToHold = (size: number): ActionError =>
  refused(
    'invalid-arguments',
    `text: multi-line search is limited to files of ${maxSearchedFileBytes} bytes; this one has ${size}. Search for a single line.`,
  );

async function ripgrepped(
  args: readonly string[],
  cwd: string,
  how: Pick<ProgramRun, 'signal' | 'input' | 'onOutput'>,
): Promise<ProgramEnd | ActionError> {
  const program = ripgrep();
  if (!program) return failed('action-failed', 'ripgrep is not available on this system.');
  const end = await runProgram({
    program,
    args: ['--no-config', '--json', ...args],
    cwd,
    env: { LANG: 'C.UTF-8' },
    timeoutMs,
    outputBytes: maxOutputBytes,
    ...how,
  });
  if ('notStarted' in end) return failed('action-failed', `ripgrep: ${end.notStarted}.`);
  // Exit code 1: no match. 2: an error, possibly with matches.
  return startError(end) ?? end;
}
