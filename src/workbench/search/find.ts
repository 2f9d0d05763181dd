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
import type { Bench } from '../bench.ts';
import { holdFolder } from '../confined-folder.ts';
import { isTrouble, type Trouble } from '../confined-trouble.ts';
import type { Task } from '../hand.ts';
import { confirmedMatches, inOrder, placedMatches, readMatches } from './matches.ts';

export interface Search {
  readonly what: string;
  readonly as: 'text' | 'pattern';
  readonly ignoreCase: boolean;
  readonly limit: number;
}

const timeoutMs = 10_000;
const mostOutputBytes = 32 * 1024 * 1024;
const mostMatchesPerFile = 10_000;

const searchArgs = ({ what, as, ignoreCase }: Search): readonly string[] => [
  '--no-config',
  '--json',
  `--max-count=${mostMatchesPerFile}`,
  ...(as === 'text' ? ['--fixed-strings'] : []),
  ignoreCase ? '--ignore-case' : '--case-sensitive',
  '--regexp',
  what,
];

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
    const end = await ripgrepped([...searchArgs(search), ...where], held.here, {
      signal,
      onOutput: (piece) => enough.count(piece),
    });
    if (isTrouble(end)) return end;
    const { matches: found, filesSearched } = readMatches(end.stdout.toString('utf8'));
    const raw = inOrder(found);
    const matches = await confirmedMatches(bench, folder, raw.slice(0, search.limit), task);
    return done({
      matches: matches.slice(0, search.limit),
      files_searched: filesSearched,
      truncated: matches.length > search.limit || raw.length > search.limit || wasCut(end),
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
    const { signal } = task;
    const args = [...searchArgs(search), '--', '-'];
    const end = await ripgrepped(args, '/', { signal, input: handle.fd });
    if (isTrouble(end)) return end;
    const { matches: raw } = readMatches(end.stdout.toString('utf8'));
    const found = raw.flatMap((match) => placedMatches(file, match));
    const matches = found.slice(0, search.limit).map(({ range, preview }) => ({ range, preview }));
    return done({ matches, truncated: found.length > search.limit || wasCut(end) });
  } finally {
    await handle.close();
  }
}

async function ripgrepped(
  args: readonly string[],
  cwd: string,
  how: Pick<ProgramRun, 'signal' | 'input' | 'onOutput'>,
): Promise<ProgramEnd | Trouble> {
  const program = ripgrep();
  if (!program) return failed('action-failed', 'ripgrep is not there for this system.');
  const end = await runProgram({
    program,
    args,
    cwd,
    env: { LANG: 'C.UTF-8' },
    timeoutMs,
    outputBytes: mostOutputBytes,
    ...how,
  });
  if ('notStarted' in end) return failed('action-failed', `ripgrep: ${end.notStarted}.`);
  // 1 means that nothing was found; 2 that something went wrong, perhaps beside matches.
  const said = end.stderr.toString('utf8').trim();
  if (end.exitCode === 2 && /^(rg: )?regex /.test(said))
    return refused('invalid-arguments', `pattern: ${said.replaceAll(/\s+/g, ' ')}`);
  return end;
}
