/**
 * How a browser extension gets its key. Its popup closes whenever the user looks elsewhere, so each
 * step is a request of its own; only the extension knows the id of the pairing.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import { PairingId } from '../../../shared/integrations/pairing.ts';
import { isError, refused, type Refused } from '../../../shared/actions/outcomes.ts';
import { readAs } from '../../../shared/base/parse.ts';
import { TokenBucket, type Core } from '../../core/core.ts';
import type { BrowserKeys } from '../../platform/keys/browser-keys.ts';
import type { RequesterOf } from '../../platform/peers/requesters.ts';
import { askSeconds, type PluginPairing } from '../plugins/pairing.ts';
import { pathOf, type PublicRoute } from '../http/request-router.ts';
import { readJson, replyJson, replyRefused } from '../http/replies.ts';
import { isExtensionOrigin } from './extension-origin.ts';

interface Deps {
  readonly core: Pick<Core, 'note'>;
  readonly pairing: PluginPairing;
  readonly browserKeys: BrowserKeys;
  /** Called when a browser was paired. */
  readonly paired: () => void;
  /** The process at the other end of the connection. */
  readonly requesterOf?: RequesterOf;
  readonly onError: (text: string) => void;
}

/** The state of a pairing, as the extension reads it. */
type BrowserPairingState =
  | { readonly state: 'asked' | 'code-shown'; readonly seconds: number }
  | { readonly state: 'ended'; readonly why: string };

interface OpenBrowserPairing {
  readonly origin: string;
  readonly name: string;
  stage: BrowserPairingState;
}

const Ask = z.strictObject({ name: z.string().min(1).max(100), version: z.string().max(40) });
const Which = z.strictObject({ pairing_id: PairingId });
const Code = Which.extend({ code: z.string().max(20) });

interface PairingCaller {
  readonly origin: string;
  readonly requester: string;
}

const maxRemembered = 16;
const ofOneRequester = { perSecond: 2, burst: 10 };
const monotonic = (): number => performance.now();

export class BrowserPairing implements PublicRoute {
  readonly #deps: Deps;
  readonly #open = new Map<PairingId, OpenBrowserPairing>();
  readonly #asking = new Map<string, TokenBucket>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  matches(method: string, path: string): boolean {
    return method === 'POST' && path.startsWith('/browser/pair');
  }

  async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const origin = request.headers.origin ?? '';
    if (!isExtensionOrigin(origin)) return replyRefused(response, 'wrong-origin');
    const body = await readJson(request);
    if (isError(body)) return replyRefused(response, body);
    const requester = await this.#requesterOf(request);
    const answer = await this.#answer(pathOf(request), { origin, requester }, body.json);
    if (isError(answer)) replyRefused(response, answer as Refused);
    else replyJson(response, 200, answer);
  }

  /** When the rate shared by all is used up, a process within its own rate may still ask. */
  async mayExceedRate(request: IncomingMessage): Promise<boolean> {
    const requester = await this.#requesterOf(request);
    const own = this.#asking.get(requester) ?? new TokenBucket({ monotonic }, ofOneRequester);
    this.#asking.delete(requester);
    this.#asking.set(requester, own);
    const [oldest] = this.#asking.keys();
    if (this.#asking.size > maxRemembered && oldest !== undefined) this.#asking.delete(oldest);
    return own.take();
  }

  async #requesterOf({ socket }: IncomingMessage): Promise<string> {
    return (await this.#deps.requesterOf?.(socket)) ?? 'unknown';
  }

  #answer(
    path: string,
    { origin, requester }: PairingCaller,
    json: unknown,
  ): Promise<object> | object {
    switch (path) {
      case '/browser/pair':
        return this.#ask({ origin, requester }, json);
      case '/browser/pair/state':
        return this.#state(origin, json);
      case '/browser/pair/code':
        return this.#guess(origin, json);
      default:
        return refused('unknown-route');
    }
  }

  #ask({ origin, requester }: PairingCaller, json: unknown): object {
    const parsed = readAs(Ask, json);
    if (!parsed.success) return refused('invalid-arguments');
    const { name, version } = parsed.data;
    this.#forget(origin);
    const pairingId = this.#deps.pairing.ask({
      ...{ kind: 'browser', requester },
      pluginId: origin,
      name,
      version,
      codeShown: (seconds) => this.#note(pairingId, { state: 'code-shown', seconds }),
      ended: (why) => this.#note(pairingId, { state: 'ended', why }),
    });
    if (typeof pairingId !== 'string') return refused('too-many-tries', `${pairingId.why}.`);
    this.#open.set(pairingId, { origin, name, stage: { state: 'asked', seconds: askSeconds } });
    const [oldest] = this.#open.keys();
    if (this.#open.size > maxRemembered && oldest) this.#open.delete(oldest);
    return { pairing_id: pairingId, state: 'asked', seconds: askSeconds };
  }

  #state(origin: string, json: unknown): object {
    const parsed = readAs(Which, json);
    const open = parsed.success && this.#open.get(parsed.data.pairing_id);
    return open && open.origin === origin ? open.stage : over;
  }

  async #guess(origin: string, json: unknown): Promise<object> {
    const parsed = readAs(Code, json);
    if (!parsed.success) return refused('invalid-arguments');
    const { pairing_id: pairingId, code } = parsed.data;
    const open = this.#open.get(pairingId);
    if (!open || open.origin !== origin) return over;
    const guess = this.#deps.pairing.guess(pairingId, code);
    if (guess.kind === 'wrong') {
      const { triesLeft, seconds } = guess;
      return { state: 'wrong-code', tries_left: triesLeft, seconds };
    }
    this.#open.delete(pairingId);
    if (guess.kind === 'over') return open.stage.state === 'ended' ? open.stage : over;
    return this.#newKey(open);
  }

  /** The approval is recorded before the key exists. */
  async #newKey({ name, origin }: OpenBrowserPairing): Promise<object> {
    const { core, browserKeys, paired, onError } = this.#deps;
    if (!(await core.note('browser.paired', `${name} (${origin})`)))
      return refused('audit-unavailable');
    try {
      const { browserId, key } = await browserKeys.add({ name, origin });
      paired();
      const { proofKey } = browserKeys;
      return { state: 'paired', browser_id: browserId, browser_key: key, proof_key: proofKey };
    } catch (error) {
      onError(`a browser key could not be kept: ${String(error)}`);
      return { state: 'ended', why: 'the key could not be stored' };
    }
  }

  /** A new request from the same extension replaces its earlier one. */
  #forget(origin: string): void {
    for (const [pairingId, open] of [...this.#open]) {
      if (open.origin !== origin) continue;
      this.#open.delete(pairingId);
      this.#deps.pairing.forget(pairingId);
    }
  }

  #note(pairingId: PairingId | { readonly why: string }, stage: BrowserPairingState): void {
    const open = typeof pairingId === 'string' && this.#open.get(pairingId);
    if (open) open.stage = stage;
  }
}

const over = { state: 'ended', why: 'the pairing has ended' } as const;
