/** The connection of the extension against the real hub, on the real socket and port. */
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { FoundApp } from '../../extensions/vscode/src/link/find-app.ts';
import { Link, type LinkDeps, type LinkState } from '../../extensions/vscode/src/link/link.ts';
import type { ToPlugin } from '../../src/shared/protocols/plugin-protocol.ts';
import { openTestApp, proofKey } from '../transports/test-app.ts';

type LinkTestApp = Awaited<ReturnType<typeof openTestApp>>;

const whereIs = ({ port, pluginSocket }: LinkTestApp): FoundApp => ({
  ...{ port, pluginSocket, proofKey, mcpUrl: `http://127.0.0.1:${port}/mcp` },
});

function linkTo(app: LinkTestApp, own: Partial<LinkDeps> = {}, key: string | null = null) {
  const kept = { key };
  const states: LinkState[] = [];
  const received: ToPlugin[] = [];
  const link = new Link({
    pluginId: 'vscode',
    findApp: () => whereIs(app),
    keys: {
      get: async () => kept.key,
      set: async (newKey) => void (kept.key = newKey),
      forget: async () => void (kept.key = null),
    },
    hello: () => ({
      ...{ type: 'hello', protocol: 1, plugin_id: 'vscode', name: 'VS Code', version: '1' },
      actions: ['open_file'],
    }),
    askCode: async () => undefined,
    onState: (state) => void states.push(state),
    onMessage: (message) => void received.push(message),
    ...own,
  });
  onTestFinished(() => link.dispose());
  const becomes = (state: LinkState): Promise<void> =>
    vi.waitFor(() => expect(link.state).toBe(state), { timeout: 15_000 });
  return { link, kept, states, received, becomes };
}

describe('pairing', () => {
  test('works once, with the code that the window shows; the key is stored', async () => {
    const app = await openTestApp();
    const codes = ['0000 0000', null];
    const { link, kept, becomes } = linkTo(app, {
      askCode: async () => codes.shift() ?? app.core.state.snapshot().pairings[0]?.code ?? '',
    });
    expect(link.pair()).toBe(true);
    const pairing = await vi.waitFor(() => {
      const [one] = app.core.state.snapshot().pairings;
      if (!one) throw new Error('nobody asks');
      return one;
    });
    app.plugins.pairing.allow(pairing.pairingId);
    await becomes('connected');
    expect(app.pluginKeys.ownerOf(kept.key ?? '')).toBe('vscode');
  });

  test('ends when the user cancels', async () => {
    const app = await openTestApp();
    const { link, becomes } = linkTo(app);
    link.pair();
    const pairing = await vi.waitFor(() => {
      const [one] = app.core.state.snapshot().pairings;
      if (!one) throw new Error('nobody asks');
      return one;
    });
    app.plugins.pairing.allow(pairing.pairingId);
    await becomes('unpaired');
  });

  test('no connection is tried without a key', async () => {
    const app = await openTestApp();
    const { link, states } = linkTo(app);
    await link.connect();
    expect(states).toEqual(['unpaired']);
    expect(app.core.executors.editors()).toEqual([]);
  });
});

describe('the connection', () => {
  const connected = async (own: Partial<LinkDeps> = {}) => {
    const app = await openTestApp();
    const key = await app.pluginKeys.add('vscode', 'VS Code');
    const made = linkTo(app, own, key);
    return { app, ...made };
  };

  test.each([
    ['by the private socket', (app: LinkTestApp) => whereIs(app)],
    [
      'by the loopback, once the other end has proven itself',
      (app: LinkTestApp) => ({ ...whereIs(app), pluginSocket: null }),
    ],
  ])('%s', async (_how, find) => {
    const made: { app?: LinkTestApp } = {};
    const { app, link, becomes } = await connected({
      findApp: () => (made.app ? find(made.app) : null),
    });
    made.app = app;
    await link.connect();
    await becomes('connected');
    expect(app.core.executors.editors()).toMatchObject([{ name: 'VS Code' }]);
  });

  test('H7 the key is not sent to a program that merely listens on the port', async () => {
    const { app, link, kept, states } = await connected();
    const { port } = app;
    const wrong = linkTo(
      app,
      { findApp: () => ({ port, pluginSocket: null, proofKey: 'cd'.repeat(32), mcpUrl: '' }) },
      kept.key,
    );
    await wrong.link.connect();
    await wrong.becomes('searching');
    expect(app.core.executors.editors()).toEqual([]);
    expect(kept.key).not.toBeNull();
    expect(states).toEqual([]);
    link.dispose();
  });

  test('a revoked key is forgotten', async () => {
    const { app, link, kept, becomes } = await connected();
    await link.connect();
    await becomes('connected');
    await app.pluginKeys.revoke('vscode');
    app.plugins.hub.disconnect('vscode');
    await becomes('unpaired');
    expect(kept.key).toBeNull();
  });

  test('another window with the same folders takes over, and the first does not reconnect', async () => {
    const { app, link, kept, becomes } = await connected();
    await link.connect();
    await becomes('connected');
    const other = linkTo(app, {}, kept.key);
    await other.link.connect();
    await other.becomes('connected');
    await becomes('replaced');
    expect(app.core.executors.editors()).toHaveLength(1);
  });

  test('a lost connection is retried; one that the user closed is not', async () => {
    const { app, link, becomes, states } = await connected();
    await link.connect();
    await becomes('connected');
    link.dispose();
    await vi.waitFor(() => expect(app.core.executors.editors()).toEqual([]));
    expect(states.at(-1)).toBe('connected');
    const lost = await connected({ findApp: () => null });
    await lost.link.connect();
    expect(lost.link.state).toBe('searching');
  });
});
