/** Records in the form that the real programs wrote (versions in record-readers.ts), shortened. */
const zulu = (at: number): string => new Date(at).toISOString();
const line = (record: unknown): string => `${JSON.stringify(record)}\n`;

export interface SampleCall {
  readonly id: string;
  readonly tool: string;
  readonly input: unknown;
  readonly denied?: true;
}

export const claudeLines = (cwd: string, at: number, calls: readonly SampleCall[]): string =>
  calls
    .map(({ id, tool, input, denied }) => {
      const from = { cwd, sessionId: '9ef76d9c', version: '2.1.325', timestamp: zulu(at) };
      const content = [{ type: 'tool_use', id, name: tool, input }];
      const sent = { role: 'assistant', content };
      const result = {
        ...{ type: 'tool_result', tool_use_id: id, is_error: denied === true },
        content: denied ? 'PreToolUse:Bash hook error: no' : 'fine',
      };
      const decision = denied ? 'reject' : 'accept';
      return [
        line({ ...from, type: 'assistant', message: sent }),
        line({ type: 'api-request-blob', sessionId: '9ef76d9c', message: sent }),
        line({
          ...{ ...from, type: 'user', message: { role: 'user', content: [result] } },
          permissionDecision: { decision, source: 'hook' },
        }),
      ].join('');
    })
    .join('');

export function codexLines(cwd: string, at: number): string {
  const item = (payload: unknown): string =>
    line({ timestamp: zulu(at), type: 'response_item', payload });
  return [
    line({ timestamp: zulu(at), type: 'session_meta', payload: { id: '01a1', cwd } }),
    line({ timestamp: zulu(at), type: 'turn_context', payload: { cwd } }),
    item({
      ...{ type: 'function_call', name: 'exec_command', call_id: 'call_0' },
      arguments: JSON.stringify({ cmd: 'npm test' }),
    }),
    item({ type: 'function_call_output', call_id: 'call_0', output: 'Process exited with code 0' }),
    item({
      ...{ type: 'custom_tool_call', name: 'apply_patch', call_id: 'call_1' },
      input: '*** Begin Patch\n*** Add File: new.txt\n+made\n*** End Patch\n',
    }),
    item({
      ...{ type: 'function_call', name: 'shell', call_id: 'call_2' },
      arguments: JSON.stringify({ command: ['bash', '-lc', 'cat /etc/hostname'] }),
    }),
    item({
      ...{ type: 'function_call', name: 'touchit', namespace: 'mcp__probe', call_id: 'call_3' },
      arguments: '{"name":"x"}',
    }),
    item({
      ...{ type: 'function_call', name: 'wait_agent', namespace: 'multi_agent_v1' },
      ...{ call_id: 'call_4', arguments: '{}' },
    }),
    item({
      ...{ type: 'function_call', name: 'exec_command', call_id: 'call_5' },
      arguments: JSON.stringify({ cmd: 'rm -rf build' }),
    }),
    item({
      ...{ type: 'function_call_output', call_id: 'call_5' },
      output: 'Command blocked by PreToolUse hook: no. Command: rm -rf build',
    }),
  ].join('');
}

export function copilotLines(cwd: string, at: number): string {
  const event = (type: string, data: unknown, agentId?: string): string =>
    line({ type, data, ...(agentId === undefined ? {} : { agentId }), timestamp: zulu(at) });
  return [
    event('session.start', { sessionId: '084c', context: { cwd } }),
    event('tool.execution_start', {
      ...{ toolCallId: 'call_0', toolName: 'bash' },
      arguments: { command: 'git status', description: 'x' },
    }),
    event('tool.execution_complete', { toolCallId: 'call_0', success: true }),
    event(
      'tool.execution_start',
      { toolCallId: 'call_0', toolName: 'bash', arguments: { command: 'ls' } },
      'f08f',
    ),
    event('tool.execution_start', {
      ...{ toolCallId: 'call_1', toolName: 'view' },
      arguments: { path: `${cwd}/README.md` },
    }),
    event('tool.execution_start', {
      ...{ toolCallId: 'call_2', toolName: 'bash' },
      arguments: { command: 'curl https://example.org/x' },
    }),
    event('tool.execution_complete', {
      ...{ toolCallId: 'call_2', success: false },
      error: { code: 'denied', message: 'Denied by preToolUse hook: no' },
    }),
  ].join('');
}

export function geminiLines(cwd: string, at: number): string {
  const call = (id: string, name: string, args: unknown, error?: string) => ({
    ...{ id, name, args, status: error === undefined ? 'success' : 'error', timestamp: zulu(at) },
    result: [{ functionResponse: { id, response: error === undefined ? {} : { error } } }],
  });
  const message = { id: 'ded6', timestamp: zulu(at), type: 'gemini', content: '' };
  const read = call('read_file__fc0', 'read_file', { file_path: `${cwd}/a.txt` });
  const shell = call('run_shell_command__fc1', 'run_shell_command', { command: 'npm run build' });
  const blocked = call(
    'run_shell_command__fc2',
    'run_shell_command',
    { command: 'rm x' },
    'Tool execution blocked: no',
  );
  return [
    line({ sessionId: 'f6b8', projectHash: '8a42', startTime: zulu(at), kind: 'main' }),
    line(message),
    line({ ...message, toolCalls: [read, shell] }),
    line({ ...message, toolCalls: [read, shell, blocked] }),
    line({ $set: { lastUpdated: zulu(at) } }),
  ].join('');
}

export const opencodeTables = `
  create table session (id text primary key, directory text not null);
  create table part (id text primary key, message_id text, session_id text not null,
    time_created integer not null, time_updated integer not null, data text not null);`;

export const opencodePart = (tool: string, input: unknown, status = 'completed'): string =>
  JSON.stringify({ type: 'tool', tool, callID: 'call_0', state: { status, input } });
