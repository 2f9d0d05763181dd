/**
 * The signature of a feed: Ed25519 over a first line, the name of the feed file and its bytes. With
 * the name in it, the feed of one system cannot be passed off as that of another.
 */
import { createPublicKey, verify } from 'node:crypto';

/** scripts/sign-feed.mjs signs the same bytes. */
export const signedBytes = (name: string, feed: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`gatehouse update feed 1\n${name}\n`), feed]);

/** 64 bytes as base64, and nothing else in the file but an end of line. */
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
