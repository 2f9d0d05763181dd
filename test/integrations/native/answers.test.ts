/** The verdict in the form that each program was seen to understand. */
import { describe, expect, it } from 'vitest';
import { adapters } from '../../../src/main/integrations/native/adapters/adapters.ts';
import { nativeClients, type NativeVerdict } from '../../../src/shared/native/native-call.ts';
import { capturedHook, readRun } from './captured.ts';

const yes: NativeVerdict = { kind: 'allow' };
const no: NativeVerdict = { kind: 'deny', message: 'The user said no.' };
const pass: NativeVerdict = { kind: 'pass' };
const nothing = { exitCode: 0, stdout: '', stderr: '' };

function answered(run: string, event: string, verdict: NativeVerdict, tool?: string) {
  const { client } = capturedHook(run, event, tool);
  const answer = adapters[client].answer(readRun(run, event, tool), verdict);
  expect(answer).toMatchObject({ exitCode: 0, stderr: '' });
  return answer.stdout === '' ? '' : JSON.parse(answer.stdout);
}

describe('Claude Code', () => {
  it('before a tool', () => {
    const run = ['claude/cmd-allow', 'PreToolUse'] as const;
    expect(answered(...run, yes)).toEqual({
      hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'allow' },
    });
    expect(answered(...run, no)).toEqual({
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        permissionDecision: 'deny',
        permissionDecisionReason: 'The user said no.',
      },
    });
    expect(answered(...run, pass)).toBe('');
  });

  it('instead of its own prompt', () => {
    const run = ['claude/tuid-permreq-only', 'PermissionRequest'] as const;
    const decision = (given: object) => ({
      hookSpecificOutput: { hookEventName: 'PermissionRequest', decision: given },
    });
    expect(answered(...run, yes)).toEqual(decision({ behavior: 'allow' }));
    expect(answered(...run, no)).toEqual(
      decision({ behavior: 'deny', message: 'The user said no.' }),
    );
    expect(answered(...run, pass)).toBe('');
  });

  it('never answers a question that is for the user', () => {
    const { input } = capturedHook('claude/tuid-permreq-only', 'PermissionRequest');
    const { read, answer } = adapters['claude-code'];
    for (const tool_name of ['ExitPlanMode', 'AskUserQuestion']) {
      for (const hook_event_name of ['PreToolUse', 'PermissionRequest']) {
        const event = read({ ...input, tool_name, hook_event_name, tool_input: {} }, undefined);
        expect(answer(event, yes)).toEqual(nothing);
      }
    }
  });
});

it('Codex: a tool is allowed by saying nothing', () => {
  expect(answered('codex/as-allow', 'PreToolUse', yes)).toBe('');
  expect(answered('codex/as-allow', 'PreToolUse', no)).toMatchObject({
    hookSpecificOutput: {
      permissionDecision: 'deny',
      permissionDecisionReason: 'The user said no.',
    },
  });
  expect(answered('codex/as-allow', 'PermissionRequest', yes)).toMatchObject({
    hookSpecificOutput: { decision: { behavior: 'allow' } },
  });
});

it('Copilot CLI', () => {
  expect(answered('copilot/allow', 'preToolUse', yes)).toEqual({ permissionDecision: 'allow' });
  expect(answered('copilot/allow', 'preToolUse', no)).toEqual({
    permissionDecision: 'deny',
    permissionDecisionReason: 'The user said no.',
  });
  expect(answered('copilot/allow', 'permissionRequest', yes)).toEqual({ behavior: 'allow' });
  expect(answered('copilot/allow', 'permissionRequest', no)).toEqual({
    behavior: 'deny',
    message: 'The user said no.',
  });
});

it('Gemini CLI', () => {
  expect(answered('gemini/yolo-allow', 'BeforeTool', yes)).toEqual({ decision: 'allow' });
  expect(answered('gemini/yolo-allow', 'BeforeTool', no)).toEqual({
    decision: 'deny',
    reason: 'The user said no.',
  });
});

it('the plugin of OpenCode always gets a word', () => {
  expect(answered('opencode/allow', 'tool.execute.before', yes)).toEqual({ verdict: 'allow' });
  expect(answered('opencode/allow', 'tool.execute.before', pass)).toEqual({ verdict: 'pass' });
  expect(answered('opencode/allow', 'tool.execute.before', no)).toEqual({
    verdict: 'deny',
    message: 'The user said no.',
  });
  expect(answered('opencode/allow', 'init', pass)).toEqual({ verdict: 'pass' });
});

it.each(nativeClients)('%s: what could not be read does not run', (client) => {
  const event = { kind: 'unreadable', message: 'Nothing was readable.' } as const;
  for (const verdict of [yes, no, pass]) {
    const answer = adapters[client].answer(event, verdict);
    expect(answer).toEqual({ exitCode: 2, stdout: '', stderr: 'Nothing was readable.\n' });
  }
});
