/** Claude Code: PreToolUse, PermissionRequest, PostToolUse and PostToolUseFailure hooks. */
import type {
  HookAnswer,
  NativeAdapter,
  NativeEvent,
  NativeRequest,
  NativeVerdict,
} from '../../../../shared/native/native-call.ts';
import { isFromCursor } from './cursor.ts';
import { toolOf } from './gatehouse-tools.ts';
import { answerToOther, isQuestion, messageOf, print, releaseOf, silent } from './hook-answers.ts';
import {
  fieldsOf,
  given,
  maxText,
  nameIn,
  outputText,
  pathIn,
  readSafely,
  reasonIn,
  unreadable,
  type InputFields,
} from './input-fields.ts';
import { joinedParts } from './output-parts.ts';
import {
  callsMcp,
  changes,
  command,
  eachOf,
  fetches,
  harmless,
  reads,
  replaces,
  replacesMany,
  requestOf,
  searches,
  startsSubAgent,
  toolTable,
  writes,
} from './tool-table.ts';

const texts = { oldText: 'old_string', newText: 'new_string', all: 'replace_all' };
const file = { paths: ['file_path'], ...texts };

/**
 * Skill, SlashCommand, Monitor, EnterWorktree, cron and team tools are left out on purpose: they
 * start something whose effect the arguments do not show, so each needs an ask.
 */
const tools = toolTable({
  Bash: command(
    ['timeout', 'description', 'run_in_background', 'dangerouslyDisableSandbox'],
    (args) => args['run_in_background'] === true,
  ),
  Edit: replaces(file),
  MultiEdit: replacesMany('edits', file),
  Write: writes(['file_path'], ['content'], 'edit'),
  NotebookEdit: changes(['notebook_path'], 'edit', [
    ...['cell_id', 'cell_type', 'edit_mode', 'new_source'],
  ]),
  Read: reads('file_path'),
  NotebookRead: reads('notebook_path'),
  LS: searches(['path']),
  Glob: searches(['path'], ['pattern']),
  Grep: searches(['path'], ['glob']),
  LSP: reads('filePath', 'file_path'),
  WebFetch: fetches('url', ['prompt']),
  ...eachOf(['Task', 'Agent'], () => startsSubAgent('description', 'prompt')),
  ReadMcpResourceTool: (args) => {
    const server = nameIn(args, 'server');
    return server === undefined ? null : callsMcp(server, 'resources/read');
  },
  // The search runs at the model's provider, which has the conversation anyway.
  WebSearch: harmless('WebSearch'),
  // These stop or read what an allowed call started, or communicate only with the user or the
  // model.
  ...eachOf(
    [
      ...['BashOutput', 'TaskOutput', 'KillShell', 'KillBash', 'TaskStop'],
      ...['TodoWrite', 'TodoRead', 'TaskCreate', 'TaskGet', 'TaskList', 'TaskUpdate'],
      ...['EnterPlanMode', 'ExitPlanMode', 'AskUserQuestion', 'ToolSearch'],
      'ListMcpResourcesTool',
    ],
    harmless,
  ),
});

const ignoredEvents: ReadonlySet<string> = new Set([
  ...['UserPromptSubmit', 'Stop', 'StopFailure', 'SubagentStart', 'SubagentStop', 'Notification'],
  ...['PreCompact', 'PostCompact', 'ConfigChange', 'InstructionsLoaded', 'Setup', 'TaskCompleted'],
]);

export const claudeCode: NativeAdapter = {
  client: 'claude-code',
  testedVersion: '2.1.325',
  read: (input) => readSafely(() => readInput(fieldsOf(input))),
  answer,
};

function readInput(input: InputFields): NativeEvent {
  if (isFromCursor(input)) return unreadable('This is a hook of Cursor, not of Claude Code.');
  return readClaudeForm(input, { requestFor, ignoredEvents });
}

interface ClaudeForm {
  requestFor(tool: string, args: InputFields, input: InputFields): NativeRequest;
  readonly ignoredEvents: ReadonlySet<string>;
}

/** The format of Claude Code, which Codex adopted. */
export function readClaudeForm(input: InputFields, form: ClaudeForm): NativeEvent {
  const name = nameIn(input, 'hook_event_name') ?? '';
  if (form.ignoredEvents.has(name)) return { kind: 'ignored' };
  const conversation = nameIn(input, 'session_id');
  const cwd = pathIn(input, 'cwd');
  if (conversation === undefined || cwd === undefined)
    return unreadable('The hook did not say which conversation and folder it is about.');
  const subAgent = nameIn(input, 'agent_type') ?? nameIn(input, 'agent_id');
  const from = {
    conversation,
    cwd,
    // The main conversation may have a type too; only a sub-agent has an id.
    ...given('subAgent', nameIn(input, 'agent_id') === undefined ? undefined : subAgent),
  };
  if (name === 'SessionStart') return { kind: 'session-started', ...from };
  if (name === 'SessionEnd') return { kind: 'session-ended', ...from };
  const tool = nameIn(input, 'tool_name');
  if (tool === undefined) return unreadable('The hook did not name a tool.');
  const args = fieldsOf(input['tool_input']);
  const about = {
    ...from,
    callId: nameIn(input, 'tool_use_id') ?? null,
    tool,
    args: input['tool_input'] ?? {},
    request: form.requestFor(tool, args, input),
    ...reasonIn(args),
  };
  if (name === 'PreToolUse') return { kind: 'before', ...about };
  if (name === 'PermissionRequest') return { kind: 'permission', ...about };
  if (name === 'PostToolUse') return { kind: 'after', ...about, ...resultOf(input) };
  if (name === 'PostToolUseFailure') return { kind: 'after', ...about, ...failureOf(input) };
  return unreadable(`Gatehouse does not know the hook event "${name}".`);
}

function requestFor(tool: string, args: InputFields, input: InputFields): NativeRequest {
  const mcp = /^mcp__(?<server>.+?)__(?<name>.+)$/s.exec(tool)?.groups;
  if (!mcp) return requestOf(tools, tool, args);
  const from = fieldsOf(input['mcp_server']);
  const server = nameIn(from, 'name');
  if (server === undefined) return callsMcp(mcp['server'] ?? '', mcp['name'] ?? '');
  const name = tool.startsWith(`mcp__${server}__`) ? tool.slice(`mcp__${server}__`.length) : tool;
  // A project's entry (.mcp.json) may use our name; ours is in the user's own file.
  return from['source'] === 'user' ? toolOf(server, name) : callsMcp(server, name);
}

function resultOf(input: InputFields) {
  const response = input['tool_response'];
  const fields = fieldsOf(response);
  const path = pathIn(fields, 'filePath');
  const before = fields['originalFile'];
  const text = joinedParts(response);
  return {
    succeeded: fields['interrupted'] !== true && fields['isError'] !== true,
    ...given('text', text === undefined ? undefined : outputText(text)),
    ...(path !== undefined && typeof before === 'string' && before.length <= maxText
      ? { previousTexts: [{ path, text: before }] }
      : {}),
  };
}

function failureOf(input: InputFields) {
  const error = typeof input['error'] === 'string' ? input['error'] : '';
  const code = /^Exit code (?<code>\d{1,9})/.exec(error)?.groups?.['code'];
  return {
    succeeded: false,
    ...given('exitCode', code === undefined ? undefined : Number(code)),
    ...given('text', error === '' ? undefined : outputText(error)),
  };
}

function answer(event: NativeEvent, verdict: NativeVerdict): HookAnswer {
  if (!isQuestion(event)) return answerToOther(event);
  const released = releaseOf(event, verdict);
  return event.kind === 'before' ? answerBefore(released) : answerPermission(released);
}

function answerBefore(verdict: NativeVerdict): HookAnswer {
  if (verdict.kind === 'pass') return silent;
  return print({
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision: verdict.kind,
      ...(verdict.kind === 'deny' ? { permissionDecisionReason: messageOf(verdict) } : {}),
    },
  });
}

/** Codex accepts the same answer. */
export function answerPermission(verdict: NativeVerdict): HookAnswer {
  if (verdict.kind === 'pass') return silent;
  const decision =
    verdict.kind === 'deny'
      ? { behavior: 'deny', message: messageOf(verdict) }
      : { behavior: 'allow' };
  return print({ hookSpecificOutput: { hookEventName: 'PermissionRequest', decision } });
}
