/** The connection of the extension against the real hub, on the real socket and port. */
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { FoundHouse } from '../../extensions/vscode/src/link/find-house.ts';
import { Link, type LinkDeps, type LinkState } from '../../extensions/vscode/src/link/link.ts';
import type { ToPlugin } from '../../src/shared/plugin-protocol.ts';
import { openHouse, proofKey } from '../doors/house.ts';

type House = Awaited<ReturnType<typeof openHouse>>;

const whereIs = ({ port, pluginSocket }: House): FoundHouse => ({
  ...{ port, pluginSocket, proofKey, mcpUrl: `http://127.0.0.1:${port}/mcp` },
});

function linkTo(house: House, own: Partial<LinkDeps> = {}, key: string | null = null) {
  const kept = { key };
  const states: LinkState[] = [];
  const heard: ToPlugin[] = [];
  const link = new Link({
    pluginId: 'vscode',
    findHouse: () => whereIs(house),
    keys: {
      get: async () => kept.key,
      set: async (told) => void (kept.key = told),
      forget: async () => void (kept.key = null),
    },
    hello: () => ({
      ...{ type: 'hello', protocol: 1, plugin_id: 'vscode', name: 'VS Code', version: '1' },
      actions: ['open_file'],
    }),
    askCode: async () => undefined,
    onState: (state) => void states.push(state),
    onMessage: (message) => void heard.push(message),
    ...own,
  });
  onTestFinished(() => link.dispose());
  const becomes = (state: LinkState): Promise<void> =>
    vi.waitFor(() => expect(link.state).toBe(state), { timeout: 5_000 });
  return { link, kept, states, heard, becomes };
}

describe('pairing', () => {
  test('by the code that the window shows, once; the key is kept', async () => {
    const house = await openHouse();
    const codes = ['0000 0000', null];
    const { link, kept, becomes } = linkTo(house, {
      askCode: async () => codes.shift() ?? house.core.state.snapshot().pairings[0]?.code ?? '',
    });
    expect(link.pair()).toBe(true);
    const pairing = await vi.waitFor(() => {
      const [one] = house.core.state.snapshot().pairings;
      if (!one) throw new Error('nobody asks');
      return one;
    });
    house.plugins.pairing.allow(pairing.pairingId);
    await becomes('connected');
    expect(house.pluginKeys.ownerOf(kept.key ?? '')).toBe('vscode');
  });

  test('given up by the person, it is over', async () => {
    const house = await openHouse();
    const { link, becomes } = linkTo(house);
    link.pair();
    const pairing = await vi.waitFor(() => {
      const [one] = house.core.state.snapshot().pairings;
      if (!one) throw new Error('nobody asks');
      return one;
    });
    house.plugins.pairing.allow(pairing.pairingId);
    await becomes('unpaired');
  });

  test('without a key nothing is tried', async () => {
    const house = await openHouse();
    const { link, states } = linkTo(house);
    await link.connect();
    expect(states).toEqual(['unpaired']);
    expect(house.core.executors.editors()).toEqual([]);
  });
});

describe('the connection', () => {
  const connected = async (own: Partial<LinkDeps> = {}) => {
    const house = await openHouse();
    const key = await house.pluginKeys.add('vscode', 'VS Code');
    const made = linkTo(house, own, key);
    return { house, ...made };
  };

  test.each([
    ['by the private socket', (house: House) => whereIs(house)],
    [
      'by the loopback, once the other end has proven itself',
      (house: House) => ({ ...whereIs(house), pluginSocket: null }),
    ],
  ])('%s', async (_how, find) => {
    const made: { house?: House } = {};
    const { house, link, becomes } = await connected({
      findHouse: () => (made.house ? find(made.house) : null),
    });
    made.house = house;
    await link.connect();
    await becomes('connected');
    expect(house.core.executors.editors()).toMatchObject([{ name: 'VS Code' }]);
  });

  test('H7 nobody who merely listens at the port is told the key', async () => {
    const { house, link, kept, states } = await connected();
    const { port } = house;
    const wrong = linkTo(
      house,
      { findHouse: () => ({ port, pluginSocket: null, proofKey: 'cd'.repeat(32), mcpUrl: '' }) },
      kept.key,
    );
    await wrong.link.connect();
    await wrong.becomes('searching');
    expect(house.core.executors.editors()).toEqual([]);
    expect(kept.key).not.toBeNull();
    expect(states).toEqual([]);
    link.dispose();
  });

  test('a key that was taken away is forgotten', async () => {
    const { house, link, kept, becomes } = await connected();
    await link.connect();
    await becomes('connected');
    await house.pluginKeys.revoke('vscode');
    house.plugins.hub.disconnect('vscode');
    await becomes('unpaired');
    expect(kept.key).toBeNull();
  });

  test('another window with the same folders takes over, and the two do not fight', async () => {
    const { house, link, kept, becomes } = await connected();
    await link.connect();
    await becomes('connected');
    const other = linkTo(house, {}, kept.key);
    await other.link.connect();
    await other.becomes('connected');
    await becomes('replaced');
    expect(house.core.executors.editors()).toHaveLength(1);
  });

  test('what breaks off is tried again; what the person closes is not missed', async () => {
    const { house, link, becomes, states } = await connected();
    await link.connect();
    await becomes('connected');
    link.dispose();
    await vi.waitFor(() => expect(house.core.executors.editors()).toEqual([]));
    expect(states.at(-1)).toBe('connected');
    const lost = await connected({ findHouse: () => null });
    await lost.link.connect();
    expect(lost.link.state).toBe('searching');
  });
});
