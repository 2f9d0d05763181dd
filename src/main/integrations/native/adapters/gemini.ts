/** Gemini CLI: BeforeTool and AfterTool hooks. It sends no id of the call. */
import path from 'node:path';
import type {
  HookAnswer,
  NativeAdapter,
  NativeEvent,
  NativeRequest,
  NativeVerdict,
} from '../../../../shared/native/native-call.ts';
import { toolOf } from './gatehouse-tools.ts';
import { answerToOther, isQuestion, messageOf, print, releaseOf, silent } from './hook-answers.ts';
import {
  fieldsOf,
  firstOf,
  given,
  hasOnly,
  maxText,
  nameIn,
  onlyOf,
  outputText,
  pathIn,
  readSafely,
  reasonIn,
  textIn,
  unreadable,
  type InputFields,
} from './input-fields.ts';
import {
  callsMcp,
  command,
  eachOf,
  harmless,
  reads,
  replaces,
  requestOf,
  searches,
  startsSubAgent,
  toolTable,
  writes,
} from './tool-table.ts';

const folderKeys = ['dir_path', 'directory'];

/**
 * save_memory, activate_skill and discovered tools are left out on purpose: each needs an ask.
 */
const tools = toolTable({
  run_shell_command: command(
    ['description', 'is_background'],
    (args) => args['is_background'] === true,
    folderKeys,
  ),
  replace: replaces({
    paths: ['file_path'],
    oldText: 'old_string',
    newText: 'new_string',
    all: 'allow_multiple',
    others: ['instruction'],
  }),
  write_file: writes(['file_path'], ['content'], 'edit'),
  read_file: reads('file_path', 'absolute_path'),
  read_many_files: searches([]),
  list_directory: searches(['dir_path', 'path']),
  glob: searches(['dir_path', 'path'], ['pattern']),
  ...eachOf(['grep_search', 'search_file_content'], () =>
    searches(['dir_path', 'path'], ['include']),
  ),
  web_fetch: (args) => {
    if (!hasOnly(args, ['url', 'prompt'])) return null;
    const said = onlyOf(textIn, args, ['url', 'prompt']) ?? '';
    const url = Object.hasOwn(args, 'url') ? said : onlyUrlIn(said);
    return url === null || url === '' ? null : { kind: 'fetch', url };
  },
  ...eachOf(['codebase_investigator', 'delegate_to_agent', 'invoke_agent', 'generalist'], () =>
    startsSubAgent('objective', 'prompt', 'request'),
  ),
  // The search runs at the model's provider, which has the conversation anyway.
  google_web_search: harmless('google_web_search'),
  ...eachOf(
    [
      ...['write_todos', 'ask_user', 'enter_plan_mode', 'exit_plan_mode', 'complete_task'],
      ...['get_internal_docs', 'cli_help', 'update_topic'],
    ],
    harmless,
  ),
});

const ignoredEvents: ReadonlySet<string> = new Set([
  ...['BeforeAgent', 'AfterAgent', 'BeforeModel', 'AfterModel', 'BeforeToolSelection'],
  ...['Notification', 'PreCompress'],
]);

export const gemini: NativeAdapter = {
  client: 'gemini',
  testedVersion: '0.61.0',
  read: (input) => readSafely(() => readInput(fieldsOf(input))),
  answer,
};

function readInput(input: InputFields): NativeEvent {
  const name = nameIn(input, 'hook_event_name') ?? '';
  if (ignoredEvents.has(name)) return { kind: 'ignored' };
  const conversation = nameIn(input, 'session_id');
  const cwd = pathIn(input, 'cwd');
  if (conversation === undefined || cwd === undefined)
    return unreadable('The hook did not say which conversation and folder it is about.');
  if (name === 'SessionStart') return { kind: 'session-started', conversation, cwd };
  if (name === 'SessionEnd') return { kind: 'session-ended', conversation, cwd };
  const tool = nameIn(input, 'tool_name');
  if (tool === undefined) return unreadable('The hook did not name a tool.');
  const args = fieldsOf(input['tool_input']);
  const request = requestFor(tool, args, input);
  const about = {
    conversation,
    cwd: request.kind === 'command' ? folderOf(cwd, args) : cwd,
    callId: null,
    tool,
    args: input['tool_input'] ?? {},
    request,
    ...reasonIn(args, request.kind === 'edit' ? 'instruction' : 'description'),
  };
  if (name === 'BeforeTool') return { kind: 'before', ...about };
  if (name === 'AfterTool') return { kind: 'after', ...about, ...resultOf(input) };
  return unreadable(`Gatehouse does not know the hook event "${name}".`);
}

/** A command may run in another folder than the conversation's. */
function folderOf(cwd: string, args: InputFields): string {
  const folder = firstOf(pathIn, args, folderKeys);
  return folder === undefined || !path.isAbsolute(cwd) ? cwd : path.resolve(cwd, folder);
}

function requestFor(tool: string, args: InputFields, input: InputFields): NativeRequest {
  const server = nameIn(fieldsOf(input['mcp_context']), 'server_name');
  const name = nameIn(fieldsOf(input['mcp_context']), 'tool_name');
  if (server !== undefined && name !== undefined) return toolOf(server, name);
  return tool.startsWith('mcp_')
    ? callsMcp('', tool.slice('mcp_'.length))
    : requestOf(tools, tool, args);
}

/** The URLs are in the text of the question. More than one does not fit into one request. */
function onlyUrlIn(prompt: string): string | null {
  const urls = prompt.match(/https?:\/\/[^\s"'<>`]+/gi) ?? [];
  return urls.length === 1 ? (urls[0] ?? null) : null;
}

function resultOf(input: InputFields) {
  const response = fieldsOf(input['tool_response']);
  const shown = fieldsOf(response['returnDisplay']);
  const file = pathIn(shown, 'filePath');
  const before = shown['isNewFile'] === true ? undefined : shown['originalContent'];
  const text = textOf(response);
  const code = /^Exit Code: (?<code>\d{1,9})$/m.exec(text ?? '')?.groups?.['code'];
  const hasFailed = response['error'] !== undefined && response['error'] !== null;
  return {
    succeeded: !hasFailed && (code === undefined || Number(code) === 0),
    ...given('exitCode', code === undefined ? undefined : Number(code)),
    ...given('text', text === undefined ? undefined : outputText(text)),
    ...(file !== undefined && typeof before === 'string' && before.length <= maxText
      ? { previousTexts: [{ path: file, text: before }] }
      : {}),
  };
}

function textOf({ error, llmContent, returnDisplay }: InputFields): string | undefined {
  const message = fieldsOf(error)['message'];
  return [message, llmContent, returnDisplay].find((text) => typeof text === 'string');
}

function answer(event: NativeEvent, verdict: NativeVerdict): HookAnswer {
  if (!isQuestion(event)) return answerToOther(event);
  const released = releaseOf(event, verdict);
  if (released.kind === 'pass') return silent;
  if (released.kind === 'allow') return print({ decision: 'allow' });
  return print({ decision: 'deny', reason: messageOf(released) });
}
