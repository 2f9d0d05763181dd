/** Events for management clients, numbered so that a client can resume where it stopped. */
import type { Session } from '../access/access.ts';
import type { Ask } from '../asks/asks.ts';
import type { RequestRecord } from './management-views.ts';

export const domainEventNames = [
  'request.created',
  'request.decided',
  'request.expired',
  'session.created',
  'session.active',
  'session.degraded',
  'session.paused',
  'session.expiring',
  'session.expired',
  'session.revoked',
  'ask.created',
  'ask.settled',
  'plugin.connected',
  'plugin.disconnected',
] as const;
export type DomainEventName = (typeof domainEventNames)[number];

export interface DomainEvent {
  /** `<run>-<number>`: a number of another run means nothing in this one. */
  readonly id: string;
  readonly event: DomainEventName;
  /** The state at that moment; the transport converts it to wire format. */
  readonly subject: EventSubject;
}

export type EventSubject =
  | { readonly kind: 'request'; readonly request: RequestRecord }
  | { readonly kind: 'session'; readonly session: Session }
  /** `endedAt` is null while the ask is pending. */
  | { readonly kind: 'ask'; readonly ask: Ask; readonly endedAt: number | null }
  | { readonly kind: 'editor'; readonly editorId: string; readonly name: string };

/**
 * Sent instead of events that are no longer stored: the client lists everything again and
 * continues from this id.
 */
export const resyncNeeded = 'resync-needed';
