/** HTTP requests to Gatehouse: pairing, checking its identity, getting a ticket. */
import { challengeHeader, proofHeader, provenText } from '../../../src/shared/app/server-proof.ts';
import { isObject } from '../../../src/shared/base/is-object.ts';

export interface HubPairing {
  readonly browserId: string;
  readonly key: string;
  readonly proofKey: string;
}

const withinMs = 5_000;

/** The JSON answer; null if Gatehouse is unreachable or the answer is invalid. */
export async function post(
  port: number,
  route: string,
  body: object,
  key?: string,
): Promise<{ readonly status: number; readonly json: Record<string, unknown> } | null> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}${route}`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }),
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(withinMs),
      credentials: 'omit',
    });
    const json: unknown = await response.json();
    return isObject(json) ? { status: response.status, json } : null;
  } catch {
    return null;
  }
}

/**
 * Whether this is the Gatehouse we paired with, checked before sending our key; null if nothing
 * answers.
 */
export async function isProven(port: number, { proofKey }: HubPairing): Promise<boolean | null> {
  const challenge = base64url(crypto.getRandomValues(new Uint8Array(32)));
  try {
    const response = await fetch(`http://127.0.0.1:${port}/browser/proof`, {
      headers: { [challengeHeader]: challenge },
      signal: AbortSignal.timeout(withinMs),
      credentials: 'omit',
      cache: 'no-store',
    });
    return response.headers.get(proofHeader) === (await proofOf(port, challenge, proofKey));
  } catch {
    return null;
  }
}

async function proofOf(port: number, challenge: string, proofKey: string): Promise<string> {
  const bytes = Uint8Array.from(proofKey.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', bytes, hmac, false, ['sign']);
  const text = new TextEncoder().encode(provenText(port, challenge));
  const mac = new Uint8Array(await crypto.subtle.sign('HMAC', key, text));
  return [...mac].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCodePoint(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
