/**
 * Runs git for a repository of our own whose working tree is the user's folder. Git reads only the
 * folder's files. Settings, attributes, hooks, filters and the index are ours, so contents are
 * stored byte for byte and no program named in the folder is started. Where git reads the folder,
 * it runs in a sandbox (git-sandbox.ts).
 */
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { failed, isError, refused, type ActionError } from '../../../shared/actions/outcomes.ts';
import { fixedEnvironment, switches } from '../git/git-environment.ts';
import { runProgram, sandboxFailed, type RunSandbox } from '../programs/run-program.ts';
import {
  folderExchanged,
  gitSandbox,
  storeInside,
  waitingFile,
  type GitSandbox,
} from './git-sandbox.ts';
import type { CheckpointRoot } from './open-root.ts';

/** The recorded folder. */
export interface WorkTree {
  readonly root: CheckpointRoot;
  /** A repository's folder below the root; `''` for the root itself. */
  readonly below: string;
  /** A handle of the folder, used where there is no sandbox. */
  readonly handle: string;
}

export interface PrivateGit {
  readonly program: string;
  readonly sandbox: GitSandbox;
  /** Our own repository. */
  readonly gitDir: string;
  readonly indexFile: string;
  /** Null if only stored contents are read. */
  readonly workTree: WorkTree | null;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

interface GitInput {
  readonly input?: Buffer;
  /** Settings for this run. */
  readonly settings?: readonly string[];
  readonly outputBytes?: number;
  /** Whether git reads the files of the folder. */
  readonly readsFolder?: boolean;
  /** Another git that runs at the same time in the same sandbox; its output follows `besideMark`. */
  readonly beside?: readonly string[];
}

const mebibyte = 1024 * 1024;
const usualOutputBytes = 256 * mebibyte;

const config = `[core]
\trepositoryformatversion = 0
\tbare = false
\tfileMode = true
\tsymlinks = true
\tignoreCase = false
\tautocrlf = false
\tsafecrlf = false
\tattributesFile = /dev/null
\texcludesFile = /dev/null
\tuntrackedCache = true
\tpreloadIndex = true
\tcompression = 1
\tfsyncMethod = batch
[status]
\tshowUntrackedFiles = all
[gc]
\tauto = 0
`;

/** Makes git ignore the conversions in the folder's own .gitattributes. */
const attributes = '* -text -eol -ident -filter -diff -merge !working-tree-encoding\n';

const isIndex = (name: string): boolean => /^index(?:\.[0-9a-f-]{36})?$/.test(name);

/**
 * Copies the newest index to a name of our own. A git process that outlived a killed app may still
 * write the index it was started with; under another name it can no longer change ours.
 */
function takeOverIndex(gitDir: string, indexFile: string): void {
  const names = fs.readdirSync(gitDir).filter((name) => name.startsWith('index'));
  const ages = names
    .filter(isIndex)
    .map((name) => ({ name, at: fs.statSync(path.join(gitDir, name)).mtimeMs }));
  const [newest] = ages.toSorted((a, b) => b.at - a.at);
  if (newest) fs.copyFileSync(path.join(gitDir, newest.name), indexFile);
  for (const name of names) fs.rmSync(path.join(gitDir, name), { force: true });
}

/** Repairs a repository whose last use was interrupted. */
export function prepareRepository(gitDir: string, indexFile: string): void {
  for (const folder of ['objects', 'refs/checkpoints', 'info'])
    fs.mkdirSync(path.join(gitDir, folder), { recursive: true, mode: 0o700 });
  for (const [name, text] of [
    ['config', config],
    ['info/attributes', attributes],
    ['info/exclude', ''],
  ] as const)
    fs.writeFileSync(path.join(gitDir, name), text, { mode: 0o600 });
  takeOverIndex(gitDir, indexFile);
  const head = path.join(gitDir, 'HEAD');
  if (!fs.existsSync(head)) fs.writeFileSync(head, 'ref: refs/heads/none\n', { mode: 0o600 });
}

const lockTries = 25;
const lockPauseMs = 200;

/** Returns the output, or an error if git failed. */
export async function privateGit(
  git: PrivateGit,
  args: readonly string[],
  how: GitInput = {},
): Promise<Buffer | ActionError> {
  const lock = `${git.indexFile}.lock`;
  for (let tries = 0; ; tries += 1) {
    const result = await runOnce(git, args, how);
    const isLocked = isError(result) && result.message.includes('.lock') && fs.existsSync(lock);
    if (!isLocked || tries > lockTries) return result;
    // Left by a git process that was stopped while writing.
    if (tries < lockTries) await setTimeout(lockPauseMs);
    else fs.rmSync(lock, { force: true });
  }
}

/** No line of `status -z` is that short. */
const besideMark = '=\0';

/**
 * Two that read the folder, at the same time and in one sandbox: in a small folder, making a sandbox
 * takes longer than git does.
 */
export async function privateGitPair(
  git: PrivateGit,
  status: readonly string[],
  beside: readonly string[],
): Promise<readonly [Buffer, Buffer] | ActionError> {
  if (git.sandbox.bwrap !== null) {
    const both = await privateGit(git, status, { readsFolder: true, beside });
    if (!isError(both)) return splitAtMark(both);
    // It may have turned out that there is no sandbox here.
    if (git.sandbox.bwrap !== null) return both;
  }
  const [one, other] = await Promise.all([
    privateGit(git, status, { readsFolder: true }),
    privateGit(git, beside, { readsFolder: true }),
  ]);
  if (isError(one)) return one;
  return isError(other) ? other : [one, other];
}

function splitAtMark(output: Buffer): readonly [Buffer, Buffer] | ActionError {
  const isFirst = output.toString('latin1', 0, besideMark.length) === besideMark;
  const at = isFirst ? 0 : output.indexOf(`\0${besideMark}`) + 1;
  if (at === 0 && !isFirst)
    return failed('action-failed', 'The checkpoint failed: its list ends early.');
  return [output.subarray(0, at), output.subarray(at + besideMark.length)];
}

const quoted = (words: readonly string[]): string =>
  words.map((word) => `'${word.replaceAll("'", String.raw`'\''`)}'`).join(' ');

/** The folder and the store are read-only or ours; what the second one prints waits in memory. */
const bothScript = (one: readonly string[], other: readonly string[]): string =>
  `${quoted(other)} > ${waitingFile} & ${quoted(one)} || exit $?; wait $! || exit $?; ` +
  `printf '=\\0'; PATH="$PATH:/bin" exec cat ${waitingFile}`;

async function runOnce(
  git: PrivateGit,
  args: readonly string[],
  {
    input,
    settings = [],
    outputBytes = usualOutputBytes,
    readsFolder = false,
    beside,
  }: GitInput = {},
): Promise<Buffer | ActionError> {
  const { program, gitDir, indexFile, timeoutMs, signal } = git;
  const own = settings.flatMap((setting) => ['-c', setting]);
  const workTree = readsFolder ? git.workTree : null;
  // Git's cache of untracked files applies to one folder path; under another path git would drop
  // it.
  const kept = workTree ? [] : ['-c', 'core.untrackedCache=keep'];
  const sandbox = workTree && sandboxFor(git, workTree);
  // Names with a backslash are valid here, so the check for Windows is turned off again.
  const before = ['--no-pager', ...switches, '-c', 'core.protectNTFS=false', ...kept, ...own];
  const words = [...before, ...args];
  const both = beside && bothScript([program, ...words], [program, ...before, ...beside]);
  const end = await runProgram({
    ...(both ? { program: '/bin/sh', args: ['-c', both] } : { program, args: words }),
    cwd: workTree?.handle ?? gitDir,
    env: environmentOf(program, gitDir, indexFile),
    timeoutMs,
    outputBytes,
    signal,
    ...(input ? { input } : {}),
    ...(sandbox ? { sandbox } : {}),
  });
  if ('notStarted' in end) {
    const { notStarted, detail = '' } = end;
    if (notStarted !== sandboxFailed) return failed('action-failed', `git: ${notStarted}.`);
    if (detail === folderExchanged) return refused('root-changed');
    if (git.sandbox.giveUp() && !beside)
      return runOnce(git, args, {
        settings,
        outputBytes,
        readsFolder,
        ...(input ? { input } : {}),
      });
    return failed('action-failed', `The checkpoint has no sandbox: ${detail.slice(0, 200)}.`);
  }
  if (end.timedOut) return failed('took-too-long', 'The checkpoint was stopped.');
  if (end.truncated) return refused('too-large-edit', 'The checkpoint has more than can be read.');
  if (end.exitCode === 0) return end.stdout;
  return failed(
    'action-failed',
    `The checkpoint failed: ${end.stderr.toString('utf8').trim().slice(-5_000)}`,
  );
}

function sandboxFor(
  { sandbox, program, gitDir, indexFile }: PrivateGit,
  { root, below }: WorkTree,
): RunSandbox | null {
  const { bwrap } = sandbox;
  if (bwrap === null) return null;
  const env = environmentOf(program, storeInside, path.join(storeInside, path.basename(indexFile)));
  return gitSandbox(bwrap, { gitDir, root, below, env });
}

const environmentOf = (
  program: string,
  gitDir: string,
  indexFile: string,
): Readonly<Record<string, string>> => ({
  ...fixedEnvironment,
  PATH: path.dirname(program),
  HOME: gitDir,
  XDG_CONFIG_HOME: gitDir,
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_SYSTEM: '/dev/null',
  GIT_DIR: gitDir,
  GIT_WORK_TREE: '.',
  GIT_INDEX_FILE: indexFile,
  GIT_OBJECT_DIRECTORY: path.join(gitDir, 'objects'),
  // The index is ours, so git may cache in it what it knows about unchanged files.
  GIT_OPTIONAL_LOCKS: '1',
  // By default git's allocator returns the compressor's memory after every file. Keeping it makes
  // the first checkpoint of many files 40 % faster.
  MALLOC_TRIM_THRESHOLD_: String(256 * mebibyte),
  MALLOC_TOP_PAD_: String(mebibyte),
  // The same tree always produces the same commit.
  GIT_AUTHOR_NAME: 'Gatehouse',
  GIT_AUTHOR_EMAIL: 'gatehouse@localhost',
  GIT_AUTHOR_DATE: '@1000000000 +0000',
  GIT_COMMITTER_NAME: 'Gatehouse',
  GIT_COMMITTER_EMAIL: 'gatehouse@localhost',
  GIT_COMMITTER_DATE: '@1000000000 +0000',
});
