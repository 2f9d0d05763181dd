/**
 * Credentials: 256 random bits, a prefix for the transport, and a checksum, so that secret
 * scanners recognise them.
 */
import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';

const prefixes = {
  client: 'ghck',
  management: 'ghmt',
  plugin: 'ghpk',
  session: 'ghst',
  browser: 'ghbk',
} as const;
export type TokenKind = keyof typeof prefixes;

// Not limited to word boundaries: a token must also be found inside other text, as in
// `Bearer%20ghck_…`.
const tokenShape = /gh(?:ck|mt|pk|st|bk)_[A-Za-z0-9_-]{43}[0-9a-f]{6}/g;
/**
 * Third-party secrets that agents tend to paste: bearer headers, provider keys, private keys.
 */
const foreignSecrets =
  /\b(?:sk-[A-Za-z0-9_-]{20,}|gh[pousr]_[A-Za-z0-9]{36,}|github_pat_\w{22,}|AKIA[0-9A-Z]{16}|xox[abprs]-[A-Za-z0-9-]{10,})|-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)|(?<=\bBearer )[A-Za-z0-9._~+/=-]{16,}/g;

/**
 * Every secret above contains one of these, and searching for them takes a tenth of the time.
 */
const signsOfSecrets = ['gh', 'github_pat_', 'sk-', 'AKIA', 'xox', 'PRIVATE KEY', 'Bearer '];

/** One call instead of three, because every request is identified by it. */
export const sha256 = (text: string): string => hash('sha256', text);

export function newToken(kind: TokenKind): string {
  const random = randomBytes(32).toString('base64url');
  return `${prefixes[kind]}_${random}${checkOf(random)}`;
}

const checkOf = (random: string): string => sha256(random).slice(0, 6);

const digestBytes = 32;
/** Reused, because every request is compared with several. */
const [left, right] = [Buffer.alloc(digestBytes), Buffer.alloc(digestBytes)];

/** Compares two SHA-256 digests in hexadecimal. A text that is not a digest equals nothing. */
export function sameDigest(a: string, b: string): boolean {
  const areDigests = left.write(a, 'hex') === digestBytes && right.write(b, 'hex') === digestBytes;
  return areDigests && a.length === b.length && timingSafeEqual(left, right);
}

/** The same secret always produces the same mark, and the mark does not reveal it. */
export function makeRedact(key: Buffer): (text: string) => string {
  const mark = (secret: string): string =>
    `⟨secret ${createHmac('sha256', key).update(secret).digest('hex').slice(0, 16)}⟩`;
  return (text) =>
    signsOfSecrets.some((sign) => text.includes(sign))
      ? text.replaceAll(tokenShape, mark).replaceAll(foreignSecrets, mark)
      : text;
}
