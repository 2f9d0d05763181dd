/** The HTTP headers of stateless MCP, which repeat parts of the message (2026-07-28). */
import type { JsonRpcMessage } from '../../shared/protocols/json-rpc.ts';

/** The params field that a method's `Mcp-Name` header repeats. */
const nameFields: Readonly<Record<string, string>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
  'tasks/get': 'taskId',
  'tasks/update': 'taskId',
  'tasks/cancel': 'taskId',
};

export function statelessHeaders(message: JsonRpcMessage, version: string): Record<string, string> {
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
