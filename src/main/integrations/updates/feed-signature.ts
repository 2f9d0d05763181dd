/**
 * The signature of a feed: Ed25519 over a header line, the name of the feed file and its bytes.
 * Because the name is included, one system's feed cannot be used as another's.
 */
import { createPublicKey, verify } from 'node:crypto';

/** scripts/sign-feed.mjs signs the same bytes. */
export const signedBytes = (name: string, feed: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`gatehouse update feed 1\n${name}\n`), feed]);

/** 64 bytes as base64; the file contains nothing else but a newline. */
const signatureShape = /^[A-Za-z0-9+/]{86}==\n?$/;

/** `publicKey` is 32 bytes as base64. */
export function isSigned(
  { name, feed, signature }: { name: string; feed: Buffer; signature: string },
  publicKey: string,
): boolean {
  if (!signatureShape.test(signature)) return false;
  try {
    const x = Buffer.from(publicKey, 'base64').toString('base64url');
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
    return verify(null, signedBytes(name, feed), key, Buffer.from(signature, 'base64'));
  } catch {
    return false;
  }
}
