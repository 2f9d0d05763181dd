/**
 * What sandboxed commands of a session left that runs when the user builds, tests or installs:
 * scripts, lockfiles, installed programs. Nobody is asked about these; they are listed when the
 * session ends.
 */
import { Emitter } from '../../../shared/base/emitter.ts';
import type { SessionId } from '../../../shared/base/ids.ts';
import type { Done } from '../../../shared/actions/outcomes.ts';
import { lastNameOf } from '../../../shared/files/path-separators.ts';
import type { LeftBehindFile, LeftBehindView } from '../../../shared/sandbox/left-behind.ts';
import type { Needs } from '../dependencies.ts';
import { laterRunOf } from '../roots/protected-paths.ts';

interface SessionFiles {
  readonly files: Map<string, string>;
  more: number;
}

const maxFiles = 200;
const maxNamed = 5;
/** For as many ended sessions as are shown. */
const maxShown = 20;
const maxKept = 50;

export class LeftBehind {
  readonly #needs: Pick<Needs, 'home' | 'ownPaths'>;
  readonly #sessions = new Map<SessionId, SessionFiles>();
  readonly #taken = new Map<SessionId, LeftBehindView>();
  readonly #added = new Emitter<SessionId>();
  readonly #changed = new Emitter<void>();

  constructor(needs: Pick<Needs, 'home' | 'ownPaths'>) {
    this.#needs = needs;
  }

  readonly onAdded = this.#added.on;
  /** The displayed files of an ended session have changed. */
  readonly onChanged = this.#changed.on;

  /** Of a sandboxed command only; a file that was deleted again is no longer listed. */
  add(sessionId: SessionId, { run, changes = [] }: Done): void {
    if (!run) return;
    const own = this.#sessions.get(sessionId) ?? { files: new Map<string, string>(), more: 0 };
    this.#sessions.set(sessionId, own);
    for (const { path, after } of changes) {
      const later = after === null ? null : laterRunOf(path, this.#needs);
      if (!later) own.files.delete(path);
      else if (own.files.has(path) || own.files.size < maxFiles) own.files.set(path, later.effect);
      else own.more += 1;
    }
    this.#added.emit(sessionId);
  }

  /** What the session left, returned once; null when there is nothing. */
  take(sessionId: SessionId): { files: readonly LeftBehindFile[]; detail: string } | null {
    const own = this.#sessions.get(sessionId);
    this.#sessions.delete(sessionId);
    if (!own || own.files.size === 0) return null;
    const files = [...own.files].map(([path, effect]) => ({ path, effect }));
    const names = files.slice(0, maxNamed).map(({ path }) => lastNameOf(path));
    const more = files.length + own.more - names.length;
    const rest = more > 0 ? ` and ${more} more` : '';
    const detail = `This can now run on your machine: ${names.join(', ')}${rest}`;
    this.#keep(sessionId, files, own.more);
    return { files, detail };
  }

  /** For the page of sessions; nothing while it is live. */
  shownOf(sessionId: SessionId): LeftBehindView | undefined {
    return this.#taken.get(sessionId);
  }

  #keep(sessionId: SessionId, files: readonly LeftBehindFile[], more: number): void {
    const before = this.#taken.get(sessionId);
    const all = [...(before?.files ?? []), ...files];
    const shown = all.slice(0, maxShown);
    const rest = (before?.more ?? 0) + more + all.length - shown.length;
    this.#taken.set(sessionId, { files: shown, more: rest });
    const [oldest] = this.#taken.keys();
    if (this.#taken.size > maxKept && oldest !== undefined) this.#taken.delete(oldest);
    this.#changed.emit();
  }
}
