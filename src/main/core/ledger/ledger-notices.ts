/** Notices about the ledger for the window, each shown as long as it applies. */
import { Emitter } from '../../../shared/base/emitter.ts';
import type { Notice } from '../../../shared/ipc/main-window.ts';

export interface LedgerNotice {
  readonly notice: Notice;
  readonly holds: boolean;
}

export class LedgerNotices {
  readonly #changed = new Emitter<LedgerNotice>();
  readonly #holding = new Map<string, Notice>();

  readonly onChanged = this.#changed.on;

  list(): readonly Notice[] {
    return [...this.#holding.values()];
  }

  set(notice: Notice, holds: boolean): void {
    if (holds) this.#holding.set(notice.id, notice);
    else this.#holding.delete(notice.id);
    this.#changed.emit({ notice, holds });
  }
}
