import fs from 'node:fs';
import { describe, expect, test } from 'vitest';
import { realPaths } from '../../src/main/platform/paths/real-paths.ts';
import { agentCalled, boldAccess, ledgerLines } from '../core/core-fixture.ts';
import { scratch } from '../fakes/scratch.ts';
import { hello, type openTestApp, sendJson, TestSocket, tokens } from './test-app.ts';
import { appWithSession, until } from './session-app.ts';

type TestApp = Pick<Awaited<ReturnType<typeof openTestApp>>, 'pluginKeys' | 'port' | 'clock'>;

async function editor(app: TestApp, own: object, pluginId = 'vscode'): Promise<TestSocket> {
  const key = await app.pluginKeys.add(pluginId, 'VS Code');
  const plugin = new TestSocket(app.port, `/plugin/${pluginId}`, key);
  await plugin.opened();
  plugin.send({ ...hello, plugin_id: pluginId, name: 'VS Code', ...own });
  expect(await plugin.next()).toMatchObject({ type: 'welcome' });
  return plugin;
}

/** An agent is let into one folder, and an editor has one open that the test chooses. */
async function appWithEditor(folderOf = (granted: string): string => granted) {
  const folder = fs.realpathSync(scratch());
  const args = { ...boldAccess, roots: [folder] };
  const app = await appWithSession({ paths: realPaths }, args);
  const plugin = await editor(app, { workspace_folders: [folderOf(folder)], overview: true });
  return { ...app, folder, plugin, args };
}

/** What is gathered is told a moment later. */
async function nextOverview(app: TestApp, plugin: TestSocket): Promise<Record<string, unknown>> {
  await app.clock.advance(100);
  return plugin.next();
}

describe('what an editor learns about agents', () => {
  test('the sessions in its folders, and what waits for the user', async () => {
    const { plugin, sessionId, folder, args, ...app } = await appWithEditor();
    expect(await plugin.next()).toMatchObject({
      type: 'overview',
      asks: [],
      sessions: [{ session_id: sessionId, agent_id: 'cursor', state: 'ACTIVE', roots: [folder] }],
    });
    app.core.requests.open({ ...args, reason: 'to look' }, agentCalled('claude'));
    await until(() => app.core.asks.list().length > 0);
    expect(await nextOverview(app, plugin)).toMatchObject({
      asks: [{ agent_id: 'claude', sentence: expect.stringMatching(/^asks for .+: to look$/) }],
    });
  });

  test('words of ours are not said to be the agent’s', async () => {
    const { plugin, args, ...app } = await appWithEditor();
    await plugin.next();
    const accessArgs = { ...args, reason: 'It called open_file.' };
    app.core.requests.open(accessArgs, agentCalled('claude'), { inOurWords: true });
    await until(() => app.core.asks.list().length > 0);
    const sentence = expect.stringMatching(
      /^asks for .+ and gave no reason\. It called open_file\.$/,
    );
    expect(await nextOverview(app, plugin)).toMatchObject({ asks: [{ sentence }] });
  });

  test('nothing about other folders, and nothing when it did not ask for it', async () => {
    const { plugin, sessionId, folder, ...app } = await appWithEditor(() => scratch());
    expect(await plugin.next()).toEqual({ type: 'overview', asks: [], sessions: [] });
    plugin.send({ type: 'wish', wish: 'revoke' });
    plugin.send({ type: 'wish', wish: 'revoke', session_id: sessionId });
    const blind = await editor(app, { workspace_folders: [folder] });
    blind.send({ type: 'wish', wish: 'client-key' });
    expect(await blind.next()).toMatchObject({ type: 'client_key' });
    expect(app.core.sessions.get(sessionId)).toMatchObject({ state: 'ACTIVE' });
  });
});

describe('requests from the user inside an editor', () => {
  test("pausing and ending sessions; both are recorded as the user's actions", async () => {
    const { plugin, sessionId, ...app } = await appWithEditor();
    await plugin.next();
    plugin.send({ type: 'wish', wish: 'pause' });
    await until(() => app.core.sessions.get(sessionId)?.state === 'PAUSED');
    expect(await nextOverview(app, plugin)).toMatchObject({
      sessions: [{ state: 'PAUSED' }],
    });
    plugin.send({ type: 'wish', wish: 'revoke', session_id: sessionId });
    expect(await plugin.next()).toEqual({ type: 'session_ended', session_id: sessionId });
    expect(app.core.sessions.get(sessionId)).toMatchObject({ ended: { by: 'person' } });
  });

  test('to see the window', async () => {
    const { plugin, plugins } = await appWithEditor();
    let requested = 0;
    const subscription = plugins.hub.editorOverview.onWindowRequested(() => void (requested += 1));
    plugin.send({ type: 'wish', wish: 'show-window' });
    await until(() => requested === 1);
    await subscription.dispose();
  });

  test('a key for its own MCP client, in the place of the one before, and on record', async () => {
    const { plugin, clientKeys, ledgerStore } = await appWithEditor();
    await plugin.next();
    const next = async (): Promise<string> => {
      plugin.send({ type: 'wish', wish: 'client-key' });
      const { key } = await plugin.next();
      return String(key);
    };
    const [first, second] = [await next(), await next()];
    expect(clientKeys.ownerOf(first)).toBeNull();
    expect(clientKeys.ownerOf(second)).toBe('editor-vscode');
    expect(
      ledgerLines(ledgerStore).filter((line) => line.includes('plugin.client-key')),
    ).toHaveLength(2);
  });

  test('G6 with a new key ends what was opened with the one before', async () => {
    const { plugin, grant, core, args } = await appWithEditor();
    await plugin.next();
    plugin.send({ type: 'wish', wish: 'client-key' });
    await plugin.next();
    const { sessionId } = await grant('editor-vscode', { ...args, scopes: ['read:files'] });
    core.requests.open(args, agentCalled('editor-vscode'));
    await until(() => core.asks.list().length > 0);
    plugin.send({ type: 'wish', wish: 'client-key' });
    await until(() => core.asks.list().length === 0);
    expect(core.sessions.get(sessionId)).toMatchObject({ ended: { by: 'person' } });
  });

  test('G6 no key of a name the hello names another plugin’s, to the letter', async () => {
    const { plugin, clientKeys, ledgerStore, ...app } = await appWithEditor();
    await plugin.next();
    plugin.send({ type: 'wish', wish: 'client-key' });
    const { key } = await plugin.next();
    const { sessionId } = await app.grant('editor-vscode');
    const other = await editor(app, {}, 'VSCode');
    other.send({ type: 'wish', wish: 'client-key' });
    expect(await other.next()).toMatchObject({ type: 'client_key', key: null });
    expect(ledgerLines(ledgerStore)).toContain('note plugin.client-key-refused');
    const json = { plugin_id: 'VSCode' };
    const sent = { path: '/plugins/revoke', token: tokens.management, json };
    expect((await sendJson(app.port, sent)).status).toBe(200);
    expect(clientKeys.ownerOf(String(key))).toBe('editor-vscode');
    expect(app.core.sessions.get(sessionId)).toMatchObject({ ended: null });
  });

  test('a key that goes when the key of the editor is taken away', async () => {
    const { plugin, clientKeys, port, ledgerStore } = await appWithEditor();
    await plugin.next();
    plugin.send({ type: 'wish', wish: 'client-key' });
    const { key } = await plugin.next();
    const ended: string[] = [];
    const subscription = clientKeys.onRevoked((clientId) => void ended.push(clientId));
    const json = { plugin_id: 'vscode' };
    const reply = await sendJson(port, { path: '/plugins/revoke', token: tokens.management, json });
    expect(reply.status).toBe(200);
    expect(clientKeys.ownerOf(String(key))).toBeNull();
    expect(ended).toEqual(['editor-vscode']);
    expect(ledgerLines(ledgerStore)).toContain('note client-key.revoked');
    await subscription.dispose();
  });

  test('B7 nothing that widens what agents may do', async () => {
    for (const action of ['resume', 'approve', 'extend']) {
      const { plugin } = await appWithEditor();
      plugin.send({ type: 'wish', wish: action });
      expect(await plugin.closed).toMatchObject({ code: 1008 });
    }
  });
});

describe('an editor that is lost', () => {
  test('leaves the sessions in its folders degraded although the workbench is there', async () => {
    const { plugin, sessionId, folder, ...app } = await appWithEditor();
    const context = { name: 'workbench', actions: new Set<string>(), builtIn: true };
    const registered = app.core.executors.register({ ...context, run: () => never });
    const state = (): string | undefined => app.core.sessions.get(sessionId)?.state;
    plugin.socket.terminate();
    await until(() => state() === 'DEGRADED');
    const again = await editor(app, { workspace_folders: [folder] });
    expect(state()).toBe('ACTIVE');
    again.socket.close(1000, 'closed by the person');
    await until(() => app.core.executors.editors().length === 1);
    expect(state()).toBe('ACTIVE');
    await registered.dispose();
  });
});

const never = new Promise<never>(() => undefined);
