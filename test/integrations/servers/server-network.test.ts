/** A sandboxed server that tries to reach host after host. */
import { expect, it } from 'vitest';
import { ServerNetwork } from '../../../src/main/integrations/servers/server-network.ts';
import { ServerLog } from '../../../src/main/integrations/opencode/server-log.ts';
import { isError } from '../../../src/shared/actions/outcomes.ts';
import type { SessionId } from '../../../src/shared/base/ids.ts';
import { never } from '../../core/core-fixture.ts';
import { FakeClock } from '../../fakes/fake-clock.ts';
import { notesSpec } from './servers-fixture.ts';

function networkOfServers() {
  const notes: string[] = [];
  const clock = new FakeClock();
  const serverWith = () => ({
    ...{
      spec: notesSpec([], { hosts: ['*.many.example'] }),
      log: new ServerLog((text) => text),
      refusedHosts: new Set<string>(),
    },
  });
  const servers = { noisy: serverWith(), quiet: serverWith() };
  const network = new ServerNetwork({
    clock,
    core: { note: async (action, detail) => notes.push(`${action} ${detail}`) > 0 },
    serverOf: (name) => (name === 'noisy' || name === 'quiet' ? servers[name] : null),
    isOwnPort: () => false,
  });
  const connect = (name: string, host: string) =>
    network.connect(
      {
        ...{ sessionId: `server:${name}` as SessionId, host, port: 443, probably: null },
        resolve: async () => [],
        open: async () => ({ address: '', sent: 0, received: 0 }),
      },
      never,
    );
  return { notes, clock, servers, connect };
}

it('puts few refused hosts of a server on record, then one note a minute', async () => {
  const { notes, clock, servers, connect } = networkOfServers();
  const flood = async (from: number): Promise<void> => {
    for (let at = from; at < from + 1_000; at += 1)
      expect(await connect('noisy', `h${at}.example`)).toMatchObject({
        code: 'host-not-reachable',
      });
  };
  await flood(0);
  expect(notes).toHaveLength(51);
  expect(notes.at(0)).toContain('server.connection-refused noisy: h0.example');
  expect(notes.at(-1)).toBe('server.connections-refused noisy: 1 more not recorded one by one');
  expect(servers.noisy.refusedHosts.size).toBe(50);

  clock.skip(60_000);
  await flood(1_000);
  expect(notes.slice(51).filter((note) => note.includes('connection-refused'))).toHaveLength(12);
  expect(notes.at(-1)).toContain('noisy: 950 more');
  expect(notes).toHaveLength(64);

  await connect('quiet', 'one.example');
  await connect('quiet', 'one.example');
  expect(notes.slice(64)).toEqual(['server.connection-refused quiet: one.example:443']);
});

it('lets a pattern reach no more new hosts than can be put on record, and those that are for ever', async () => {
  const { notes, clock, servers, connect } = networkOfServers();
  const flood = async (from: number): Promise<number> => {
    let reached = 0;
    for (let at = from; at < from + 1_000; at += 1) {
      const outcome = await connect('noisy', `h${at}.many.example`);
      if (isError(outcome) && outcome.code === 'host-not-found') reached += 1;
    }
    return reached;
  };
  // These names lead nowhere, which is found out only after they are on record.
  expect(await flood(0)).toBe(300);
  expect(notes.filter((note) => note.startsWith('server.connected'))).toHaveLength(300);
  expect(notes).toHaveLength(301);
  expect(await connect('noisy', 'h0.many.example')).toMatchObject({ code: 'host-not-found' });
  expect(notes).toHaveLength(301);
  expect(servers.noisy.log.lines.join()).toContain('is one new host too many for now');

  clock.skip(60_000);
  expect(await flood(1_000)).toBe(30);
  expect(await connect('quiet', 'one.many.example')).toMatchObject({ code: 'host-not-found' });
});
