/**
 * Checks that the ledger is still at its path. While it is not, no call is run; when it is back,
 * the gap is recorded first.
 */
import type { LedgerStore } from '../dependencies.ts';
import type { Checkpointer } from './checkpointer.ts';
import type { DiskGuard } from './disk-guard.ts';
import type { LedgerFailure } from './ledger-errors.ts';

interface Deps {
  readonly store: Pick<LedgerStore, 'whyLost'>;
  readonly error: LedgerFailure;
  readonly checkpointer: Pick<Checkpointer, 'look' | 'take'>;
  readonly guard: Pick<DiskGuard, 'lookIfDue'>;
  readonly onChanged: () => void;
  /** Writes a line; false when it could not. */
  readonly onBack: () => Promise<boolean>;
}

/** Enough failures to refuse calls immediately and to record the gap afterwards. */
const atOnce = 2;

export class LedgerLocation {
  readonly #deps: Deps;
  #lost: string | null = null;
  #comingBack = false;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** A write or a sync failed, for this reason or another. */
  failed(error: unknown): void {
    const why = this.#deps.store.whyLost?.() ?? null;
    if (why === null) return this.#deps.error.failed(error);
    this.#isLost(why);
  }

  /** A missing ledger is reported immediately, not at the next call. */
  look(): void {
    this.#deps.checkpointer.look();
    this.#deps.guard.lookIfDue();
    this.#look();
  }

  /** Writes a checkpoint before one is due. Never rejects. */
  checkpoint(): Promise<void> {
    return this.#deps.checkpointer.take();
  }

  #look(): void {
    const why = this.#deps.store.whyLost?.() ?? null;
    if (why === null) return this.#isBack();
    if (why === this.#lost && this.#deps.error.reason === why) return;
    this.#isLost(why);
    this.#deps.onChanged();
  }

  #isLost(why: string): void {
    const isNew = this.#lost === null;
    this.#lost = why;
    this.#deps.error.failed(new Error(why), atOnce);
    // The end is still known here; with a checkpoint of it, verifying can name lines that go missing.
    if (isNew) void this.checkpoint();
  }

  #isBack(): void {
    if (this.#lost === null || this.#comingBack || this.#deps.error.waits) return;
    this.#comingBack = true;
    void this.#deps.onBack().then((written) => {
      this.#comingBack = false;
      if (written) this.#lost = null;
    });
  }
}
