/** Connections of sandboxed code through the gate: asked per host, shared, kept, recorded. */
import { describe, expect, test } from 'vitest';
import type { ConnectRequest, Core } from '../../../src/main/core/core.ts';
import type { ConfirmAsk } from '../../../src/shared/asks/asks.ts';
import type { SessionId } from '../../../src/shared/base/ids.ts';
import type { Outcome } from '../../../src/shared/actions/outcomes.ts';
import { agent, coreWith, granted, never, ledgerLines } from '../core-fixture.ts';

interface Wanted {
  readonly host?: string;
  readonly port?: number;
  readonly addresses?: readonly string[];
  readonly signal?: AbortSignal;
}

async function networkCore(own: Parameters<typeof coreWith>[0] = {}) {
  const app = await coreWith(own);
  const sessionId = await granted(app.core, app.clock);
  const opened: (readonly string[])[] = [];
  const lookups: string[] = [];
  const connect = ({
    host = 'example.com',
    port = 443,
    addresses = ['93.184.216.34'],
    signal = never,
  }: Wanted = {}): Promise<Outcome> =>
    app.core.network.connect(
      requestFor(
        sessionId,
        { host, port, addresses },
        (checked) => opened.push(checked),
        (name) => lookups.push(name),
      ),
      signal,
    );
  return { ...app, sessionId, opened, lookups, connect };
}

const requestFor = (
  sessionId: SessionId,
  { host, port, addresses }: Required<Omit<Wanted, 'signal'>>,
  onOpen: (addresses: readonly string[]) => void,
  onResolve?: (name: string) => void,
): ConnectRequest => ({
  ...{ sessionId, host, port, probably: 'npm install' },
  resolve: async (name) => {
    onResolve?.(name);
    return addresses;
  },
  open: async (checked) => {
    onOpen(checked);
    return { address: checked[0] ?? '', sent: 12, received: 3400 };
  },
});

async function nextAsk(core: Core): Promise<ConfirmAsk> {
  await expect.poll(() => core.asks.list().length).toBeGreaterThan(0);
  const [ask] = core.asks.list();
  if (ask?.kind !== 'confirm') throw new Error('no ask');
  return ask;
}

const answer = async (core: Core, how: Parameters<Core['asks']['answer']>[1]) => {
  const ask = await nextAsk(core);
  expect(core.asks.answer(ask.askId, how)).toEqual({ accepted: true });
  return ask;
};

describe('a connection', () => {
  test('N22 is asked about with host, port and address, made to exactly that, and recorded', async () => {
    const { core, connect, opened, ledgerStore } = await networkCore();
    ledgerStore.writes.length = 0;
    const connecting = connect({ host: 'EXAMPLE.com.' });
    const ask = await answer(core, { kind: 'once' });
    expect(ask.network).toEqual({
      ...{ host: 'example.com', port: 443, address: null },
      ...{ addressClass: 'public', isRebound: false, registry: null, probably: 'npm install' },
      keep: { host: 'example.com:443', within: '/w/app' },
    });
    expect(await connecting).toMatchObject({ kind: 'done', data: { sent: 12, received: 3400 } });
    expect(opened).toEqual([['93.184.216.34']]);
    expect(ledgerLines(ledgerStore)).toEqual([
      'intent net_connect',
      'decision net_connect allow',
      'outcome net_connect done',
    ]);
    expect(ledgerStore.records.at(-1)).toMatchObject({
      network: { host: 'example.com', address: '93.184.216.34', sent: 12, received: 3400 },
      detail: 'Sent 12 bytes, received 3.4 kB (93.184.216.34).',
    });
    expect(core.network.reachedBy(ask.sessionId)).toHaveLength(1);
  });

  test('N22 that nobody answered is not made', async () => {
    const { core, connect, clock, opened } = await networkCore();
    const connecting = connect();
    await nextAsk(core);
    await clock.advance(10 * 60_000);
    expect(await connecting).toMatchObject({ kind: 'refused', code: 'ask-timed-out' });
    expect(opened).toEqual([]);
  });

  test('N22 of an ended or unknown session is refused', async () => {
    const { core, connect, sessionId, opened } = await networkCore();
    const waiting = connect();
    await nextAsk(core);
    core.sessions.end(sessionId, 'person');
    expect(await waiting).toMatchObject({ kind: 'refused' });
    expect(await connect()).toMatchObject({ kind: 'refused', code: 'session-revoked' });
    const stranger = requestFor(
      'none' as SessionId,
      { host: 'example.com', port: 443, addresses: ['93.184.216.34'] },
      (checked) => opened.push(checked),
    );
    expect(await core.network.connect(stranger, never)).toMatchObject({ kind: 'refused' });
    expect(opened).toEqual([]);
  });

  test('to one host shares one ask, and the ask says how many wait', async () => {
    const { core, connect, opened } = await networkCore();
    const many = [connect(), connect(), connect()];
    await nextAsk(core);
    await expect.poll(async () => (await nextAsk(core)).waiting).toBe(3);
    expect(core.asks.list()).toHaveLength(1);
    await answer(core, { kind: 'once' });
    expect((await Promise.all(many)).map(({ kind }) => kind)).toEqual(['done', 'done', 'done']);
    expect(opened).toHaveLength(3);
  });

  test('that gave up leaves its ask, and the answer serves the retry', async () => {
    const { core, connect, opened } = await networkCore();
    const impatient = new AbortController();
    const first = connect({ signal: impatient.signal });
    const ask = await nextAsk(core);
    impatient.abort();
    expect(await first).toMatchObject({ kind: 'refused', code: 'ask-withdrawn' });
    expect(core.asks.list().map(({ askId }) => askId)).toEqual([ask.askId]);
    await answer(core, { kind: 'once' });
    expect(await connect()).toMatchObject({ kind: 'done' });
    expect(opened).toHaveLength(1);
  });

  test('allowed once is asked about again after that job', async () => {
    const { core, connect, clock } = await networkCore();
    const first = connect();
    await answer(core, { kind: 'once' });
    await first;
    expect(await connect()).toMatchObject({ kind: 'done' });
    await clock.advance(31_000);
    const later = connect();
    await answer(core, { kind: 'deny', reason: 'not now' });
    expect(await later).toMatchObject({ kind: 'refused', code: 'denied-by-person' });
  });

  test('N23 that was denied stays denied for the session, without another ask', async () => {
    const { core, connect } = await networkCore();
    const first = connect();
    await answer(core, { kind: 'deny', reason: 'no' });
    await first;
    expect(await connect()).toMatchObject({ kind: 'refused', code: 'denied-by-person' });
    expect(core.asks.list()).toEqual([]);
    const other = connect({ host: 'other.example' });
    await answer(core, { kind: 'once' });
    expect(await other).toMatchObject({ kind: 'done' });
  });

  test('allowed for the session is not asked about again, another port is', async () => {
    const { core, connect, clock } = await networkCore();
    const first = connect();
    await answer(core, { kind: 'session' });
    await first;
    await clock.advance(60_000);
    expect(await connect()).toMatchObject({ kind: 'done' });
    const ssh = connect({ port: 22 });
    await answer(core, { kind: 'once' });
    expect(await ssh).toMatchObject({ kind: 'done' });
  });

  test('package registries are allowed as a set, and only they', async () => {
    const { core, connect } = await networkCore();
    const first = connect({ host: 'registry.npmjs.org' });
    const ask = await answer(core, { kind: 'session', set: 'package-registries' });
    expect(ask.network?.registry).toBe('npm');
    await first;
    expect(await connect({ host: 'pypi.org' })).toMatchObject({ kind: 'done' });
    const other = connect();
    const plain = await nextAsk(core);
    expect(core.asks.answer(plain.askId, { kind: 'session', set: 'package-registries' })).toEqual({
      accepted: false,
      why: 'That is no package registry.',
    });
    await answer(core, { kind: 'deny', reason: '' });
    await other;
  });
});

describe('rules about hosts', () => {
  test('always here: a rule for client, folder and host, listed, used and removable', async () => {
    const { core, connect } = await networkCore();
    const first = connect();
    const ask = await nextAsk(core);
    const rule = core.rules.makeExact(ask, null);
    if (!rule) throw new Error('no rule');
    expect(await core.rules.add(rule)).toEqual({ added: true });
    await answer(core, { kind: 'once' });
    await first;
    expect(core.state.snapshot().rules.map(({ sentence }) => sentence)).toEqual([
      'Let cursor reach example.com:443 in /w/app.',
    ]);
    expect(await connect()).toMatchObject({ kind: 'done' });
    // The session's card says which rule it was, in words.
    expect(core.network.reachedBy(ask.sessionId)).toMatchObject([
      { host: 'example.com', rule: core.state.snapshot().rules[0]?.sentence },
    ]);
    await core.rules.remove(rule.ruleId);
    expect(core.state.snapshot().rules).toEqual([]);
  });

  test('N24 a deny rule refuses a host and those below it, without an ask', async () => {
    const { core, connect, opened } = await networkCore();
    const made = await core.rules.make({
      ...{ effect: 'deny', client: null, actions: [], within: null, seconds: null },
      ...{ fromEntry: null, host: '*.Tracker.example' },
    });
    if (!made.made) throw new Error(made.why);
    await core.rules.add(made.rule);
    expect(await connect({ host: 'a.b.tracker.example' })).toMatchObject({
      ...{ kind: 'refused', code: 'denied-by-rule' },
    });
    expect(opened).toEqual([]);
    expect(core.asks.list()).toEqual([]);
  });

  test('N24 a deny rule that is added while the user is asked still counts', async () => {
    const { core, connect, opened } = await networkCore();
    const connecting = connect();
    await nextAsk(core);
    const made = await core.rules.make({
      ...{ effect: 'deny', client: null, actions: [], within: null, seconds: null },
      ...{ fromEntry: null, host: 'example.com' },
    });
    if (!made.made) throw new Error(made.why);
    await core.rules.add(made.rule);
    await answer(core, { kind: 'once' });
    expect(await connecting).toMatchObject({ kind: 'refused', code: 'denied-by-rule' });
    expect(opened).toEqual([]);
  });

  test.each(['*.example.com', '127.0.0.1:5432', 'localhost', '[::1]:80', '192.168.1.1'])(
    'N25 %s cannot be allowed by a rule',
    async (host) => {
      const { core } = await networkCore();
      const receipt = await core.rules.add({
        ...{ ruleId: '00000000-0000-4000-8000-00000000aaaa', effect: 'allow' },
        ...{ client: agent.clientId, actions: ['net_connect'], within: '/w/app', host },
        ...{ exactly: null, exactCall: null, exactSentence: null, fromEntry: null },
        ...{ createdAt: 0, until: null, lastUsedAt: null },
      });
      expect(receipt.added).toBe(false);
    },
  );
});

describe('addresses that are not public', () => {
  test.each([
    ['192.168.1.20', 'private', 'A device on your network.'],
    ['::ffff:10.0.0.1', 'private', 'A device on your network.'],
    ['fe80::1', 'link-local', 'An address of the local link.'],
    ['169.254.169.254', 'metadata', 'The metadata service'],
    ['0x7f.1', 'loopback', 'A program that runs on this computer'],
    ['localhost', 'loopback', 'A program that runs on this computer'],
    ['nas.local', 'private', 'A device on your network.'],
  ])('N25 %s is %s: own words, once only', async (host, addressClass, words) => {
    const { core, connect } = await networkCore();
    const addresses = [host === 'localhost' ? '127.0.0.1' : '192.168.1.20'];
    const connecting = connect({ host, addresses });
    const ask = await nextAsk(core);
    expect(ask.network).toMatchObject({ addressClass, keep: null, isRebound: false });
    expect(ask.because[0]).toContain(words);
    expect(ask.forSession).toBeNull();
    expect(core.asks.answer(ask.askId, { kind: 'session' }).accepted).toBe(false);
    expect(core.rules.makeExact(ask, null)).toBeNull();
    await answer(core, { kind: 'once' });
    expect(await connecting).toMatchObject({ kind: 'done' });
    const again = connect({ host, addresses });
    await answer(core, { kind: 'deny', reason: '' });
    expect(await again).toMatchObject({ kind: 'refused' });
  });

  test.each([
    ['192.168.1.20', 'private', 'A public name that points to a private address.'],
    ['127.0.0.1', 'loopback', 'A public name that points to this computer.'],
    ['::ffff:10.0.0.1', 'private', 'A public name that points to a private address.'],
    ['169.254.169.254', 'metadata', 'The metadata service'],
  ])('N26 a public name that leads to %s is asked about again', async (address, kind, words) => {
    const { core, connect, opened } = await networkCore();
    const connecting = connect({ addresses: [address] });
    const first = await answer(core, { kind: 'session' });
    expect(first.network).toMatchObject({ addressClass: 'public', address: null });
    const second = await nextAsk(core);
    expect(second.network).toMatchObject({ addressClass: kind, isRebound: true, keep: null });
    expect(second.because[0]).toContain(words);
    expect(core.asks.answer(second.askId, { kind: 'session' }).accepted).toBe(false);
    await answer(core, { kind: 'deny', reason: '' });
    expect(await connecting).toMatchObject({ kind: 'refused', code: 'denied-by-person' });
    expect(opened).toEqual([]);
  });

  test('N26 a public address of this computer counts as this computer', async () => {
    const isThisMachine = (address: string): boolean => address === '93.184.216.40';
    const { core, connect, opened } = await networkCore({ isThisMachine });
    const byName = connect({ addresses: ['93.184.216.40'] });
    await answer(core, { kind: 'session' });
    const second = await nextAsk(core);
    expect(second.network).toMatchObject({ addressClass: 'loopback', isRebound: true, keep: null });
    await answer(core, { kind: 'deny', reason: '' });
    await byName;
    const byAddress = connect({ host: '93.184.216.40', port: 8080 });
    expect((await nextAsk(core)).network).toMatchObject({ addressClass: 'loopback' });
    await answer(core, { kind: 'deny', reason: '' });
    await byAddress;
    expect(opened).toEqual([]);
  });

  test('N26 of mixed addresses only the public ones are connected to', async () => {
    const { core, connect, opened } = await networkCore();
    const connecting = connect({ addresses: ['10.0.0.7', '93.184.216.34', '127.0.0.1'] });
    await answer(core, { kind: 'once' });
    await connecting;
    expect(opened).toEqual([['93.184.216.34']]);
  });

  test('N29 no name is looked up before a yes: the lookup itself would send it', async () => {
    const { core, connect, lookups } = await networkCore();
    const connecting = connect({ host: 'c2VjcmV0.evil.example' });
    await nextAsk(core);
    expect(lookups).toEqual([]);
    await answer(core, { kind: 'deny', reason: '' });
    await connecting;
    expect(lookups).toEqual([]);
  });

  test('N27 our own ports are refused whatever the name is', async () => {
    const isOwnPort = (address: string, port: number): boolean =>
      address === '127.0.0.1' && port === 7717;
    const { core, connect, opened } = await networkCore({ isOwnPort });
    for (const host of ['127.0.0.1', 'localhost', 'rebound.example', '2130706433']) {
      const connecting = connect({ host, port: 7717, addresses: ['127.0.0.1'] });
      if (host.endsWith('.example') || host === 'localhost') await answer(core, { kind: 'once' });
      expect(await connecting).toMatchObject({ kind: 'refused', code: 'own-port' });
    }
    expect(core.asks.list()).toEqual([]);
    expect(opened).toEqual([]);
  });

  test.each(['224.0.0.1', '255.255.255.255', 'ff02::1'])('%s is refused', async (host) => {
    const { connect } = await networkCore();
    expect(await connect({ host })).toMatchObject({ kind: 'refused', code: 'host-not-reachable' });
  });
});

test('N28 a loop of connections is refused after a while and folded into few entries', async () => {
  const { connect, ledgerStore } = await networkCore();
  ledgerStore.writes.length = 0;
  const outcomes = await Promise.all(
    Array.from({ length: 1000 }, () => connect({ host: '224.0.0.1' })),
  );
  expect(outcomes.some((one) => one.kind === 'refused' && one.code === 'too-fast')).toBe(true);
  const entries = new Set(ledgerStore.records.map((record) => record['entry']));
  expect(entries.size).toBeLessThan(600);
});

test.each(['', 'a b', 'user@host', 'host:80', '999.1.1.1', 'x'.repeat(300)])(
  '%j is no host',
  async (host) => {
    const { connect } = await networkCore();
    expect(await connect({ host })).toMatchObject({ kind: 'refused', code: 'invalid-arguments' });
  },
);

test('a name without an address fails', async () => {
  const { core, connect } = await networkCore();
  const connecting = connect({ addresses: [] });
  await answer(core, { kind: 'once' });
  expect(await connecting).toMatchObject({ kind: 'failed', code: 'host-not-found' });
});
