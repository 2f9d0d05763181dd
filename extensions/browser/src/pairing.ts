/** The pairing steps and their stored state. The popup may close at any time in between. */
import { post, type HubPairing } from './app-client.ts';

export type PairingStep =
  | { readonly state: 'unpaired'; readonly error: string }
  | { readonly state: 'asked' | 'code-shown'; readonly error: string }
  | { readonly state: 'paired'; readonly pairing: HubPairing };

const pendingKey = 'pending';

export async function askToPair(port: number, version: string): Promise<PairingStep> {
  const reply = await post(port, '/browser/pair', { name: browserName(), version });
  if (!reply) return unpaired('Gatehouse does not answer. Is it running?');
  const { pairing_id: pending } = reply.json;
  if (typeof pending !== 'string') return unpaired(errorIn(reply.json));
  await chrome.storage.session.set({ [pendingKey]: pending });
  return { state: 'asked', error: '' };
}

/** The current step; null if no pairing is in progress. */
export async function pairingStep(port: number): Promise<PairingStep | null> {
  const pending = await pendingPairing();
  if (pending === null) return null;
  const reply = await post(port, '/browser/pair/state', { pairing_id: pending });
  const state = reply?.json['state'];
  if (state === 'asked' || state === 'code-shown') return { state, error: '' };
  await chrome.storage.session.remove(pendingKey);
  return unpaired(reasonText(reply?.json['why']));
}

export async function tryCode(port: number, code: string): Promise<PairingStep> {
  const pending = await pendingPairing();
  if (pending === null) return unpaired('That took too long. Begin again.');
  const reply = await post(port, '/browser/pair/code', { pairing_id: pending, code });
  const { state, tries_left: left, why, ...rest } = reply?.json ?? {};
  if (state === 'wrong-code')
    return {
      state: 'code-shown',
      error: `That is not the code. ${String(left)} tries are left.`,
    };
  await chrome.storage.session.remove(pendingKey);
  const { browser_id: browserId, browser_key: key, proof_key: proofKey } = rest;
  if (state === 'paired' && isText(browserId) && isText(key) && isText(proofKey))
    return { state: 'paired', pairing: { browserId, key, proofKey } };
  return unpaired(reasonText(why));
}

const unpaired = (error: string): PairingStep => ({ state: 'unpaired', error });

async function pendingPairing(): Promise<string | null> {
  const { [pendingKey]: pending } = await chrome.storage.session.get(pendingKey);
  return isText(pending) ? pending : null;
}

const reasonText = (why: unknown): string =>
  `Not connected: ${isText(why) ? why : 'Gatehouse does not answer'}.`;

const isText = (value: unknown): value is string => typeof value === 'string';

function errorIn({ error }: Record<string, unknown>): string {
  const { message = 'Gatehouse would not have it.' } = (error ?? {}) as { message?: string };
  return message;
}

/** A display name; nothing depends on it. */
function browserName(): string {
  const { userAgentData } = navigator as Navigator & {
    readonly userAgentData?: { readonly brands: readonly { readonly brand: string }[] };
  };
  const brand = userAgentData?.brands.find(({ brand: name }) => !/not.?a.?brand/i.test(name));
  const name = navigator.userAgent.includes('Firefox/') ? 'Firefox' : 'Browser';
  return (brand?.brand ?? name).slice(0, 100);
}
