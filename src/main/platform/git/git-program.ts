/**
 * Runs git so that nothing of the repository runs with it: no hooks, no monitor, no pager, no
 * external diff, no signing program, no questions. Content filters are part of what a file is;
 * own-programs.ts says which may run. Git's own answers are read, never its words for people, but where git refuses.
 */
import { failed, isTrouble, refused, type Trouble } from '../../../shared/outcomes.ts';
import { runProgram, type ProgramEnd } from '../programs/run-program.ts';

const off: Readonly<Record<string, string>> = {
  'core.hooksPath': '/dev/null',
  'core.fsmonitor': 'false',
  'core.pager': 'cat',
  'core.editor': 'true',
  'core.askPass': '',
  'core.sshCommand': 'false',
  'credential.helper': '',
  'diff.external': '',
  'gc.auto': '0',
  'maintenance.auto': 'false',
  'commit.gpgSign': 'false',
  'tag.gpgSign': 'false',
  'log.showSignature': 'false',
  'protocol.allow': 'never',
  'submodule.recurse': 'false',
  // Git would look into them with their own settings.
  'diff.ignoreSubmodules': 'dirty',
};

const switches = Object.entries(off).flatMap(([key, value]) => ['-c', `${key}=${value}`]);

/** What of our environment git needs to know who somebody is. */
const passedOn = ['HOME', 'PATH', 'XDG_CONFIG_HOME', 'USERPROFILE', 'SystemRoot', 'TMPDIR'];

function environment(): Record<string, string> {
  const env: Record<string, string> = {
    LANG: 'C.UTF-8',
    LC_ALL: 'C.UTF-8',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_LITERAL_PATHSPECS: '1',
    GIT_NO_REPLACE_OBJECTS: '1',
  };
  for (const name of passedOn) if (process.env[name]) env[name] = process.env[name] ?? '';
  return env;
}

/** Until when somebody waits for it. */
export interface While {
  readonly signal: AbortSignal;
}

export interface GitRun {
  readonly cwd: string;
  readonly args: readonly string[];
  readonly input?: string;
  readonly timeoutMs?: number;
}

const usualTimeoutMs = 20_000;
const mostOutputBytes = 32 * 1024 * 1024;

/** However it ended. */
export async function runGit(run: GitRun, { signal }: While): Promise<ProgramEnd | Trouble> {
  const end = await runProgram({
    program: 'git',
    args: ['--no-pager', ...switches, ...run.args],
    cwd: run.cwd,
    env: environment(),
    timeoutMs: run.timeoutMs ?? usualTimeoutMs,
    outputBytes: mostOutputBytes,
    signal,
    ...(run.input === undefined ? {} : { input: run.input }),
  });
  if (!('notStarted' in end)) return end;
  return end.notStarted === 'ENOENT'
    ? failed('program-missing', 'git is not installed, or not on the path.')
    : failed('action-failed', `git: ${end.notStarted}.`);
}

/** What it said, if it did what it was told. */
export async function git(run: GitRun, task: While): Promise<GitAnswer | Trouble> {
  const end = await runGit(run, task);
  if (isTrouble(end)) return end;
  if (end.timedOut) return failed('took-too-long', 'git was stopped.');
  const text = end.stdout.toString('utf8');
  if (end.exitCode === 0) return { text, truncated: end.truncated };
  return refused('git-refused', saidBy(end));
}

export interface GitAnswer {
  readonly text: string;
  readonly truncated: boolean;
}

const mostWords = 1_000;

function saidBy(end: ProgramEnd): string {
  const said = end.stderr.toString('utf8').trim() || end.stdout.toString('utf8').trim();
  const plain = said
    .split('\n')
    .filter((line) => !line.startsWith('hint:'))
    .map((line) => line.replace(/^(fatal|error): /, ''))
    .join(' ');
  return `Git says: ${(plain || `exit code ${end.exitCode}`).slice(0, mostWords)}`;
}
