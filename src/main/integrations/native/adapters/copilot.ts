/**
 * Copilot CLI: preToolUse, permissionRequest, postToolUse and postToolUseFailure hooks. The input names
 * neither its event nor the call; the event is an argument of the hook command.
 */
import type {
  HookAnswer,
  NativeAdapter,
  NativeEvent,
  NativeRequest,
  NativeVerdict,
} from '../../../../shared/native/native-call.ts';
import { filesInPatch } from './apply-patch.ts';
import { toolInName } from './gatehouse-tools.ts';
import { answerToOther, isQuestion, messageOf, print, releaseOf, silent } from './hook-answers.ts';
import {
  fieldsOf,
  given,
  hasOnly,
  nameIn,
  onlyOf,
  outputText,
  pathIn,
  readSafely,
  reasonIn,
  textIn,
  unpacked,
  unreadable,
  type InputFields,
} from './input-fields.ts';
import { joinedParts } from './output-parts.ts';
import {
  changes,
  command,
  eachOf,
  fetches,
  harmless,
  reads,
  replaces,
  requestOf,
  searches,
  startsSubAgent,
  toolTable,
  writes,
  type ReadRequest,
} from './tool-table.ts';

const paths = ['path', 'file_path'];
const replacesText = replaces({ paths, oldText: 'old_str', newText: 'new_str' });
const createsFile = writes(paths, ['file_text'], 'create');

/** If there is a command, it must be the one that the other arguments belong to. */
const replacesOrCreates: ReadRequest = ({ command: name, ...args }) => {
  if (name === undefined) return createsFile(args) ?? replacesText(args);
  if (name === 'create') return createsFile(args);
  return name === 'str_replace' ? replacesText(args) : null;
};

/** The permission request of an edit has the path and a diff instead of the arguments. */
const edits: ReadRequest = (args) =>
  replacesOrCreates(args) ??
  (typeof args['diff'] === 'string' ? changes(paths, 'edit', ['diff'])(args) : null);

const viewsOrEdits: ReadRequest = (args) =>
  args['command'] === 'view' && hasOnly(args, ['command', 'view_range', ...paths])
    ? reads(...paths)(args)
    : edits(args);

/** write_bash is left out on purpose: it types into a running program, so it needs an ask. */
const tools = toolTable({
  bash: command(
    ['description', 'mode', 'initial_wait', 'shellId', 'sessionId', 'timeout', 'async', 'detach'],
    ({ mode, async: isAsync, detach }) =>
      mode === 'async' || mode === 'detached' || isAsync === true || detach === true,
  ),
  ...eachOf(['edit', 'create'], () => edits),
  str_replace_editor: viewsOrEdits,
  apply_patch: (args) => {
    const names = ['patch', 'input', 'command'];
    const patch = hasOnly(args, names) ? onlyOf(textIn, args, names) : undefined;
    const files = patch === undefined ? null : filesInPatch(patch);
    return files ? { kind: 'edit', files } : edits(args);
  },
  view: reads(...paths),
  ...eachOf(['grep', 'rg'], () => searches(['path', 'paths'], ['glob'])),
  glob: searches(['path', 'paths'], ['pattern']),
  web_fetch: fetches('url', ['max_length', 'start_index', 'raw']),
  task: startsSubAgent('description', 'prompt'),
  ...eachOf(
    [
      ...['read_bash', 'stop_bash', 'list_bash', 'read_agent', 'list_agents', 'report_intent'],
      ...['update_todo', 'ask_user', 'exit_plan_mode', 'fetch_copilot_cli_documentation'],
    ],
    harmless,
  ),
});

const ignoredEvents: ReadonlySet<string> = new Set([
  ...['userPromptSubmitted', 'errorOccurred', 'agentStop', 'subagentStart', 'subagentStop'],
  ...['preCompact', 'notification'],
]);

export const copilot: NativeAdapter = {
  client: 'copilot',
  testedVersion: '1.0.102',
  read: (input, event) => readSafely(() => readInput(fieldsOf(input), event)),
  answer,
};

function readInput(input: InputFields, event: string | undefined): NativeEvent {
  const name = event ?? nameIn(input, 'hookName') ?? '';
  if (ignoredEvents.has(name)) return { kind: 'ignored' };
  const conversation = nameIn(input, 'sessionId');
  const cwd = pathIn(input, 'cwd');
  if (conversation === undefined || cwd === undefined)
    return unreadable('The hook did not say which conversation and folder it is about.');
  const parent = nameIn(input, 'parentAgentId');
  const subAgent = nameIn(input, 'agentType') ?? nameIn(input, 'agentId');
  const from = {
    conversation,
    cwd,
    ...given('subAgent', parent === undefined ? undefined : subAgent),
  };
  if (name === 'sessionStart') return { kind: 'session-started', ...from };
  if (name === 'sessionEnd') return { kind: 'session-ended', ...from };
  // A permission request uses server/tool where the other events use server-tool.
  const tool = nameIn(input, 'toolName')?.replace('/', '-');
  if (tool === undefined) return unreadable('The hook did not name a tool.');
  const sent = unpacked(input['toolArgs'] ?? input['toolInput'] ?? {});
  const args = fieldsOf(sent);
  const about = {
    ...from,
    callId: nameIn(input, 'toolCallId') ?? null,
    tool,
    args: sent,
    request: requestFor(tool, args),
    ...reasonIn(args),
  };
  if (name === 'preToolUse') return { kind: 'before', ...about };
  if (name === 'permissionRequest') return { kind: 'permission', ...about };
  if (name === 'postToolUse') return { kind: 'after', ...about, ...resultOf(input) };
  if (name === 'postToolUseFailure')
    return { kind: 'after', ...about, ...resultOf(input), succeeded: false };
  return unreadable(`Gatehouse does not know the hook event "${name}".`);
}

/** Built-in tools have underscores in their names; a server's tool is called server-tool. */
function requestFor(tool: string, args: InputFields): NativeRequest {
  const request = requestOf(tools, tool, args);
  return request.kind === 'unknown-tool' ? (toolInName(tool, '-') ?? request) : request;
}

function resultOf(input: InputFields) {
  const result = fieldsOf(input['toolResult']);
  const said = result['textResultForLlm'] ?? input['error'] ?? result['error'];
  const text = joinedParts(said) ?? joinedParts(fieldsOf(said)['message']);
  const code = /completed with exit code (?<code>\d{1,9})>?\s*$/.exec(text ?? '')?.groups?.['code'];
  return {
    succeeded: result['resultType'] === 'success' && (code === undefined || Number(code) === 0),
    ...given('exitCode', code === undefined ? undefined : Number(code)),
    ...given('text', text === undefined ? undefined : outputText(text)),
  };
}

function answer(event: NativeEvent, verdict: NativeVerdict): HookAnswer {
  if (!isQuestion(event)) return answerToOther(event);
  const released = releaseOf(event, verdict);
  if (released.kind === 'pass') return silent;
  if (event.kind === 'permission') {
    if (released.kind === 'allow') return print({ behavior: 'allow' });
    return print({ behavior: 'deny', message: messageOf(released) });
  }
  if (released.kind === 'allow') return print({ permissionDecision: 'allow' });
  return print({ permissionDecision: 'deny', permissionDecisionReason: messageOf(released) });
}
