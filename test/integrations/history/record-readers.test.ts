/** The records of agents' history files, read into calls. */
import { describe, expect, it } from 'vitest';
import {
  FileCalls,
  type FileClient,
} from '../../../src/main/integrations/history/record-readers.ts';
import type { RecordedAction } from '../../../src/main/integrations/history/recorded-call.ts';
import { claudeLines, codexLines, copilotLines, geminiLines } from './history-samples.ts';

const at = Date.UTC(2026, 10, 18);
const cwd = '/home/mira/harbour';

function actionsIn(
  client: FileClient,
  text: string,
  facts: { cwd?: string; since?: number } = {},
): readonly RecordedAction[] {
  const calls = new FileCalls(client, { since: 0, ...facts });
  for (const line of text.split('\n')) if (line !== '') calls.add(JSON.parse(line));
  return [...calls.calls().values()].map(({ action }) => action);
}

describe('calls of', () => {
  it('Claude Code: each once, without the denied ones, to-do lists and our own tools', () => {
    const text = claudeLines(cwd, at, [
      { id: 'toolu_0', tool: 'Bash', input: { command: 'npm test', description: 'x' } },
      { id: 'toolu_1', tool: 'Write', input: { file_path: `${cwd}/a.txt`, content: 'secret' } },
      { id: 'toolu_2', tool: 'Read', input: { file_path: '/etc/hosts' } },
      { id: 'toolu_3', tool: 'Bash', input: { command: 'rm -rf /' }, denied: true },
      { id: 'toolu_4', tool: 'TodoWrite', input: { todos: [] } },
      { id: 'toolu_5', tool: 'mcp__probe__touchit', input: { name: 'x' } },
      { id: 'toolu_6', tool: 'WebFetch', input: { url: 'https://example.org/a', prompt: 'x' } },
    ]);
    const actions = actionsIn('claude-code', text);
    expect(actions).toEqual([
      { kind: 'command', line: 'npm test' },
      { kind: 'edit', paths: [`${cwd}/a.txt`], moves: false },
      { kind: 'read', paths: ['/etc/hosts'] },
      { kind: 'other' },
      { kind: 'fetch', url: 'https://example.org/a' },
    ]);
    expect(JSON.stringify(actions)).not.toContain('secret');
  });

  it('Codex: lines, words for a shell, patches, and tools of servers', () => {
    expect(actionsIn('codex', codexLines(cwd, at))).toEqual([
      { kind: 'command', line: 'npm test' },
      { kind: 'edit', paths: ['new.txt'], moves: false },
      { kind: 'command', line: 'cat /etc/hostname' },
      { kind: 'other' },
    ]);
  });

  it('Copilot CLI: a sub-agent counts its own calls from zero', () => {
    expect(actionsIn('copilot', copilotLines(cwd, at))).toEqual([
      { kind: 'command', line: 'git status' },
      { kind: 'command', line: 'ls' },
      { kind: 'read', paths: [`${cwd}/README.md`] },
    ]);
  });

  it('Gemini CLI: a message that is written again counts once', () => {
    expect(actionsIn('gemini', geminiLines(cwd, at), { cwd })).toEqual([
      { kind: 'read', paths: [`${cwd}/a.txt`] },
      { kind: 'command', line: 'npm run build' },
    ]);
  });
});

describe('left out without an error', () => {
  it('calls before the time that is asked about', () => {
    expect(actionsIn('codex', codexLines(cwd, at), { since: at + 1 })).toEqual([]);
  });

  it('calls in a folder that nothing names', () => {
    expect(actionsIn('gemini', geminiLines(cwd, at))).toEqual([]);
  });

  it.each(['claude-code', 'codex', 'copilot', 'gemini'] as const)('other records: %s', (client) => {
    const odd = [
      ...['null', '7', '[]', '"x"', '{"type":"assistant"}', '{"type":7,"payload":[]}'],
      ...['{"type":"assistant","message":{"content":"text"},"cwd":7}', '{"toolCalls":{}}'],
      '{"type":"response_item","payload":{"type":"function_call","arguments":"{"}}',
      '{"type":"tool.execution_start","data":null}',
      '{"__proto__":{"type":"assistant"},"constructor":1}',
      `{"type":"assistant","cwd":"/x","message":{"content":[{"type":"tool_use","id":"a","name":"Bash","input":${'['.repeat(5000)}${']'.repeat(5000)}}]},"timestamp":"never"}`,
    ];
    expect(actionsIn(client, odd.join('\n'), { cwd })).toEqual([]);
  });
});
