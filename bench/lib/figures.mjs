/** @param {number[]} values */
export function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** The middle half: from the first to the third quartile. @param {number[]} values */
export function spread(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (/** @type {number} */ part) => round(sorted[Math.round((sorted.length - 1) * part)]);
  return [at(0.25), at(0.75)];
}

/** @param {number} value */
export const round = (value) => Number(value.toPrecision(3));

/** A figure as a ratio of two contenders, measured in the same rounds.
 * @param {{ name: string, target: number, ours: number[], theirs: number[], unit: string }} facts */
export function ratioFigure({ name, target, ours, theirs, unit }) {
  const ratios = ours.map((value, index) => value / theirs[index]);
  const ratio = round(median(ratios));
  return {
    name,
    ratio,
    target,
    ok: ratio <= target,
    spread: spread(ratios),
    ours: `${round(median(ours))} ${unit}`,
    theirs: `${round(median(theirs))} ${unit}`,
  };
}
