/**
 * OpenCode: our own plugin (../opencode-plugin.ts) calls the hook program with the event as an
 * argument: `init`, `before` and `after`. It lets a tool run only on the word `allow` or `pass`.
 */
import path from 'node:path';
import type {
  HookAnswer,
  NativeAdapter,
  NativeEvent,
  NativeRequest,
  NativeVerdict,
} from '../../../../shared/native/native-call.ts';
import { filesInPatch } from './apply-patch.ts';
import { toolInName } from './gatehouse-tools.ts';
import { blocked, isQuestion, messageOf, print } from './hook-answers.ts';
import {
  fieldsOf,
  firstOf,
  given,
  hasOnly,
  maxItems,
  nameIn,
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

const file = {
  paths: ['filePath'],
  oldText: 'oldString',
  newText: 'newString',
  all: 'replaceAll',
};

/**
 * batch and skill are left out on purpose: what they start is not in their arguments, or not
 * hooked.
 */
const tools = toolTable({
  bash: command(['description', 'timeout', 'workdir'], () => false),
  edit: replaces(file),
  multiedit: replacesMany('edits', file),
  write: writes(['filePath'], ['content'], 'edit'),
  ...eachOf(['patch', 'apply_patch'], () => (args) => {
    const patch = hasOnly(args, ['patchText']) ? textIn(args, 'patchText') : undefined;
    const files = patch === undefined ? null : filesInPatch(patch);
    return files && { kind: 'edit', files };
  }),
  read: reads('filePath'),
  list: searches(['path']),
  glob: searches(['path'], ['pattern']),
  grep: searches(['path'], ['include']),
  lsp: reads('filePath'),
  webfetch: fetches('url', ['format', 'timeout']),
  task: startsSubAgent('description', 'prompt'),
  ...eachOf(['todowrite', 'todoread', 'question', 'plan_enter', 'plan_exit', 'invalid'], harmless),
});

export const opencode: NativeAdapter = {
  client: 'opencode',
  testedVersion: '1.18.33',
  read: (input, event) => readSafely(() => readInput(fieldsOf(input), event)),
  answer,
};

function readInput(input: InputFields, event: string | undefined): NativeEvent {
  const folder = pathIn(input, 'directory');
  if (folder === undefined) return unreadable('The plugin did not say which folder it is about.');
  const version = given('clientVersion', nameIn(input, 'version'));
  if (event === 'init')
    return { kind: 'session-started', conversation: `init:${folder}`, cwd: folder, ...version };
  const call = fieldsOf(input['input']);
  const conversation = nameIn(call, 'sessionID');
  const tool = nameIn(call, 'tool');
  if (conversation === undefined || tool === undefined)
    return unreadable('The plugin did not say which conversation and tool it is about.');
  const sent = event === 'before' ? fieldsOf(input['output'])['args'] : call['args'];
  const args = fieldsOf(sent);
  const request = requestFor(tool, args, input);
  const about = {
    conversation,
    cwd: request.kind === 'command' ? folderOf(folder, args) : folder,
    ...given('subAgent', nameIn(input, 'parent') === undefined ? undefined : 'sub-agent'),
    ...version,
    callId: nameIn(call, 'callID') ?? null,
    tool,
    args: sent ?? {},
    request,
    ...reasonIn(args),
  };
  if (event === 'before') return { kind: 'before', ...about };
  if (event === 'after') return { kind: 'after', ...about, ...resultOf(input) };
  return unreadable(`Gatehouse does not know the event "${event ?? ''}" of its plugin.`);
}

/** A command may run in another folder than the conversation's. */
function folderOf(cwd: string, args: InputFields): string {
  const folder = pathIn(args, 'workdir');
  return folder === undefined || !path.isAbsolute(cwd) ? cwd : path.resolve(cwd, folder);
}

/** A server's tool is called server_tool; the plugin reports which servers exist. */
function requestFor(tool: string, args: InputFields, input: InputFields): NativeRequest {
  const request = requestOf(tools, tool, args);
  if (request.kind !== 'unknown-tool') return request;
  const servers: readonly unknown[] = Array.isArray(input['servers']) ? input['servers'] : [];
  const owners = servers
    .slice(0, maxItems)
    .filter((name): name is string => typeof name === 'string' && name !== '')
    .filter((name) => tool.startsWith(`${name}_`))
    .toSorted((a, b) => b.length - a.length);
  const [server] = owners;
  // Two servers may both be meant by the name, and then it proves nothing.
  if (owners.length === 1) return toolInName(tool, '_') ?? request;
  return server === undefined ? request : callsMcp(server, tool.slice(server.length + 1));
}

function resultOf(input: InputFields) {
  const output = fieldsOf(input['output']);
  const exit = fieldsOf(output['metadata'])['exit'];
  const error = textIn(input, 'error');
  const text = error ?? firstOf(textIn, output, ['output']);
  const exitCode = typeof exit === 'number' && Number.isInteger(exit) ? exit : undefined;
  return {
    succeeded: error === undefined && (exitCode === undefined || exitCode === 0),
    ...given('exitCode', exitCode),
    ...given('text', text === undefined ? undefined : outputText(text)),
  };
}

function answer(event: NativeEvent, verdict: NativeVerdict): HookAnswer {
  if (event.kind === 'unreadable') return blocked(event.message);
  if (!isQuestion(event)) return print({ verdict: 'pass' });
  return print(
    verdict.kind === 'deny'
      ? { verdict: 'deny', message: messageOf(verdict) }
      : { verdict: verdict.kind },
  );
}
