/**
 * The only way in which git is started. A repository is untrusted data: before every process its
 * folders and settings are checked (check-repository.ts), git is told which they are instead of
 * searching for them, and nothing in the repository overrides our environment
 * (git-environment.ts). Only git's machine-readable output is parsed; its messages are used only
 * to explain a refusal.
 */
import fs from 'node:fs/promises';
import path from 'node:path';
import { failed, isError, refused, type ActionError } from '../../../shared/actions/outcomes.ts';
import type { FilePin } from '../../../shared/files/file-pin.ts';
import type { SandboxLaunch } from '../../../shared/sandbox/sandbox-launch.ts';
import {
  changedProgram,
  runProgram,
  sandboxFailed,
  type ProgramEnd,
  type ProgramRun,
  type RunSandbox,
} from '../programs/run-program.ts';
import {
  checkRepository,
  type CheckedRepository,
  type RepositoryPlace,
} from './check-repository.ts';
import { environmentFor, gitProgram, switches } from './git-environment.ts';
import { whyNotIndex } from './index-names.ts';

/** The caller's deadline. */
export interface GitRunOptions {
  readonly signal: AbortSignal;
  /** For an agent's call: the git program that was judged. */
  readonly start?: { readonly pins?: { readonly program: FilePin | null } | undefined } | undefined;
  /**
   * For an agent's call: the sandbox that git runs in; left out, it runs with the user's rights.
   */
  readonly sandbox?: SandboxLaunch | undefined;
}

export interface GitRun extends RepositoryPlace {
  readonly args: readonly string[];
  readonly input?: string;
  readonly timeoutMs?: number;
  /** Paths in the arguments are pathspecs with patterns; by default they are literal names. */
  readonly pathspecs?: boolean;
}

const usualTimeoutMs = 20_000;
const maxOutputBytes = 32 * 1024 * 1024;
const mostNamesBytes = 256 * 1024 * 1024;

/** How one git process is started. */
export type PreparedGit = Pick<ProgramRun, 'program' | 'pin' | 'args' | 'cwd' | 'env' | 'sandbox'>;

/** Whatever the exit status is. */
export async function runGit(run: GitRun, task: GitRunOptions): Promise<ProgramEnd | ActionError> {
  const prepared = await prepareGit(run, task);
  if (isError(prepared)) return prepared;
  const end = await runProgram({
    ...prepared,
    timeoutMs: run.timeoutMs ?? usualTimeoutMs,
    outputBytes: maxOutputBytes,
    signal: task.signal,
    ...(run.input === undefined ? {} : { input: run.input }),
  });
  if (!('notStarted' in end)) return end;
  if (end.notStarted === sandboxFailed) return failed('sandbox-unavailable', end.detail ?? '');
  return end.notStarted === changedProgram
    ? refused('stale', `${prepared.program} was changed since.`)
    : failed('action-failed', `git: ${end.notStarted}.`);
}

/**
 * Checks the repository and returns how to start git in it. Use the result immediately, because
 * the repository can change.
 */
export async function prepareGit(
  run: GitRun,
  task: GitRunOptions,
): Promise<PreparedGit | ActionError> {
  const checked = await checkRepository(run);
  if (isError(checked)) return checked;
  const closed = [...new Set([checked.top, ...(run.within ?? [])])];
  const program = await gitProgram(closed);
  if (program === null) return failed('program-missing', 'git is not installed.');
  const env = await environmentFor(closed, checked.overrides);
  if (checked.isForeign && !(await isTrusted(program, env, checked, task))) {
    return refused('git-refused', 'The repository belongs to another user of this machine.');
  }
  env['GIT_DIR'] = checked.isOwn ? '.git' : checked.gitDir;
  env['GIT_WORK_TREE'] = '.';
  env['GIT_CEILING_DIRECTORIES'] = path.dirname(checked.top);
  const listed = async (): Promise<string | null> => {
    const args = ['--no-pager', ...switches, 'ls-files', '-z'];
    const [timeoutMs, outputBytes] = [usualTimeoutMs, mostNamesBytes];
    const { cwd } = run;
    const end = await runProgram({
      ...{ program, args, cwd, env, timeoutMs, outputBytes, signal: task.signal },
      pin: await pinOf(program, task),
      sandbox: sandboxFor(task, checked.top, env),
    });
    const isWhole = !('notStarted' in end) && end.exitCode === 0 && !end.truncated;
    return isWhole ? end.stdout.toString('utf8') : null;
  };
  const why = await whyNotIndex(checked.gitDir, listed);
  if (why === 'unreadable') return refused('git-refused', 'Its index cannot be read.');
  if (why === 'leads away')
    return refused('outside-roots', 'Its index names files that are not in the working tree.');
  if (run.pathspecs) env['GIT_LITERAL_PATHSPECS'] = '0';
  return {
    ...{ program, cwd: run.cwd, env },
    pin: await pinOf(program, task),
    args: ['--no-pager', ...switches, ...run.args],
    sandbox: sandboxFor(task, checked.top, env),
  };
}

/** The home folder and everything below it has another path inside the sandbox. */
const outsideOnly = new Set(['HOME', 'XDG_CONFIG_HOME', 'TMPDIR']);

function sandboxFor(
  { sandbox }: GitRunOptions,
  folder: string,
  env: Readonly<Record<string, string>>,
): RunSandbox | undefined {
  if (!sandbox) return undefined;
  const inside = Object.entries(env).filter(([name]) => !outsideOnly.has(name));
  return { launch: sandbox, folder, env: Object.fromEntries(inside) };
}

/** The git program found must still be the one that was judged. */
async function pinOf(program: string, { start }: GitRunOptions): Promise<FilePin | undefined> {
  const pin = start?.pins?.program ?? undefined;
  const real = pin && (await fs.realpath(program).catch(() => null));
  return pin && real === pin.path ? pin : undefined;
}

/**
 * Git's own check for repositories of other users, which it skips when the repository is named
 * explicitly.
 */
async function isTrusted(
  program: string,
  env: Readonly<Record<string, string>>,
  { top }: CheckedRepository,
  { signal }: GitRunOptions,
): Promise<boolean> {
  const end = await runProgram({
    program,
    args: ['config', '--global', '--includes', '--null', '--get-all', 'safe.directory'],
    cwd: path.parse(top).root,
    env: { ...env, GIT_DIR: '/dev/null' },
    timeoutMs: usualTimeoutMs,
    outputBytes: maxOutputBytes,
    signal,
  });
  if ('notStarted' in end) return false;
  return isNamed(end.stdout.toString('utf8').split('\0').slice(0, -1), top);
}

/** An empty value resets the values before it. */
function isNamed(values: readonly string[], top: string): boolean {
  let isIn = false;
  for (const value of values) {
    isIn = value !== '' && (isIn || value === '*' || value === top);
  }
  return isIn;
}

/** The output if it succeeded. */
export async function git(run: GitRun, task: GitRunOptions): Promise<GitAnswer | ActionError> {
  const end = await runGit(run, task);
  if (isError(end)) return end;
  if (end.timedOut) return failed('took-too-long', 'git was stopped.');
  const text = end.stdout.toString('utf8');
  if (end.exitCode === 0) return { text, truncated: end.truncated };
  // The error may name a file that the session may not see.
  const mayQuote = (run.skip ?? []).length === 0;
  return refused(
    'git-refused',
    mayQuote ? saidBy(end) : `Git ended with exit code ${end.exitCode}.`,
  );
}

export interface GitAnswer {
  readonly text: string;
  readonly truncated: boolean;
}

const maxWords = 1_000;

function saidBy(end: ProgramEnd): string {
  const output = end.stderr.toString('utf8').trim() || end.stdout.toString('utf8').trim();
  const plain = output
    .split('\n')
    .filter((line) => !line.startsWith('hint:'))
    .map((line) => line.replace(/^(fatal|error): /, ''))
    .join(' ');
  return `Git says: ${(plain || `exit code ${end.exitCode}`).slice(0, maxWords)}`;
}
