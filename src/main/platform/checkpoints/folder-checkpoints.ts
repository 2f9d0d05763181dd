/**
 * The checkpoints of one granted folder. Each repository inside it is recorded separately, because
 * git never records the files of one repository in another.
 */
import { createHash, randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { isError, refused, type ActionError } from '../../../shared/actions/outcomes.ts';
import { gitProgram } from '../git/git-environment.ts';
import { CheckpointRecords, type CheckpointRecord } from './checkpoint-records.ts';
import { DigestIndex, sha256Of } from './digest-index.ts';
import {
  FolderHistory,
  type HistoryLimits,
  type RecordedState,
  type RecordLocation,
  type GitLocation,
} from './folder-history.ts';
import { textOfName, type NameBytes, type StoredFile, type TreeChange } from './git-lines.ts';
import { isPausable } from '../programs/live-sandboxes.ts';
import type { GitSandbox } from './git-sandbox.ts';
import type { RebuiltName } from './ignored-files.ts';
import { inFolderBelow, inRoot, type CheckpointRoot } from './open-root.ts';

export interface FolderCheckpoint {
  readonly id: string;
  readonly uncovered: Uncovered;
}

/** What the checkpoint does not contain, relative to the folder. */
export interface Uncovered {
  /** Ignored folders that tools can generate again. */
  readonly rebuilt: readonly string[];
  /** Those recognised by name alone; losing them loses nothing of the user's. */
  readonly rebuiltByName: readonly string[];
  readonly tooLarge: readonly string[];
  readonly unreadable: readonly string[];
  /** Repositories beyond the maximum number that is recorded. */
  readonly nested: readonly string[];
}

/** A file that differs between two checkpoints. */
export interface FolderChange extends TreeChange {
  /** The repository's folder relative to the checkpointed one; `''` for the folder itself. */
  readonly part: string;
  /** Relative to the checkpointed folder; null for a name that is not UTF-8. */
  readonly path: string | null;
}

export interface CheckpointLimits extends HistoryLimits {
  readonly nested: number;
}

interface FolderCheckpointsSpec {
  readonly root: CheckpointRoot;
  readonly limits: CheckpointLimits;
  readonly sandbox: GitSandbox;
}

const emptyTree = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';
const maxListed = 100;
const timeoutMs = 60_000;
/** Pauses running commands for a second attempt: they could block git with a pipe. */
const pausableMs = 5_000;

export class FolderCheckpoints {
  readonly #folder: string;
  readonly #root: CheckpointRoot;
  readonly #limits: CheckpointLimits;
  readonly #sandbox: GitSandbox;
  readonly #histories = new Map<string, FolderHistory>();
  readonly records: CheckpointRecords;
  readonly digests: DigestIndex;
  #last: Promise<unknown> = Promise.resolve();
  #program: string | null = null;

  constructor(folder: string, { root, limits, sandbox }: FolderCheckpointsSpec) {
    this.#folder = folder;
    this.#root = root;
    this.#limits = limits;
    this.#sandbox = sandbox;
    this.records = new CheckpointRecords(folder, root);
    this.digests = new DigestIndex(folder);
  }

  take(
    sessionId: string,
    at: number,
    signal: AbortSignal,
  ): Promise<FolderCheckpoint | ActionError> {
    return this.#inFolder(signal, (place) => this.#take(place, sessionId, at));
  }

  /**
   * What deleting the file or folder of that name would lose: things that the new checkpoint
   * leaves out and that no known tool can generate again.
   */
  lostWith(name: string, { uncovered }: FolderCheckpoint): readonly string[] {
    const { tooLarge, unreadable, nested, rebuilt, rebuiltByName } = uncovered;
    // For a nested repository, the checkpoint has the files but not its `.git`.
    const repositories = Object.keys(this.records.newest?.parts ?? {}).filter(
      (part) => part !== '',
    );
    const harmless = new Set(rebuiltByName);
    const lost = rebuilt.filter((other) => !harmless.has(other));
    return [...tooLarge, ...unreadable, ...nested, ...repositories, ...lost].filter(
      (other) => isSameOrInside(other, name) || isSameOrInside(name, other),
    );
  }

  changes(
    from: string,
    to: string,
    signal: AbortSignal,
  ): Promise<readonly FolderChange[] | ActionError> {
    return this.#alone(signal, (place) => this.#changes(place, from, to));
  }

  /** Keyed by blob. Missing blobs, and blobs over the byte limit, are left out. */
  contents(
    files: readonly { readonly part: string; readonly file: StoredFile }[],
    maxBytes: number,
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, Buffer> | ActionError> {
    return this.#alone(signal, async (place) => {
      const found = new Map<string, Buffer>();
      for (const [part, own] of Map.groupBy(files, (item) => item.part)) {
        const blobs = [...new Set(own.map(({ file }) => file.blob))];
        const pieces = await this.#history(part).contents(place, blobs, maxBytes);
        if (isError(pieces)) return pieces;
        for (const { blob, content } of pieces) found.set(blob, content);
      }
      return found;
    });
  }

  /** Adds the SHA-256 of each file's content, within the byte limit. */
  async digestsOf(
    changes: readonly FolderChange[],
    maxBytes: number,
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, string> | ActionError> {
    const files = changes.flatMap(({ part, before, after }) =>
      [before, after].flatMap((file) => (file ? [{ part, file }] : [])),
    );
    const unknown = files.filter(({ file }) => this.digests.digestOf(file.blob) === null);
    const contents = await this.contents(unknown, maxBytes, signal);
    if (isError(contents)) return contents;
    const fresh = [];
    for (const { part, file } of unknown) {
      const content = contents.get(file.blob);
      if (content) fresh.push({ part, blob: file.blob, digest: await sha256Of(content) });
    }
    this.digests.add(fresh);
    const known = files.map(({ file }) => [file.blob, this.digests.digestOf(file.blob)] as const);
    return new Map(known.flatMap(([blob, digest]) => (digest ? [[blob, digest]] : [])));
  }

  /** Drops all but these checkpoints. */
  keepOnly(kept: readonly CheckpointRecord[], signal: AbortSignal): Promise<ActionError | null> {
    return this.#alone(signal, async (place) => {
      this.records.replace(kept);
      const parts = new Set(kept.flatMap((record) => Object.keys(record.parts)));
      for (const part of parts) {
        const commits = new Set(kept.flatMap((record) => record.parts[part] ?? []));
        const error = await this.#history(part).keepOnly(place, commits);
        if (error) return error;
      }
      for (const name of this.#partFolders())
        if (![...parts].some((part) => keyOf(part) === name))
          fs.rmSync(path.join(this.#folder, 'parts', name), { recursive: true, force: true });
      return null;
    });
  }

  #partFolders(): readonly string[] {
    const folder = path.join(this.#folder, 'parts');
    return fs.existsSync(folder) ? fs.readdirSync(folder) : [];
  }

  async #take(
    place: RecordLocation,
    sessionId: string,
    at: number,
  ): Promise<FolderCheckpoint | ActionError> {
    const states = await this.#states(place);
    if (isError(states)) return states;
    const { recorded, nested } = states;
    const parts = Object.fromEntries([...recorded].map(([part, { commit }]) => [part, commit]));
    const uncovered = { ...uncoveredIn(recorded), nested };
    const { newest } = this.records;
    if (newest && isSameParts(newest.parts, parts)) {
      if (!newest.sessions.includes(sessionId))
        this.records.put({ ...newest, at, sessions: [...newest.sessions, sessionId] });
      return { id: newest.id, uncovered };
    }
    for (const [part, { commit }] of recorded) this.#history(part).keep(commit);
    const id = randomUUID();
    const { tooLarge } = uncovered;
    this.records.put({
      ...{ id, at, sessions: [sessionId], parts },
      tooLarge: tooLarge.slice(0, maxListed),
    });
    return { id, uncovered };
  }

  async #states(place: RecordLocation) {
    const recorded = new Map<string, RecordedState>();
    const nested: string[] = [];
    const waiting = [''];
    for (let part = waiting.shift(); part !== undefined; part = waiting.shift()) {
      const isNested = part !== '';
      if (recorded.size > this.#limits.nested) {
        nested.push(part);
        continue;
      }
      const { root, handle: top } = place.workTree;
      const record = (handle: string) =>
        this.#history(part).record(
          { ...place, workTree: { root, below: part, handle } },
          this.#limits,
        );
      const state = isNested ? await inFolderBelow(top, part, record) : await record(top);
      if (isError(state)) {
        if (!isNested) return state;
        nested.push(part);
        continue;
      }
      recorded.set(part, state);
      for (const name of state.nested) {
        const text = textOfName(name);
        if (text !== null) waiting.push(isNested ? `${part}/${text}` : text);
        else nested.push(shown(name));
      }
    }
    return { recorded, nested };
  }

  async #changes(
    place: GitLocation,
    from: string,
    to: string,
  ): Promise<readonly FolderChange[] | ActionError> {
    const [before, after] = [this.records.find(from), this.records.find(to)];
    if (!before || !after) return refused('not-found', 'That checkpoint is no longer kept.');
    const found: FolderChange[] = [];
    for (const part of new Set([...Object.keys(before.parts), ...Object.keys(after.parts)])) {
      const [oldTree, newTree] = [before.parts[part] ?? emptyTree, after.parts[part] ?? emptyTree];
      const changes = await this.#history(part).changes(place, oldTree, newTree);
      if (isError(changes)) return changes;
      for (const change of changes)
        found.push({ ...change, part, path: pathOf(part, change.name) });
    }
    return found;
  }

  #history(part: string): FolderHistory {
    const known = this.#histories.get(part);
    if (known) return known;
    const history = new FolderHistory(path.join(this.#folder, 'parts', keyOf(part)));
    this.#histories.set(part, history);
    return history;
  }

  #inFolder<Result>(
    signal: AbortSignal,
    run: (place: RecordLocation) => Promise<Result | ActionError>,
  ): Promise<Result | ActionError> {
    const root = this.#root;
    return this.#alone(signal, (place) =>
      inRoot(root, (handle) => run({ ...place, workTree: { root, below: '', handle } })),
    );
  }

  /** Runs one at a time, because git's index has one writer. */
  #alone<Result>(
    signal: AbortSignal,
    run: (place: GitLocation) => Promise<Result | ActionError>,
  ): Promise<Result | ActionError> {
    const turn = this.#last.then(() => this.#placed(signal, run));
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  async #placed<Result>(
    signal: AbortSignal,
    run: (place: GitLocation) => Promise<Result | ActionError>,
  ): Promise<Result | ActionError> {
    this.#program ??= await gitProgram([this.#root.path]);
    const program = this.#program;
    if (program === null) return refused('program-missing', 'git is not installed.');
    const timeout = isPausable(this.#root.path) ? pausableMs : timeoutMs;
    // Stored contents can be read even if the folder no longer exists.
    return run({ program, sandbox: this.#sandbox, workTree: null, timeoutMs: timeout, signal });
  }
}

const isSameOrInside = (name: string, folder: string): boolean =>
  `${name}/`.startsWith(folder.endsWith('/') ? folder : `${folder}/`);

const keyOf = (part: string): string =>
  part === '' ? 'folder' : createHash('sha256').update(part).digest('hex').slice(0, 32);

const isSameParts = (a: Readonly<Record<string, string>>, b: Readonly<Record<string, string>>) =>
  Object.keys(a).length === Object.keys(b).length &&
  Object.entries(a).every(([part, commit]) => b[part] === commit);

const shown = (name: NameBytes): string => Buffer.from(name, 'latin1').toString('utf8');

function pathOf(part: string, name: NameBytes): string | null {
  const text = textOfName(name);
  return text === null || part === '' ? text : `${part}/${text}`;
}

function uncoveredIn(recorded: ReadonlyMap<string, RecordedState>) {
  const all = (pick: (state: RecordedState) => readonly NameBytes[]): readonly string[] =>
    [...recorded].flatMap(([part, state]) =>
      pick(state).map((name) => (part === '' ? shown(name) : `${part}/${shown(name)}`)),
    );
  const rebuilt = (isOne: (item: RebuiltName) => boolean): readonly string[] =>
    all((state) => state.rebuilt.filter(isOne).map(({ name }) => name));
  return {
    tooLarge: all((state) => state.tooLarge),
    unreadable: all((state) => state.unreadable),
    rebuilt: rebuilt(() => true),
    rebuiltByName: rebuilt(({ as }) => as === 'by-name'),
  };
}
