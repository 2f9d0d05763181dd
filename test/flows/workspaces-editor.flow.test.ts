/** An editor asks to delete the workspace that it has open: the same checks, and the user's yes. */
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { PluginKeys } from '../../src/main/platform/keys/plugin-keys.ts';
import type { Outcome } from '../../src/shared/actions/outcomes.ts';
import { eventually, TestApp } from '../fakes/test-app.ts';
import { put, scratch } from '../fakes/scratch.ts';
import { branchesIn, git, newRepository } from '../integrations/workspaces-fixture.ts';

type Message = Readonly<Record<string, unknown>>;

const pathIn = (outcome: Outcome): string => {
  if (outcome.kind !== 'done') throw new Error(JSON.stringify(outcome));
  return String(outcome.data['path']);
};

/** A project with two workspaces, and an editor that has one of them open. */
async function editorApp(foldersOf = (topic: string): readonly string[] => [topic]) {
  const dataDir = scratch();
  fs.chmodSync(dataDir, 0o700);
  const key = await new PluginKeys(dataDir, Date.now).add('void', 'VoidEditor');
  const app = await TestApp.open(dataDir);
  const { workspaces } = app.forWindows;
  const project = newRepository(path.join(scratch(), 'app'));
  pathIn(await workspaces.addProject(project));
  await workspaces.refresh();
  const projectId = app.app.core.state.snapshot().projects[0]?.projectId;
  if (!projectId) throw new Error('no project');
  const topic = pathIn(await workspaces.create({ projectId, name: 'topic' }));
  const other = pathIn(await workspaces.create({ projectId, name: 'other' }));
  const editor = await openEditor(app, key, foldersOf(topic));
  return { app, project, topic, other, ...editor };
}

async function openEditor(app: TestApp, key: string, folders: readonly string[]) {
  const headers = { Authorization: `Bearer ${key}` };
  const socket = new WebSocket(`${app.url}/plugin/void`, { headers });
  onTestFinished(() => socket.terminate());
  const received: Message[] = [];
  socket.on('message', (data) =>
    received.push(JSON.parse((data as Buffer).toString('utf8')) as Message),
  );
  await eventually(() => socket.readyState === WebSocket.OPEN);
  const send = (message: object): void => socket.send(JSON.stringify(message));
  send({
    ...{ type: 'hello', protocol: 1, plugin_id: 'void', name: 'VoidEditor', version: '1.0' },
    workspace_folders: folders,
  });
  await eventually(() => received.some(({ type }) => type === 'welcome'));
  /** Asks, and resolves with the answer. */
  const remove = async (request: object = {}) => {
    const id = String(Math.random());
    send({ type: 'delete_workspace', id, ...request });
    const isAnswer = (message: Message): boolean =>
      message['type'] === 'workspace_deletion' && message['id'] === id;
    const answer = await eventually(() => received.find(isAnswer), 30_000);
    return answer as Message & { readonly data: Message };
  };
  return { socket, send, remove };
}

describe('an editor that deletes its workspace', () => {
  test('the user sees what would be lost, says yes, and exactly that is done and on record', async () => {
    const { app, project, topic, remove } = await editorApp();
    const removing = remove({ keepBranch: true });
    const ask = await app.nextQuestion();
    if (ask.kind !== 'confirm') throw new Error('not a confirm ask');
    expect(ask.agent).toMatchObject({ clientId: 'editor-void', claimedName: 'VoidEditor' });
    expect(ask.sentence).toBe('delete the workspace topic and keep its branch');
    expect(ask.recoverability).toContain('its branch topic stays');
    expect(ask.folders).toEqual([topic]);
    app.app.core.asks.answer(ask.askId, { kind: 'once' });
    expect(await removing).toMatchObject({ status: 'ok', data: { started: true } });
    expect(fs.existsSync(topic)).toBe(false);
    expect(branchesIn(project)).toEqual(['main', 'other', 'topic']);
    const lines = (await app.ledger()).filter(({ action }) => action.endsWith('delete_workspace'));
    expect(lines.map(({ action, phase, result }) => [action, phase, result ?? ''])).toEqual([
      ['editor.delete_workspace', 'intent', ''],
      ['editor.delete_workspace', 'decision', 'allow'],
      ['editor.delete_workspace', 'outcome', 'done'],
      ['owner.delete_workspace', 'intent', ''],
      ['owner.delete_workspace', 'decision', 'allow'],
      ['owner.delete_workspace', 'outcome', 'done'],
    ]);
  });

  test('without keepBranch its branch goes too', async () => {
    const { app, project, topic, remove } = await editorApp((folder) => [`${folder}/.`]);
    // The word of the seed document means the same.
    const removing = remove({ type: 'api:workspace:delete', workspace: topic });
    const ask = await app.nextQuestion();
    app.app.core.asks.answer(ask.askId, { kind: 'once' });
    expect(await removing).toMatchObject({ status: 'ok' });
    expect(branchesIn(project)).toEqual(['main', 'other']);
  });

  test('uncommitted work is refused, and nobody is asked', async () => {
    const { app, topic, remove } = await editorApp();
    put(topic, 'new.txt', 'x');
    const answer = await remove();
    expect(answer).toMatchObject({ status: 'error', data: { code: 'work-would-be-lost' } });
    expect(answer.data['message']).toContain('new.txt');
    expect(app.app.core.asks.list()).toEqual([]);
  });

  test('a no, work added meanwhile and an editor that leaves keep it', async () => {
    const { app, topic, remove, send, socket } = await editorApp();
    const removing = remove();
    // One question at a time.
    expect(await remove()).toMatchObject({
      data: { code: 'too-many-at-once' },
    });
    const first = await app.nextQuestion();
    app.app.core.asks.answer(first.askId, { kind: 'deny', reason: 'not yet' });
    expect((await removing).data).toMatchObject({ code: 'denied-by-person' });
    const late = remove({ keepBranch: true });
    const second = await app.nextQuestion();
    git(topic, 'commit', '-qm', 'meanwhile', '--allow-empty');
    app.app.core.asks.answer(second.askId, { kind: 'once' });
    expect((await late).data).toMatchObject({ code: 'stale' });
    send({ type: 'delete_workspace', id: 'last', keepBranch: true });
    await app.nextQuestion();
    socket.terminate();
    await eventually(() => app.app.core.asks.list().length === 0);
    expect(fs.existsSync(topic)).toBe(true);
  });

  test('only what it has open: no other workspace, no project folder, nothing unknown', async () => {
    const { project, other, remove } = await editorApp();
    for (const workspace of [other, project, '/', 'topic', `${other}/../nothing`]) {
      const answer = await remove({ workspace });
      expect(answer.data).toMatchObject({ code: 'workspace-not-found' });
    }
    const none = await editorApp(() => []);
    expect((await none.remove()).data).toMatchObject({ code: 'workspace-not-found' });
    const whole = await editorApp((topic) => [path.join(path.dirname(path.dirname(topic)), 'app')]);
    // The project itself.
    expect((await whole.remove()).data).toMatchObject({ code: 'not-deletable' });
  });
});
