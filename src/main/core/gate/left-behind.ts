/**
 * What sandboxed commands of a session left that runs when the user builds, tests or installs:
 * scripts, lockfiles, installed programs. Nobody is asked about these; they are listed when the
 * session ends.
 */
import type { SessionId } from '../../../shared/base/ids.ts';
import type { Done } from '../../../shared/actions/outcomes.ts';
import { lastNameOf } from '../../../shared/files/path-separators.ts';
import type { Needs } from '../dependencies.ts';
import { laterRunOf } from '../roots/protected-paths.ts';

export interface LeftBehindFile {
  readonly path: string;
  /** One sentence that says what it does. */
  readonly effect: string;
}

interface SessionFiles {
  readonly files: Map<string, string>;
  more: number;
}

const maxFiles = 200;
const maxNamed = 5;

export class LeftBehind {
  readonly #needs: Pick<Needs, 'home' | 'ownPaths'>;
  readonly #sessions = new Map<SessionId, SessionFiles>();

  constructor(needs: Pick<Needs, 'home' | 'ownPaths'>) {
    this.#needs = needs;
  }

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
    return { files, detail };
  }
}
