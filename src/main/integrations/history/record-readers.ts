/**
 * Converts the records (lines) of agents' history files to calls. All of it was written by other
 * programs: a record in an unexpected format is skipped. The formats were seen in files of Claude
 * Code 2.1.325, Codex 0.166.0, Copilot CLI 1.0.102 and Gemini CLI 0.61.0. Pure.
 */
import type { HistoryClient } from '../../../shared/integrations/agent-history.ts';
import {
  fieldsOf,
  nameIn,
  pathIn,
  unpacked,
  type InputFields,
} from '../native/adapters/input-fields.ts';
import { callOf, type PastToolCall } from './recorded-call.ts';

/** The maximum number of calls kept per file. */
const maxCalls = 50_000;

export type FileClient = Exclude<HistoryClient, 'opencode'>;

/** Known before the first record. */
export interface FileFacts {
  /** Where the conversation was held, if the records do not say. */
  readonly cwd?: string;
  /** Earlier records are not counted; wall clock, ms. */
  readonly since: number;
}

/** The calls of one file. */
export class FileCalls {
  readonly #client: FileClient;
  readonly #since: number;
  readonly #calls = new Map<string, PastToolCall>();
  #cwd: string | undefined;
  #conversation = 'unnamed';
  isFull = false;

  constructor(client: FileClient, { cwd, since }: FileFacts) {
    this.#client = client;
    this.#cwd = cwd;
    this.#since = since;
  }

  add(record: unknown): void {
    readers[this.#client](fieldsOf(record), this);
  }

  /** Keyed by an id that stays the same wherever the client repeats the call. */
  calls(): ReadonlyMap<string, PastToolCall> {
    return this.#calls;
  }

  isIn({
    cwd,
    conversation,
  }: {
    cwd?: string | undefined;
    conversation?: string | undefined;
  }): void {
    this.#cwd = cwd ?? this.#cwd;
    this.#conversation = conversation ?? this.#conversation;
  }

  made(id: string | undefined, tool: string | undefined, args: unknown, time: unknown): void {
    const at = timeOf(time);
    if (id === undefined || tool === undefined || at === null || at < this.#since) return;
    if (this.#cwd === undefined) return;
    if (this.#calls.size >= maxCalls) return void (this.isFull = true);
    const about = { at, cwd: this.#cwd, conversation: this.#conversation };
    const call = callOf(this.#client, { ...about, tool, args });
    if (call) this.#calls.set(id, call);
  }

  /** It was denied, so nothing happened. */
  denied(id: string | undefined): void {
    if (id !== undefined) this.#calls.delete(id);
  }
}

const timeOf = (value: unknown): number | null => {
  const at = typeof value === 'string' ? Date.parse(value) : value;
  return typeof at === 'number' && Number.isFinite(at) ? at : null;
};

const listOf = (value: unknown): readonly InputFields[] =>
  Array.isArray(value) ? value.slice(0, 1_000).map(fieldsOf) : [];

const readers: Readonly<Record<FileClient, (record: InputFields, into: FileCalls) => void>> = {
  'claude-code': readClaude,
  codex: readCodex,
  copilot: readCopilot,
  gemini: readGemini,
};

/** Other records repeat the same messages in the form sent to the model. */
function readClaude(record: InputFields, into: FileCalls): void {
  const type = record['type'];
  if (type !== 'assistant' && type !== 'user') return;
  into.isIn({ cwd: pathIn(record, 'cwd'), conversation: nameIn(record, 'sessionId') });
  for (const part of listOf(fieldsOf(record['message'])['content'])) {
    if (type === 'assistant' && part['type'] === 'tool_use')
      into.made(nameIn(part, 'id'), nameIn(part, 'name'), part['input'], record['timestamp']);
    if (type === 'user' && part['type'] === 'tool_result' && isDeniedByClaude(record, part))
      into.denied(nameIn(part, 'tool_use_id'));
  }
}

function isDeniedByClaude(record: InputFields, part: InputFields): boolean {
  if (part['is_error'] !== true) return false;
  const { decision } = fieldsOf(record['permissionDecision']);
  // Versions that do not record the decision write this sentence.
  const text = part['content'];
  return (
    decision === 'reject' ||
    (typeof text === 'string' && text.startsWith("The user doesn't want to proceed"))
  );
}

function readCodex(record: InputFields, into: FileCalls): void {
  const payload = fieldsOf(record['payload']);
  const { type } = record;
  if (type === 'session_meta' || type === 'turn_context')
    into.isIn({ cwd: pathIn(payload, 'cwd'), conversation: nameIn(payload, 'id') });
  if (type !== 'response_item') return;
  const id = nameIn(payload, 'call_id');
  const output = payload['output'];
  switch (payload['type']) {
    case 'function_call':
    case 'custom_tool_call':
    case 'local_shell_call': {
      const { tool, args } = codexTool(payload);
      into.made(id, tool, args, record['timestamp']);
      break;
    }
    case 'function_call_output':
    case 'custom_tool_call_output':
      if (
        typeof output === 'string' &&
        /^(Command|Tool call|exec command) (blocked|rejected) by /.test(output)
      )
        into.denied(id);
      break;
    default:
      break;
  }
}

/** Codex's hook calls every shell tool Bash, and all tools of servers by one name. */
function codexTool(payload: InputFields): { tool: string | undefined; args: unknown } {
  const name = nameIn(payload, 'name');
  if (payload['type'] === 'custom_tool_call')
    return { tool: name, args: { input: payload['input'] } };
  const args = fieldsOf(unpacked(payload['arguments'] ?? payload['action']));
  const space = nameIn(payload, 'namespace');
  // The names in its hooks: mcp__server__tool, and multi_agent_v1wait_agent for its own.
  if (space !== undefined)
    return { tool: `${space}${space.startsWith('mcp__') ? '__' : ''}${name ?? ''}`, args };
  const line = lineOf(args['cmd'] ?? args['command']);
  const isShell =
    payload['type'] === 'local_shell_call' ||
    ['exec_command', 'shell', 'shell_command', 'container.exec'].includes(name ?? '');
  return isShell && line !== undefined
    ? { tool: 'Bash', args: { command: line } }
    : { tool: name, args };
}

/** A command line, or arguments of which the last is a line for a shell. */
function lineOf(command: unknown): string | undefined {
  if (typeof command === 'string') return command;
  if (!Array.isArray(command) || command.length > 1_000) return undefined;
  const words = command.filter((word) => typeof word === 'string');
  const [program = '', flag = '', line] = words;
  if (/(^|\/)(ba|z|da)?sh$/.test(program) && /^-l?c$/.test(flag) && words.length === 3) return line;
  return words.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : quoted(word))).join(' ');
}

const quoted = (word: string): string => `'${word.replaceAll("'", String.raw`'\''`)}'`;

function readCopilot(record: InputFields, into: FileCalls): void {
  const data = fieldsOf(record['data']);
  // Ids of a sub-agent's calls start at the same number as those of the conversation.
  const own = nameIn(data, 'toolCallId');
  const id = own === undefined ? undefined : `${nameIn(record, 'agentId') ?? ''} ${own}`;
  switch (record['type']) {
    case 'session.start':
    case 'session.resume':
      into.isIn({
        cwd: pathIn(fieldsOf(data['context']), 'cwd'),
        conversation: nameIn(data, 'sessionId'),
      });
      break;
    case 'tool.execution_start':
      into.made(id, nameIn(data, 'toolName'), data['arguments'], record['timestamp']);
      break;
    case 'tool.execution_complete':
      if (data['success'] !== true && fieldsOf(data['error'])['code'] === 'denied') into.denied(id);
      break;
    default:
      break;
  }
}

/** A message is written again when its calls have ended; only calls that ran count. */
function readGemini(record: InputFields, into: FileCalls): void {
  into.isIn({ conversation: nameIn(record, 'sessionId') });
  const messages = [
    record,
    ...listOf(fieldsOf(record['$set'])['messages']),
    ...listOf(record['messages']),
  ];
  for (const message of messages)
    for (const call of listOf(message['toolCalls'])) {
      const time = call['timestamp'] ?? message['timestamp'];
      if (call['status'] !== 'success' && call['status'] !== 'error') continue;
      if (isBlockedByGemini(call)) continue;
      const id = `${nameIn(message, 'id') ?? ''} ${nameIn(call, 'id') ?? ''}`;
      into.made(id, nameIn(call, 'name'), call['args'], time);
    }
}

function isBlockedByGemini({ result }: InputFields): boolean {
  const [first] = listOf(result);
  const { error } = fieldsOf(fieldsOf(fieldsOf(first)['functionResponse'])['response']);
  return typeof error === 'string' && /^Tool execution (blocked|denied)/.test(error);
}
