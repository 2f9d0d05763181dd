/**
 * Limits what the backend may send: it is another machine, and its messages are parsed on the main
 * thread. A backend that exceeds a limit is disconnected, with longer reconnect delays.
 */
import { readAs } from '../../../shared/base/parse.ts';
import { BridgeMessage } from '../../../shared/integrations/backend.ts';
import { readStrictJson } from '../../../shared/base/strict-json.ts';
import type { Clock } from '../../core/dependencies.ts';
import { TokenBucket } from '../../core/core.ts';

export const intakeLimits = {
  /** For one message. */
  bytes: 1_048_576,
  /**
   * Commas, colons and brackets in one message. They determine the cost of parsing, whatever its
   * length.
   */
  parts: 60_000,
  perSecond: { messages: 100, bytes: 1_048_576 },
  burst: { messages: 400, bytes: 6 * 1_048_576 },
} as const;

const costOfUnreadable = 20;

export type IntakeResult =
  | { readonly kind: 'message'; readonly message: BridgeMessage; readonly bytes: number }
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'flood'; readonly why: string };

export class BackendIntake {
  readonly #messages: TokenBucket;
  readonly #bytes: TokenBucket;

  constructor(clock: Clock) {
    const { perSecond, burst } = intakeLimits;
    const sizes = (name: 'messages' | 'bytes') => ({
      perSecond: perSecond[name],
      burst: burst[name],
    });
    this.#messages = new TokenBucket(clock, sizes('messages'));
    this.#bytes = new TokenBucket(clock, sizes('bytes'));
  }

  /** For pings and other frames without a message. */
  takesFrame(): boolean {
    return this.#messages.take();
  }

  take(data: Buffer, isBinary: boolean): IntakeResult {
    if (!this.#messages.take()) return { kind: 'flood', why: 'the backend sent too many messages' };
    if (!this.#bytes.take(data.length)) return { kind: 'flood', why: 'the backend sent too much' };
    if (isBinary) return this.#unreadable();
    if (isTooIntricate(data))
      return { kind: 'flood', why: 'the backend sent a list that is too long' };
    const read = readStrictJson(data.toString('utf8'));
    const parsed = 'json' in read ? readAs(BridgeMessage, read.json) : null;
    if (!parsed?.success) return this.#unreadable();
    return { kind: 'message', message: parsed.data, bytes: data.length };
  }

  /** An unreadable message costs more than others, so that few of them count as a flood. */
  #unreadable(): IntakeResult {
    return this.#messages.take(costOfUnreadable)
      ? { kind: 'unreadable' }
      : { kind: 'flood', why: 'the backend sent too many invalid messages' };
  }
}

/** Counted outside of strings, so that a long log text does not count as a long list. */
function isTooIntricate(data: Buffer): boolean {
  let parts = 0;
  let isInText = false;
  for (let at = 0; at < data.length; at += 1) {
    const byte = data[at] ?? 0;
    if (byte === quote) isInText = !isInText;
    else if (isInText && byte === backslash) at += 1;
    else if (!isInText && isStructural[byte] === 1) parts += 1;
    if (parts > intakeLimits.parts) return true;
  }
  return false;
}

const [quote, backslash] = [34, 92];
const isStructural = Uint8Array.from({ length: 256 }, (_, byte) =>
  ',:[{'.includes(String.fromCharCode(byte)) ? 1 : 0,
);
