/** Somebody else sits at our port and answers like us. */
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { replyProof } from '../../src/main/transports/http/server-proof.ts';
import { makeProve } from '../../src/main/platform/keys/server-proof.ts';
import { proofHeader } from '../../src/shared/app/server-proof.ts';
import { openTestApp, proofKey, tokens } from '../transports/test-app.ts';
import { put, scratch } from '../fakes/scratch.ts';
import { announce, run } from './cli-fixture.ts';
import { RawClient } from './stdio-fixture.ts';

vi.setConfig({ testTimeout: 90_000 });

interface Squatter {
  readonly port: number;
  readonly received: () => string;
}

async function listening(server: net.Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** Says yes to everything, with every header it has ever seen from us. */
async function flatterer(): Promise<Squatter> {
  let received = '';
  const server = http.createServer((_request, response) => {
    response.setHeader(proofHeader, 'ab'.repeat(32));
    const body = JSON.stringify({ version: '1.2.3', pending: 0, sessions: 0, keys: [] });
    response.writeHead(200, { 'Content-Length': body.length }).end(body);
  });
  server.on('connection', (socket) => socket.on('data', (bytes) => (received += bytes.toString())));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port: await listening(server), received: () => received };
}

/** Passes everything on to the real one at another port, in the hope for a proof. */
async function relay(to: number): Promise<Squatter> {
  let received = '';
  const ends = new Set<net.Socket>();
  const server = net.createServer((near) => {
    const far = net.connect(to, '127.0.0.1');
    for (const end of [near, far]) ends.add(end.on('error', () => end.destroy()));
    near.on('data', (bytes) => {
      received += bytes.toString();
      far.write(bytes.toString().replaceAll(/127\.0\.0\.1:\d+/g, `127.0.0.1:${to}`));
    });
    far.pipe(near);
  });
  onTestFinished(() => {
    for (const end of ends) end.destroy();
    server.close();
  });
  return { port: await listening(server), received: () => received };
}

test.each([
  ['answers like us', flatterer],
  ['passes us on to the real one', async () => relay((await openTestApp()).port)],
])('H7 whoever %s at our port is told no token', async (_what, squat) => {
  const squatter = await squat();
  const dataDir = scratch();
  await announce(dataDir, squatter.port);
  for (const words of [['status'], ['keys', 'list'], ['keys', 'add', 'cursor']]) {
    const ran = await run(dataDir, ...words);
    expect(ran).toMatchObject({ code: 3, stdout: '' });
    expect(ran.stderr).toContain('is not Gatehouse. No token was sent there.');
  }
  expect(squatter.received()).toContain('gatehouse-challenge: ');
  expect(squatter.received().toLowerCase()).not.toContain('authorization');
  expect(squatter.received()).not.toContain(tokens.management);
});

test('H7 gatehouse stdio keeps its key from a squatter', async () => {
  const squatter = await flatterer();
  const dataDir = scratch();
  await announce(dataDir, squatter.port);
  put(path.join(dataDir, 'stdio-keys'), 'desk.key', tokens.cursor);
  const client = new RawClient(dataDir, '--client', 'desk');
  expect(JSON.stringify((await client.initialize()).error)).toContain('is not Gatehouse');
  expect(squatter.received()).toContain('gatehouse-challenge: ');
  expect(squatter.received()).not.toContain(tokens.cursor);
  expect(squatter.received().toLowerCase()).not.toContain('authorization');
});

test('H7 the token is sent only on the connection that was proven', async () => {
  const seen: [connection: number | undefined, said: 'challenge' | 'token'][] = [];
  const server = http.createServer((request, response) => {
    const from = request.socket.remotePort;
    const proof = { prove: makeProve(proofKey), port: (server.address() as AddressInfo).port };
    if (replyProof(request, response, proof)) return void seen.push([from, 'challenge']);
    seen.push([from, 'token']);
    response.end(JSON.stringify({ keys: [] }));
  });
  onTestFinished(() => void server.close());
  const dataDir = scratch();
  await announce(dataDir, await listening(server));
  expect(await run(dataDir, 'keys', 'list')).toMatchObject({ code: 0 });
  const [first] = seen;
  expect(seen).toEqual([
    [first?.[0], 'challenge'],
    [first?.[0], 'token'],
  ]);
});
