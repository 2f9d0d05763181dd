/** Hook input of the real programs becomes the same kinds of requests, whatever the client. */
import { describe, expect, it } from 'vitest';
import { adapterFor, adapters } from '../../../src/main/integrations/native/adapters/adapters.ts';
import { nativeClients, type NativeEvent } from '../../../src/shared/native/native-call.ts';
import { captured, capturedHook, readCaptured, readRun } from './captured.ts';

const line = 'echo ran > ran.txt; cat ran.txt';
const ran = { kind: 'command', line, inBackground: false };
const replaced = {
  kind: 'edit',
  files: [
    {
      path: '/ws/file.txt',
      change: 'edit',
      replacements: [{ oldText: 'old line', newText: 'new line', all: false }],
    },
  ],
};
const touched = { kind: 'mcp-tool', server: 'probe', tool: 'touchit' };

const readAs = (client: (typeof nativeClients)[number], input: unknown, event?: string) =>
  adapters[client].read(input, event);

/** A captured call with other arguments or another tool. */
function changedInput(run: string, event: string, tool: string, change: Record<string, unknown>) {
  return { ...capturedHook(run, event, tool).input, ...change };
}

it('has one adapter per client, under its own name', () => {
  expect(Object.values(adapters).map(({ client }) => client)).toEqual([...nativeClients]);
  expect(adapters.cursor.testedVersion).toBeNull();
});

it('reads everything that was captured', () => {
  expect(captured.length).toBeGreaterThan(40);
  const unread = captured.filter(
    (hook) => hook.event !== 'event' && readCaptured(hook).kind === 'unreadable',
  );
  expect(unread).toEqual([]);
});

describe('before a tool runs', () => {
  it.each([
    ['claude/cmd-allow', 'PreToolUse', 'Bash', ran],
    ['claude/cmd-allow', 'PreToolUse', 'Edit', replaced],
    ['claude/mcp', 'PreToolUse', 'mcp__probe__touchit', touched],
    ['codex/as-allow', 'PreToolUse', 'Bash', ran],
    ['codex/codemode-allow', 'PreToolUse', 'Bash', ran],
    ['codex/mcp', 'PreToolUse', 'mcp__probe__touchit', touched],
    ['gemini/yolo-allow', 'BeforeTool', 'run_shell_command', ran],
    ['gemini/yolo-allow', 'BeforeTool', 'replace', replaced],
    ['gemini/mcp', 'BeforeTool', 'mcp_probe_touchit', touched],
    ['opencode/allow', 'tool.execute.before', 'bash', ran],
    ['opencode/allow', 'tool.execute.before', 'edit', replaced],
    ['copilot/allow', 'preToolUse', 'bash', ran],
    ['copilot/allow', 'preToolUse', 'edit', replaced],
    ['copilot/mcp', 'preToolUse', 'probe-touchit', touched],
  ])('%s %s %s', (run, event, tool, request) => {
    const read = readRun(run, event, tool);
    expect(read).toMatchObject({ kind: 'before', tool, cwd: '/ws', request });
    expect(read).toHaveProperty('conversation', expect.stringMatching(/^[\w-]{20,}$/));
  });

  it('knows whole files, the id of the call and what it is for', () => {
    expect(readRun('claude/cmd-allow', 'PreToolUse', 'Write')).toMatchObject({
      callId: 'toolu_4',
      request: {
        kind: 'edit',
        files: [{ path: '/ws/new.txt', change: 'edit', newText: 'hello' }],
      },
    });
    expect(readRun('claude/cmd-allow', 'PreToolUse', 'Bash')).toMatchObject({ reason: 'x' });
    expect(readRun('copilot/allow', 'preToolUse', 'bash')).toMatchObject({ callId: null });
  });

  it('reads a patch of Codex', () => {
    expect(readRun('codex/patch-gpt-5.5', 'PreToolUse')).toMatchObject({
      request: {
        kind: 'edit',
        files: [
          {
            path: 'file.txt',
            change: 'edit',
            replacements: [{ oldText: 'old line\n', newText: 'new line\n', all: false }],
          },
          { path: 'new.txt', change: 'edit', newText: 'hello\n' },
        ],
      },
    });
  });

  it.each(['claude/sub', 'codex/sub', 'copilot/sub'])('knows a sub-agent: %s', (run) => {
    const event = run === 'copilot/sub' ? 'preToolUse' : 'PreToolUse';
    expect(readRun(run, event)).toMatchObject({
      subAgent: expect.stringMatching(/^(general-purpose|default)$/),
    });
    expect(readRun(run.replace('/sub', '/mcp'), event)).not.toHaveProperty('subAgent');
  });

  it('says where a command runs, if not in the folder of the conversation', () => {
    const input = { directory: '/ws', input: { sessionID: 's', callID: 'c', tool: 'bash' } };
    const at = (workdir: string) =>
      readAs('opencode', { ...input, output: { args: { command: 'ls', workdir } } }, 'before');
    expect(at('../other')).toMatchObject({ cwd: '/other', request: { kind: 'command' } });
    expect(at('/etc')).toMatchObject({ cwd: '/etc' });
  });
});

describe('a tool that is not known, or whose arguments do not fit, is asked about', () => {
  const bash = (tool_input: unknown) =>
    readAs('claude-code', changedInput('claude/cmd-allow', 'PreToolUse', 'Bash', { tool_input }));

  it.each([
    { command: 5 },
    { command: '' },
    { command: ['rm', '-rf'] },
    {},
    [],
    'rm',
    null,
    // A newer version may let a call say where it runs.
    { command: 'ls', workdir: '/etc' },
  ])('arguments %j', (args) => {
    expect(bash(args)).toMatchObject({ kind: 'before', request: { kind: 'unknown-tool' } });
  });

  it.each(['Skill', 'SlashCommand', 'PowerShell', 'constructor', '__proto__', 'bash'])(
    'Claude Code %s',
    (tool_name) => {
      const input = changedInput('claude/cmd-allow', 'PreToolUse', 'Bash', { tool_name });
      expect(readAs('claude-code', input)).toMatchObject({
        kind: 'before',
        request: { kind: 'unknown-tool', tool: tool_name },
      });
    },
  );

  it.each([
    ['copilot', 'write_bash'],
    ['opencode', 'batch'],
    ['opencode', 'skill'],
    ['gemini', 'save_memory'],
    ['codex', 'write_stdin'],
  ] as const)('%s %s', (client, tool) => {
    const inputs = {
      copilot: { sessionId: 's', cwd: '/ws', toolName: tool, toolArgs: {} },
      opencode: { directory: '/ws', input: { tool, sessionID: 's' }, output: { args: {} } },
      gemini: { session_id: 's', cwd: '/ws', hook_event_name: 'BeforeTool', tool_name: tool },
      codex: { session_id: 's', cwd: '/ws', hook_event_name: 'PreToolUse', tool_name: tool },
    };
    const events = { copilot: 'preToolUse', opencode: 'before', gemini: '', codex: '' };
    expect(readAs(client, inputs[client], events[client])).toMatchObject({
      request: { kind: 'unknown-tool', tool },
    });
  });
});

describe('other own tools', () => {
  const claude = (tool_name: string, tool_input: object) =>
    readAs('claude-code', {
      ...changedInput('claude/cmd-allow', 'PreToolUse', 'Bash', { tool_name, tool_input }),
    });

  it.each([
    ['WebFetch', { url: 'https://example.org', prompt: 'x' }, { kind: 'fetch' }],
    ['Task', { description: 'look', prompt: 'x' }, { kind: 'sub-agent', description: 'look' }],
    ['TodoWrite', { todos: [] }, { kind: 'harmless' }],
    ['Read', { file_path: '/ws/a' }, { kind: 'read', paths: ['/ws/a'] }],
    ['Glob', { pattern: '**/*.ts' }, { kind: 'read', paths: ['.'] }],
    ['Glob', { pattern: '/etc/*.conf' }, { kind: 'read', paths: ['.', '/etc/'] }],
    ['Glob', { pattern: '../*', path: '/ws' }, { kind: 'read', paths: ['/ws', '../'] }],
    ['Grep', { pattern: 'x', path: '/ws/src' }, { kind: 'read', paths: ['/ws/src'] }],
    ['NotebookEdit', { notebook_path: '/ws/n.ipynb', new_source: 'x' }, { kind: 'edit' }],
    ['Bash', { command: 'sleep 9', run_in_background: true }, { inBackground: true }],
    [
      'MultiEdit',
      { file_path: '/ws/a', edits: [{ old_string: 'a', new_string: 'b', replace_all: true }] },
      { files: [{ replacements: [{ oldText: 'a', newText: 'b', all: true }] }] },
    ],
    // An empty old text stands for the whole file.
    [
      'Edit',
      { file_path: '/ws/a', old_string: '', new_string: 'b' },
      { files: [{ newText: 'b' }] },
    ],
  ])('Claude Code %s %j', (tool, args, request) => {
    expect(claude(tool, args)).toMatchObject({ kind: 'before', request });
  });

  it('knows the tools of Codex for sub-agents, whose calls are judged one by one', () => {
    const read = (tool_name: string) =>
      readAs('codex', changedInput('codex/as-allow', 'PreToolUse', 'Bash', { tool_name }));
    expect(read('multi_agent_v1wait_agent')).toMatchObject({ request: { kind: 'harmless' } });
    expect(read('multi_agent_v1spawn_agent')).toMatchObject({ request: { kind: 'sub-agent' } });
    expect(read('multi_agent_v1new_tool')).toMatchObject({ request: { kind: 'unknown-tool' } });
  });

  it('finds the one address in a question of Gemini CLI, and asks about several', () => {
    const fetchOf = (prompt: string) =>
      readAs('gemini', {
        ...changedInput('gemini/yolo-allow', 'BeforeTool', 'replace', {
          tool_name: 'web_fetch',
          tool_input: { prompt },
        }),
      });
    expect(fetchOf('sum up https://a.example/x please')).toMatchObject({
      request: { kind: 'fetch', url: 'https://a.example/x' },
    });
    expect(fetchOf('https://a.example http://b.example')).toMatchObject({
      request: { kind: 'unknown-tool' },
    });
  });

  it('takes arguments in a string, as documented for Copilot CLI', () => {
    const input = { sessionId: 's', cwd: '/ws', toolName: 'bash', toolArgs: '{"command":"ls"}' };
    expect(readAs('copilot', input, 'preToolUse')).toMatchObject({
      request: { kind: 'command', line: 'ls' },
    });
  });
});

describe('after a tool ran', () => {
  it('takes over output, exit code and previous text', () => {
    const before = [{ path: '/ws/file.txt', text: 'old line\n' }];
    expect(readRun('claude/cmd-allow', 'PostToolUse', 'Bash')).toMatchObject({
      kind: 'after',
      callId: 'toolu_1',
      succeeded: true,
      text: 'ran',
    });
    expect(readRun('claude/cmd-allow', 'PostToolUse', 'Edit')).toMatchObject({
      previousTexts: before,
    });
    expect(readRun('claude/fail-tool', 'PostToolUseFailure')).toMatchObject({
      succeeded: false,
      exitCode: 3,
      text: 'Exit code 3\nout\nerr',
    });
    expect(readRun('claude/mcp', 'PostToolUse')).toMatchObject({ text: 'touched /ws/mcp.txt' });
    expect(readRun('codex/as-allow', 'PostToolUse')).toMatchObject({ text: 'ran\n' });
    expect(readRun('codex/patch-gpt-5.5', 'PostToolUse')).toMatchObject({ exitCode: 0 });
    expect(readRun('codex/mcp', 'PostToolUse')).toMatchObject({ text: 'touched /ws/mcp.txt' });
    expect(readRun('gemini/yolo-allow', 'AfterTool', 'replace')).toMatchObject({
      succeeded: true,
      previousTexts: before,
    });
    expect(readRun('opencode/allow', 'tool.execute.after', 'bash')).toMatchObject({
      succeeded: true,
      exitCode: 0,
      text: 'ran\n',
    });
    expect(readRun('copilot/allow', 'postToolUse')).toMatchObject({ succeeded: true, exitCode: 0 });
  });

  it('keeps the end of a long output', () => {
    const { input } = capturedHook('codex/as-allow', 'PostToolUse');
    const read = readAs('codex', { ...input, tool_response: `${'x'.repeat(1e6)}end` });
    expect(read).toHaveProperty('text', expect.stringMatching(/^…x+end$/));
    expect(JSON.stringify(read).length).toBeLessThan(70_000);
  });
});

describe('a permission request is known as the call it is about', () => {
  const same = (one: NativeEvent, other: NativeEvent) => {
    for (const field of ['conversation', 'tool', 'args', 'request'] as const)
      expect(other).toHaveProperty(field, (one as unknown as Record<string, unknown>)[field]);
  };

  it('Codex adds the justification, which is no argument', () => {
    const permission = readRun('codex/as-allow', 'PermissionRequest');
    same(readRun('codex/as-allow', 'PreToolUse'), permission);
    expect(permission).toMatchObject({ kind: 'permission', reason: 'because', callId: null });
  });

  it('Copilot CLI names tools of servers differently', () => {
    same(readRun('copilot/mcp', 'preToolUse'), readRun('copilot/mcp', 'permissionRequest'));
  });

  it('Copilot CLI sends a diff instead of the arguments of an edit', () => {
    expect(readRun('copilot/allow', 'permissionRequest')).toMatchObject({
      tool: 'edit',
      request: { kind: 'edit', files: [{ path: '/ws/file.txt', change: 'edit' }] },
    });
  });
});

describe('other events', () => {
  it.each([
    ['claude/cmd-allow', 'SessionStart', 'session-started'],
    ['claude/cmd-allow', 'SessionEnd', 'session-ended'],
    ['copilot/allow', 'sessionStart', 'session-started'],
    ['opencode/allow', 'init', 'session-started'],
    ['gemini/tui-nopolicy', 'Notification', 'ignored'],
  ])('%s %s is %s', (run, event, kind) => {
    expect(readRun(run, event).kind).toBe(kind);
  });

  it('does not guess what an unknown event means', () => {
    const { input } = capturedHook('claude/cmd-allow', 'PreToolUse');
    const read = readAs('claude-code', { ...input, hook_event_name: 'PreToolUse2' });
    expect(read.kind).toBe('unreadable');
    expect(adapters['claude-code'].answer(read, { kind: 'allow' }).exitCode).toBe(2);
  });
});

describe('Cursor, which starts the hooks of Claude Code', () => {
  const input = {
    conversation_id: 'c1',
    generation_id: 'g1',
    hook_event_name: 'preToolUse',
    cursor_version: '3.9.16',
    workspace_roots: ['/ws'],
    session_id: 'c1',
    cwd: '',
    tool_name: 'Shell',
    tool_input: { command: 'ls', cwd: '/ws/src', timeout: 30_000 },
    tool_use_id: 'd024a132',
  };

  it('is known by its input', () => {
    const adapter = adapterFor('claude-code', input);
    expect(adapter.client).toBe('cursor');
    expect(adapter.read(input, undefined)).toMatchObject({
      kind: 'before',
      conversation: 'c1',
      cwd: '/ws/src',
      clientVersion: '3.9.16',
      request: { kind: 'command', line: 'ls' },
    });
    expect(adapterFor('claude-code', capturedHook('claude/mcp', 'PreToolUse').input).client).toBe(
      'claude-code',
    );
    expect(adapters['claude-code'].read(input, undefined).kind).toBe('unreadable');
  });

  it('is refused by exit code there, and in words through its own hooks', () => {
    const no = { kind: 'deny', message: 'not today' } as const;
    const through = adapterFor('claude-code', input);
    expect(through.answer(through.read(input, undefined), no)).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: 'not today\n',
    });
    const event = adapters.cursor.read(input, undefined);
    expect(JSON.parse(adapters.cursor.answer(event, no).stdout)).toEqual({
      permission: 'deny',
      user_message: 'not today',
    });
    expect(JSON.parse(adapters.cursor.answer(event, { kind: 'allow' }).stdout)).toEqual({
      permission: 'allow',
    });
    // What Gatehouse does not decide about is left to Cursor, not allowed.
    expect(JSON.parse(adapters.cursor.answer(event, { kind: 'pass' }).stdout)).toEqual({
      permission: 'ask',
    });
    expect(through.answer(event, { kind: 'pass' })).toMatchObject({ exitCode: 0, stdout: '' });
  });

  it('reads results as documented', () => {
    const after = {
      ...input,
      hook_event_name: 'postToolUse',
      tool_output: '{"output":"a\\n","exitCode":1}',
    };
    expect(adapters.cursor.read(after, undefined)).toMatchObject({
      kind: 'after',
      succeeded: false,
      exitCode: 1,
      text: 'a\n',
    });
  });
});
