/** Events of OpenCode, read from the bytes of its stream; what we do not know is passed over. */
import { z } from 'zod';
import { Permission } from './server-api.ts';

const Status = z.object({
  sessionID: z.string().max(200),
  status: z.object({ type: z.string() }),
});
const Replied = z.object({
  requestID: z.string().max(200),
  reply: z.string().max(20).default('something'),
});
const Deleted = z.object({ info: z.object({ id: z.string().max(200) }) });

export type ServerEvent =
  | { readonly kind: 'status'; readonly session: string; readonly isBusy: boolean }
  | { readonly kind: 'gone'; readonly session: string }
  | { readonly kind: 'asked'; readonly permission: Permission }
  | { readonly kind: 'replied'; readonly id: string; readonly reply: string };

const Message = z.object({
  payload: z.object({ type: z.string(), properties: z.record(z.string(), z.unknown()) }),
});

/** Whole diffs travel in events; more than this is none of ours. */
const longestEvent = 8 * 1024 * 1024;

export async function* eventsIn(stream: AsyncIterable<Uint8Array>): AsyncIterable<ServerEvent> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const piece of stream) {
    const lines = `${rest}${decoder.decode(piece, { stream: true })}`.split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > longestEvent) throw new Error('an event without end');
    for (const line of lines) {
      const event = line.startsWith('data:') ? eventOf(line.slice(5)) : null;
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
  'session.deleted': (properties) => ({ kind: 'gone', session: Deleted.parse(properties).info.id }),
  'permission.asked': (properties) => ({ kind: 'asked', permission: Permission.parse(properties) }),
  'permission.replied'(properties) {
    const { requestID: id, reply } = Replied.parse(properties);
    return { kind: 'replied', id, reply };
  },
};
