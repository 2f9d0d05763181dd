import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { done } from '../../src/shared/actions/outcomes.ts';
import type { AskAnswer } from '../../src/shared/asks/asks.ts';
import { scratch } from '../fakes/scratch.ts';
import { allowAll, eventually, TestApp } from '../fakes/test-app.ts';
import { connectWith as connect, mcpVersions, type AnyClient } from './any-client.ts';
import { fakeServer, type FakeTool } from './server-calls.ts';

const issues: readonly FakeTool[] = [
  { ownName: 'list_issues', description: 'Lists issues.', annotations: { readOnlyHint: true } },
  { ownName: 'delete_repo', annotations: { destructiveHint: true } },
  { ownName: 'never', policy: 'deny' },
  { ownName: 'read', properties: { path: { type: 'string' } } },
];

const allowed = async (app: TestApp): Promise<void> => void (await app.answerNext(allowAll));

async function confirm(app: TestApp, answer: AskAnswer) {
  const ask = await eventually(() =>
    app.app.core.asks.list().find((one) => one.kind === 'confirm' && one.waiting > 0),
  );
  expect(app.app.core.asks.answer(ask.askId, answer)).toEqual({ accepted: true });
  return ask;
}

describe.each(mcpVersions)('a server behind the gate, %s', (version) => {
  test('its tool asks for its scope once, then runs silently, and is recorded as covered', async () => {
    const app = await TestApp.open();
    const server = fakeServer(app.app.core, 'github', issues);
    const client = await connect(app, version);
    const asking = client.callTool({ name: 'github__list_issues', arguments: { state: 'open' } });
    const ask = await app.answerNext(allowAll);
    expect(ask.scopes).toEqual(['mcp:github']);
    expect(ask.roots).toEqual([]);
    expect(await asking).toMatchObject({
      content: [
        { type: 'text', text: 'hello' },
        { type: 'text', text: expect.stringContaining('from the MCP server github') },
      ],
      _meta: { 'gatehouse/server': 'github' },
    });
    await client.callTool({ name: 'github__list_issues', arguments: {} });
    expect(server.ran).toHaveLength(2);
    const lines = (await app.ledger()).filter(({ action }) => action === 'github__list_issues');
    expect(JSON.stringify(lines)).toContain('Covered by Use the tools of the MCP server github.');
    expect(JSON.stringify(lines)).toContain('The server says that it only reads');
  });

  test('a destructive tool needs an ask, a denied tool is refused', async () => {
    const app = await TestApp.open();
    const server = fakeServer(app.app.core, 'github', issues);
    const client = await connect(app, version);
    const first = client.callTool({ name: 'github__list_issues' });
    await allowed(app);
    await first;
    const deleting = client.callTool({ name: 'github__delete_repo', arguments: { name: 'x' } });
    const ask = await confirm(app, { kind: 'deny', reason: 'no' });
    expect(ask).toMatchObject({
      sentence: 'use delete_repo of the MCP server github',
      because: [expect.stringContaining('The server says it may destroy data.')],
    });
    expect(await deleting).toMatchObject({ isError: true });
    expect(await client.callTool({ name: 'github__never' })).toMatchObject({
      isError: true,
      structuredContent: { code: 'denied-by-rule' },
    });
    expect(server.ran.map(({ action }) => action)).toEqual(['github__list_issues']);
  });

  test('N75 a path outside the folders is refused or asked for, one inside is passed as the real one', async () => {
    const app = await TestApp.open();
    const server = fakeServer(app.app.core, 'github', issues);
    const client = await connect(app, version);
    const folder = scratch();
    const asking = client.callTool({
      name: 'request_access',
      arguments: { scopes: ['mcp:github'], roots: [folder], reason: 'to read' },
    });
    await allowed(app);
    await asking;
    const file = path.join(folder, 'a.txt');
    await client.callTool({ name: 'github__read', arguments: { path: file } });
    expect(server.ran.at(-1)).toMatchObject({ args: { path: file }, places: [{ path: file }] });
    const outside = client.callTool({ name: 'github__read', arguments: { path: '/etc/shadow' } });
    expect(await outside).toMatchObject({
      isError: true,
      structuredContent: { code: 'outside-roots' },
    });
    await client.callTool({ name: 'github__read', arguments: { path: 'docs/a.md' } });
    expect(server.ran.at(-1)).toMatchObject({ args: { path: 'docs/a.md' }, places: [] });
    expect(server.ran).toHaveLength(2);
  });

  test('progress reaches a client that wants it, and a cancelled call is stopped', async () => {
    const app = await TestApp.open();
    const server = fakeServer(app.app.core, 'github', issues);
    const client = await connect(app, version);
    const first = client.callTool({ name: 'github__list_issues' });
    await allowed(app);
    await first;
    server.run = async (_call, _signal, reports) => {
      reports?.progress({ progress: 1, total: 4, message: 'a quarter' });
      return done({ content: [] });
    };
    const seen: unknown[] = [];
    const onprogress = (progress: unknown): void => void seen.push(progress);
    const params = { name: 'github__list_issues' };
    await (version === 'stateful'
      ? client.callTool(params, undefined, { onprogress })
      : client.callTool(params, { onprogress }));
    expect(seen).toEqual([{ progress: 1, total: 4, message: 'a quarter' }]);
    const stopped = Promise.withResolvers<void>();
    const started = Promise.withResolvers<void>();
    server.run = (_call, signal) => {
      started.resolve();
      return new Promise((resolve) => {
        signal.addEventListener('abort', () => {
          stopped.resolve();
          resolve(done({ content: [] }));
        });
      });
    };
    const abort = new AbortController();
    const { signal } = abort;
    const waiting =
      version === 'stateful'
        ? client.callTool(params, undefined, { signal })
        : client.callTool(params, { signal });
    await started.promise;
    abort.abort();
    await expect(waiting).rejects.toThrow(/abort/i);
    await stopped.promise;
  });

  test('resources, prompts and completion pass the gate under the name of the server', async () => {
    const app = await TestApp.open();
    const server = fakeServer(app.app.core, 'github', issues);
    const client = await connect(app, version);
    const uris = async (): Promise<readonly string[]> =>
      (await client.listResources()).resources.map(({ uri }) => uri);
    expect(await uris()).not.toContain('mcp+github:demo://one');
    server.run = async ({ tool, args }) => {
      if (tool?.server?.method === 'resource')
        return done({ contents: [{ uri: args['uri'], text: 'content' }] });
      if (tool?.server?.method === 'prompt')
        return done({ messages: [{ role: 'user', content: { type: 'text', text: 'hi' } }] });
      return done({ completion: { values: ['ada'] } });
    };
    const reading = client.readResource({ uri: 'mcp+github:demo://one' });
    const ask = await app.answerNext(allowAll);
    expect(ask.scopes).toEqual(['mcp:github']);
    expect(await reading).toMatchObject({
      contents: [{ uri: 'mcp+github:demo://one', text: 'content' }],
    });
    expect(await uris()).toContain('mcp+github:demo://one');
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name }) => name)).toContain('github__greet');
    const got = await client.getPrompt({ name: 'github__greet', arguments: { who: 'ada' } });
    expect(got).toMatchObject({ messages: [{ content: { text: 'hi' } }] });
    const ref = { type: 'ref/prompt', name: 'github__greet' };
    expect(await client.complete({ ref, argument: { name: 'who', value: 'a' } })).toMatchObject({
      completion: { values: ['ada'] },
    });
    expect(server.ran.map(({ action }) => action)).toEqual([
      'github:read_resource',
      'github:get_prompt',
      'github:complete',
    ]);
    const recorded = new Set((await app.ledger()).map(({ action }) => action));
    expect([...recorded]).toEqual(expect.arrayContaining(['github:read_resource']));
    await expect(client.readResource({ uri: 'mcp+other:demo://one' })).rejects.toThrow(
      /unknown-action/,
    );
  });

  test('a list that costs too much is replaced by a search, and a found tool takes the same path', async () => {
    const app = await TestApp.open();
    const many = Array.from({ length: 60 }, (_, at) => ({
      ownName: `tool_${at}`,
      description: `${'word '.repeat(80)}number${at}`,
    }));
    const server = fakeServer(app.app.core, 'big', many);
    const client = await connect(app, version);
    const names = (await client.listTools()).tools.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['open_file', 'find_tools', 'call_tool']));
    expect(names.filter((name) => name.startsWith('big__'))).toEqual([]);
    const found = await client.callTool({ name: 'find_tools', arguments: { query: 'number42' } });
    expect(found).toMatchObject({ structuredContent: { tools: [{ name: 'big__tool_42' }] } });
    const calling = client.callTool({
      name: 'call_tool',
      arguments: { name: 'big__tool_42', arguments: { a: 1 } },
    });
    await allowed(app);
    expect(await calling).toMatchObject({ content: [{ text: 'hello' }, {}] });
    expect(server.ran).toMatchObject([{ action: 'big__tool_42', args: { a: 1 } }]);
    expect((await app.ledger()).some(({ action }) => action === 'call_tool')).toBe(false);
    const unknown = await client.callTool({ name: 'call_tool', arguments: { name: 'big__x' } });
    expect(unknown).toMatchObject({ isError: true, structuredContent: { code: 'unknown-action' } });
  });

  test('a hidden server is in no list, cannot be called, and its scope is unknown', async () => {
    const app = await TestApp.open();
    const server = fakeServer(app.app.core, 'github', issues, (client) => client !== 'claude');
    const client = await connect(app, version);
    const other = await connect(app, version, 'cursor');
    const names = async (one: AnyClient) => (await one.listTools()).tools.map(({ name }) => name);
    expect(await names(other)).toContain('github__list_issues');
    expect(await names(client)).not.toContain('github__list_issues');
    await expect(client.callTool({ name: 'github__list_issues' })).rejects.toThrow(/Unknown tool/);
    const args = { scopes: ['mcp:github'], roots: [], reason: 'to look' };
    const refused = await client.callTool({ name: 'request_access', arguments: args });
    expect(refused).toMatchObject({ isError: true, structuredContent: { code: 'unknown-scope' } });
    expect(server.ran).toEqual([]);
  });
});

test('descriptions are marked as the words of the server, and the scope can be requested', async () => {
  const app = await TestApp.open();
  fakeServer(app.app.core, 'github', issues);
  const client = await app.connect('claude');
  const { tools } = await client.listTools();
  const own = tools.filter(({ name }) => name.startsWith('github__'));
  expect(own.map(({ name }) => name)).toEqual([
    'github__delete_repo',
    'github__list_issues',
    'github__never',
    'github__read',
  ]);
  expect(own[1]?.description).toBe(
    "(needs mcp:github) A tool of the MCP server github. The server's own words, not checked: Lists issues.",
  );
  const request = tools.find(({ name }) => name === 'request_access');
  expect(JSON.stringify(request?.inputSchema)).toContain('"mcp:github"');
});

test('clients are told when tools, resources and prompts change', async () => {
  const app = await TestApp.open();
  const client = await app.connect('claude');
  const changes: string[] = [];
  client.fallbackNotificationHandler = async ({ method }) => void changes.push(method);
  const server = fakeServer(app.app.core, 'github', issues);
  await eventually(() => changes.includes('notifications/tools/list_changed'));
  const first = client.callTool({ name: 'github__list_issues' });
  await allowed(app);
  await first;
  await eventually(() => changes.includes('notifications/resources/list_changed'));
  changes.length = 0;
  server.listChanged.emit({ list: 'prompts', server: 'github' });
  await eventually(() => changes.includes('notifications/prompts/list_changed'));
});

test('log lines reach a client that has set a level', async () => {
  const app = await TestApp.open();
  const client = await app.connect('claude');
  const server = fakeServer(app.app.core, 'github', issues);
  server.run = async (_call, _signal, reports) => {
    reports?.log({ level: 'info', data: 'small' });
    reports?.log({ level: 'error', logger: 'net', data: 'large' });
    return done({ content: [] });
  };
  const lines: unknown[] = [];
  client.fallbackNotificationHandler = async ({ method, params }) => {
    if (method === 'notifications/message') lines.push(params);
  };
  const call = (): Promise<unknown> => client.callTool({ name: 'github__list_issues' });
  const first = call();
  await allowed(app);
  await first;
  expect(lines).toEqual([]);
  await client.setLoggingLevel('warning');
  await call();
  expect(lines).toEqual([{ level: 'error', logger: 'github: net', data: 'large' }]);
});
