/** Messages of hooks inside a sandbox: how much of them is read at a time. */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { sandboxedHooks } from '../../src/main/transports/native/sandboxed-hooks.ts';
import { ClientId } from '../../src/shared/base/ids.ts';
import { maxHookBytes, sandboxedHookRoute } from '../../src/shared/native/hook-protocol.ts';

/** Nothing is let in after it was read, so no message gets to a call. */
async function listening(): Promise<(clientId: string, length: number) => http.ClientRequest> {
  const never = (): never => expect.unreachable('no message is complete');
  const route = sandboxedHooks({
    calls: { receive: never },
    adapterFor: never,
    core: { sessions: { liveOf: never } } as never,
    runBy: () => null,
  });
  const server = http.createServer((request, response) => {
    const clientId = ClientId.parse(request.headers['x-client']);
    // As the router does when a caller has gone.
    route
      .serve(request, response, { audience: 'client', clientId } as never)
      .catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return (clientId, length) => {
    const headers = {
      ...{ 'Content-Type': 'application/json', 'Content-Length': length, 'X-Client': clientId },
    };
    const path = `${sandboxedHookRoute}codex`;
    const request = http.request({ host: '127.0.0.1', port, method: 'POST', path, headers });
    request.on('error', () => undefined);
    return request;
  };
}

const answerTo = (request: http.ClientRequest): Promise<string> =>
  new Promise((resolve) =>
    request.once('response', (response) => {
      response.setEncoding('utf8');
      let text = '';
      response.on('data', (piece: string) => (text += piece));
      response.on('end', () => resolve(text));
    }),
  );

test('a sandbox cannot have more than a few of the largest messages read at a time', async () => {
  const request = await listening();
  const send = async (clientId: string): Promise<http.ClientRequest> => {
    const begun = request(clientId, maxHookBytes);
    await new Promise<void>((resolve) => void begun.write('{', () => resolve()));
    return begun;
  };
  const open = await Promise.all(['a', 'a', 'a', 'a'].map(send));
  expect(await answerTo(await send('a'))).toMatch(/Too many large calls/);
  // Not those of another sandbox.
  const other = request('b', 1);
  const otherAnswer = answerTo(other);
  other.end('{');
  expect(await otherAnswer).not.toMatch(/Too many/);
  open[0]?.destroy();
  await expect
    .poll(async () => {
      const small = request('a', 1);
      const answer = answerTo(small);
      small.end('{');
      return answer;
    })
    .not.toMatch(/Too many/);
});
