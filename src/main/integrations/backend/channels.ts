/**
 * Received messages by channel. The newest are kept, and subscribers get each message immediately.
 */
import type { Disposable } from '../../../shared/base/disposable.ts';
import { Emitter } from '../../../shared/base/emitter.ts';
import {
  channelOf,
  type BridgeMessage,
  type ChannelMessage,
} from '../../../shared/integrations/backend.ts';

export interface ReceivedChannelMessage {
  readonly message: BridgeMessage;
  readonly at: number;
}

export const maxChannels = 256;
export const keptPerChannel = 200;
const bytesPerChannel = 1_048_576;
/** For all channels, measured as text; the parsed objects need several times as much memory. */
export const bytesInAll = 8 * 1_048_576;

interface Channel {
  readonly arrived: { readonly item: ReceivedChannelMessage; readonly bytes: number }[];
  bytes: number;
}

export class Channels {
  readonly #now: () => number;
  /** Ordered by the last message, oldest first. */
  readonly #channels = new Map<string, Channel>();
  readonly #received = new Emitter<ChannelMessage>();
  #bytes = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  get size(): number {
    return this.#channels.size;
  }

  onMessage(listener: (message: ChannelMessage) => void): Disposable {
    return this.#received.on(listener);
  }

  /** `bytes`: the length of the message as received. */
  put(message: BridgeMessage, bytes: number): ReceivedChannelMessage {
    const item = { message, at: this.#now() };
    const name = channelOf(message);
    const channel = this.#channels.get(name) ?? { arrived: [], bytes: 0 };
    channel.arrived.push({ item, bytes });
    channel.bytes += bytes;
    this.#bytes += bytes;
    while (channel.arrived.length > keptPerChannel || channel.bytes > bytesPerChannel) {
      this.#dropFirst(channel);
    }
    this.#channels.delete(name);
    this.#channels.set(name, channel);
    while (this.#channels.size > maxChannels || this.#bytes > bytesInAll) this.#dropOldest();
    this.#received.emit(asEvent(item));
    return item;
  }

  #dropFirst(channel: Channel): void {
    const bytes = channel.arrived.shift()?.bytes ?? 0;
    channel.bytes -= bytes;
    this.#bytes -= bytes;
  }

  /** The channel whose last message is the oldest. */
  #dropOldest(): void {
    const [oldest] = this.#channels;
    if (!oldest) return;
    this.#channels.delete(oldest[0]);
    this.#bytes -= oldest[1].bytes;
  }

  /** Oldest first. */
  history(name: string): readonly ChannelMessage[] {
    return (this.#channels.get(name)?.arrived ?? []).map(({ item }) => asEvent(item));
  }

  /** The newest matching message of any channel. */
  newest(fits: (message: BridgeMessage) => boolean): ReceivedChannelMessage | null {
    let newest: ReceivedChannelMessage | null = null;
    for (const { arrived } of this.#channels.values()) {
      const found = arrived.findLast(({ item }) => fits(item.message))?.item;
      if (found && (newest === null || found.at >= newest.at)) newest = found;
    }
    return newest;
  }
}

const asEvent = ({ message, at }: ReceivedChannelMessage): ChannelMessage => ({
  type: 'event',
  channel: channelOf(message),
  data: message.data ?? null,
  timestamp: new Date(at).toISOString(),
});
