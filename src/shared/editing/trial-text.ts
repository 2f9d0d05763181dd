/**
 * A second replica of a shared text that applies an editor's updates first, because Yjs cannot
 * revert an update that turns out to be broken or that makes the text too long.
 */
import * as Y from 'yjs';
import type { Disposable } from '../base/disposable.ts';
import { maxSharedBytes, maxSharedLength } from './share-protocol.ts';
import type { SharedText } from './shared-text.ts';

export class TrialText implements Disposable {
  readonly #shared: SharedText;
  readonly #following: Disposable;
  #doc = new Y.Doc();
  /** Never less than the text and its history need. */
  #bytes = 0;

  constructor(shared: SharedText) {
    this.#shared = shared;
    this.#begin();
    this.#following = shared.onWritten((update) => this.#apply(update));
  }

  /** Approximate memory of the text and its revisions. */
  get size(): number {
    return this.#bytes + this.#shared.revisionsLength;
  }

  /** Whether it is short enough to be shared. */
  fits(): boolean {
    if (this.#doc.getText('text').length > maxSharedLength) return false;
    if (this.#bytes > maxSharedBytes) this.#bytes = Y.encodeStateAsUpdate(this.#doc).length;
    return this.#bytes <= maxSharedBytes;
  }

  /** Whether the shared text can apply the update; if so, it must. */
  takes(update: Uint8Array): boolean {
    if (!isPlainText(update)) return false;
    try {
      this.#apply(update);
      if (this.fits()) return true;
    } catch {
      // The replica keeps the part that it applied, so it is created again.
    }
    this.#begin();
    return false;
  }

  dispose(): void {
    void this.#following.dispose();
    this.#doc.destroy();
  }

  #begin(): void {
    this.#doc.destroy();
    this.#doc = new Y.Doc();
    this.#bytes = 0;
    this.#apply(this.#shared.state());
  }

  #apply(update: Uint8Array): void {
    Y.applyUpdate(this.#doc, update);
    this.#bytes += update.length;
  }
}

/** Whether it can be parsed and contains only text with its authors. */
export function isPlainText(update: Uint8Array): boolean {
  if (update.length > maxSharedBytes) return false;
  try {
    return Y.decodeUpdate(update).structs.every(
      (struct) => !(struct instanceof Y.Item) || isPlainItem(struct),
    );
  } catch {
    return false;
  }
}

/** Other content would count as characters that the text does not have. */
function isPlainItem({ content, parent, parentSub }: Y.Item): boolean {
  // Null is where it is known from the neighbours; a name has not been looked up yet.
  const place: unknown = parent;
  if ((place !== null && place !== 'text') || parentSub !== null) return false;
  return [Y.ContentString, Y.ContentFormat, Y.ContentDeleted].some(
    (kind) => content instanceof kind,
  );
}
