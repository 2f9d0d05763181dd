/** The extension as an MCP server: forwards the hub's requests to tabs. */
import {
  carriesOutOnce,
  pageMeta,
  tabToolName,
  type TaggedMessage,
} from '../../../src/shared/integrations/browser.ts';
import { isObject } from '../../../src/shared/base/is-object.ts';
import type { PageAnswer } from './page-messages.ts';
import type { TabRegistry } from './tab-registry.ts';

const versions = ['2025-06-18', '2025-03-26', '2024-11-05'];
const methodNotFound = -32_601;
const invalidParams = -32_602;
/** JSON-RPC error code: the page the call was for is gone. */
const pageGone = -32_001;

type McpReply = Pick<TaggedMessage, 'result' | 'error'>;

/** Null if the message needs no answer. */
export async function answerTo(
  message: TaggedMessage,
  tabs: TabRegistry,
  version: string,
): Promise<TaggedMessage | null> {
  const { id, method, connectionId } = message;
  if (id === undefined || method === undefined) return null;
  return { jsonrpc: '2.0', id, connectionId, ...(await reply(message, tabs, version)) };
}

async function reply(
  message: TaggedMessage,
  tabs: TabRegistry,
  version: string,
): Promise<McpReply> {
  const { method = '', params = {} } = message;
  switch (method) {
    case 'initialize':
      return { result: initialized(params['protocolVersion'], version) };
    case 'ping':
      return { result: {} };
    case 'tools/list':
      await tabs.ready;
      return { result: { tools: tabs.list() } };
    case 'tools/call':
      return call(message, tabs);
    default:
      return problem(methodNotFound, `There is no method ${method}.`);
  }
}

const initialized = (wanted: unknown, version: string) => ({
  protocolVersion: versions.find((item) => item === wanted) ?? versions[0],
  capabilities: { tools: { listChanged: true }, experimental: { [carriesOutOnce]: {} } },
  serverInfo: { name: 'gatehouse-browser', title: 'Gatehouse for browsers', version },
});

async function call({ id, params = {} }: TaggedMessage, tabs: TabRegistry): Promise<McpReply> {
  const { name, arguments: args, _meta: meta } = params;
  const parts = typeof name === 'string' ? tabToolName.exec(name) : null;
  if (!parts) return problem(invalidParams, 'There is no such tool.');
  const documentId = isObject(meta) ? meta[pageMeta.document] : undefined;
  const document = typeof documentId === 'string' ? documentId : null;
  const wanted = { id: String(id), document, name: parts[2] ?? '', args };
  await tabs.ready;
  const answer = await (tabs.call(Number(parts[1]), wanted) ?? gone);
  return replyOf(answer);
}

const gone: PageAnswer = { kind: 'gone' };

function replyOf(answer: PageAnswer): McpReply {
  switch (answer.kind) {
    case 'gone':
      return problem(pageGone, 'The page is gone.');
    case 'failed':
      return { result: { isError: true, content: [{ type: 'text', text: answer.message }] } };
    case 'result':
      return { result: isObject(answer.result) ? answer.result : {} };
  }
}

const problem = (code: number, message: string): McpReply => ({ error: { code, message } });
