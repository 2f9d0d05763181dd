/** Whether a token chosen by the user is hard enough to guess to be used from other machines. */
import { deflateRawSync } from 'node:zlib';

export const minTokenLength = 32;
const fewestCharacters = 10;
const leastBits = 90;
/** Repetitive text is shorter than this when compressed. */
const fewestCompressedBytes = 18;

/** Null if it is strong enough; otherwise what is wrong, without revealing any of it. */
export function whyWeakToken(token: string): string | null {
  if (token.length < minTokenLength) return `it has fewer than ${minTokenLength} characters`;
  const counts = new Map<string, number>();
  for (const char of token) counts.set(char, (counts.get(char) ?? 0) + 1);
  const isVaried =
    counts.size >= fewestCharacters &&
    shannonBits(counts, token.length) >= leastBits &&
    deflateRawSync(token).length >= fewestCompressedBytes;
  return isVaried ? null : 'it repeats itself';
}

const shannonBits = (counts: ReadonlyMap<string, number>, length: number): number =>
  [...counts.values()].reduce((bits, count) => bits - count * Math.log2(count / length), 0);
