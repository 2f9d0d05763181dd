/**
 * The recorded states of one working tree, in a repository of our own. Each state is a commit
 * without parents, so that old ones can be dropped. Runs one operation at a time.
 */
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { isError, refused, type ActionError } from '../../../shared/actions/outcomes.ts';
import {
  readBlobs,
  readStatus,
  readTreeChanges,
  type BlobPiece,
  type NameBytes,
  type TreeChange,
  type WorkTreeStatus,
} from './git-lines.ts';
import { ignoredFiles, type IgnoredFiles, type RebuiltName } from './ignored-files.ts';
import {
  prepareRepository,
  privateGit,
  privateGitPair,
  type PrivateGit,
  type WorkTree,
} from './private-git.ts';
import { sortedBySize, type SortedNames } from './file-sizes.ts';

export interface RecordedState {
  readonly commit: string;
  readonly nested: readonly NameBytes[];
  readonly tooLarge: readonly NameBytes[];
  readonly unreadable: readonly NameBytes[];
  /** Ignored folders that tools can generate again; they are not recorded. */
  readonly rebuilt: readonly RebuiltName[];
}

export interface HistoryLimits {
  /** Larger files are not recorded. */
  readonly fileBytes: number;
  readonly newFiles: number;
  readonly newBytes: number;
  /** Limit for one ignored folder; a larger one is left out completely. */
  readonly ignoredFiles: number;
  readonly ignoredBytes: number;
}

const look = ['status', '--porcelain', '-z', '--no-renames', '--untracked-files=all'];
const lookAtIgnored = [
  ...['ls-files', '--others', '--ignored', '--exclude-standard', '--directory', '-z'],
];

/** Above this number of files, git writes one pack instead of one object file each. */
const manyFiles = 100;
const commitShape = /^[0-9a-f]{40}$/;

/** How many files git may fail to read because others change them; more is an error. */
const maxRefused = 16;

/** Git's messages when the cause is not the file. */
const storeFailed = /unable to (?:create|write|get random)|No space left/;

/** How git is run. Without a folder, only stored contents can be read. */
export type GitLocation = Omit<PrivateGit, 'gitDir' | 'indexFile'>;
export type RecordLocation = GitLocation & { readonly workTree: WorkTree };

export class FolderHistory {
  readonly #gitDir: string;
  readonly #indexFile: string;
  #isPrepared = false;

  constructor(gitDir: string) {
    this.#gitDir = gitDir;
    this.#indexFile = path.join(gitDir, `index.${randomUUID()}`);
  }

  async record(place: RecordLocation, limits: HistoryLimits): Promise<RecordedState | ActionError> {
    const git = this.#at(place);
    // In parallel: git's cache of unchanged folders does not help it find ignored files.
    const outputs = await privateGitPair(git, look, lookAtIgnored);
    if (isError(outputs)) return outputs;
    const [output, names] = outputs;
    const ignored = await this.#ignored(names, place, limits);
    const status = readStatus(output);
    const head = this.#head();
    const sizes = await this.#sizes(place, status, ignored, limits, head === null);
    if (isError(sizes)) return sizes;
    const { fit, tooLarge, special } = sizes;
    // A recorded file that grew too large or became a pipe must not look unchanged.
    const grown = [...tooLarge, ...special].filter((name) => status.recorded.has(name));
    const dropped = [...status.gone, ...grown];
    const unreadable = [...sizes.unreadable, ...special];
    const nested = [...status.nested, ...ignored.nested];
    const leftOut = { nested, tooLarge: [...tooLarge, ...ignored.tooLarge] };
    const { rebuilt } = ignored;
    const isSame = fit.length + dropped.length === 0 && !status.isUnfinished;
    if (isSame && head !== null) return { commit: head, ...leftOut, unreadable, rebuilt };
    const refusedNames = await this.#update(git, fit, dropped);
    if (isError(refusedNames)) return refusedNames;
    const commit = await this.#commit(git);
    if (isError(commit)) return commit;
    return { commit, ...leftOut, unreadable: [...unreadable, ...refusedNames], rebuilt };
  }

  async #sizes(
    { workTree: { handle } }: RecordLocation,
    status: WorkTreeStatus,
    ignored: IgnoredFiles,
    limits: HistoryLimits,
    isFirst: boolean,
  ): Promise<SortedNames | ActionError> {
    // Files recorded before come first, so that a flood of new files cannot push them out.
    const isKnown = (name: NameBytes): number => Number(!status.recorded.has(name));
    const inOrder = status.changed.toSorted((a, b) => isKnown(a) - isKnown(b));
    const sizes = await sortedBySize(handle, inOrder, limits, isFirst ? 'all' : 'some');
    if (isError(sizes)) return sizes;
    // Ignored files never prevent the others from being recorded.
    const more = await sortedBySize(handle, ignored.files, limits, 'some');
    if (isError(more)) return more;
    return {
      fit: [...sizes.fit, ...more.fit],
      tooLarge: [...sizes.tooLarge, ...more.tooLarge],
      unreadable: [...sizes.unreadable, ...more.unreadable],
      special: [...sizes.special, ...more.special],
    };
  }

  async changes(
    place: GitLocation,
    from: string,
    to: string,
  ): Promise<readonly TreeChange[] | ActionError> {
    if (from === to) return [];
    const args = ['diff-tree', '-r', '-z', '--raw', '--no-renames', '--no-abbrev', from, to];
    const output = await privateGit(this.#at(place), args);
    return isError(output) ? output : readTreeChanges(output);
  }

  /** In the requested order, as far as they exist and fit the limit. */
  async contents(
    place: GitLocation,
    blobs: readonly string[],
    outputBytes: number,
  ): Promise<readonly BlobPiece[] | ActionError> {
    if (blobs.length === 0) return [];
    const input = Buffer.from(blobs.map((blob) => `${blob}\n`).join(''));
    const output = await privateGit(this.#at(place), ['cat-file', '--batch'], {
      input,
      outputBytes,
    });
    return isError(output) ? output : readBlobs(output);
  }

  /** The ignored files that are not yet recorded. */
  #ignored(
    output: Buffer,
    { workTree: { handle } }: RecordLocation,
    limits: HistoryLimits,
  ): Promise<IgnoredFiles> {
    const names = output
      .toString('latin1')
      .split('\0')
      .filter((name) => name !== '');
    const { fileBytes, ignoredFiles: folderFiles, ignoredBytes: folderBytes } = limits;
    return ignoredFiles(handle, names, { fileBytes, folderFiles, folderBytes });
  }

  keep(commit: string): void {
    const file = path.join(this.#gitDir, 'refs', 'checkpoints', commit);
    if (commitShape.test(commit)) fs.writeFileSync(file, `${commit}\n`, { mode: 0o600 });
  }

  /** Drops all other states, and the objects that only they used. */
  async keepOnly(place: GitLocation, commits: ReadonlySet<string>): Promise<ActionError | null> {
    const git = this.#at(place);
    const folder = path.join(this.#gitDir, 'refs', 'checkpoints');
    const gone = fs.readdirSync(folder).filter((name) => !commits.has(name));
    if (gone.length === 0) return null;
    for (const name of gone) fs.rmSync(path.join(folder, name), { force: true });
    const packed = await privateGit(git, ['repack', '-a', '-d', '-q'], {
      settings: ['pack.window=0', 'pack.threads=1', 'core.bigFileThreshold=1m'],
    });
    if (isError(packed)) return packed;
    const pruned = await privateGit(git, ['prune', '--expire=now']);
    return isError(pruned) ? pruned : null;
  }

  #at(place: GitLocation): PrivateGit {
    if (!this.#isPrepared) prepareRepository(this.#gitDir, this.#indexFile);
    this.#isPrepared = true;
    return { ...place, gitDir: this.#gitDir, indexFile: this.#indexFile };
  }

  #head(): string | null {
    const text = fs.readFileSync(path.join(this.#gitDir, 'HEAD'), 'latin1').trim();
    return commitShape.test(text) ? text : null;
  }

  /** The files that could not be recorded because a running command replaced them meanwhile. */
  async #update(
    git: PrivateGit,
    names: readonly NameBytes[],
    dropped: readonly NameBytes[],
  ): Promise<readonly NameBytes[] | ActionError> {
    if (dropped.length > 0) {
      const drop = ['update-index', '--force-remove', '-z', '--stdin'];
      const error = await privateGit(git, drop, { input: listOf(dropped) });
      if (isError(error)) return error;
    }
    const settings = names.length > manyFiles ? ['core.bigFileThreshold=1'] : [];
    const add = ['update-index', '--add', '--remove', '--replace', '-z', '--stdin'];
    const refusedNames: NameBytes[] = [];
    for (let left = names; left.length > 0;) {
      const input = listOf(left);
      const added = await privateGit(git, add, { input, settings, readsFolder: true });
      if (!isError(added)) break;
      const refusedName = refusedIn(added, left);
      if (refusedName === undefined || refusedNames.length >= maxRefused) return added;
      refusedNames.push(refusedName);
      left = left.filter((name) => name !== refusedName);
    }
    return refusedNames;
  }

  async #commit(git: PrivateGit): Promise<string | ActionError> {
    const tree = await privateGit(git, ['write-tree']);
    if (isError(tree)) return tree;
    const args = ['commit-tree', tree.toString('latin1').trim(), '-m', 'checkpoint'];
    const made = await privateGit(git, args);
    if (isError(made)) return made;
    const commit = made.toString('latin1').trim();
    if (!commitShape.test(commit)) return refused('action-failed', 'Git made no checkpoint.');
    const head = path.join(this.#gitDir, 'HEAD');
    fs.writeFileSync(`${head}.new`, `${commit}\n`, { mode: 0o600 });
    fs.renameSync(`${head}.new`, head);
    return commit;
  }
}

const listOf = (names: readonly NameBytes[]): Buffer =>
  Buffer.from(names.map((name) => `${name}\0`).join(''), 'latin1');

/** The names that made git stop, in which case it recorded nothing. */
function refusedIn({ message }: ActionError, names: readonly NameBytes[]): NameBytes | undefined {
  if (storeFailed.test(message)) return undefined;
  const said = /Unable to process path ([^]*)$/.exec(message)?.[1];
  return names.find((name) => Buffer.from(name, 'latin1').toString('utf8').trim() === said);
}
