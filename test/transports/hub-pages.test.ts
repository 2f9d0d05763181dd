import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { HubPages } from '../../src/main/transports/hub/hub-pages.ts';

test('a ticket is worth nothing once the management token was replaced', async () => {
  const backend = { pageOrigins: [] as readonly string[] };
  const pages = new HubPages({
    clock: { monotonic: () => 0 },
    settings: { backend } as unknown as ConstructorParameters<typeof HubPages>[0]['settings'],
  });
  const issued = async (): Promise<string> => {
    let body = '';
    const response = { writeHead: () => response, end: (text: string) => void (body = text) };
    await pages.serve({} as IncomingMessage, response as unknown as ServerResponse);
    return (JSON.parse(body) as { ticket: string }).ticket;
  };
  const joining = (ticket: string): IncomingMessage =>
    ({
      url: '/hub',
      headers: { 'sec-websocket-protocol': `gatehouse.v1, ${ticket}` },
    }) as unknown as IncomingMessage;
  expect(pages.take(joining(await issued()))).toEqual({ audience: 'management' });
  const leaked = await issued();
  pages.forgetTickets();
  expect(pages.take(joining(leaked))).toBeNull();
});
