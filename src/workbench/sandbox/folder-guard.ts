/**
 * Watches one granted folder while sandboxed commands run in it. Files that would run by themselves
 * later go to the trash as soon as they are seen, at the latest before the command counts as ended;
 * of a file that was there before, the old content is put back.
 */
import { hash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type { HomeAndOwnPaths } from '../../main/core/roots/grantable.ts';
import {
  maxHeldBack,
  type HeldBackFile,
  type HeldBackText,
} from '../../shared/sandbox/run-record.ts';
import type { Task } from '../action-handler.ts';
import type { WireRoot } from '../confined/folder.ts';
import { isError } from '../confined/errors.ts';
import type { Trash } from '../files/trash.ts';
import type { WorkbenchContext } from '../workbench-context.ts';
import { openFolder } from './closed-folders.ts';
import { inParent, readInside, setMode } from './inside-root.ts';
import { FolderWatches } from './folder-watches.ts';
import { isDangerous } from './git-settings.ts';
import { ProtectedFiles, type FoundProtected, type ProtectedFile } from './protected-files.ts';

export interface GuardDeps {
  readonly context: Pick<WorkbenchContext, 'files' | 'emit'>;
  readonly trash: Trash;
  readonly places: HomeAndOwnPaths;
}

/** What is held back for one command. */
export interface GuardedRun {
  readonly task: Pick<Task, 'sessionId' | 'agentId' | 'entryId' | 'roots'>;
  readonly files: HeldBackFile[];
  readonly texts: HeldBackText[];
  more: number;
  isPartial: boolean;
}

interface KnownFile {
  readonly stamp: string;
  /** Null when it was too large to be kept. */
  readonly content: Buffer | null;
  readonly mode: number;
}

const maxKeptBytes = 1024 * 1024;
const maxKeptInAll = 16 * 1024 * 1024;
const maxTextLength = 8_000;
/** Of a file that is written again and again. */
const maxKeptVersions = 10;

export class FolderGuard {
  readonly #root: WireRoot;
  readonly #deps: GuardDeps;
  readonly #files: ProtectedFiles;
  readonly #runs = new Set<GuardedRun>();
  readonly #watches: FolderWatches;
  #baseline = new Map<string, KnownFile>();
  #times = new Map<string, number>();
  #last: Promise<unknown> = Promise.resolve();

  constructor(root: WireRoot, deps: GuardDeps) {
    this.#root = root;
    this.#deps = deps;
    this.#files = new ProtectedFiles(root.path, deps.places);
    this.#watches = new FolderWatches(() => this.#alone(() => this.#sweep(false)));
  }

  get isIdle(): boolean {
    return this.#runs.size === 0;
  }

  /** Existing files are treated as the user's own, unless another command is still running. */
  begin(run: GuardedRun): Promise<void> {
    return this.#alone(async () => {
      if (this.#runs.size === 0) {
        const found = await this.#files.find('first');
        run.isPartial = found.isPartial;
        this.#baseline = baselineOf(found.files, this.#root);
        this.#times = new Map();
        this.#watches.watch(found.folders);
      }
      this.#runs.add(run);
    });
  }

  /** Searches once more. The run of a terminal stays open, because the terminal goes on. */
  sweep(): Promise<void> {
    return this.#alone(() => this.#sweep(true));
  }

  finish(run: GuardedRun): Promise<void> {
    return this.#alone(async () => {
      await this.#sweep(true);
      this.#runs.delete(run);
      if (this.#runs.size === 0) this.#watches.stop();
    });
  }

  /** One of our own actions, which the user has seen, changed this file. */
  changedByUs(file: string): void {
    if (this.#runs.size === 0) return;
    const stat = fs.lstatSync(file, { bigint: true, throwIfNoEntry: false });
    if (stat) this.#baseline.set(file, keptOf(file, stat, maxKeptBytes, this.#root));
  }

  async #sweep(isLast: boolean): Promise<void> {
    const run = [...this.#runs].at(-1);
    if (!run) return;
    const found = await this.#files.find(isLast ? 'last' : 'running');
    if (found.isPartial) run.isPartial = true;
    this.#watches.watch(found.folders);
    for (const file of changedIn(found, this.#baseline)) await this.#hold(file, run, isLast);
  }

  async #hold(file: ProtectedFile, run: GuardedRun, isLast: boolean): Promise<void> {
    const { path: name } = file;
    const before = this.#baseline.get(name);
    if (!isDangerous(file) || this.#isAsBefore(file, before)) return;
    const times = (this.#times.get(name) ?? 0) + 1;
    this.#times.set(name, times);
    const text = textOf(name, this.#root);
    const put = await this.#takeAway(file, run);
    if (isError(put)) {
      // Changed again meanwhile: the next look finds it. At the end nothing writes any more.
      if (isLast) run.isPartial = true;
      return;
    }
    this.#deps.context.emit('file_deleted', { path: name });
    if (before?.content) await this.#putBack(name, before.content, before.mode);
    // A command that writes it for ever would fill the trash; its last version is kept.
    if (times > maxKeptVersions) this.#deps.trash.drop(this.#lastOf(run, name));
    this.#note(file, { trashId: put.trashId, text, isNew: before === undefined }, run);
  }

  /** A folder that may not be changed does not keep a file in its place. */
  async #takeAway({ path: name, stat }: ProtectedFile, run: GuardedRun) {
    const only = { device: String(stat.dev), inode: String(stat.ino) };
    const options = { mayBeFolder: false, mayBeLink: true, only };
    const who = { ...run.task, roots: [this.#root] };
    const put = await this.#deps.trash.put(name, who, options);
    if (!isError(put) || !openFolder(path.dirname(name))) return put;
    return this.#deps.trash.put(name, who, options);
  }

  #lastOf(run: GuardedRun, name: string): string | null {
    return run.files.find((file) => file.path === name)?.trash_id ?? null;
  }

  #isAsBefore({ path: name, stat }: ProtectedFile, before: KnownFile | undefined): boolean {
    if (!before?.content) return false;
    // A hook that could not be executed before runs from now on, with the same content.
    if ((Number(stat.mode) & 0o111 & ~before.mode) !== 0) return false;
    return readInside(name, maxKeptBytes, this.#root)?.equals(before.content) ?? false;
  }

  async #putBack(name: string, content: Buffer, mode: number): Promise<void> {
    const back = { makeFolders: true, anyName: true };
    const made = await this.#deps.context.files.create(name, [this.#root], content, back);
    if (isError(made)) return;
    setMode(name, mode, this.#root);
    const stat = fs.lstatSync(name, { bigint: true, throwIfNoEntry: false });
    if (stat) this.#baseline.set(name, { stamp: stampOf(stat), content, mode });
    this.#deps.context.emit('file_created', { path: name });
  }

  /** A file that was written repeatedly is reported once, with its last content. */
  #note(
    { path: name, rule }: ProtectedFile,
    { trashId, text, isNew }: { trashId: string; text: FileStart; isNew: boolean },
    run: GuardedRun,
  ): void {
    const fresh: HeldBackFile = {
      ...{ path: name, trash_id: trashId, effect: rule.effect },
      change: isNew ? 'created' : 'changed',
      sha256: text.sha256,
    };
    const at = run.files.findIndex((file) => file.path === name);
    if (at < 0 && run.files.length >= maxHeldBack) {
      run.more += 1;
      return;
    }
    run.files.splice(at < 0 ? run.files.length : at, at < 0 ? 0 : 1, fresh);
    run.texts.splice(at < 0 ? run.texts.length : at, at < 0 ? 0 : 1, {
      ...{ trash_id: trashId, text: text.start },
      ...(text.more > 0 ? { more: text.more } : {}),
    });
  }

  #alone(run: () => Promise<void>): Promise<void> {
    const turn = this.#last.then(run);
    this.#last = turn.catch(() => undefined);
    return turn;
  }
}

interface FileStart {
  readonly start: string | null;
  /** Characters after that. */
  readonly more: number;
  readonly sha256: string | null;
}

function textOf(file: string, root: WireRoot): FileStart {
  const target = inParent(file, root, (here) =>
    fs.lstatSync(here).isSymbolicLink() ? fs.readlinkSync(here) : null,
  );
  if (target !== null) return { start: `→ ${target}`, more: 0, sha256: null };
  const bytes = readInside(file, maxKeptInAll, root);
  if (!bytes) return { start: null, more: 0, sha256: null };
  const isText = !bytes.subarray(0, maxTextLength).includes(0);
  const all = isText ? bytes.toString('utf8') : '';
  const start = isText ? all.slice(0, maxTextLength) : null;
  return { start, more: all.length - (start?.length ?? 0), sha256: hash('sha256', bytes) };
}

const changedIn = ({ files }: FoundProtected, baseline: ReadonlyMap<string, KnownFile>) =>
  [...files.values()].filter(({ path: name, stat }) => baseline.get(name)?.stamp !== stampOf(stat));

function baselineOf(
  files: ReadonlyMap<string, ProtectedFile>,
  root: WireRoot,
): Map<string, KnownFile> {
  const baseline = new Map<string, KnownFile>();
  let left = maxKeptInAll;
  for (const [name, { stat }] of files) {
    const kept = keptOf(name, stat, Math.min(left, maxKeptBytes), root);
    left -= kept.content?.length ?? 0;
    baseline.set(name, kept);
  }
  return baseline;
}

const keptOf = (
  file: string,
  stat: fs.BigIntStats,
  maxBytes: number,
  root: WireRoot,
): KnownFile => ({
  stamp: stampOf(stat),
  content: stat.isFile() ? readInside(file, maxBytes, root) : null,
  mode: Number(stat.mode & 0o777n),
});

const stampOf = ({ dev, ino, size, mtimeNs, ctimeNs }: fs.BigIntStats): string =>
  [dev, ino, size, mtimeNs, ctimeNs].join(':');
