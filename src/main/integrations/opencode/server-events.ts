/** Parses OpenCode's event stream. Unknown events are ignored. */
import { z } from 'zod';
import { EventReader } from '../../../shared/protocols/server-sent-events.ts';
import { TokenBucket } from '../../core/core.ts';
import { Permission, ToolCallPart } from './server-api.ts';

const Status = z.object({
  sessionID: z.string().max(200),
  status: z.object({ type: z.string() }),
});
const Replied = z.object({
  requestID: z.string().max(200),
  reply: z.string().max(20).default('something'),
});
const OneSession = z.object({ info: z.object({ id: z.string().max(200) }) });

export type ServerEvent =
  | { readonly kind: 'status'; readonly session: string; readonly isBusy: boolean }
  | { readonly kind: 'created' | 'gone'; readonly session: string }
  | { readonly kind: 'asked'; readonly permission: Permission }
  | { readonly kind: 'tool'; readonly part: ToolCallPart }
  | { readonly kind: 'replied'; readonly id: string; readonly reply: string };

const Message = z.object({
  payload: z.object({ type: z.string(), properties: z.record(z.string(), z.unknown()) }),
});

/** Events may contain whole diffs; a longer one ends the stream. */
const maxEventLength = 2 * 1024 ** 2;
const events = { perSecond: 500, burst: 5_000 };
const bytes = { perSecond: 4 * 1024 ** 2, burst: 32 * 1024 ** 2 };
const monotonic = (): number => performance.now();

export async function* eventsIn(stream: AsyncIterable<Uint8Array>): AsyncIterable<ServerEvent> {
  const reader = new EventReader(maxEventLength);
  const maySend = new TokenBucket({ monotonic }, bytes);
  const mayReport = new TokenBucket({ monotonic }, events);
  for await (const piece of stream) {
    if (!maySend.take(piece.length)) throw new Error('OpenCode sent too much');
    for (const { data } of reader.push(piece)) {
      if (!mayReport.take()) throw new Error('OpenCode sent too many events');
      const event = eventOf(data);
      if (event) yield event;
    }
  }
}

function eventOf(text: string): ServerEvent | null {
  try {
    const { payload } = Message.parse(JSON.parse(text));
    return known[payload.type]?.(payload.properties) ?? null;
  } catch {
    return null;
  }
}

const known: Readonly<Record<string, (properties: unknown) => ServerEvent>> = {
  'session.status'(properties) {
    const { sessionID: session, status } = Status.parse(properties);
    return { kind: 'status', session, isBusy: status.type !== 'idle' };
  },
  'session.created': (properties) => ({
    kind: 'created',
    session: OneSession.parse(properties).info.id,
  }),
  'session.deleted': (properties) => ({
    kind: 'gone',
    session: OneSession.parse(properties).info.id,
  }),
  'permission.asked': (properties) => ({ kind: 'asked', permission: Permission.parse(properties) }),
  'message.part.updated': (properties) => ({
    kind: 'tool',
    part: z.object({ part: ToolCallPart }).parse(properties).part,
  }),
  'permission.replied'(properties) {
    const { requestID: id, reply } = Replied.parse(properties);
    return { kind: 'replied', id, reply };
  },
};
