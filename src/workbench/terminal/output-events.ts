/** Emits a running program's output to its session in bounded batches. */
import type { Disposable } from '../../shared/base/disposable.ts';
import type { WorkbenchContext } from '../workbench-context.ts';

const batchMs = 50;
const maxPerPiece = 16 * 1024;

export class OutputEvents implements Disposable {
  readonly #emit: WorkbenchContext['emit'];
  readonly #sessionId: string;
  readonly #about: Readonly<Record<string, unknown>>;
  #pending = '';
  #dropped = 0;
  #timer: NodeJS.Timeout | null = null;

  constructor(
    { emit }: Pick<WorkbenchContext, 'emit'>,
    sessionId: string,
    about: Readonly<Record<string, unknown>>,
  ) {
    this.#emit = emit;
    this.#sessionId = sessionId;
    this.#about = about;
  }

  add(text: string): void {
    const remaining = maxPerPiece - this.#pending.length;
    this.#pending += text.slice(0, Math.max(0, remaining));
    this.#dropped += Math.max(0, text.length - remaining);
    this.#timer ??= setTimeout(() => this.flush(), batchMs);
  }

  flush(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#pending === '') return;
    const left = this.#dropped > 0 ? { left_out: this.#dropped } : {};
    this.#emit(
      'output_received',
      { ...this.#about, data: this.#pending, ...left },
      this.#sessionId,
    );
    this.#pending = '';
    this.#dropped = 0;
  }

  dispose(): void {
    this.flush();
  }
}
