import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { realPaths } from '../../src/main/platform/paths/real-paths.ts';
import { boldAccess, ledgerLines } from '../core/core-fixture.ts';
import { scratch } from '../fakes/scratch.ts';
import { hello, openTestApp, PluginSocket, TestSocket } from './test-app.ts';
import { appWithSession, open, until } from './session-app.ts';

type TestApp = Awaited<ReturnType<typeof openTestApp>>;

async function editor(app: TestApp, id: string, own: object = {}): Promise<TestSocket> {
  const key = await app.pluginKeys.add(id, id);
  const plugin = new TestSocket(app.port, `/plugin/${id}`, key);
  await plugin.opened();
  plugin.send({ ...hello, plugin_id: id, name: id, ...own });
  expect(await plugin.next()).toMatchObject({ type: 'welcome' });
  return plugin;
}

const file = {
  ...{ path: '/w/app/a.ts', content: 'hello', language: 'typescript', version: '1' },
  ...{ bytes: 5, truncated: false },
};

describe('a plugin and its hub', () => {
  test('say in words which protocol is spoken', async () => {
    const { port } = await openTestApp();
    const plugin = new PluginSocket(port);
    await plugin.opened();
    plugin.send({ ...hello, protocol: 7 });
    expect(await plugin.closed).toEqual({
      code: 1008,
      reason: 'this Gatehouse speaks plugin protocol 1, not 7',
    });
  });

  test('B7 refusals beyond its role are recorded without filling the ledger', async () => {
    const app = await openTestApp();
    for (let n = 0; n < 25; n += 1) {
      const plugin = new PluginSocket(app.port);
      await plugin.opened();
      plugin.send({ type: 'approve', request_id: 'x' });
      expect(await plugin.closed).toMatchObject({ code: 1008 });
    }
    const notes = (): number =>
      ledgerLines(app.ledgerStore).filter((line) => line.includes('plugin.out-of-role')).length;
    await until(() => notes() === 20);
    expect(app.errors.length).toBeGreaterThanOrEqual(25);
  });

  test("B7 a plugin's key is not accepted by other transports", async () => {
    const app = await openTestApp();
    const key = await app.pluginKeys.add('vscode', 'VS Code');
    for (const target of ['/mcp/session/x', '/hub', '/plugin/workbench']) {
      await expect(new TestSocket(app.port, target, key).opened()).rejects.toThrow(/40[34]/);
    }
  });

  test('part when the plugin is silent for 25 seconds, and not before', async () => {
    const app = await openTestApp();
    const silent = await editor(app, 'silent');
    const lively = await editor(app, 'lively');
    silent.socket.pause();
    for (let n = 0; n < 6; n += 1) {
      expect(app.core.executors.editors()).toHaveLength(n < 5 ? 2 : 1);
      await app.clock.advance(5_000);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect(app.core.executors.editors()).toMatchObject([{ name: 'lively' }]);
    expect(lively.socket.readyState).toBe(WebSocket.OPEN);
    silent.socket.resume();
    await silent.closed;
  });

  test('a plugin that goes leaves sessions degraded; its calls fail; both are told and it comes back', async () => {
    const app = await appWithSession();
    const agent = await app.connect();
    expect(await agent.next()).toMatchObject({ data: { state: 'DEGRADED' } });
    const plugin = await editor(app, 'vscode');
    expect(await agent.next()).toMatchObject({ data: { state: 'ACTIVE' } });
    agent.send(open('one'));
    await plugin.next();
    plugin.socket.terminate();
    const received = [await agent.next(), await agent.next()];
    expect(received).toContainEqual(
      expect.objectContaining({ data: { name: 'session_degraded', state: 'DEGRADED' } }),
    );
    expect(received.find((item) => item['type'] === 'result')).toMatchObject({
      id: 'one',
      data: { code: 'editor-disconnected', retry: 'later' },
    });
    const again = await editor(app, 'vscode');
    expect(await agent.next()).toMatchObject({ data: { state: 'ACTIVE' } });
    agent.send(open('two'));
    const { id } = await again.next();
    again.send({ type: 'result', id, status: 'ok', data: file });
    expect(await agent.next()).toMatchObject({ id: 'two', status: 'ok' });
  });

  test('a plugin of the blueprint may answer with a message alone', async () => {
    const app = await appWithSession();
    const plugin = await editor(app, 'void');
    const agent = await app.connect();
    agent.send(open('one'));
    const { id } = await plugin.next();
    plugin.send({ type: 'result', id, status: 'error', data: { message: 'it is locked' } });
    expect(await agent.next()).toMatchObject({
      data: { code: 'action-failed', message: expect.stringContaining('it is locked') },
    });
  });
});

describe('B9 two editors with the same folder', () => {
  test('are both shown, and a write goes to neither until the user chooses', async () => {
    const folder = fs.realpathSync(scratch());
    fs.writeFileSync(path.join(folder, 'a.ts'), 'x');
    const access = { ...boldAccess, roots: [folder] };
    const app = await appWithSession({ paths: realPaths }, access);
    const claim = { workspace_folders: [folder], actions: ['create_file', 'open_file'] };
    const item = await editor(app, 'one', claim);
    const two = await editor(app, 'two', claim);
    const { editorChoices } = app.core.state.snapshot();
    expect(editorChoices).toMatchObject([
      { folder, editors: [{ name: 'one' }, { name: 'two' }], selected: null },
    ]);
    const agent = await app.connect();
    const create = (id: string): void => {
      const args = { path: path.join(folder, 'new.ts'), content: 'y' };
      agent.send({ type: 'cmd', id, action: 'create_file', args });
    };
    create('early');
    expect(await agent.next()).toMatchObject({
      data: { code: 'editor-choice-needed', retry: 'later' },
    });
    agent.send(open('look', path.join(folder, 'a.ts')));
    expect(await two.next()).toMatchObject({ action: 'open_file' });
    app.core.executors.choose(folder, editorChoices[0]?.editors[0]?.id ?? '');
    create('chosen');
    const command = await item.next();
    expect(command).toMatchObject({ action: 'create_file' });
    const data = { path: path.join(folder, 'new.ts'), bytes: 1, version: '1' };
    item.send({ type: 'result', id: command['id'], status: 'ok', data });
    expect(await agent.next()).toMatchObject({ id: 'chosen', status: 'ok' });
  });
});
