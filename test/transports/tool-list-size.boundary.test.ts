/** What a model reads before its first call: small, complete, and the same after every grant. */
import path from 'node:path';
import { ListToolsResultSchema } from '@modelcontextprotocol/sdk/types.js';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { describe, expect, test } from 'vitest';
import { actionInfo, actionNames } from '../../src/shared/actions/actions.ts';
import { allScopes } from '../../src/shared/access/scopes.ts';
import { requestedPresets } from '../../src/shared/access/presets.ts';
import { recordingExecutor } from '../core/core-fixture.ts';
import { scratch } from '../fakes/scratch.ts';
import { allowAll, eventually, TestApp } from '../fakes/test-app.ts';
import { newRepository } from '../integrations/workspaces-fixture.ts';

const maxTokens = 5_000;

/** Four characters are about one token. */
async function tokensOf(client: Client): Promise<number> {
  const { tools } = await client.listTools();
  const read = tools.map(({ name, description, inputSchema }) =>
    JSON.stringify({ name, description, inputSchema }),
  );
  return read.reduce((sum, text) => sum + text.length, 0) / 4;
}

const namesOf = async (client: Client): Promise<readonly string[]> =>
  (await client.listTools()).tools.map(({ name }) => name);

const connectEditor = (app: TestApp) => recordingExecutor(app.app.core, { actions: actionNames });

async function addWorkspace({ forWindows: { workspaces } }: TestApp): Promise<void> {
  await workspaces.addProject(newRepository(path.join(scratch(), 'app')));
  await workspaces.refresh();
}

const onScreen = [
  ...['split_pane', 'get_cursor_pos', 'set_cursor_pos', 'get_selection'],
  ...['sync_viewport', 'get_code_lens'],
];

describe('the list of tools that a model reads', () => {
  test('costs at most 5,000 tokens', async () => {
    const app = await TestApp.open();
    const client = await app.connect('claude');
    expect(await tokensOf(client)).toBeLessThanOrEqual(maxTokens);
  });

  test('costs at most 5,000 tokens with the tools of workspaces', async () => {
    const app = await TestApp.open();
    const client = await app.connect('claude');
    await addWorkspace(app);
    await eventually(() => app.app.core.executors.canDo('workspace_get_status'));
    expect(await namesOf(client)).toContain('workspace_get_status');
    expect(await tokensOf(client)).toBeLessThanOrEqual(maxTokens);
  });

  test('costs at most 5,000 tokens with an editor that offers everything', async () => {
    const app = await TestApp.open();
    const client = await app.connect('claude');
    connectEditor(app);
    expect(await namesOf(client)).toEqual(expect.arrayContaining([...actionNames]));
    expect(await tokensOf(client)).toBeLessThanOrEqual(maxTokens);
  });

  test('is the same before and after a grant, and after its end', async () => {
    const app = await TestApp.open();
    const client = await app.connect('claude');
    let changes = 0;
    client.fallbackNotificationHandler = async ({ method }) => {
      if (method === 'notifications/tools/list_changed') changes += 1;
    };
    const before = await client.listTools();
    const accessArgs = { scopes: ['read:files'], roots: [scratch()], reason: 'to read' };
    const asking = client.callTool({ name: 'request_access', arguments: accessArgs });
    await app.answerNext(allowAll);
    expect((await asking).isError).toBeUndefined();
    expect(await client.listTools()).toEqual(before);
    await client.callTool({ name: 'end_session', arguments: {} });
    expect(await client.listTools()).toEqual(before);
    expect(changes).toBe(0);
  });

  test('has the tools that need a screen only while an editor is connected', async () => {
    const app = await TestApp.open();
    const client = await app.connect('claude');
    const without = await namesOf(client);
    expect(onScreen.filter((name) => without.includes(name))).toEqual([]);
    connectEditor(app);
    expect(await namesOf(client)).toEqual(expect.arrayContaining(onScreen));
  });

  test('names the scope of every action, and all scopes and presets at request_access', async () => {
    const app = await TestApp.open();
    const client = await app.connect('claude');
    connectEditor(app);
    const { tools } = await client.listTools();
    const described = new Map(tools.map(({ name, description }) => [name, description]));
    for (const name of actionNames) {
      expect(described.get(name)).toContain(`(needs ${actionInfo(name).scope})`);
    }
    const requested = tools.find(({ name }) => name === 'request_access')?.inputSchema.properties;
    expect(requested?.['scopes']).toMatchObject({
      items: { enum: [...requestedPresets, ...allScopes] },
    });
  });

  test('has no bounds, but a call is still checked against them', async () => {
    const app = await TestApp.open();
    const client = await app.connect('claude');
    const { tools } = await client.listTools();
    expect(JSON.stringify(tools)).not.toMatch(/"(?:maxLength|minimum|maxItems|\$schema)":/);
    const tooMany = { glob: '*', limit: 1_000_000_000 };
    expect(await client.callTool({ name: 'search_files', arguments: tooMany })).toMatchObject({
      isError: true,
      structuredContent: { code: 'invalid-arguments', retry: 'after_fix' },
    });
  });

  test('has output schemas only for a client that asks for them', async () => {
    const app = await TestApp.open();
    const client = await app.connect('claude');
    expect(JSON.stringify(await client.listTools())).not.toContain('outputSchema');
    const _meta = { 'gatehouse/outputSchemas': true };
    const listed = await client.request(
      { method: 'tools/list', params: { _meta } },
      ListToolsResultSchema,
    );
    expect(listed.tools.find(({ name }) => name === 'open_file')?.outputSchema).toBeDefined();
  });
});
