/** Events for management clients, numbered so that a client can resume where it stopped. */
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
  readonly data: Readonly<Record<string, unknown>>;
}

/** Told instead of items that are no longer kept: look at everything anew, then go on from this id. */
export const resyncNeeded = 'resync-needed';
