/** Which area of something has not been on screen yet, as rectangles. Pure. */

export interface Rect {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Edges fall between pixels; anything thinner than this is not readable content. */
const sliver = 1.5;

const isWorthSeeing = ({ left, top, right, bottom }: Rect): boolean =>
  right - left > sliver && bottom - top > sliver;

export function overlap(a: Rect, b: Rect): Rect | null {
  const both = {
    left: Math.max(a.left, b.left),
    top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right),
    bottom: Math.min(a.bottom, b.bottom),
  };
  return both.left < both.right && both.top < both.bottom ? both : null;
}

export const moved = ({ left, top, right, bottom }: Rect, x: number, y: number): Rect => ({
  left: left + x,
  top: top + y,
  right: right + x,
  bottom: bottom + y,
});

/** What remains of an area once `seen` is taken out of it. */
export const without = (area: readonly Rect[], seen: Rect): readonly Rect[] =>
  area.flatMap((item) => {
    const both = overlap(item, seen);
    if (both === null) return [item];
    return [
      { ...item, bottom: both.top },
      { ...item, top: both.bottom },
      { left: item.left, right: both.left, top: both.top, bottom: both.bottom },
      { left: both.right, right: item.right, top: both.top, bottom: both.bottom },
    ].filter(isWorthSeeing);
  });

export interface VisibleSample {
  readonly at: number;
  /** What was on screen then, in coordinates of the thing itself; null for none of it. */
  readonly rect: Rect | null;
}

/** How long a part must stay on screen to be read: scrolling past is not reading. */
export const dwellMs = 100;

/** The samples that still matter: all of the last moment, and the one before it began. */
export function recent(samples: readonly VisibleSample[], now: number): readonly VisibleSample[] {
  const first = samples.findLastIndex(({ at }) => now - at >= dwellMs);
  return first > 0 ? samples.slice(first) : samples;
}

/** What stayed on screen all through the last moment. */
export function steadyIn(samples: readonly VisibleSample[], now: number): Rect | null {
  const [first, ...others] = recent(samples, now);
  if (!first || now - first.at < dwellMs || first.rect === null) return null;
  let steady: Rect | null = first.rect;
  for (const { rect } of others) {
    steady = rect && steady ? overlap(steady, rect) : null;
  }
  return steady;
}
