/** Searching contents with ripgrep: its engine is linear in time, and it is ended when it is late. */
import { done, failed, refused, type Outcome } from '../../shared/outcomes.ts';
import { skippedGlobs } from '../basics/find-files.ts';
import { oneFolder } from '../basics/one-folder.ts';
import { runProgram, type ProgramEnd } from '../basics/run-program.ts';
import { ripgrep } from '../basics/tools.ts';
import type { Bench } from '../bench.ts';
import { holdFolder } from '../confined-folder.ts';
import { isTrouble, type Trouble } from '../confined-trouble.ts';
import type { Task } from '../hand.ts';
import { confirmedMatches, placedMatches, readMatches } from './matches.ts';

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
    const where = [
      '--hidden',
      '--sort=path',
      ...chosen.flatMap((one) => ['--glob', one]),
      '--',
      './',
    ];
    const end = await ripgrepped([...searchArgs(search), ...where], held.here, task);
    if (isTrouble(end)) return end;
    const { matches: raw, filesSearched } = readMatches(end.stdout.toString('utf8'));
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
    const end = await ripgrepped([...searchArgs(search), '--', '-'], '/', task, handle.fd);
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
  { signal }: Task,
  input?: number,
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
    signal,
    ...(input === undefined ? {} : { input }),
  });
  if ('notStarted' in end) return failed('action-failed', `ripgrep: ${end.notStarted}.`);
  // 1 means that nothing was found; 2 that something went wrong, perhaps beside matches.
  const said = end.stderr.toString('utf8').trim();
  if (end.exitCode === 2 && /^(rg: )?regex /.test(said))
    return refused('invalid-arguments', `pattern: ${said.replaceAll(/\s+/g, ' ')}`);
  return end;
}
