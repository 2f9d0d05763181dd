/** The messages exchanged with the core-agentic backend, and its state as the window shows it. */
import { z } from 'zod';

export const BridgeMessage = z.object({
  type: z.string().min(1).max(200),
  channel: z.string().max(200).optional(),
  sessionId: z.string().max(200).optional(),
  data: z.unknown().optional(),
  timestamp: z.string().max(64).optional(),
});
export type BridgeMessage = z.infer<typeof BridgeMessage>;

/** The channel of a message: its own, or one derived from its type. */
export const channelOf = ({ channel, type }: BridgeMessage): string => channel || `ide:${type}`;

/** One message on a channel of the local hub, as subscribers get it. */
export interface ChannelMessage {
  readonly type: 'event';
  readonly channel: string;
  readonly data: unknown;
  /** When it arrived (ISO 8601). */
  readonly timestamp: string;
}

export type BackendState = 'off' | 'connecting' | 'connected' | 'waiting';

export interface BackendView {
  readonly state: BackendState;
  /** Null if none is set. */
  readonly url: string | null;
  readonly hasToken: boolean;
  /** The start of this state. */
  readonly since: number;
  readonly nextTryAt: number | null;
  /** Why it is not connected; null if it is, or nothing has failed yet. */
  readonly error: string | null;
  readonly lastMessageAt: number | null;
  readonly channels: number;
}

export const noBackend: BackendView = {
  state: 'off',
  url: null,
  hasToken: false,
  since: 0,
  nextTryAt: null,
  error: null,
  lastMessageAt: null,
  channels: 0,
};
