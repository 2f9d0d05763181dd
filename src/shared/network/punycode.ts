/** Decodes one label of an internationalised host name (RFC 3492) for display. */
const base = 36;
const lowest = 1;
const highest = 26;
const skew = 38;
const damping = 700;
const firstBias = 72;
const firstPoint = 128;

/** Null if it is not valid punycode. */
export function punycodeDecoded(encoded: string): string | null {
  const split = encoded.lastIndexOf('-');
  const points = Array.from(split > 0 ? encoded.slice(0, split) : '', (item) => item.charCodeAt(0));
  const digits = encoded.slice(split > 0 ? split + 1 : 0);
  let point = firstPoint;
  let bias = firstBias;
  let at = 0;
  for (let next = 0; next < digits.length;) {
    const before = at;
    let weight = 1;
    for (let step = base; ; step += base) {
      const digit = digitOf(digits.charCodeAt(next++));
      if (digit === null) return null;
      at += digit * weight;
      const threshold = Math.min(Math.max(step - bias, lowest), highest);
      if (digit < threshold) break;
      weight *= base - threshold;
    }
    const length = points.length + 1;
    bias = adapted(at - before, length, before === 0);
    point += Math.floor(at / length);
    at %= length;
    if (point > 0x10ffff || !Number.isSafeInteger(weight)) return null;
    points.splice(at++, 0, point);
  }
  return String.fromCodePoint(...points);
}

function digitOf(code: number): number | null {
  if (code >= 48 && code <= 57) return code - 22;
  if (code >= 97 && code <= 122) return code - 97;
  return null;
}

function adapted(delta: number, length: number, isFirst: boolean): number {
  let rest = Math.floor(delta / (isFirst ? damping : 2));
  rest += Math.floor(rest / length);
  let steps = 0;
  for (; rest > ((base - lowest) * highest) / 2; steps += base)
    rest = Math.floor(rest / (base - lowest));
  return steps + Math.floor(((base - lowest + 1) * rest) / (rest + skew));
}
