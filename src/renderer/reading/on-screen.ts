/** Where on the screen an element can be seen: inside every scroll area around it, below what covers it. */
import { overlap, type Rect } from './unseen-area.ts';

export const coverSelector = '[data-read-cover]';

export const rectOf = (element: Element): Rect => {
  const { left, top, right, bottom } = element.getBoundingClientRect();
  return { left, top, right, bottom };
};

/** Inside its borders and scrollbars. */
function innerRect(element: Element): Rect {
  const { left, top } = element.getBoundingClientRect();
  const x = left + element.clientLeft;
  const y = top + element.clientTop;
  return { left: x, top: y, right: x + element.clientWidth, bottom: y + element.clientHeight };
}

export const isScroller = (element: Element): boolean => {
  const { overflowX, overflowY } = getComputedStyle(element);
  return overflowX !== 'visible' || overflowY !== 'visible';
};

/** Caches results for one pass over the page. */
export class Clips {
  readonly #known = new Map<Element | null, Rect | null>();
  readonly #covers: readonly Element[];

  constructor(root: Element) {
    this.#covers = [...root.querySelectorAll(coverSelector)];
  }

  /** Anything above this is hidden behind the header. */
  get topEdge(): number {
    return Math.max(0, ...this.#covers.map((cover) => cover.getBoundingClientRect().bottom));
  }

  /** What can be seen of anything inside `parent`. */
  inside(parent: Element | null): Rect | null {
    const known = this.#known.get(parent);
    if (known !== undefined) return known;
    const clip = this.#compute(parent);
    this.#known.set(parent, clip);
    return clip;
  }

  #compute(parent: Element | null): Rect | null {
    if (parent === null)
      return { left: 0, top: 0, right: window.innerWidth, bottom: window.innerHeight };
    const around = this.inside(parent.parentElement);
    if (around === null || !isScroller(parent)) return around;
    return overlap(around, innerRect(parent));
  }

  /** The same without covered parts, such as those behind a sticky header. */
  around(element: Element): Rect | null {
    let clip = this.inside(element.parentElement);
    for (const cover of this.#covers) {
      if (clip === null || cover.contains(element)) continue;
      const { top, bottom } = cover.getBoundingClientRect();
      if (top <= clip.top && bottom > clip.top)
        clip = bottom < clip.bottom ? { ...clip, top: bottom } : null;
    }
    return clip;
  }
}

/** Scrolls to the position `offset` below the top of an element. */
export function bringIntoView(element: Element, offset: number, root: Element): void {
  const covered = [...root.querySelectorAll(coverSelector)]
    .filter((cover) => !cover.contains(element) && getComputedStyle(cover).position === 'sticky')
    .reduce((height, cover) => height + cover.getBoundingClientRect().height, 0);
  for (let area = element.parentElement; area; area = area.parentElement) {
    if (!isScroller(area) || area.scrollHeight <= area.clientHeight) continue;
    const isOuter = area.querySelector(coverSelector) !== null;
    const distance = element.getBoundingClientRect().top + offset - innerRect(area).top;
    area.scrollTop += distance - (isOuter ? covered : 0) - 8;
  }
}
