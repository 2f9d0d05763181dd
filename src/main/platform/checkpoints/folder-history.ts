/**
 * The recorded states of one working tree, in a repository of our own. A state is a commit without
 * parents, so that old ones can be dropped. One operation at a time.
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
} from './git-lines.ts';
import { prepareRepository, privateGit, type PrivateGit, type WorkTree } from './private-git.ts';
import { sortedBySize } from './file-sizes.ts';

export interface RecordedState {
  readonly commit: string;
  readonly nested: readonly NameBytes[];
  readonly tooLarge: readonly NameBytes[];
  readonly unreadable: readonly NameBytes[];
}

export interface HistoryLimits {
  /** Larger files are not recorded. */
  readonly fileBytes: number;
  readonly newFiles: number;
  readonly newBytes: number;
}

/** With more files than this at once, one pack is written instead of one file for each. */
const manyFiles = 100;
const commitShape = /^[0-9a-f]{40}$/;

/** Files that git refuses while others change them; more of them are an error. */
const maxRefused = 16;

/** What git says when not the file is the cause. */
const storeFailed = /unable to (?:create|write|get random)|No space left/;

/** How git is run; without a folder, only what is stored can be read. */
export type WorkPlace = Omit<PrivateGit, 'gitDir' | 'indexFile'>;
export type RecordPlace = WorkPlace & { readonly workTree: WorkTree };

export class FolderHistory {
  readonly #gitDir: string;
  readonly #indexFile: string;
  #isPrepared = false;

  constructor(gitDir: string) {
    this.#gitDir = gitDir;
    this.#indexFile = path.join(gitDir, `index.${randomUUID()}`);
  }

  async record(place: RecordPlace, limits: HistoryLimits): Promise<RecordedState | ActionError> {
    const git = this.#at(place);
    const look = ['status', '--porcelain', '-z', '--no-renames', '--untracked-files=all'];
    const output = await privateGit(git, look, { readsFolder: true });
    if (isError(output)) return output;
    const status = readStatus(output);
    const head = this.#head();
    // Files that were recorded before come first: a flood of new ones does not keep them out.
    const isKnown = (name: NameBytes): number => Number(!status.recorded.has(name));
    const inOrder = status.changed.toSorted((one, other) => isKnown(one) - isKnown(other));
    const wanted = head === null ? 'all' : 'some';
    const sizes = await sortedBySize(place.workTree.handle, inOrder, limits, wanted);
    if (isError(sizes)) return sizes;
    const { fit, tooLarge, special } = sizes;
    // A recorded file that grew too large, or became a pipe, must not look unchanged.
    const grown = [...tooLarge, ...special].filter((name) => status.recorded.has(name));
    const dropped = [...status.gone, ...grown];
    const unreadable = [...sizes.unreadable, ...special];
    const isSame = fit.length + dropped.length === 0 && !status.isUnfinished;
    if (isSame && head !== null)
      return { commit: head, nested: status.nested, tooLarge, unreadable };
    const refusedNames = await this.#update(git, fit, dropped);
    if (isError(refusedNames)) return refusedNames;
    const commit = await this.#commit(git);
    if (isError(commit)) return commit;
    return {
      ...{ commit, nested: status.nested, tooLarge },
      unreadable: [...unreadable, ...refusedNames],
    };
  }

  async changes(
    place: WorkPlace,
    from: string,
    to: string,
  ): Promise<readonly TreeChange[] | ActionError> {
    if (from === to) return [];
    const args = ['diff-tree', '-r', '-z', '--raw', '--no-renames', '--no-abbrev', from, to];
    const output = await privateGit(this.#at(place), args);
    return isError(output) ? output : readTreeChanges(output);
  }

  /** In the order asked for, as far as they are there and fit. */
  async contents(
    place: WorkPlace,
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

  /** What .gitignore leaves out, a folder as one name. */
  async ignored(place: RecordPlace): Promise<readonly NameBytes[] | ActionError> {
    const args = ['ls-files', '--others', '--ignored', '--exclude-standard', '--directory', '-z'];
    const output = await privateGit(this.#at(place), args, { readsFolder: true });
    if (isError(output)) return output;
    return output
      .toString('latin1')
      .split('\0')
      .filter((name) => name !== '');
  }

  keep(commit: string): void {
    const file = path.join(this.#gitDir, 'refs', 'checkpoints', commit);
    if (commitShape.test(commit)) fs.writeFileSync(file, `${commit}\n`, { mode: 0o600 });
  }

  /** Drops all other states, and what only they held. */
  async keepOnly(place: WorkPlace, commits: ReadonlySet<string>): Promise<ActionError | null> {
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

  #at(place: WorkPlace): PrivateGit {
    if (!this.#isPrepared) prepareRepository(this.#gitDir, this.#indexFile);
    this.#isPrepared = true;
    return { ...place, gitDir: this.#gitDir, indexFile: this.#indexFile };
  }

  #head(): string | null {
    const text = fs.readFileSync(path.join(this.#gitDir, 'HEAD'), 'latin1').trim();
    return commitShape.test(text) ? text : null;
  }

  /** The files that could not be recorded: a command that runs made something else of them meanwhile. */
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

/** Which of the names git stopped at; it has recorded none then. */
function refusedIn({ message }: ActionError, names: readonly NameBytes[]): NameBytes | undefined {
  if (storeFailed.test(message)) return undefined;
  const said = /Unable to process path ([^]*)$/.exec(message)?.[1];
  return names.find((name) => Buffer.from(name, 'latin1').toString('utf8').trim() === said);
}
