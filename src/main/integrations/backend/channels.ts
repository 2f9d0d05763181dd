/** What arrived, by channel: the newest of each is kept, and whoever subscribed hears it at once. */
import type { Disposable } from '../../../shared/base/disposable.ts';
import { Emitter } from '../../../shared/base/emitter.ts';
import { channelOf, type BridgeMessage, type ChannelMessage } from '../../../shared/backend.ts';

export interface Arrived {
  readonly message: BridgeMessage;
  readonly at: number;
}

export const mostChannels = 256;
export const keptPerChannel = 200;
const bytesPerChannel = 1_048_576;

interface Channel {
  readonly arrived: { readonly one: Arrived; readonly bytes: number }[];
  bytes: number;
}

export class Channels {
  readonly #now: () => number;
  /** The one heard from longest ago first. */
  readonly #channels = new Map<string, Channel>();
  readonly #heard = new Emitter<ChannelMessage>();

  constructor(now: () => number) {
    this.#now = now;
  }

  get size(): number {
    return this.#channels.size;
  }

  onMessage(listener: (message: ChannelMessage) => void): Disposable {
    return this.#heard.on(listener);
  }

  put(message: BridgeMessage): Arrived {
    const one = { message, at: this.#now() };
    const name = channelOf(message);
    const channel = this.#channels.get(name) ?? { arrived: [], bytes: 0 };
    const bytes = JSON.stringify(message).length;
    channel.arrived.push({ one, bytes });
    channel.bytes += bytes;
    while (channel.arrived.length > keptPerChannel || channel.bytes > bytesPerChannel) {
      channel.bytes -= channel.arrived.shift()?.bytes ?? 0;
    }
    this.#channels.delete(name);
    this.#channels.set(name, channel);
    const [oldest] = this.#channels.keys();
    if (this.#channels.size > mostChannels && oldest !== undefined) this.#channels.delete(oldest);
    this.#heard.emit(asEvent(one));
    return one;
  }

  /** The oldest first. */
  history(name: string): readonly ChannelMessage[] {
    return (this.#channels.get(name)?.arrived ?? []).map(({ one }) => asEvent(one));
  }

  /** The newest that fits, on whichever channel. */
  newest(fits: (message: BridgeMessage) => boolean): Arrived | null {
    let newest: Arrived | null = null;
    for (const { arrived } of this.#channels.values()) {
      const found = arrived.findLast(({ one }) => fits(one.message))?.one;
      if (found && (newest === null || found.at >= newest.at)) newest = found;
    }
    return newest;
  }
}

const asEvent = ({ message, at }: Arrived): ChannelMessage => ({
  type: 'event',
  channel: channelOf(message),
  data: message.data ?? null,
  timestamp: new Date(at).toISOString(),
});
