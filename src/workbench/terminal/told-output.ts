/** Tells a session what a program writes while it runs: in bounded pieces, not each write by itself. */
import type { Disposable } from '../../shared/base/disposable.ts';
import type { Bench } from '../bench.ts';

const togetherMs = 50;
const mostPerPiece = 16 * 1024;

export class ToldOutput implements Disposable {
  readonly #tell: Bench['tell'];
  readonly #sessionId: string;
  readonly #about: Readonly<Record<string, unknown>>;
  #pending = '';
  #dropped = 0;
  #timer: NodeJS.Timeout | null = null;

  constructor(
    { tell }: Pick<Bench, 'tell'>,
    sessionId: string,
    about: Readonly<Record<string, unknown>>,
  ) {
    this.#tell = tell;
    this.#sessionId = sessionId;
    this.#about = about;
  }

  add(text: string): void {
    const room = mostPerPiece - this.#pending.length;
    this.#pending += text.slice(0, Math.max(0, room));
    this.#dropped += Math.max(0, text.length - room);
    this.#timer ??= setTimeout(() => this.flush(), togetherMs);
  }

  flush(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#pending === '') return;
    const left = this.#dropped > 0 ? { left_out: this.#dropped } : {};
    this.#tell(
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
