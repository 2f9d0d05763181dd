import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import net, { type AddressInfo, type Server, type Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { Callers, type KeyOwners } from '../../../src/main/platform/peers/callers.ts';
import { peerFinder } from '../../../src/main/platform/peers/peer-finder.ts';
import { linuxPeers } from '../../../src/main/platform/peers/linux-peers.ts';
import type { FindPeer, PeerProcess } from '../../../src/main/platform/peers/peer-process.ts';
import type { ClientId } from '../../../src/shared/base/ids.ts';
import { scratch } from '../../fakes/scratch.ts';

const cursor = 'cursor' as ClientId;
const rest = { findUnix: async () => null, timeoutMs: 500 };
const anybody: KeyOwners = { isKnown: () => true };

/** A program that connects once for each line it is told, and holds on. */
const knocking = `
  const net = require('node:net');
  process.stdin.on('data', (text) => {
    const [port, host] = String(text).trim().split(' ');
    net.connect(port.startsWith('/') ? port : { port: Number(port), host });
  });`;

/** The real way to find them, however busy the machine is that runs the tests. */
const onLinux = (): Callers =>
  new Callers({ ...peerFinder('linux'), timeoutMs: 20_000, owners: anybody });

async function listening(): Promise<Server> {
  const server = net.createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return server;
}

function program(cwd: string): ChildProcess {
  const child = spawn(process.execPath, ['-e', knocking], {
    cwd,
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  onTestFinished(async () => {
    child.kill();
    await once(child, 'exit');
  });
  return child;
}

async function publicRoute(
  child: ChildProcess,
  server: Server,
  host = '127.0.0.1',
): Promise<Socket> {
  const connected = once(server, 'connection');
  child.stdin?.write(`${(server.address() as AddressInfo).port} ${host}\n`);
  const [socket] = (await connected) as [Socket];
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => socket.destroy());
  return socket;
}

describe.runIf(process.platform === 'linux')('who is at the other end, on Linux', () => {
  test.each(['127.0.0.1', '::ffff:127.0.0.1'])(
    'a process that connects to %s is found with its program, folder, parents and start',
    async (host) => {
      const before = Date.now();
      const server = await listening();
      const cwd = fs.realpathSync(scratch());
      const child = program(cwd);
      const socket = await publicRoute(child, server, host);
      const caller = await onLinux().of(socket, cursor);
      expect(caller).toMatchObject({
        pid: child.pid,
        executable: fs.realpathSync(process.execPath),
        cwd,
        sameAsBefore: true,
      });
      expect(caller?.parents[0]).toMatchObject({ pid: process.pid, cwd: process.cwd() });
      expect(Math.abs((caller?.startedAt ?? 0) - before)).toBeLessThan(10_000);
    },
  );

  test('each of two programs is told from the other, on every connection', async () => {
    const server = await listening();
    const programs = [program(scratch()), program(scratch())];
    const callers = onLinux();
    for (const child of [...programs, ...programs.toReversed()]) {
      const caller = await callers.of(await publicRoute(child, server), cursor);
      expect(caller?.pid).toBe(child.pid);
    }
  });

  test('a process that connects to a Unix socket is found, too', async () => {
    const server = net.createServer();
    const where = path.join(scratch(), 'socket');
    server.listen(where);
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const child = program(scratch());
    const connected = once(server, 'connection');
    child.stdin?.write(`${where}\n`);
    const [socket] = (await connected) as [Socket];
    onTestFinished(() => void socket.destroy());
    expect((await onLinux().of(socket, cursor))?.pid).toBe(child.pid);
  });

  test('a connection whose other end is gone is nobody’s', async () => {
    const server = await listening();
    const socket = await publicRoute(program(scratch()), server);
    const { localAddress, localPort, remoteAddress, remotePort } = socket;
    const connection = { localAddress, localPort, remoteAddress, remotePort };
    socket.destroy();
    await once(socket, 'close');
    const find = linuxPeers() as (where: unknown) => Promise<PeerProcess | null>;
    expect(await find(connection)).toBeNull();
    expect(await find({ ...connection, remoteAddress: '::1' })).toBeNull();
  });
});

const somebody: PeerProcess = {
  pid: 7,
  executable: '/usr/bin/agent',
  cwd: '/w',
  parents: [],
  startedAt: null,
};

async function pairOfSockets(): Promise<Socket> {
  const server = await listening();
  const connected = once(server, 'connection');
  const client = net.connect((server.address() as AddressInfo).port, '127.0.0.1');
  onTestFinished(() => void client.destroy());
  const [socket] = (await connected) as [Socket];
  onTestFinished(() => void socket.destroy());
  return socket;
}

describe('callers', () => {
  test('one connection is looked up once, however many calls it brings', async () => {
    let looks = 0;
    const find: FindPeer = async () => {
      looks += 1;
      return somebody;
    };
    const callers = new Callers({ find, owners: anybody, ...rest });
    const socket = await pairOfSockets();
    await Promise.all(Array.from({ length: 20 }, () => callers.of(socket, cursor)));
    expect(looks).toBe(1);
  });

  test('a look that takes too long or fails leaves the caller unverified', async () => {
    const never: FindPeer = () => new Promise(() => undefined);
    const broken: FindPeer = () => Promise.reject(new Error('no /proc'));
    for (const find of [never, broken]) {
      const callers = new Callers({ find, owners: anybody, ...rest });
      expect(await callers.of(await pairOfSockets(), cursor)).toBeNull();
    }
  });

  test('at most four looks are under way at once', async () => {
    let underWay = 0;
    let most = 0;
    const find: FindPeer = async () => {
      underWay += 1;
      most = Math.max(most, underWay);
      await new Promise((resolve) => setTimeout(resolve, 5));
      underWay -= 1;
      return somebody;
    };
    const callers = new Callers({ find, owners: anybody, ...rest });
    const sockets = await Promise.all(Array.from({ length: 20 }, pairOfSockets));
    const found = await Promise.all(sockets.map((socket) => callers.of(socket, cursor)));
    expect(found.map((caller) => caller?.pid)).toEqual(sockets.map(() => 7));
    expect(most).toBe(4);
  });

  test('G6 another program with the same key is not the same as before', async () => {
    const owners: KeyOwners = { isKnown: (_, executable) => executable === '/usr/bin/other' };
    const callers = new Callers({ find: async () => somebody, owners, ...rest });
    expect(await callers.of(await pairOfSockets(), cursor)).toMatchObject({ sameAsBefore: false });
  });
});

describe.runIf(process.platform === 'linux')('G34 the program behind a connection', () => {
  /** A copy of Node that goes by that name, and connects. */
  async function copyCalled(name: string) {
    const file = path.join(fs.realpathSync(scratch()), name);
    fs.copyFileSync('/usr/bin/node', file);
    fs.chmodSync(file, 0o755);
    const child = spawn(file, ['-e', knocking], { stdio: ['pipe', 'inherit', 'inherit'] });
    onTestFinished(async () => {
      child.kill();
      await once(child, 'exit');
    });
    const server = await listening();
    return { file, child, socket: await publicRoute(child, server) };
  }

  test.each(['claude (deleted)', 'claude (deleted) (deleted)', 'two\nlines', ' claude'])(
    'goes by its whole name: %j',
    async (name) => {
      const { file, socket } = await copyCalled(name);
      expect((await onLinux().of(socket, cursor))?.executable).toBe(file);
    },
  );

  test.each([
    ['was deleted', (file: string) => fs.rmSync(file)],
    [
      'was replaced by another program',
      (file: string) => fs.renameSync(putProgram(`${file}.new`), file),
    ],
    [
      'was deleted, and another file is called like what the link then says',
      (file: string) => {
        fs.rmSync(file);
        putProgram(`${file} (deleted)`);
        putProgram(file);
      },
    ],
  ])('is not verified when its file %s', async (_what, change) => {
    const { file, socket } = await copyCalled('claude');
    change(file);
    expect(await onLinux().of(socket, cursor)).toBeNull();
  });
});

function putProgram(file: string): string {
  fs.writeFileSync(file, '#!/bin/sh\n', { mode: 0o755 });
  return file;
}
