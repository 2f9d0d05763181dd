/** The tools of workspaces over MCP: named by the header, checked, confirmed, on record, told of. */
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Outcome } from '../../src/shared/actions/outcomes.ts';
import { allowAll, eventually, TestApp } from '../fakes/test-app.ts';
import { put, scratch } from '../fakes/scratch.ts';
import { branchesIn, git, newRepository } from '../integrations/workspaces-fixture.ts';
import { callTool } from './tool-call.ts';

const pathIn = (outcome: Outcome): string => {
  if (outcome.kind !== 'done') throw new Error(JSON.stringify(outcome));
  return String(outcome.data['path']);
};

/** A house with a project and a workspace of it, and an agent that may manage them. */
async function workspaceApp() {
  const app = await TestApp.open();
  const { workspaces } = app.forWindows;
  const project = newRepository(path.join(scratch(), 'app'));
  pathIn(await workspaces.addProject(project));
  await workspaces.refresh();
  const projectId = app.app.core.state.snapshot().projects[0]?.projectId;
  if (!projectId) throw new Error('no project');
  const topic = pathIn(await workspaces.create({ projectId, name: 'topic' }));
  return { app, project, topic, projectId };
}

async function connectIn(app: TestApp, name: string, workspace: string | null) {
  const key = await app.newKey(name);
  const client = new Client({ name, version: '1.0.0' });
  const headers = {
    Authorization: `Bearer ${key}`,
    ...(workspace ? { 'X-Workspace-Path': workspace } : {}),
  };
  const url = new URL(app.app.mcpUrl);
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  onTestFinished(() => client.close());
  return client;
}

async function letIn(app: TestApp, client: Client, folder: string, scopes: string[]) {
  const accessArgs = { scopes, roots: [folder], reason: 'to look after it' };
  const asking = callTool(client, 'request_access', accessArgs);
  await app.answerNext(allowAll);
  return asking;
}

describe('the workspace that the header names', () => {
  test("its status, notes and port are returned, in the seed's shapes", async () => {
    const { app, topic } = await workspaceApp();
    const client = await connectIn(app, 'inside', topic);
    await letIn(app, client, topic, ['manage:workspace']);
    put(topic, 'new.txt', 'x');
    expect((await callTool(client, 'workspace_get_status')).data).toEqual({
      isDirty: true,
      agent: { type: 'none', counts: { idle: 0, busy: 0, total: 0 } },
    });
    const noted = await client.callTool({
      name: 'workspace_set_metadata',
      arguments: { key: 'ticket', value: 'A-1' },
    });
    expect(noted.content).toEqual([{ type: 'text', text: 'null' }]);
    const notes = await callTool(client, 'workspace_get_metadata');
    expect(notes.data).toEqual({ base: 'main', ticket: 'A-1' });
    const bad = await callTool(client, 'workspace_set_metadata', { key: '1x', value: 'y' });
    expect(bad).toMatchObject({
      isError: true,
      data: { code: 'invalid-arguments', error: { code: 'invalid-input' } },
    });
    const port = await client.callTool({ name: 'workspace_get_opencode_port', arguments: {} });
    expect(port.content).toEqual([{ type: 'text', text: 'null' }]);
  });

  test('W2 X-Workspace-Path is a claim: it opens no folder that is not registered or not granted', async () => {
    const { app, project, topic } = await workspaceApp();
    const secret = scratch();
    const stranger = await connectIn(app, 'stranger', secret);
    await letIn(app, stranger, secret, ['manage:workspace', 'read:files']);
    const unknown = await callTool(stranger, 'workspace_get_status');
    expect(unknown).toMatchObject({
      isError: true,
      data: { code: 'workspace-not-found', error: { code: 'workspace-not-found' } },
    });

    const neighbour = await connectIn(app, 'neighbour', project);
    await letIn(app, neighbour, topic, ['manage:workspace', 'read:files']);
    // The claim moves no path of another tool, and the person is asked for what is not granted.
    const outside = path.join(project, 'first.txt');
    const reading = callTool(neighbour, 'open_file', { path: outside });
    await app.answerNext(() => ({ kind: 'deny', reason: 'no' }));
    expect((await reading).isError).toBe(true);
    const looking = callTool(neighbour, 'workspace_get_status');
    const ask = await app.answerNext(() => ({ kind: 'deny', reason: 'not that one' }));
    expect(ask.roots).toEqual([project]);
    expect((await looking).data['code']).toBe('denied-by-person');
    const nameless = await connectIn(app, 'nameless', null);
    const named = await callTool(nameless, 'workspace_get_status');
    expect(named).toMatchObject({ isError: true, data: { code: 'invalid-arguments' } });
    expect(JSON.stringify(named.data)).toContain('The X-Workspace-Path header is missing');
  });

  test('other spellings of its path lead to it, and malformed ones to no workspace', async () => {
    const { app, topic } = await workspaceApp();
    const link = path.join(scratch(), 'link');
    fs.symlinkSync(topic, link);
    const dotted = path.join(topic, 'sub') + '/../';
    for (const [at, spelling] of [`${topic}/`, dotted, link, pathToFileURL(topic).href].entries()) {
      const client = await connectIn(app, `speller-${at}`, spelling);
      await letIn(app, client, topic, ['manage:workspace']);
      expect((await callTool(client, 'workspace_get_metadata')).data).toEqual({ base: 'main' });
    }
    const malformed = ['relative/topic', 'file:///%zz', 'C:\\work\\topic', `/${'x'.repeat(5_000)}`];
    for (const [at, spelling] of [...malformed, '/no/such', `${topic}%00`].entries()) {
      const client = await connectIn(app, `mumbler-${at}`, spelling);
      const { isError, data } = await callTool(client, 'workspace_get_metadata');
      const code = at < malformed.length ? 'invalid-arguments' : 'workspace-not-found';
      expect({ spelling, isError, code: data['code'] }).toEqual({ spelling, isError: true, code });
    }
  });

  test('without manage:workspace the tools are listed, and a call asks for it', async () => {
    const { app, topic } = await workspaceApp();
    const client = await connectIn(app, 'reader', topic);
    await letIn(app, client, topic, ['read:files']);
    const { tools } = await client.listTools();
    expect(tools.filter(({ name }) => name.startsWith('workspace_'))).toHaveLength(5);
    const looking = callTool(client, 'workspace_get_status');
    const ask = await app.answerNext(() => ({ kind: 'deny', reason: 'not now' }));
    expect(ask.scopes).toEqual(['manage:workspace']);
    expect((await looking).data['code']).toBe('denied-by-person');
  });

  test('an app without a project offers none of them, and takes them away with the last', async () => {
    const { app, projectId } = await workspaceApp();
    const client = await connectIn(app, 'watcher', null);
    const names = async () =>
      (await client.listTools()).tools.filter(({ name }) => name.startsWith('workspace_')).length;
    expect(await names()).toBe(5);
    await app.forWindows.workspaces.forgetProject(projectId);
    expect(await names()).toBe(0);
  });
});

describe('workspace_delete', () => {
  test('the user reads what would be lost, says yes, and exactly that is done', async () => {
    const { app, project, topic } = await workspaceApp();
    const client = await connectIn(app, 'inside', topic);
    await letIn(app, client, topic, ['manage:workspace']);
    const deleting = callTool(client, 'workspace_delete', { keepBranch: true });
    const ask = await app.nextQuestion();
    if (ask.kind !== 'confirm') throw new Error('not a confirm ask');
    expect(ask.sentence).toBe(`delete the workspace and its folder: ${topic}`);
    expect(ask.recoverability).toContain('its branch topic stays');
    expect(ask.forSession).toBeNull();
    app.app.core.asks.answer(ask.askId, { kind: 'once' });
    expect((await deleting).data).toEqual({ started: true });
    expect(fs.existsSync(topic)).toBe(false);
    expect(branchesIn(project)).toEqual(['main', 'topic']);
    const lines = (await app.ledger()).filter(({ action }) => action === 'workspace_delete');
    expect(lines.map(({ phase, result }) => `${phase} ${result ?? ''}`)).toEqual([
      'intent ',
      'decision allow',
      'outcome done',
    ]);
  });

  test('with uncommitted work nobody is even asked', async () => {
    const { app, topic } = await workspaceApp();
    const client = await connectIn(app, 'inside', topic);
    await letIn(app, client, topic, ['manage:workspace']);
    put(topic, 'new.txt', 'x');
    const refusal = await callTool(client, 'workspace_delete');
    expect(refusal.data).toMatchObject({ code: 'work-would-be-lost' });
    expect(refusal.data['reason']).toContain('new.txt');
    expect(app.app.core.asks.list()).toEqual([]);
  });

  test('G5 work added while the user reads invalidates the approval', async () => {
    const { app, topic } = await workspaceApp();
    const client = await connectIn(app, 'inside', topic);
    await letIn(app, client, topic, ['manage:workspace']);
    const deleting = callTool(client, 'workspace_delete', { keepBranch: true });
    const ask = await app.nextQuestion();
    git(topic, 'commit', '-qm', 'meanwhile', '--allow-empty');
    app.app.core.asks.answer(ask.askId, { kind: 'once' });
    expect((await deleting).data).toMatchObject({ code: 'stale' });
    expect(fs.existsSync(topic)).toBe(true);
  });

  test("what the user does in the window is recorded as the owner's action", async () => {
    const { app, topic } = await workspaceApp();
    const { workspaces } = app.forWindows;
    const seen = await workspaces.look(topic, false);
    if (seen.kind !== 'possible') throw new Error(seen.why);
    const outcome = await workspaces.remove(topic, false, seen.seen);
    expect(outcome.kind).toBe('done');
    const acts = (await app.ledger()).filter(
      ({ phase, actor }) => phase === 'intent' && actor === 'owner',
    );
    expect(acts.map(({ action }) => action)).toEqual([
      'owner.add_project',
      'owner.create_workspace',
      'owner.delete_workspace',
    ]);
    const listed = () => app.app.core.state.snapshot().projects[0]?.workspaces.length === 1;
    await eventually(listed);
  });
});
