import fs from 'node:fs';
import { describe, expect, test } from 'vitest';
import { ledgerLines } from '../core/core-fixture.ts';
import { errorOf, hello, openTestApp, sendJson, send, TestSocket, tokens } from './test-app.ts';
import { until } from './session-app.ts';

type TestApp = Awaited<ReturnType<typeof openTestApp>>;

const vscode = { ...hello, plugin_id: 'vscode', name: 'VS Code' };

async function newcomer(app: TestApp, id = 'vscode'): Promise<TestSocket> {
  const plugin = new TestSocket(app.pluginSocket, `/plugin/${id}`, null);
  await plugin.opened();
  plugin.send({ ...vscode, plugin_id: id });
  return plugin;
}

const pairings = ({ core }: TestApp) => core.state.snapshot().pairings;

/** The person lets the newest in and reads the code. */
function allowNewest(app: TestApp): string {
  const pairing = pairings(app).at(-1);
  if (!pairing) throw new Error('nobody asks');
  expect(app.plugins.pairing.allow(pairing.pairingId)).toBe(true);
  return pairings(app).at(-1)?.code ?? '';
}

const wrongOf = (code: string): string => (code === '00000000' ? '00000001' : '00000000');

async function askedAndAllowed(app: TestApp) {
  const plugin = await newcomer(app);
  expect(await plugin.next()).toEqual({ type: 'pairing', state: 'asked', seconds: 120 });
  const code = allowNewest(app);
  expect(await plugin.next()).toEqual({ type: 'pairing', state: 'code-shown', seconds: 60 });
  return { plugin, code };
}

describe('the private socket', () => {
  test('does not keep the app from closing while an editor is there', async () => {
    const app = await openTestApp();
    const editor = await newcomer(app);
    expect(await editor.next()).toMatchObject({ type: 'pairing', state: 'asked' });
    await app.plugins.dispose();
    expect(await editor.closed).toMatchObject({ code: 1001 });
  });

  test('is readable only by the user', async () => {
    const { pluginSocket } = await openTestApp();
    expect(fs.statSync(pluginSocket).mode & 0o777).toBe(0o600);
  });

  test('A3 takes a plugin key and no other credential', async () => {
    const { pluginSocket, core } = await openTestApp();
    const plugin = new TestSocket(pluginSocket, '/plugin/workbench', tokens.plugin);
    await plugin.opened();
    plugin.send(hello);
    expect(await plugin.next()).toEqual({ type: 'welcome', protocol: 1 });
    expect(core.executors.canDo('open_file')).toBe(true);
    for (const [token, status] of [
      [tokens.cursor, '403'],
      [tokens.management, '403'],
      ['made-up', '401'],
    ] as const) {
      await expect(new TestSocket(pluginSocket, '/plugin/x', token).opened()).rejects.toThrow(
        status,
      );
    }
    await expect(new TestSocket(pluginSocket, '/mcp', tokens.plugin).opened()).rejects.toThrow(
      '404',
    );
  });

  test('A2 counts refusals and limits wrong keys', async () => {
    const { pluginSocket, metrics } = await openTestApp();
    const publicRoute = (token: string, target = '/plugin/x'): Promise<string> =>
      new TestSocket(pluginSocket, target, token).opened().then(
        () => 'open',
        (error: unknown) => String(error),
      );
    expect(await publicRoute(tokens.plugin, '/mcp')).toContain('404');
    const tries = await Promise.all(Array.from({ length: 30 }, () => publicRoute('made-up')));
    expect(tries[0]).toContain('401');
    expect(tries.at(-1)).not.toContain('401');
    const text = metrics.text();
    expect(text).toContain('gatehouse_auth_failures_total 30');
    expect(text).toContain('gatehouse_refused_total{code="unknown-route"} 1');
    expect(text).toContain('gatehouse_refused_total{code="too-many-tries"}');
  });

  test('lets nobody without a key be the workbench, and by the loopback nobody at all', async () => {
    const { pluginSocket, port } = await openTestApp();
    const workbench = new TestSocket(pluginSocket, '/plugin/workbench', null);
    await expect(workbench.opened()).rejects.toThrow('403');
    const loopback = new TestSocket(port, '/plugin/vscode', null);
    await expect(loopback.opened()).rejects.toThrow('401');
  });
});

describe('pairing', () => {
  test('shows who asks, then the code, and issues a key that is accepted from then on', async () => {
    const app = await openTestApp();
    const plugin = await newcomer(app);
    await plugin.next();
    expect(pairings(app)).toMatchObject([{ pluginId: 'vscode', name: 'VS Code', code: null }]);
    expect(app.core.executors.canDo('open_file')).toBe(false);
    const code = allowNewest(app);
    expect(code).toMatch(/^\d{8}$/);
    await plugin.next();
    plugin.send({ type: 'pair', code: `${code.slice(0, 4)} ${code.slice(4)}` });
    const welcome = await plugin.next();
    expect(welcome).toEqual({ type: 'welcome', protocol: 1, plugin_key: expect.any(String) });
    const key = String(welcome['plugin_key']);
    expect(pairings(app)).toEqual([]);
    expect(app.core.executors.canDo('open_file')).toBe(true);
    expect(ledgerLines(app.ledgerStore)).toContain('note plugin.paired');

    const again = new TestSocket(app.port, '/plugin/vscode', key);
    await again.opened();
    again.send(vscode);
    expect(await again.next()).toEqual({ type: 'welcome', protocol: 1 });
    // It is the same editor: the older connection gives way.
    expect(await plugin.closed).toMatchObject({ code: 4409 });
    const other = new TestSocket(app.port, '/plugin/other', key);
    await expect(other.opened()).rejects.toThrow('403');
  });

  test('C2 keeps only the SHA-256 of the key', async () => {
    const app = await openTestApp();
    const key = await app.pluginKeys.add('vscode', 'VS Code');
    const [folder] = [app.pluginSocket.replace(/plugin\.sock$/, '')];
    const kept = fs.readFileSync(`${folder}plugin-keys.json`, 'utf8');
    expect(kept).not.toContain(key);
    expect(kept).toMatch(/"sha256": "[0-9a-f]{64}"/);
    expect(fs.statSync(`${folder}plugin-keys.json`).mode & 0o777).toBe(0o600);
    const next = await app.pluginKeys.add('vscode', 'VS Code');
    expect(app.pluginKeys.ownerOf(key)).toBeNull();
    expect(app.pluginKeys.ownerOf(next)).toBe('vscode');
  });

  test('ends when the user refuses, and the editor is told', async () => {
    const app = await openTestApp();
    const plugin = await newcomer(app);
    await plugin.next();
    app.plugins.pairing.refuse(pairings(app)[0]?.pairingId as never);
    expect(await plugin.closed).toEqual({ code: 4403, reason: 'the user refused it' });
    expect(pairings(app)).toEqual([]);
  });

  test('ends by itself when nobody answers, or the editor leaves', async () => {
    const app = await openTestApp();
    const [silent, leaving] = [await newcomer(app, 'one'), await newcomer(app, 'two')];
    await silent.next();
    await leaving.next();
    leaving.socket.close();
    await until(() => pairings(app).length === 1);
    await app.clock.advance(120_000);
    expect(await silent.closed).toEqual({ code: 4403, reason: 'nobody answered' });
  });

  test('B3 a code counts for 60 seconds', async () => {
    const app = await openTestApp();
    const { plugin, code } = await askedAndAllowed(app);
    await app.clock.advance(60_000);
    plugin.send({ type: 'pair', code });
    expect(await plugin.closed).toMatchObject({ code: 4403 });
    expect(app.pluginKeys.list()).toEqual([]);
  });

  test('B3 a code counts for the one editor that asked, and once', async () => {
    const app = await openTestApp();
    const { plugin, code } = await askedAndAllowed(app);
    const rival = await newcomer(app, 'rival');
    await rival.next();
    rival.send({ type: 'pair', code });
    expect(await rival.closed).toMatchObject({ code: 4403 });
    plugin.send({ type: 'pair', code });
    plugin.send({ type: 'pair', code });
    expect(await plugin.next()).toMatchObject({ type: 'welcome' });
    expect(app.pluginKeys.list()).toHaveLength(1);
    plugin.send({ type: 'pair', code });
    expect(await plugin.closed).toMatchObject({ code: 1008 });
    expect(app.pluginKeys.list()).toHaveLength(1);
  });

  test('B3 after 20 wrong codes nobody is paired for ten minutes, and the user sees it', async () => {
    const app = await openTestApp();
    for (let round = 0; round < 4; round += 1) {
      const { plugin, code } = await askedAndAllowed(app);
      for (let left = 4; left > 0; left -= 1) {
        plugin.send({ type: 'pair', code: wrongOf(code) });
        expect(await plugin.next()).toMatchObject({ state: 'wrong-code', tries_left: left });
      }
      plugin.send({ type: 'pair', code: wrongOf(code) });
      expect(await plugin.closed).toMatchObject({ code: 4403 });
    }
    const notices = (): readonly string[] =>
      app.core.state.snapshot().notices.map((notice) => notice.id);
    expect(notices()).toContain('pairing-locked');
    const locked = await newcomer(app);
    expect(await locked.closed).toMatchObject({ code: 4429 });
    await app.clock.advance(600_000);
    expect(notices()).not.toContain('pairing-locked');
    const { plugin, code } = await askedAndAllowed(app);
    plugin.send({ type: 'pair', code });
    expect(await plugin.next()).toMatchObject({ type: 'welcome' });
  });

  test('B3 no code exists before the user let it', async () => {
    const app = await openTestApp();
    const plugin = await newcomer(app);
    await plugin.next();
    plugin.send({ type: 'pair', code: '' });
    expect(await plugin.closed).toMatchObject({ code: 4403 });
    expect(app.pluginKeys.list()).toEqual([]);
  });

  test('no more than two of one process, or of unknown ones, ask at once', async () => {
    const app = await openTestApp();
    for (const id of ['a', 'b']) await (await newcomer(app, id)).next();
    expect(await (await newcomer(app, 'c')).closed).toMatchObject({ code: 4429 });
  });

  test('no key is given when the ledger cannot record it', async () => {
    const app = await openTestApp();
    const { plugin, code } = await askedAndAllowed(app);
    app.ledgerStore.failNext(1_000);
    plugin.send({ type: 'pair', code });
    expect(await plugin.closed).toMatchObject({ code: 4403 });
    expect(app.pluginKeys.list()).toEqual([]);
  });
});

describe('the owner', () => {
  test('lists the editors, and takes a key away: its editor leaves at once', async () => {
    const app = await openTestApp();
    const key = await app.pluginKeys.add('vscode', 'VS Code');
    const plugin = new TestSocket(app.port, '/plugin/vscode', key);
    await plugin.opened();
    plugin.send(vscode);
    await plugin.next();
    const list = await send(app.port, { path: '/plugins', token: tokens.management });
    expect(JSON.parse(list.text)).toMatchObject({
      paired: [{ plugin_id: 'vscode', name: 'VS Code' }],
      editors: [{ name: 'VS Code', builtIn: false }],
      choices: [],
    });
    expect(list.text).not.toContain(key);
    const revoke = (plugin_id: string) =>
      sendJson(app.port, {
        path: '/plugins/revoke',
        token: tokens.management,
        json: { plugin_id },
      });
    expect((await revoke('vscode')).status).toBe(200);
    expect(await plugin.closed).toEqual({ code: 4403, reason: 'the key was revoked' });
    const again = new TestSocket(app.port, '/plugin/vscode', key);
    await expect(again.opened()).rejects.toThrow('401');
    expect(errorOf(await revoke('vscode'))).toBe('unknown-client');
    expect(ledgerLines(app.ledgerStore)).toContain('note plugin.revoked');
  });
});
