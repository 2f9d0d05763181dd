/** How much of one part has been on screen. */
import {
  overlap,
  recent,
  steadyIn,
  without,
  type VisibleSample,
  type Rect,
} from './unseen-area.ts';

/** A line of text: less than that of a taller part cannot be read. */
const lineHeight = 16;

export class PartState {
  #size = { width: 0, height: 0 };
  #unseen: readonly Rect[] = [];
  #samples: readonly VisibleSample[] = [];
  #isRead = false;

  get isRead(): boolean {
    return this.#isRead;
  }

  /** Where the first part of it begins that was not seen, from its top. */
  get firstUnseen(): number {
    return Math.min(this.#size.height, ...this.#unseen.map(({ top }) => top));
  }

  /**
   * Where to continue reading: one line before the first unseen area. Less than a line on screen
   * does not count, so starting exactly at the unseen area would never finish its last few pixels.
   */
  get readFrom(): number {
    return Math.max(0, this.firstUnseen - lineHeight);
  }

  /** `visible` is what of it is on screen now, from its own corner. */
  look(size: { width: number; height: number }, visible: Rect | null, now: number): void {
    if (this.#isRead || size.width < 1 || size.height < 1) return;
    if (this.#isResized(size)) this.#begin(size);
    const isLegible =
      visible !== null && visible.bottom - visible.top >= Math.min(lineHeight, size.height - 1);
    this.#samples = recent([...this.#samples, { at: now, rect: isLegible ? visible : null }], now);
    const steady = steadyIn(this.#samples, now);
    if (steady === null) return;
    this.#unseen = without(this.#unseen, steady);
    this.#isRead = this.#unseen.length === 0;
  }

  /** When text wraps differently, its read parts are unknown and must be seen again. */
  #isResized({ width, height }: { width: number; height: number }): boolean {
    return Math.abs(width - this.#size.width) > 1 || Math.abs(height - this.#size.height) > 1;
  }

  #begin(size: { width: number; height: number }): void {
    this.#size = size;
    this.#samples = [];
    this.#unseen = [{ left: 0, top: 0, right: size.width, bottom: size.height }];
  }
}

export const visiblePart = (box: Rect, clip: Rect | null): Rect | null =>
  clip && overlap(box, clip);
