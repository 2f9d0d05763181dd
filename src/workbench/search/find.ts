/** Searching contents with ripgrep: its engine is linear in time, and it is ended when it is late. */
import { done, failed, refused, type Outcome } from '../../shared/outcomes.ts';
import { skippedGlobs } from '../basics/find-files.ts';
import { oneFolder } from '../basics/one-folder.ts';
import {
  runProgram,
  type ProgramEnd,
  type ProgramRun,
} from '../../main/platform/programs/run-program.ts';
import { ripgrep } from '../basics/tools.ts';
import { withinBytes } from '../basics/within-bytes.ts';
import type { Bench } from '../bench.ts';
import { holdFolder } from '../confined-folder.ts';
import { isTrouble, type Trouble } from '../confined-trouble.ts';
import type { Task } from '../hand.ts';
import { confirmedMatches, firstPlace, inOrder, readMatches, startsWithMark } from './matches.ts';
import { placesIn, type FoundPlace } from './places-in-lines.ts';
import { mostFileBytesHeld, soughtArgs, spansLines, whyNotBegun, type Sought } from './sought.ts';

export interface Search extends Sought {
  readonly limit: number;
}

const timeoutMs = 10_000;
const mostOutputBytes = 32 * 1024 * 1024;

export async function findInFolder(
  bench: Bench,
  search: Search,
  {
    root,
    globs = [],
  }: { readonly root?: string | undefined; readonly globs?: readonly string[] | undefined },
  task: Task,
): Promise<Outcome> {
  const folder = oneFolder(root, task);
  if (typeof folder !== 'string') return folder;
  const held = holdFolder(folder, task.roots);
  if (isTrouble(held)) return held;
  try {
    const chosen = [...globs, '!.git', ...skippedGlobs(folder, task.skip)];
    // In no order: with one, ripgrep would use one core alone.
    const where = ['--hidden', ...chosen.flatMap((one) => ['--glob', one]), '--', './'];
    const enough = new Enough(search.limit);
    const signal = AbortSignal.any([task.signal, enough.signal]);
    const end = await ripgrepped([...soughtArgs(search), ...where], held.here, {
      signal,
      onOutput: (piece) => enough.count(piece),
    });
    if (isTrouble(end)) return end;
    const { matches: found, filesSearched } = readMatches(end.stdout.toString('utf8'));
    const raw = inOrder(found);
    const { limit } = search;
    const { roots } = task;
    const matches = await confirmedMatches(bench, folder, raw.slice(0, limit), { roots, limit });
    const told = withinBytes(matches.slice(0, limit), task.resultBytes);
    const isAll = told.length === matches.length && raw.length <= limit;
    return done({
      matches: told,
      files_searched: filesSearched,
      truncated: !isAll || wasCut(end),
    });
  } finally {
    held.letGo();
  }
}

/** Ends the search once more lines were found than are wanted. */
class Enough {
  readonly #most: number;
  readonly #stop = new AbortController();
  #lines = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  /** A match whose first words fall on the border of two pieces is not counted; another one will be. */
  count(piece: Buffer): void {
    for (let at = piece.indexOf(matchMark); at !== -1; at = piece.indexOf(matchMark, at + 1))
      this.#lines += 1;
    if (this.#lines > this.#most) this.#stop.abort();
  }
}

const matchMark = '\n{"type":"match"';

const wasCut = (end: ProgramEnd): boolean => end.timedOut || end.truncated;

/** The file is opened by us and handed over as standard input. */
export async function findInFile(
  { files }: Bench,
  file: string,
  search: Search,
  task: Task,
): Promise<Outcome> {
  const handle = await files.open(file, task.roots);
  if (isTrouble(handle)) return handle;
  try {
    const { size } = await handle.stat();
    if (spansLines(search) && size > mostFileBytesHeld) return tooLargeToHold(size);
    const { signal } = task;
    const args = [...soughtArgs(search), '--', '-'];
    const end = await ripgrepped(args, '/', { signal, input: handle.fd });
    if (isTrouble(end)) return end;
    const { matches: raw } = readMatches(end.stdout.toString('utf8'));
    const hasMark = await startsWithMark(handle);
    const { limit } = search;
    const found: FoundPlace[] = [];
    for (const match of raw)
      found.push(...placesIn(match, limit + 1 - found.length, firstPlace(match, hasMark)));
    const matches = withinBytes(found.slice(0, limit), task.resultBytes);
    return done({ matches, truncated: matches.length < found.length || wasCut(end) });
  } finally {
    await handle.close();
  }
}

const tooLargeToHold = (size: number): Trouble =>
  refused(
    'invalid-arguments',
    `text: it spans lines, which is not looked for in a file of ${size} bytes; ${mostFileBytesHeld} is the most. Look for one line of it.`,
  );

async function ripgrepped(
  args: readonly string[],
  cwd: string,
  how: Pick<ProgramRun, 'signal' | 'input' | 'onOutput'>,
): Promise<ProgramEnd | Trouble> {
  const program = ripgrep();
  if (!program) return failed('action-failed', 'ripgrep is not there for this system.');
  const end = await runProgram({
    program,
    args: ['--no-config', '--json', ...args],
    cwd,
    env: { LANG: 'C.UTF-8' },
    timeoutMs,
    outputBytes: mostOutputBytes,
    ...how,
  });
  if ('notStarted' in end) return failed('action-failed', `ripgrep: ${end.notStarted}.`);
  // 1 means that nothing was found; 2 that something went wrong, perhaps beside matches.
  return whyNotBegun(end) ?? end;
}
