/** Output on its way to the session that owns it: gathered for a moment, and not too much of it. */
import type { Happening, Tell } from '../basics/editor.ts';

const gatherMs = 50;
const mostAtOnce = 8_192;

export class ToldOutput {
  readonly #tell: Tell;
  readonly #sessionId: string;
  readonly #about: Happening;
  #text = '';
  #timer: NodeJS.Timeout | null = null;

  constructor(tell: Tell, sessionId: string, about: Happening) {
    this.#tell = tell;
    this.#sessionId = sessionId;
    this.#about = about;
  }

  add(text: string): void {
    this.#text += text;
    this.#timer ??= setTimeout(() => this.#flush(), gatherMs);
  }

  dispose(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#flush();
  }

  #flush(): void {
    this.#timer = null;
    if (this.#text === '') return;
    const data = this.#text.slice(-mostAtOnce);
    const cut = this.#text.length > mostAtOnce;
    this.#text = '';
    this.#tell('output_received', { ...this.#about, data, cut }, this.#sessionId);
  }
}
