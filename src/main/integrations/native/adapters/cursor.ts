/**
 * Cursor: preToolUse, postToolUse and postToolUseFailure hooks, according to its documentation;
 * not tested with Cursor itself. Cursor also starts the hooks in Claude Code's settings, with its
 * own input, which is recognised by `cursor_version` or by its two ids.
 */
import path from 'node:path';
import type {
  HookAnswer,
  NativeAdapter,
  NativeEvent,
  NativeRequest,
  NativeVerdict,
} from '../../../../shared/native/native-call.ts';
import {
  answerToOther,
  blocked,
  isQuestion,
  messageOf,
  print,
  releaseOf,
  silent,
} from './hook-answers.ts';
import {
  fieldsOf,
  firstOf,
  given,
  nameIn,
  outputText,
  pathIn,
  readSafely,
  reasonIn,
  unpacked,
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
  type ReadRequest,
} from './tool-table.ts';

const paths = ['file_path', 'path', 'target_file'];
const texts = { oldText: 'old_string', newText: 'new_string', all: 'replace_all' };
const folderKeys = ['working_directory', 'cwd'];

/** States the reason, and does not change what is done. */
const others = ['explanation'];

/**
 * Whole files and replaced passages have the same tool name; without a text, only the path is
 * known.
 */
const writesSomehow: ReadRequest = (args) =>
  replaces({ paths, ...texts, others })(args) ??
  replacesMany('edits', { paths, ...texts, others })(args) ??
  writes(paths, ['content', 'contents'], 'edit', others)(args) ??
  changes(paths, 'edit', others)(args);

const tools = toolTable({
  ...eachOf(['Shell', 'Bash'], () =>
    command(
      ['description', 'timeout', 'is_background', 'block_until_ms'],
      (args) => args['is_background'] === true,
      folderKeys,
    ),
  ),
  ...eachOf(['Write', 'Edit', 'StrReplace'], () => writesSomehow),
  Delete: changes(paths, 'delete', others),
  Read: reads(...paths),
  Grep: searches(paths),
  Glob: searches(['target_directory', 'path'], ['glob_pattern', 'pattern']),
  LS: searches(['target_directory', 'path']),
  WebFetch: fetches('url', others),
  Task: startsSubAgent('description', 'prompt'),
  ...eachOf(['TodoWrite', 'ReadLints', 'AskQuestion'], harmless),
});

const ignoredEvents: ReadonlySet<string> = new Set([
  ...['beforeSubmitPrompt', 'afterAgentResponse', 'afterAgentThought', 'preCompact', 'stop'],
  ...['subagentStart', 'subagentStop', 'afterShellExecution', 'afterMCPExecution'],
  ...['afterFileEdit', 'beforeTabFileRead', 'afterTabFileEdit', 'workspaceOpen'],
  ...['UserPromptSubmit', 'Stop', 'SubagentStop', 'PreCompact', 'Notification'],
]);

/** Cursor's own names, and those of Claude Code, under which it may start the same hook. */
const eventKinds: ReadonlyMap<string, NativeEvent['kind']> = new Map([
  ['preToolUse', 'before'],
  ['PreToolUse', 'before'],
  ['postToolUse', 'after'],
  ['PostToolUse', 'after'],
  ['postToolUseFailure', 'after'],
  ['PostToolUseFailure', 'after'],
  ['sessionStart', 'session-started'],
  ['SessionStart', 'session-started'],
  ['sessionEnd', 'session-ended'],
  ['SessionEnd', 'session-ended'],
]);

export const isFromCursor = (input: unknown): boolean => {
  const fields = fieldsOf(input);
  return (
    fields['cursor_version'] !== undefined ||
    (fields['conversation_id'] !== undefined && fields['generation_id'] !== undefined)
  );
};

export const cursor: NativeAdapter = {
  client: 'cursor',
  testedVersion: null,
  read: (input) => readSafely(() => readInput(fieldsOf(input))),
  answer,
};

/**
 * The same hook, started from Claude Code's settings. How Cursor interprets an answer there is not
 * documented, but exit code 2 denies in both formats, and no output is no answer.
 */
export const cursorThroughClaude: NativeAdapter = {
  ...cursor,
  answer: (event, verdict) => {
    if (!isQuestion(event) || verdict.kind === 'allow') return answer(event, verdict);
    return verdict.kind === 'deny' ? blocked(verdict.message) : silent;
  },
};

function readInput(input: InputFields): NativeEvent {
  const name = nameIn(input, 'hook_event_name') ?? '';
  if (ignoredEvents.has(name)) return { kind: 'ignored' };
  const kind = eventKinds.get(name);
  if (kind === undefined) return unreadable(`Gatehouse does not know the hook event "${name}".`);
  const conversation = nameIn(input, 'conversation_id') ?? nameIn(input, 'session_id');
  const args = fieldsOf(input['tool_input']);
  const cwd = folderOf(input, args);
  if (conversation === undefined || cwd === undefined)
    return unreadable('The hook did not say which conversation and folder it is about.');
  const from = { conversation, cwd, ...given('clientVersion', nameIn(input, 'cursor_version')) };
  if (kind === 'session-started' || kind === 'session-ended') return { kind, ...from };
  const tool = nameIn(input, 'tool_name');
  if (tool === undefined) return unreadable('The hook did not name a tool.');
  const about = {
    ...from,
    callId: nameIn(input, 'tool_use_id') ?? null,
    tool,
    args: input['tool_input'] ?? {},
    request: requestFor(tool, args),
    ...reasonIn(args),
  };
  return kind === 'before'
    ? { kind: 'before', ...about }
    : { kind: 'after', ...about, ...resultOf(name, input) };
}

/** `cwd` was sometimes empty; then the folder of the command or of the workspace is used. */
function folderOf(input: InputFields, args: InputFields): string | undefined {
  const roots = Array.isArray(input['workspace_roots']) ? input['workspace_roots'] : [];
  const base = pathIn(input, 'cwd') ?? pathIn({ root: roots[0] }, 'root');
  const own = firstOf(pathIn, args, folderKeys);
  if (base === undefined || own === undefined) return own ?? base;
  return path.isAbsolute(base) ? path.resolve(base, own) : own;
}

/** The server is not named, so our tools cannot be distinguished from others. */
function requestFor(tool: string, args: InputFields): NativeRequest {
  const mcp = /^MCP:(?<name>.+)$/s.exec(tool)?.groups?.['name'];
  return mcp === undefined ? requestOf(tools, tool, args) : callsMcp('', mcp.trim());
}

function resultOf(name: string, input: InputFields) {
  const error = input['error_message'];
  const output = unpacked(input['tool_output'] ?? input['tool_response']);
  const exit = fieldsOf(output)['exitCode'];
  const exitCode = typeof exit === 'number' && Number.isInteger(exit) ? exit : undefined;
  const text = typeof error === 'string' ? error : joinedParts(output);
  return {
    succeeded: !name.endsWith('Failure') && (exitCode === undefined || exitCode === 0),
    ...given('exitCode', exitCode),
    ...given('text', text === undefined ? undefined : outputText(text)),
  };
}

/**
 * With `failClosed`, no output counts as a failure. "ask" leaves a tool that is let pass to Cursor's own
 * settings and prompt; "allow" would be an answer in the user's place.
 */
function answer(event: NativeEvent, verdict: NativeVerdict): HookAnswer {
  if (!isQuestion(event)) return answerToOther(event);
  const released = releaseOf(event, verdict);
  if (released.kind === 'pass') return print({ permission: 'ask' });
  if (released.kind === 'allow') return print({ permission: 'allow' });
  return print({ permission: 'deny', user_message: messageOf(released) });
}
