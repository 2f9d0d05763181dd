/**
 * Knows what of a page has been on screen long enough to be read. It depends on no layout: whatever
 * carries `data-read="name"` has to be seen in full, in all its pieces (`data-read-piece`), inside
 * whichever scroll areas it stands; nothing else counts, neither a click nor a jump to the end.
 * `data-read-cover` names what lies over the rest, and `data-read-folded` what hides some of it.
 */
import { bringIntoView, Clips, rectOf } from './on-screen.ts';
import { PartState, visiblePart } from './part-state.ts';
import { moved } from './unseen-area.ts';

export interface ReadingProgress {
  /** In the order of the page. */
  readonly unread: readonly string[];
  readonly read: readonly string[];
  /** Something is folded away and is not on the page at all. */
  readonly isFolded: boolean;
  /** What is left lies above what can be seen now. */
  readonly hasSkipped: boolean;
}

interface Deps {
  readonly root: Element;
  /** False while the page is not on screen. */
  readonly isOnScreen: () => boolean;
  readonly onProgress: (progress: ReadingProgress) => void;
}

/** Twice in the time that something has to stay. */
const lookEveryMs = 45;

/** The same piece may come in several scopes, such as the asks of one card. */
const scopeOf = (element: HTMLElement): string =>
  element.closest<HTMLElement>('[data-read-scope]')?.dataset['readScope'] ?? '';

const pieceKey = (element: HTMLElement): string =>
  [scopeOf(element), element.dataset['read'], element.dataset['readPiece']].join('\0');

export class ReadTracker {
  readonly #deps: Deps;
  readonly #states = new Map<string, PartState>();
  readonly #changes: MutationObserver;
  #timer = 0;
  #frame = 0;
  #looks = 0;
  #reported = '';

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#changes = new MutationObserver((records) => this.#forgetChanged(records));
    this.#changes.observe(deps.root, { childList: true, characterData: true, subtree: true });
    this.#later();
  }

  dispose(): void {
    this.#changes.disconnect();
    window.clearTimeout(this.#timer);
    window.cancelAnimationFrame(this.#frame);
  }

  /** Shows the first thing that was not read yet. */
  showNext(): void {
    const { root } = this.#deps;
    const next = this.#parts().find((part) => !this.#stateOf(part).isRead);
    const folded = root.querySelector('[data-read-folded]');
    if (next) bringIntoView(next, this.#stateOf(next).readFrom, root);
    else if (folded) bringIntoView(folded, 0, root);
  }

  #parts(): readonly HTMLElement[] {
    return [...this.#deps.root.querySelectorAll<HTMLElement>('[data-read]')];
  }

  #stateOf(part: HTMLElement): PartState {
    const key = pieceKey(part);
    const known = this.#states.get(key);
    if (known) return known;
    const state = new PartState();
    this.#states.set(key, state);
    return state;
  }

  /** Frames come only while the page is drawn, so a hidden window reads nothing. */
  #later(): void {
    this.#timer = window.setTimeout(() => {
      this.#frame = window.requestAnimationFrame((now) => {
        this.#look(now);
        this.#later();
      });
    }, lookEveryMs);
  }

  #look(now: number): void {
    const parts = this.#parts();
    const unread = parts.filter((part) => !this.#stateOf(part).isRead);
    const isOnScreen = this.#deps.isOnScreen();
    const clips = new Clips(this.#deps.root);
    for (const part of unread) {
      const box = rectOf(part);
      const visible = isOnScreen ? visiblePart(box, clips.around(part)) : null;
      const size = { width: box.right - box.left, height: box.bottom - box.top };
      this.#stateOf(part).look(size, visible && moved(visible, -box.left, -box.top), now);
    }
    if (isOnScreen) this.#looks += 1;
    this.#report(parts, clips);
  }

  #report(parts: readonly HTMLElement[], clips: Clips): void {
    // The first looks cannot say anything yet.
    if (this.#looks < 4) return;
    const isFolded = this.#deps.root.querySelector('[data-read-folded]') !== null;
    const left = parts.filter((part) => !this.#stateOf(part).isRead);
    const unread = new Set(left.map((part) => part.dataset['read'] ?? ''));
    const all = new Set(parts.map((part) => part.dataset['read'] ?? ''));
    const progress: ReadingProgress = {
      unread: [...unread],
      read: [...all].filter((name) => !unread.has(name)),
      isFolded,
      hasSkipped: left.length > 0 && left.every((part) => this.#isAbove(part, clips)),
    };
    const words = JSON.stringify(progress);
    if (words === this.#reported) return;
    this.#reported = words;
    this.#deps.onProgress(progress);
  }

  /** What is left of it lies above what can be seen now. */
  #isAbove(part: HTMLElement, clips: Clips): boolean {
    const top = rectOf(part).top + this.#stateOf(part).firstUnseen;
    return top < (clips.around(part)?.top ?? clips.topEdge);
  }

  /** What reads differently now has not been seen. */
  #forgetChanged(records: readonly MutationRecord[]): void {
    for (const { target } of records) {
      const element = target instanceof Element ? target : target.parentElement;
      const part = element?.closest<HTMLElement>('[data-read]');
      if (part) this.#states.delete(pieceKey(part));
    }
  }
}
