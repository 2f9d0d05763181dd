import fs from 'node:fs';
import { describe, expect, test } from 'vitest';
import { story } from '../core/core-fixture.ts';
import { errorOf, hello, openHouse, sendJson, send, TestSocket, tokens } from './house.ts';
import { until } from './session-house.ts';

type House = Awaited<ReturnType<typeof openHouse>>;

const vscode = { ...hello, plugin_id: 'vscode', name: 'VS Code' };

async function newcomer(house: House, id = 'vscode'): Promise<TestSocket> {
  const plugin = new TestSocket(house.pluginSocket, `/plugin/${id}`, null);
  await plugin.opened();
  plugin.send({ ...vscode, plugin_id: id });
  return plugin;
}

const pairings = ({ core }: House) => core.state.snapshot().pairings;

/** The person lets the newest in and reads the code. */
function allowNewest(house: House): string {
  const pairing = pairings(house).at(-1);
  if (!pairing) throw new Error('nobody asks');
  expect(house.plugins.pairing.allow(pairing.pairingId)).toBe(true);
  return pairings(house).at(-1)?.code ?? '';
}

const wrongOf = (code: string): string => (code === '00000000' ? '00000001' : '00000000');

async function askedAndAllowed(house: House) {
  const plugin = await newcomer(house);
  expect(await plugin.next()).toEqual({ type: 'pairing', state: 'asked', seconds: 120 });
  const code = allowNewest(house);
  expect(await plugin.next()).toEqual({ type: 'pairing', state: 'code-shown', seconds: 60 });
  return { plugin, code };
}

describe('the private socket', () => {
  test('does not keep the house from closing while an editor is there', async () => {
    const house = await openHouse();
    const editor = await newcomer(house);
    expect(await editor.next()).toMatchObject({ type: 'pairing', state: 'asked' });
    await house.plugins.dispose();
    expect(await editor.closed).toMatchObject({ code: 1001 });
  });

  test('is for the person alone', async () => {
    const { pluginSocket } = await openHouse();
    expect(fs.statSync(pluginSocket).mode & 0o777).toBe(0o600);
  });

  test('A3 takes a plugin key and no other credential', async () => {
    const { pluginSocket, core } = await openHouse();
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

  test('A2 counts what it refuses, and hears only so many wrong keys', async () => {
    const { pluginSocket, metrics } = await openHouse();
    const knock = (token: string, target = '/plugin/x'): Promise<string> =>
      new TestSocket(pluginSocket, target, token).opened().then(
        () => 'open',
        (error: unknown) => String(error),
      );
    expect(await knock(tokens.plugin, '/mcp')).toContain('404');
    const tries = await Promise.all(Array.from({ length: 30 }, () => knock('made-up')));
    expect(tries[0]).toContain('401');
    expect(tries.at(-1)).not.toContain('401');
    const text = metrics.text();
    expect(text).toContain('gatehouse_auth_failures_total 30');
    expect(text).toContain('gatehouse_refused_total{code="unknown-route"} 1');
    expect(text).toContain('gatehouse_refused_total{code="too-many-tries"}');
  });

  test('lets nobody without a key be the workbench, and by the loopback nobody at all', async () => {
    const { pluginSocket, port } = await openHouse();
    const workbench = new TestSocket(pluginSocket, '/plugin/workbench', null);
    await expect(workbench.opened()).rejects.toThrow('403');
    const loopback = new TestSocket(port, '/plugin/vscode', null);
    await expect(loopback.opened()).rejects.toThrow('401');
  });
});

describe('pairing', () => {
  test('shows who asks, then the code, and gives a key that opens the door from then on', async () => {
    const house = await openHouse();
    const plugin = await newcomer(house);
    await plugin.next();
    expect(pairings(house)).toMatchObject([{ pluginId: 'vscode', name: 'VS Code', code: null }]);
    expect(house.core.executors.canDo('open_file')).toBe(false);
    const code = allowNewest(house);
    expect(code).toMatch(/^\d{8}$/);
    await plugin.next();
    plugin.send({ type: 'pair', code: `${code.slice(0, 4)} ${code.slice(4)}` });
    const welcome = await plugin.next();
    expect(welcome).toEqual({ type: 'welcome', protocol: 1, plugin_key: expect.any(String) });
    const key = String(welcome['plugin_key']);
    expect(pairings(house)).toEqual([]);
    expect(house.core.executors.canDo('open_file')).toBe(true);
    expect(story(house.ledgerStore)).toContain('note plugin.paired');

    const again = new TestSocket(house.port, '/plugin/vscode', key);
    await again.opened();
    again.send(vscode);
    expect(await again.next()).toEqual({ type: 'welcome', protocol: 1 });
    // It is the same editor: the older connection gives way.
    expect(await plugin.closed).toMatchObject({ code: 4409 });
    const other = new TestSocket(house.port, '/plugin/other', key);
    await expect(other.opened()).rejects.toThrow('403');
  });

  test('C2 keeps only the SHA-256 of the key', async () => {
    const house = await openHouse();
    const key = await house.pluginKeys.add('vscode', 'VS Code');
    const [folder] = [house.pluginSocket.replace(/plugin\.sock$/, '')];
    const kept = fs.readFileSync(`${folder}plugin-keys.json`, 'utf8');
    expect(kept).not.toContain(key);
    expect(kept).toMatch(/"sha256": "[0-9a-f]{64}"/);
    expect(fs.statSync(`${folder}plugin-keys.json`).mode & 0o777).toBe(0o600);
    const next = await house.pluginKeys.add('vscode', 'VS Code');
    expect(house.pluginKeys.ownerOf(key)).toBeNull();
    expect(house.pluginKeys.ownerOf(next)).toBe('vscode');
  });

  test('ends when the person refuses, and the editor is told', async () => {
    const house = await openHouse();
    const plugin = await newcomer(house);
    await plugin.next();
    house.plugins.pairing.refuse(pairings(house)[0]?.pairingId as never);
    expect(await plugin.closed).toEqual({ code: 4403, reason: 'the person refused it' });
    expect(pairings(house)).toEqual([]);
  });

  test('ends by itself when nobody answers, or the editor leaves', async () => {
    const house = await openHouse();
    const [silent, leaving] = [await newcomer(house, 'one'), await newcomer(house, 'two')];
    await silent.next();
    await leaving.next();
    leaving.socket.close();
    await until(() => pairings(house).length === 1);
    await house.clock.advance(120_000);
    expect(await silent.closed).toEqual({ code: 4403, reason: 'nobody answered' });
  });

  test('B3 a code counts for 60 seconds', async () => {
    const house = await openHouse();
    const { plugin, code } = await askedAndAllowed(house);
    await house.clock.advance(60_000);
    plugin.send({ type: 'pair', code });
    expect(await plugin.closed).toMatchObject({ code: 4403 });
    expect(house.pluginKeys.list()).toEqual([]);
  });

  test('B3 a code counts for the one editor that asked, and once', async () => {
    const house = await openHouse();
    const { plugin, code } = await askedAndAllowed(house);
    const rival = await newcomer(house, 'rival');
    await rival.next();
    rival.send({ type: 'pair', code });
    expect(await rival.closed).toMatchObject({ code: 4403 });
    plugin.send({ type: 'pair', code });
    plugin.send({ type: 'pair', code });
    expect(await plugin.next()).toMatchObject({ type: 'welcome' });
    expect(house.pluginKeys.list()).toHaveLength(1);
    plugin.send({ type: 'pair', code });
    expect(await plugin.closed).toMatchObject({ code: 1008 });
    expect(house.pluginKeys.list()).toHaveLength(1);
  });

  test('B3 after 20 wrong codes nobody is paired for ten minutes, and the person sees it', async () => {
    const house = await openHouse();
    for (let round = 0; round < 4; round += 1) {
      const { plugin, code } = await askedAndAllowed(house);
      for (let left = 4; left > 0; left -= 1) {
        plugin.send({ type: 'pair', code: wrongOf(code) });
        expect(await plugin.next()).toMatchObject({ state: 'wrong-code', tries_left: left });
      }
      plugin.send({ type: 'pair', code: wrongOf(code) });
      expect(await plugin.closed).toMatchObject({ code: 4403 });
    }
    const notices = (): readonly string[] =>
      house.core.state.snapshot().notices.map((notice) => notice.id);
    expect(notices()).toContain('pairing-locked');
    const locked = await newcomer(house);
    expect(await locked.closed).toMatchObject({ code: 4429 });
    await house.clock.advance(600_000);
    expect(notices()).not.toContain('pairing-locked');
    const { plugin, code } = await askedAndAllowed(house);
    plugin.send({ type: 'pair', code });
    expect(await plugin.next()).toMatchObject({ type: 'welcome' });
  });

  test('B3 no code exists before the person let it', async () => {
    const house = await openHouse();
    const plugin = await newcomer(house);
    await plugin.next();
    plugin.send({ type: 'pair', code: '' });
    expect(await plugin.closed).toMatchObject({ code: 4403 });
    expect(house.pluginKeys.list()).toEqual([]);
  });

  test('no more than three ask at once', async () => {
    const house = await openHouse();
    for (const id of ['a', 'b', 'c']) await (await newcomer(house, id)).next();
    expect(await (await newcomer(house, 'd')).closed).toMatchObject({ code: 4429 });
  });

  test('no key is given when the ledger cannot record it', async () => {
    const house = await openHouse();
    const { plugin, code } = await askedAndAllowed(house);
    house.ledgerStore.failNext(1_000);
    plugin.send({ type: 'pair', code });
    expect(await plugin.closed).toMatchObject({ code: 4403 });
    expect(house.pluginKeys.list()).toEqual([]);
  });
});

describe('the owner', () => {
  test('lists the editors, and takes a key away: its editor leaves at once', async () => {
    const house = await openHouse();
    const key = await house.pluginKeys.add('vscode', 'VS Code');
    const plugin = new TestSocket(house.port, '/plugin/vscode', key);
    await plugin.opened();
    plugin.send(vscode);
    await plugin.next();
    const list = await send(house.port, { path: '/plugins', token: tokens.management });
    expect(JSON.parse(list.text)).toMatchObject({
      paired: [{ plugin_id: 'vscode', name: 'VS Code' }],
      editors: [{ name: 'VS Code', builtIn: false }],
      choices: [],
    });
    expect(list.text).not.toContain(key);
    const revoke = (plugin_id: string) =>
      sendJson(house.port, {
        path: '/plugins/revoke',
        token: tokens.management,
        json: { plugin_id },
      });
    expect((await revoke('vscode')).status).toBe(200);
    expect(await plugin.closed).toEqual({ code: 4403, reason: 'the key was taken away' });
    const again = new TestSocket(house.port, '/plugin/vscode', key);
    await expect(again.opened()).rejects.toThrow('401');
    expect(errorOf(await revoke('vscode'))).toBe('unknown-client');
    expect(story(house.ledgerStore)).toContain('note plugin.revoked');
  });
});
