/** JSON-RPC messages as far as the proxy must understand them; the rest passes unchanged. */
export type ProxyMessageId = string | number;

export interface ProxyMessage {
  readonly jsonrpc: '2.0';
  readonly id?: ProxyMessageId | null;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: unknown;
  readonly error?: unknown;
}

export interface ProxyRequest extends ProxyMessage {
  readonly id: ProxyMessageId;
  readonly method: string;
}

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isId = (id: unknown): id is ProxyMessageId =>
  typeof id === 'string' || typeof id === 'number';

export const isMessage = (value: unknown): value is ProxyMessage =>
  isObject(value) && value['jsonrpc'] === '2.0' && (value['params'] ?? {}) instanceof Object;

export const isRequest = (message: ProxyMessage): message is ProxyRequest =>
  typeof message.method === 'string' && isId(message.id);

export const isAnswerTo = (message: ProxyMessage, id: ProxyMessageId): boolean =>
  message.method === undefined && message.id === id;

export const errorAnswer = (
  id: ProxyMessageId | null,
  code: number,
  message: string,
  data?: unknown,
): ProxyMessage => ({
  jsonrpc: '2.0',
  id,
  error: { code, message, ...(data === undefined ? {} : { data }) },
});

/** In JSON-RPC's server-defined range; MCP servers use it for connection errors. */
export const connectionError = -32_000;
export const parseError = -32_700;
export const invalidRequest = -32_600;

const metaKey = 'io.modelcontextprotocol/protocolVersion';
export const subscriptionKey = 'io.modelcontextprotocol/subscriptionId';

/** The protocol version inside a stateless MCP message; null for stateful MCP. */
export function modernVersionOf({ params }: ProxyMessage): string | null {
  const meta = params?.['_meta'];
  const version = isObject(meta) ? meta[metaKey] : undefined;
  return typeof version === 'string' ? version : null;
}

/** The params field that a method's `Mcp-Name` header repeats. */
const nameFields: Readonly<Record<string, string>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
  'tasks/get': 'taskId',
  'tasks/update': 'taskId',
  'tasks/cancel': 'taskId',
};

/** Stateless MCP repeats parts of the body in headers. */
export function modernHeaders(message: ProxyMessage, version: string): Record<string, string> {
  const { method = '', params } = message;
  const field = Object.hasOwn(nameFields, method) ? nameFields[method] : undefined;
  const name = field === undefined ? undefined : params?.[field];
  return {
    'MCP-Protocol-Version': headerText(version),
    'Mcp-Method': headerText(method),
    ...(typeof name === 'string' ? { 'Mcp-Name': headerText(name) } : {}),
  };
}

/** Encodes text that a header cannot carry as marked base64. */
function headerText(text: string): string {
  const plain = /^[\x21-\x7E](?:[\x20-\x7E]*[\x21-\x7E])?$/.test(text);
  if (plain && !(text.startsWith('=?base64?') && text.endsWith('?='))) return text;
  return `=?base64?${Buffer.from(text, 'utf8').toString('base64')}?=`;
}
