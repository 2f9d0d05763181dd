/** What a hostile server on another machine streams, over real HTTP. */
import { once } from 'node:events';
import http from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { boundedFetch } from '../../../src/main/integrations/servers/bounded-fetch.ts';

const mb = 1024 ** 2;

/** Streams the pieces as events; returns what was read, or what ended it. */
async function read(pieces: Iterable<string>): Promise<{ bytes: number; flood: string | null }> {
  const server = http.createServer((_request, response) => {
    void (async () => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      for (const piece of pieces) {
        if (response.destroyed) return;
        if (!response.write(piece))
          await Promise.race([once(response, 'drain'), once(response, 'close')]);
      }
      response.end();
    })();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  let flood: string | null = null;
  const response = await boundedFetch((why) => (flood = why))(`http://127.0.0.1:${port}/`);
  let bytes = 0;
  try {
    for await (const piece of response.body ?? []) bytes += piece.length;
  } catch {
    // Said by `flood`.
  }
  return { bytes, flood };
}

function* repeated(text: string, times: number): Iterable<string> {
  for (let count = 0; count < times; count += 1) yield text;
}

test.each([
  ['short lines', 'data:x\n'.repeat(10_000)],
  ['short lines of the other kind', 'data:x\r\n'.repeat(10_000)],
  ['one line', 'x'.repeat(70_000)],
])('an event that never ends is bounded, in %s', async (_what, text) => {
  const { bytes, flood } = await read(repeated(text, 1_000));
  expect(flood).toContain('more than 10 MB');
  expect(bytes).toBeLessThanOrEqual(11 * mb);
});

test.each([['\n\n'], ['\r\n\r\n'], ['\r\r']])(
  'many events, each of them ended with %j, are let through',
  async (end) => {
    const event = `data:${'x'.repeat(mb)}${end}`;
    const { bytes, flood } = await read(repeated(event, 20));
    expect(flood).toBeNull();
    expect(bytes).toBe(20 * event.length);
  },
);
