/** Version numbers of releases: 1.2.3, or 1.2.3-beta.1 before that. */

export const versionShape =
  /^(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})(?:-([0-9A-Za-z-]{1,40}(?:\.[0-9A-Za-z-]{1,40}){0,5}))?$/;

/**
 * Compares by semver: negative if the first is older, 0 if they are equal. Null if either is not a
 * version.
 */
export function compareVersions(version: string, against: string): number | null {
  const [a, b] = [versionShape.exec(version), versionShape.exec(against)];
  if (!a || !b) return null;
  for (const at of [1, 2, 3]) {
    const difference = Number(a[at]) - Number(b[at]);
    if (difference !== 0) return difference;
  }
  return compareEarly(a[4], b[4]);
}

/** A prerelease is older than its release. */
function compareEarly(a: string | undefined, b: string | undefined): number {
  if (a === undefined || b === undefined)
    return (a === undefined ? 1 : 0) - (b === undefined ? 1 : 0);
  const [ours, theirs] = [a.split('.'), b.split('.')];
  for (const [at, part] of ours.entries()) {
    const against = theirs[at];
    if (against === undefined) return 1;
    const difference = comparePart(part, against);
    if (difference !== 0) return difference;
  }
  return ours.length - theirs.length;
}

const isNumber = (part: string): boolean => /^\d+$/.test(part);

function comparePart(a: string, b: string): number {
  if (isNumber(a) && isNumber(b)) return Number(a) - Number(b);
  if (isNumber(a) !== isNumber(b)) return isNumber(a) ? -1 : 1;
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
