/** JSON-RPC messages as far as a proxy must understand them; everything else passes untouched. */
export type MessageId = string | number;

export interface Message {
  readonly jsonrpc: '2.0';
  readonly id?: MessageId | null;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: unknown;
  readonly error?: unknown;
}

export interface Request extends Message {
  readonly id: MessageId;
  readonly method: string;
}

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isId = (id: unknown): id is MessageId => typeof id === 'string' || typeof id === 'number';

export const isMessage = (value: unknown): value is Message =>
  isObject(value) && value['jsonrpc'] === '2.0' && (value['params'] ?? {}) instanceof Object;

export const isRequest = (message: Message): message is Request =>
  typeof message.method === 'string' && isId(message.id);

export const isAnswerTo = (message: Message, id: MessageId): boolean =>
  message.method === undefined && message.id === id;

export const errorAnswer = (
  id: MessageId | null,
  code: number,
  message: string,
  data?: unknown,
): Message => ({
  jsonrpc: '2.0',
  id,
  error: { code, message, ...(data === undefined ? {} : { data }) },
});

/** JSON-RPC leaves this range to servers; MCP servers use it for trouble with a connection. */
export const connectionTrouble = -32_000;
export const parseTrouble = -32_700;
export const invalidRequest = -32_600;

const metaKey = 'io.modelcontextprotocol/protocolVersion';
export const subscriptionKey = 'io.modelcontextprotocol/subscriptionId';

/** The protocol version a message of the second era names in itself; null in the first era. */
export function modernVersionOf({ params }: Message): string | null {
  const meta = params?.['_meta'];
  const version = isObject(meta) ? meta[metaKey] : undefined;
  return typeof version === 'string' ? version : null;
}

/** Which field of its params a method's `Mcp-Name` header repeats. */
const nameFields: Readonly<Record<string, string>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
  'tasks/get': 'taskId',
  'tasks/update': 'taskId',
  'tasks/cancel': 'taskId',
};

/** In the second era, headers repeat what the body says. */
export function modernHeaders(message: Message, version: string): Record<string, string> {
  const { method = '', params } = message;
  const field = Object.hasOwn(nameFields, method) ? nameFields[method] : undefined;
  const name = field === undefined ? undefined : params?.[field];
  return {
    'MCP-Protocol-Version': headerText(version),
    'Mcp-Method': headerText(method),
    ...(typeof name === 'string' ? { 'Mcp-Name': headerText(name) } : {}),
  };
}

/** Text that a header cannot carry as it is goes as base64 in a marked form. */
function headerText(text: string): string {
  const plain = /^[\x21-\x7E](?:[\x20-\x7E]*[\x21-\x7E])?$/.test(text);
  if (plain && !(text.startsWith('=?base64?') && text.endsWith('?='))) return text;
  return `=?base64?${Buffer.from(text, 'utf8').toString('base64')}?=`;
}
