/** A data folder that someone else prepared: no file of ours is read for it, and nothing is sent to whom it names. */
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { findApp } from '../../extensions/vscode/src/link/find-app.ts';
import { makeProve } from '../../src/main/platform/keys/server-proof.ts';
import { replyProof } from '../../src/main/transports/http/server-proof.ts';
import { proofKey, tokens } from '../transports/test-app.ts';
import { scratch } from '../fakes/scratch.ts';
import { announce, run } from './cli-fixture.ts';
import { RawClient } from './stdio-fixture.ts';

vi.setConfig({ testTimeout: 90_000 });

const secret = 'the-content-of-a-private-file-of-the-user';

/** Proves itself with the key that its own discovery file names, as an impostor can. */
async function impostor() {
  let received = '';
  const prove = makeProve(proofKey);
  const server = http.createServer((request, response) => {
    const { port } = server.address() as AddressInfo;
    if (replyProof(request, response, { prove, port })) return;
    const body = JSON.stringify({ version: '1.2.3', pending: 0, sessions: 0, keys: [], key: 'k' });
    response.writeHead(200, { 'Content-Length': body.length }).end(body);
  });
  server.on('connection', (socket) => socket.on('data', (bytes) => (received += bytes.toString())));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, received: () => received };
}

interface ForeignFolder {
  readonly dataDir: string;
  readonly elsewhere: string;
}

const edit = (dataDir: string, change: (found: Record<string, unknown>) => void): void => {
  const file = path.join(dataDir, 'gatehouse.json');
  const found = JSON.parse(fs.readFileSync(file, 'utf8')) as Record<string, unknown>;
  change(found);
  fs.writeFileSync(file, JSON.stringify(found));
};

const preparations: readonly (readonly [string, (place: ForeignFolder) => void])[] = [
  [
    'names a token file elsewhere',
    ({ dataDir, elsewhere }) =>
      edit(dataDir, (found) => (found['managementTokenFile'] = elsewhere)),
  ],
  [
    'names a token file elsewhere by ..',
    ({ dataDir, elsewhere }) =>
      edit(dataDir, (found) => {
        found['managementTokenFile'] = path.join(
          dataDir,
          '..',
          path.relative(path.dirname(dataDir), elsewhere),
        );
      }),
  ],
  [
    'has a token file that is a link out',
    ({ dataDir, elsewhere }) => {
      fs.rmSync(path.join(dataDir, 'management.token'));
      fs.symlinkSync(elsewhere, path.join(dataDir, 'management.token'));
    },
  ],
  [
    'has a token file that is a hard link',
    ({ dataDir, elsewhere }) => {
      fs.rmSync(path.join(dataDir, 'management.token'));
      fs.linkSync(elsewhere, path.join(dataDir, 'management.token'));
    },
  ],
  [
    'has a token file that others can read',
    ({ dataDir }) => fs.chmodSync(path.join(dataDir, 'management.token'), 0o644),
  ],
  [
    'has a discovery file that others can write',
    ({ dataDir }) => fs.chmodSync(path.join(dataDir, 'gatehouse.json'), 0o666),
  ],
  [
    'has a discovery file that is a link',
    ({ dataDir }) => {
      fs.renameSync(path.join(dataDir, 'gatehouse.json'), path.join(dataDir, 'other.json'));
      fs.symlinkSync('other.json', path.join(dataDir, 'gatehouse.json'));
    },
  ],
  ['can be entered by others', ({ dataDir }) => fs.chmodSync(dataDir, 0o755)],
  ['belongs to another user', ({ dataDir }) => fs.chownSync(dataDir, 54_321, 54_321)],
  [
    'has a discovery file of another user',
    ({ dataDir }) => fs.chownSync(path.join(dataDir, 'gatehouse.json'), 54_321, 54_321),
  ],
  [
    'has a token file of another user',
    ({ dataDir }) => fs.chownSync(path.join(dataDir, 'management.token'), 54_321, 54_321),
  ],
  [
    'names a host that is not this machine',
    ({ dataDir }) => edit(dataDir, (found) => (found['url'] = 'http://example.invalid:80')),
  ],
  [
    'hides another host behind a user name',
    ({ dataDir }) =>
      edit(
        dataDir,
        (found) => (found['url'] = `http://127.0.0.1:${String(found['port'])}@example.invalid`),
      ),
  ],
];

const needsRoot = (what: string): boolean =>
  what.includes('another user') && process.getuid?.() !== 0;

test.each(preparations.filter(([what]) => !needsRoot(what)))(
  'H10 a data folder that %s gets no token and no key',
  async (_what, prepare) => {
    const there = await impostor();
    const dataDir = scratch();
    const elsewhere = path.join(scratch(), 'private.txt');
    fs.writeFileSync(elsewhere, secret, { mode: 0o600 });
    await announce(dataDir, there.port);
    prepare({ dataDir, elsewhere });
    for (const words of [['status']]) {
      const ran = await run(dataDir, ...words);
      expect(ran.code).not.toBe(0);
      expect(ran.stderr + ran.stdout).not.toContain(secret);
    }
    expect(there.received()).not.toMatch(/authorization/i);
    expect(there.received()).not.toContain(secret);
    expect(there.received()).not.toContain(tokens.management);
  },
);

test.each([
  ['a link out', (file: string, elsewhere: string) => fs.symlinkSync(elsewhere, file)],
  [
    'writable by others',
    (file: string) => {
      fs.writeFileSync(file, secret);
      fs.chmodSync(file, 0o666);
    },
  ],
])('H10 gatehouse stdio sends no key file that is %s', async (_what, plant) => {
  const there = await impostor();
  const dataDir = scratch();
  const elsewhere = path.join(scratch(), 'private.txt');
  fs.writeFileSync(elsewhere, secret, { mode: 0o600 });
  await announce(dataDir, there.port);
  fs.mkdirSync(path.join(dataDir, 'stdio-keys'), { mode: 0o700 });
  plant(path.join(dataDir, 'stdio-keys/evil.key'), elsewhere);
  const client = new RawClient(dataDir, '--client', 'evil');
  expect(JSON.stringify((await client.initialize()).error)).toContain('No key was sent');
  expect(there.received()).not.toContain(secret);
});

test('H10 the editor extension trusts only a discovery file that no other user can write', async () => {
  const dataDir = scratch();
  await announce(dataDir, 4711);
  expect(findApp(dataDir)).toMatchObject({ port: 4711 });
  fs.chmodSync(dataDir, 0o755);
  expect(findApp(dataDir)).toBeNull();
  fs.chmodSync(dataDir, 0o700);
  edit(dataDir, (found) => (found['mcpUrl'] = 'http://example.invalid/mcp'));
  expect(findApp(dataDir)).toBeNull();
});
