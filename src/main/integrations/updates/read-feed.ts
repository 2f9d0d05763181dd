/**
 * Fetches the feed and its signature. Nothing else is downloaded before the signature is verified.
 */
import { isSigned } from './feed-signature.ts';
import { releaseIn, whyOld, type Release, type SeenRelease } from './feed.ts';
import { updatesText } from './updates-text.ts';

export interface FeedSource {
  /** The folder on the server. */
  readonly feed: string;
  readonly publicKey: string;
  /** The feed file of this system. */
  readonly name: string;
}

export type FeedReading =
  | { readonly kind: 'release'; readonly release: Release }
  /** There was no response, which is normal. */
  | { readonly kind: 'unreachable'; readonly why: string }
  /** There was a response, and it must not be used. */
  | { readonly kind: 'refused'; readonly why: string };

const timeoutMs = 15_000;
const mostBytes = 256 * 1024;

export const addressIn = (feed: string, name: string): string =>
  new URL(name, feed.endsWith('/') ? feed : `${feed}/`).href;

export async function readFeed(
  { feed, publicKey, name }: FeedSource,
  installed: string,
  seen: SeenRelease | null,
): Promise<FeedReading> {
  const content = await download(feed, name);
  if (content.kind !== 'read') return content;
  const signature = await download(feed, `${name}.sig`);
  if (signature.kind !== 'read')
    return signature.kind === 'unreachable' && signature.isMissing
      ? refused(updatesText.noSignature)
      : signature;
  const signed = { name, feed: content.bytes, signature: signature.bytes.toString('latin1') };
  if (!isSigned(signed, publicKey)) return refused(updatesText.wrongSignature);
  const release = releaseIn(content.bytes);
  if (!release) return refused(updatesText.notAFeed);
  const old = whyOld(release, installed, seen);
  return old === null ? { kind: 'release', release } : refused(old);
}

const refused = (why: string) => ({ kind: 'refused', why }) as const;

type Download =
  | { readonly kind: 'read'; readonly bytes: Buffer }
  | { readonly kind: 'refused'; readonly why: string }
  | { readonly kind: 'unreachable'; readonly why: string; readonly isMissing: boolean };

async function download(feed: string, name: string): Promise<Download> {
  const unreachable = (why: string, isMissing = false) =>
    ({ kind: 'unreachable', why, isMissing }) as const;
  try {
    const response = await fetch(addressIn(feed, name), {
      // Another server would not be the one that the user confirmed.
      redirect: 'error',
      cache: 'no-store',
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (response.status !== 200) {
      await response.body?.cancel();
      return unreachable(updatesText.answeredWith(name, response.status), response.status === 404);
    }
    const parts: Uint8Array[] = [];
    let size = 0;
    for await (const part of response.body ?? []) {
      size += part.byteLength;
      if (size > mostBytes) return refused(updatesText.tooLarge(name));
      parts.push(part);
    }
    return { kind: 'read', bytes: Buffer.concat(parts) };
  } catch (error) {
    return unreachable(updatesText.unreachable(causeOf(error)));
  }
}

/** `fetch` reports only that it failed; the reason is in its cause. */
function causeOf(error: unknown): string {
  const { cause } = error as { readonly cause?: unknown };
  return cause instanceof Error ? cause.message : String(error);
}
