/** Emits an event when the names that a document declares change, debounced after edits. */
import type { Disposable } from '../../shared/base/disposable.ts';
import type { Document } from '../buffers/documents.ts';
import { isError } from '../confined/errors.ts';
import type { EditorContext } from '../editor-context.ts';
import type { LanguageThread } from './language-thread.ts';
import { knowsSyntaxOf } from './syntax-trees.ts';

const quietMs = 200;
const maxDocuments = 200;
const maxTextLength = 512 * 1024;

export class Symbols implements Disposable {
  readonly #editor: EditorContext;
  readonly #thread: LanguageThread;
  readonly #known = new Map<string, string>();
  readonly #due = new Map<string, NodeJS.Timeout>();
  readonly #listening: Disposable;

  constructor(editor: EditorContext, thread: LanguageThread) {
    this.#editor = editor;
    this.#thread = thread;
    this.#listening = editor.documents.onChanged((document) => this.#schedule(document));
  }

  async dispose(): Promise<void> {
    await this.#listening.dispose();
    for (const timer of this.#due.values()) clearTimeout(timer);
    this.#due.clear();
  }

  #schedule(document: Document): void {
    const { path, language, text } = document;
    if (!knowsSyntaxOf(language) || text.length > maxTextLength) return;
    clearTimeout(this.#due.get(path));
    const timer = setTimeout(() => {
      this.#due.delete(path);
      this.#update(document).catch(() => undefined);
    }, quietMs);
    this.#due.set(path, timer);
  }

  async #update({ path, language, text, version }: Document): Promise<void> {
    const symbols = await this.#thread.symbols(text, language);
    if (isError(symbols)) return;
    const before = this.#known.get(path);
    const now = symbols.join('\n');
    this.#known.delete(path);
    this.#known.set(path, now);
    const [oldest] = this.#known.keys();
    if (this.#known.size > maxDocuments && oldest !== undefined) this.#known.delete(oldest);
    // The first run only records the names.
    if (before === undefined || before === now) return;
    this.#editor.emit('symbols_updated', { path, version, symbols });
  }
}
