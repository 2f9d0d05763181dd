/** Counts refused requests and writes the counts to the ledger at most once a second. */
import { CountedNotes } from '../../../shared/base/counted-notes.ts';
import type { Disposable } from '../../../shared/base/disposable.ts';
import type { ErrorCode } from '../../../shared/errors/errors.ts';
import type { Clock } from '../../core/dependencies.ts';

interface Deps {
  readonly clock: Pick<Clock, 'after'>;
  readonly record: (action: string, detail: string) => Promise<unknown>;
}

export class RefusalLog implements Disposable {
  readonly #notes: CountedNotes;

  constructor({ clock, record }: Deps) {
    this.#notes = new CountedNotes({
      clock,
      report: (total, parts) => record('door.refused', `${total} refused: ${parts}`),
    });
  }

  readonly note = (code: ErrorCode): void => this.#notes.count(code);

  dispose(): Promise<void> {
    return this.#notes.dispose();
  }
}
