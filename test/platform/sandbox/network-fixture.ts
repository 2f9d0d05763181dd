/** Sandbox networks on real namespaces, with a gate, a resolver and servers that the test controls. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { done, isError, refused, type Outcome } from '../../../src/shared/actions/outcomes.ts';
import type { SessionId } from '../../../src/shared/base/ids.ts';
import type { Traffic } from '../../../src/shared/network/connection.ts';
import { SandboxHost } from '../../../src/main/platform/sandbox/network/sandbox-host.ts';
import {
  SandboxNetworks,
  type GateConnection,
} from '../../../src/main/platform/sandbox/network/sandbox-networks.ts';
import { scratch } from '../../fakes/scratch.ts';

const bwrap = '/usr/bin/bwrap';

/** Null where it can run; said in the name of the skipped test. */
export const whyNoNamespaces: string | null = (() => {
  if (process.platform !== 'linux') return 'no Linux';
  const tried = spawnSync(
    bwrap,
    ['--unshare-user', '--unshare-net', '--ro-bind', '/', '/', 'true'],
    {
      env: {},
      timeout: 10_000,
    },
  );
  return tried.status === 0
    ? null
    : `bubblewrap cannot run: ${String(tried.stderr ?? tried.error)}`;
})();

export const session = 'session-1' as SessionId;

interface FakeGate {
  /** What the user would say to a host. */
  readonly allow?: (request: GateConnection) => boolean | Promise<boolean>;
  readonly mcpPort?: number;
  /** Which sessions have the forward to our endpoint; all by default. */
  readonly hasForward?: (sessionId: string) => boolean;
  /** Every port of every allowed host leads to this one of the test. */
  readonly leadsTo?: number;
}

export interface Closed extends Traffic {
  readonly host: string;
  readonly port: number;
}

export function sandboxNetworks({
  allow = () => true,
  mcpPort,
  hasForward = () => true,
  leadsTo,
}: FakeGate = {}) {
  const closed: Closed[] = [];
  const refusedHosts: string[] = [];
  /** Those that ended, before an answer or after it. */
  const gaveUp: string[] = [];
  const connect = async (request: GateConnection, signal: AbortSignal): Promise<Outcome> => {
    const { host, port } = request;
    signal.addEventListener('abort', () => gaveUp.push(`${host}:${port}`), { once: true });
    if (!(await allow(request))) {
      refusedHosts.push(`${host}:${port}`);
      return refused('denied-by-person');
    }
    const addresses = await request.resolve(host);
    const traffic = await request.open(addresses, signal);
    if (isError(traffic)) return traffic;
    closed.push({ host, port, ...traffic });
    return done({});
  };
  const host = new SandboxHost({
    send: (message) => networks.receive(structuredClone(message)),
    resolve: async () => ['127.0.0.1'],
    ...(leadsTo === undefined
      ? {}
      : {
          dial: (_target, onread) =>
            net.connect({ port: leadsTo, host: '127.0.0.1', allowHalfOpen: true, onread }),
        }),
  });
  const networks = new SandboxNetworks({
    ...{ connect, bwrap },
    mcp: (sessionId) =>
      mcpPort === undefined || !hasForward(sessionId)
        ? null
        : { port: mcpPort, token: 'run-token' },
    send: (message) => {
      if (message.kind !== 'end') host.receive(structuredClone(message));
    },
  });
  onTestFinished(() => host.dispose());
  return { networks, host, closed, refusedHosts, gaveUp };
}

export async function serverOn(handle: http.RequestListener): Promise<number> {
  const server = http.createServer(handle);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return (server.address() as net.AddressInfo).port;
}

export const proxyEnvironment = {
  http_proxy: 'http://127.0.0.1:3128',
  https_proxy: 'http://127.0.0.1:3128',
  no_proxy: 'localhost,127.0.0.1',
};

/** Starts a program in a sandbox that has joined the session's namespace. */
export function startInside(
  holderPid: number,
  argv: readonly string[],
  env: Readonly<Record<string, string>> = {},
) {
  const folder = scratch();
  const resolvConf = path.join(folder, 'resolv.conf');
  fs.writeFileSync(resolvConf, 'nameserver 127.0.0.1\n');
  const own = path.join(folder, 'home');
  fs.mkdirSync(own);
  const sandbox = [
    ...['--unshare-user', '--unshare-pid', '--disable-userns', '--die-with-parent'],
    ...['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc', '--tmpfs', '/run'],
    ...['--bind', own, '/tmp', '--ro-bind', resolvConf, '/etc/resolv.conf', '--chdir', '/tmp'],
  ];
  const joined = ['--preserve-credentials', '-U', '-n', '-t', String(holderPid), '--', bwrap];
  const child = spawn('/usr/bin/nsenter', [...joined, ...sandbox, '--', ...argv], {
    cwd: '/',
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: '/tmp', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const closed = once(child, 'close');
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await closed;
  });
  return { child, closed };
}

export async function runInside(...start: Parameters<typeof startInside>) {
  const { child, closed } = startInside(...start);
  let output = '';
  child.stdout.on('data', (bytes: Buffer) => (output += bytes.toString()));
  child.stderr.on('data', (bytes: Buffer) => (output += bytes.toString()));
  const [code] = (await closed) as [number | null];
  return { code, output };
}
