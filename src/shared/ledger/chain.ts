/**
 * The hash chain of the ledger's lines, for writing and verifying. A line begins with its number
 * and ends with the hash of the previous line and its own hash, which covers the exact bytes
 * before it.
 */
export type Sha256 = (text: string) => string;

export interface ChainHead {
  readonly seq: number;
  readonly hash: string;
}

export const firstHead: ChainHead = { seq: 0, hash: '0'.repeat(64) };

const start = '{"seq":';
const prevKey = ',"prev":"';
const hashKey = '","hash":"';
const end = '"}';
const digest = 64;
const tailLength = prevKey.length + digest + hashKey.length + digest + end.length;
const hex = /^[0-9a-f]{64}$/;

/** The chain head after this line, or why the line does not follow `before`. */
export function follow(
  line: string,
  before: ChainHead,
  sha256: Sha256,
): ChainHead | { readonly broken: string } {
  const own = readHead(line);
  if (!own) return { broken: 'not a ledger line' };
  if (sha256(bodyOf(line)) !== own.hash) return { broken: 'its content was changed' };
  if (own.seq !== before.seq + 1) return { broken: `expected number ${before.seq + 1}` };
  if (own.prev !== before.hash) return { broken: 'it does not follow the line before' };
  return own;
}

/** Number and hashes a line claims, without checking them. */
export function readHead(line: string): (ChainHead & { readonly prev: string }) | null {
  const tail = line.length - tailLength;
  const comma = line.indexOf(',', start.length);
  if (tail < comma || comma < 0 || !line.startsWith(start)) return null;
  const hashAt = tail + prevKey.length + digest;
  if (!line.startsWith(prevKey, tail) || !line.startsWith(hashKey, hashAt)) return null;
  if (!line.endsWith(end)) return null;
  const seq = Number(line.slice(start.length, comma));
  const prev = line.slice(tail + prevKey.length, hashAt);
  const hash = line.slice(hashAt + hashKey.length, -end.length);
  if (!Number.isSafeInteger(seq) || seq < 1 || !hex.test(hash)) return null;
  return { seq, hash, prev };
}

const hashedPart = (line: string): string => line.slice(0, -(hashKey.length + digest + end.length));

/** The bytes that the hash covers: the line before its own hash was inserted. */
const bodyOf = (line: string): string => `${hashedPart(line)}"}`;
