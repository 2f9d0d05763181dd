import { describe, expect, test } from 'vitest';
import { answerNext } from '../core/core-fixture.ts';
import { hello, TestSocket } from './test-app.ts';
import { appWithSession } from './session-app.ts';

const access = {
  scopes: ['manage:plugins', 'monitor:state', 'read:files'],
  roots: ['/w/app'],
  reason: 'to look after plugins',
};

async function appWithPlugin() {
  const app = await appWithSession({}, access);
  const key = await app.pluginKeys.add('vscode', 'VS Code');
  const agent = await app.connect();
  const join = async (): Promise<TestSocket> => {
    const plugin = new TestSocket(app.port, '/plugin/vscode', key);
    await plugin.opened();
    plugin.send({ ...hello, plugin_id: 'vscode', name: 'VS Code', version: '9.9' });
    await plugin.next();
    return plugin;
  };
  /** Nobody is asked. */
  const unasked = async (args: object): Promise<Record<string, unknown>> => {
    agent.send({ type: 'cmd', id: '1', action: 'manage_plugins', args });
    for (;;) {
      const received = await agent.next();
      if (received['type'] === 'result') return received;
    }
  };
  const manage = async (args: object): Promise<Record<string, unknown>> => {
    const result = unasked(args);
    await answerNext(app.core, app.clock, { kind: 'once' });
    return result;
  };
  return { ...app, agent, key, join, manage, unasked };
}

describe('manage_plugins', () => {
  test('lists those that are paired, with the version of those that are there', async () => {
    const { unasked, join } = await appWithPlugin();
    const vscode = { id: 'vscode', name: 'VS Code', enabled: true };
    const before = await unasked({ op: 'list' });
    expect(before['data']).toEqual({ plugins: [{ ...vscode, version: '' }], truncated: false });
    await join();
    const after = await unasked({ op: 'list' });
    expect(after['data']).toEqual({ plugins: [{ ...vscode, version: '9.9' }], truncated: false });
  });

  test('switched off, its key opens nothing until it is switched on again', async () => {
    const { manage, join, key, pluginKeys } = await appWithPlugin();
    const plugin = await join();
    const off = await manage({ op: 'disable', plugin: 'vscode' });
    expect(off['data']).toMatchObject({ plugins: [{ id: 'vscode', enabled: false }] });
    expect(await plugin.closed).toMatchObject({ code: 4403 });
    expect(pluginKeys.ownerOf(key)).toBeNull();
    await manage({ op: 'enable', plugin: 'vscode' });
    expect(pluginKeys.ownerOf(key)).toBe('vscode');
    await join();
  });

  test('taken away, it has to be paired again; nobody is asked about what cannot be done', async () => {
    const { manage, unasked, core, key, pluginKeys } = await appWithPlugin();
    await manage({ op: 'uninstall', plugin: 'vscode' });
    expect(pluginKeys.ownerOf(key)).toBeNull();
    const again = await unasked({ op: 'uninstall', plugin: 'vscode' });
    expect(again['data']).toMatchObject({ code: 'unknown-plugin' });
    const install = await unasked({ op: 'install', plugin: 'vim' });
    expect(install['data']).toMatchObject({ code: 'not-offered' });
    expect(core.asks.list()).toEqual([]);
  });

  test('is no editor: sessions stay degraded without one', async () => {
    const { core } = await appWithPlugin();
    expect(core.executors.editors()).toEqual([]);
    expect(core.sessions.list()).toMatchObject([{ state: 'DEGRADED' }]);
  });
});

test('plugin_loaded is sent to everyone who may receive it', async () => {
  const { agent, join } = await appWithPlugin();
  await join();
  for (;;) {
    const reported = await agent.next();
    if (reported['type'] !== 'event' || reported['event'] !== 'user_interaction') continue;
    expect(reported['data']).toEqual({ name: 'plugin_loaded', plugin: 'vscode', version: '9.9' });
    return;
  }
});
