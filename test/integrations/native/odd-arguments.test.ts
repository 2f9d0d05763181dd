/** Arguments that a tool is not known to have may change what it does. */
import { describe, expect, it } from 'vitest';
import { adapters } from '../../../src/main/integrations/native/adapters/adapters.ts';
import type { nativeClients } from '../../../src/shared/native/native-call.ts';

describe('arguments that another parser may read differently are asked about', () => {
  const twice = { file_path: '/ws/a.txt', path: '/ws/package.json' };

  const read = (client: (typeof nativeClients)[number], tool: string, args: object) => {
    const named = { hook_event_name: 'PreToolUse', tool_name: tool, tool_input: args };
    const inputs: Partial<Record<typeof client, object>> = {
      copilot: { sessionId: 's', cwd: '/ws', toolName: tool, toolArgs: args },
      opencode: { directory: '/ws', input: { tool, sessionID: 's' }, output: { args } },
      gemini: { ...named, session_id: 's', cwd: '/ws', hook_event_name: 'BeforeTool' },
      cursor: { ...named, conversation_id: 's', cwd: '/ws', hook_event_name: 'preToolUse' },
    };
    const input = inputs[client] ?? { ...named, session_id: 's', cwd: '/ws' };
    const events: Partial<Record<typeof client, string>> = {
      copilot: 'preToolUse',
      opencode: 'before',
    };
    return adapters[client].read(input, events[client]);
  };

  it.each([
    ['copilot', 'edit', { ...twice, old_str: 'a', new_str: 'b' }],
    ['copilot', 'edit', { path: '/ws/a', old_str: 'a', new_str: 'b', target: '/ws/b' }],
    ['copilot', 'edit', { path: '/ws/a', old_str: 'a', new_str: 'b', file_text: 'c' }],
    ['copilot', 'edit', { path: '/ws/a', old_str: 'a', new_str: 'b', command: 'view' }],
    ['copilot', 'edit', { path: '/ws/a', old_str: 'a', new_str: 'b', command: 'create' }],
    ['copilot', 'edit', { ...twice, diff: 'x' }],
    ['copilot', 'str_replace_editor', { command: 'view', path: '/ws/a', file_text: 'c' }],
    ['copilot', 'apply_patch', { patch: '*** Begin Patch', input: '*** Begin Patch' }],
    ['copilot', 'apply_patch', { diff: 'x', path: '/ws/a', input: '*** Begin Patch' }],
    ['copilot', 'web_fetch', { url: 'https://a.example', urls: ['https://b.example'] }],
    ['cursor', 'Write', { ...twice, content: 'x' }],
    ['cursor', 'Write', { path: '/ws/a', content: 'x', contents: 'y' }],
    ['cursor', 'Write', { path: '/ws/a', new_path: '/ws/b' }],
    ['cursor', 'Delete', { ...twice }],
    ['cursor', 'Shell', { command: 'ls', cwd: '/ws', working_directory: '/etc' }],
    ['cursor', 'WebFetch', { url: 'https://a.example', method: 'POST' }],
    ['gemini', 'web_fetch', { url: 'https://a.example', prompt: 'https://b.example' }],
    ['gemini', 'web_fetch', { url: 'https://a.example', body: 'x' }],
    ['gemini', 'run_shell_command', { command: 'ls', dir_path: '/ws', directory: '/etc' }],
    ['gemini', 'write_file', { file_path: '/ws/a', content: 'x', mode: 'append' }],
    ['claude-code', 'Edit', { file_path: '/ws/a', old_string: 'a', new_string: 'b', regex: true }],
    ['claude-code', 'WebFetch', { url: 'https://a.example', method: 'POST' }],
    [
      'opencode',
      'multiedit',
      {
        filePath: '/ws/a',
        edits: [{ filePath: '/ws/package.json', oldString: 'a', newString: 'b' }],
      },
    ],
    ['codex', 'apply_patch', { command: '*** Begin Patch', input: '*** Begin Patch' }],
  ] as const)('%s %s %j', (client, tool, args) => {
    expect(read(client, tool, args)).toMatchObject({ request: { kind: 'unknown-tool', tool } });
  });

  it.each([
    [
      'copilot',
      'str_replace_editor',
      { command: 'view', path: '/ws/a', view_range: [1, 2] },
      'read',
    ],
    ['copilot', 'create', { path: '/ws/a', file_text: 'x', command: 'create' }, 'edit'],
    ['copilot', 'web_fetch', { url: 'https://a.example', raw: true }, 'fetch'],
    ['cursor', 'Write', { file_path: '/ws/a', content: 'x' }, 'edit'],
    ['cursor', 'Delete', { path: '/ws/a', explanation: 'x' }, 'edit'],
    ['gemini', 'web_fetch', { url: 'https://a.example' }, 'fetch'],
    ['opencode', 'webfetch', { url: 'https://a.example', format: 'markdown' }, 'fetch'],
  ] as const)('but not what a tool always has: %s %s %j', (client, tool, args, kind) => {
    expect(read(client, tool, args)).toMatchObject({ request: { kind } });
  });
});
