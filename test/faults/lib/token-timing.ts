/** A2, goal 21: how long a wrong credential takes to be refused, by what is wrong with it. */
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import type { Core } from '../../../src/main/core/core.ts';
import { Authenticator } from '../../../src/main/transports/http/authenticator.ts';
import { LoopbackServer } from '../../../src/main/transports/http/loopback-server.ts';
import { ClientKeys } from '../../../src/main/platform/keys/client-keys.ts';
import { BrowserKeys } from '../../../src/main/platform/keys/browser-keys.ts';
import { PluginKeys } from '../../../src/main/platform/keys/plugin-keys.ts';
import type { ClientId } from '../../../src/shared/base/ids.ts';
import { chanceOf } from './chance.ts';
import { isError } from '../../../src/shared/actions/outcomes.ts';

/** |t| against a last byte that is wrong, by kind of wrong credential. */
export type Timings = Readonly<Record<string, number>>;

const reference = 'last byte wrong';
/** What the machine does meanwhile is not ours to measure. */
const keptShare = 0.9;

export async function tokenTimings(tries: number, seed: number): Promise<Timings> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'gatehouse-timing-'));
  const { server, kinds } = await appOf(folder);
  try {
    const port = await server.start(0);
    const took = new Map(Object.keys(kinds).map((kind) => [kind, [] as number[]]));
    const chance = chanceOf(seed);
    for (let round = -20; round < tries; round += 1) {
      const order = Object.entries(kinds).toSorted(() => chance.below(2) - 0.5);
      for (const [kind, header] of order) {
        const ms = await refusedAfter(port, header);
        if (round >= 0) took.get(kind)?.push(ms);
      }
    }
    return compared(took);
  } finally {
    server.dispose();
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

async function appOf(folder: string) {
  const clientKeys = new ClientKeys(folder, Date.now);
  const pluginKeys = new PluginKeys(folder, Date.now);
  const browserKeys = new BrowserKeys(folder, Date.now);
  for (const name of ['one', 'two', 'three']) await clientKeys.add(name as ClientId);
  const good = await keyOf(clientKeys, 'good');
  const revoked = await keyOf(clientKeys, 'revoked');
  await clientKeys.revoke('revoked' as ClientId);
  // Nobody has a session here; the rack asks for nothing else of the core while it only looks.
  const core = { sessions: { holderOf: () => null } } as unknown as Core;
  const onError = (): void => undefined;
  const authenticator = new Authenticator({
    core,
    clientKeys,
    pluginKeys,
    browserKeys,
    managementToken: 'm',
    onError,
  });
  const server = new LoopbackServer({ authenticate: authenticator.authenticate, onError });
  const turned = (at: number): string =>
    good.slice(0, at) + (good.at(at) === 'a' ? 'b' : 'a') + good.slice(at + 1);
  const kinds = {
    [reference]: `Bearer ${turned(good.length - 1)}`,
    'first byte wrong': `Bearer ${turned(5)}`,
    revoked: `Bearer ${revoked}`,
    truncated: `Bearer ${good.slice(0, -1)}`,
    doubled: `Bearer ${good}${good}`,
    'wrong-case scheme': `bearer ${good}`,
  };
  return { server, kinds };
}

async function keyOf(keys: ClientKeys, name: string): Promise<string> {
  const added = await keys.add(name as ClientId);
  if (isError(added)) throw new Error(added.message);
  return added.key;
}

/** From the last byte sent to the first that comes back. */
function refusedAfter(port: number, header: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(port, '127.0.0.1');
    let sentAt = 0;
    let ms = 0;
    socket.setNoDelay(true);
    socket.once('connect', () => {
      sentAt = performance.now();
      socket.write(
        `GET /status HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: ${header}\r\n\r\n`,
      );
    });
    socket.once('data', () => (ms = performance.now() - sentAt));
    socket.once('error', reject).once('close', () => resolve(ms));
  });
}

function compared(took: ReadonlyMap<string, readonly number[]>): Timings {
  const all = [...took.values()].flat().toSorted((one, other) => one - other);
  const max = all[Math.floor(all.length * keptShare)] ?? 0;
  const kept = (kind: string): readonly number[] =>
    (took.get(kind) ?? []).filter((ms) => ms <= max);
  const others = [...took.keys()].filter((kind) => kind !== reference);
  return Object.fromEntries(
    others.map((kind) => [kind, Math.abs(welch(kept(kind), kept(reference)))]),
  );
}

function welch(one: readonly number[], other: readonly number[]): number {
  const [a, b] = [momentsOf(one), momentsOf(other)];
  return (a.mean - b.mean) / Math.sqrt(a.variance / one.length + b.variance / other.length);
}

function momentsOf(values: readonly number[]) {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const square = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, variance: square / (values.length - 1) };
}
