/** Only tools of Gatehouse itself are left to pass the gate on their own; look-alikes are asked about. */
import { expect, it } from 'vitest';
import { adapters } from '../../../src/main/integrations/native/adapters/adapters.ts';

const claude = (tool_name: string, mcp_server?: object) =>
  adapters['claude-code'].read(
    {
      session_id: 's',
      cwd: '/ws',
      hook_event_name: 'PreToolUse',
      tool_name,
      tool_input: {},
      ...(mcp_server ? { mcp_server } : {}),
    },
    undefined,
  );
const codex = (tool_name: string) =>
  adapters.codex.read(
    { session_id: 's', cwd: '/ws', hook_event_name: 'PreToolUse', tool_name, tool_input: {} },
    undefined,
  );
const gemini = (server_name: string, tool_name: string) =>
  adapters.gemini.read(
    {
      session_id: 's',
      cwd: '/ws',
      hook_event_name: 'BeforeTool',
      tool_name: `mcp_${server_name}_${tool_name}`,
      mcp_context: { server_name, tool_name },
    },
    undefined,
  );
const copilot = (toolName: string) =>
  adapters.copilot.read({ sessionId: 's', cwd: '/ws', toolName, toolArgs: {} }, 'preToolUse');
const opencode = (tool: string, servers: unknown) =>
  adapters.opencode.read(
    { directory: '/ws', servers, input: { tool, sessionID: 's' }, output: { args: {} } },
    'before',
  );

const ours = { request: { kind: 'gatehouse-tool', tool: 'open_file' } };

it('knows its own tools under the name of each client', () => {
  const user = { name: 'gatehouse', source: 'user' };
  expect(claude('mcp__gatehouse__open_file', user)).toMatchObject(ours);
  expect(codex('mcp__gatehouse__open_file')).toMatchObject(ours);
  expect(gemini('gatehouse', 'open_file')).toMatchObject(ours);
  expect(copilot('gatehouse-open_file')).toMatchObject(ours);
  expect(opencode('gatehouse_open_file', ['gatehouse', 'probe'])).toMatchObject(ours);
  expect(codex('mcp__gatehouse__request_access')).toMatchObject({
    request: { kind: 'gatehouse-tool', tool: 'request_access' },
  });
});

it.each([
  [
    'an entry of the project',
    () => claude('mcp__gatehouse__open_file', { name: 'gatehouse', source: 'project' }),
  ],
  ['an entry of unknown source', () => claude('mcp__gatehouse__open_file', { name: 'gatehouse' })],
  ['no word about the server', () => claude('mcp__gatehouse__open_file')],
  [
    'a server beside ours',
    () => claude('mcp__gatehouse__open_file', { name: 'gatehouse__open', source: 'user' }),
  ],
  ['a server with a longer name', () => codex('mcp__gatehouse_2__open_file')],
  ['a server that ends inside our name', () => codex('mcp__gatehouse__open__file')],
  ['a tool that we do not have', () => codex('mcp__gatehouse__run_anything')],
  ['other letters', () => codex('mcp__Gatehouse__open_file')],
  ['letters that look the same', () => codex('mcp__gаtehouse__open_file')],
  ['a server with a longer name', () => gemini('gatehouse_open', 'file')],
  ['a server with a longer name', () => copilot('gatehouse-open-file')],
  ['two servers that fit', () => opencode('gatehouse_open_file', ['gatehouse', 'gatehouse_open'])],
])('does not take %s for it', (_what, read) => {
  expect(read()).toMatchObject({ kind: 'before', request: { kind: 'mcp-tool' } });
});

it('does not take a tool of no server for it', () => {
  for (const servers of [[], ['probe'], undefined, 'gatehouse', [null, 5, '']])
    expect(opencode('gatehouse_open_file', servers)).toMatchObject({
      request: { kind: 'unknown-tool' },
    });
});
