/** Emits output to its session in bounded batches. */
import type { EditorEventData, EmitEvent } from '../basics/editor.ts';

const batchMs = 50;
const maxAtOnce = 8_192;

export class EditorOutputEvents {
  readonly #emit: EmitEvent;
  readonly #sessionId: string;
  readonly #about: EditorEventData;
  #text = '';
  #timer: NodeJS.Timeout | null = null;

  constructor(emit: EmitEvent, sessionId: string, about: EditorEventData) {
    this.#emit = emit;
    this.#sessionId = sessionId;
    this.#about = about;
  }

  add(text: string): void {
    this.#text += text;
    this.#timer ??= setTimeout(() => this.#flush(), batchMs);
  }

  dispose(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#flush();
  }

  #flush(): void {
    this.#timer = null;
    if (this.#text === '') return;
    const data = this.#text.slice(-maxAtOnce);
    const cut = this.#text.length > maxAtOnce;
    this.#text = '';
    this.#emit('output_received', { ...this.#about, data, cut }, this.#sessionId);
  }
}
