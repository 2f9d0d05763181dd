/** The extension as an MCP server: the hub asks, the tabs answer. */
import {
  carriesOutOnce,
  pageMeta,
  tabToolName,
  type TaggedMessage,
} from '../../../src/shared/browser.ts';
import { isObject, type PageAnswer } from './page-messages.ts';
import type { TabBook } from './tab-book.ts';

const versions = ['2025-06-18', '2025-03-26', '2024-11-05'];
const methodNotFound = -32_601;
const invalidParams = -32_602;
/** The page that the call was meant for is not there. */
const pageGone = -32_001;

type Reply = Pick<TaggedMessage, 'result' | 'error'>;

/** Null where no answer is due. */
export async function answerTo(
  message: TaggedMessage,
  tabs: TabBook,
  version: string,
): Promise<TaggedMessage | null> {
  const { id, method, connectionId } = message;
  if (id === undefined || method === undefined) return null;
  return { jsonrpc: '2.0', id, connectionId, ...(await reply(message, tabs, version)) };
}

async function reply(message: TaggedMessage, tabs: TabBook, version: string): Promise<Reply> {
  const { method = '', params = {} } = message;
  switch (method) {
    case 'initialize':
      return { result: initialized(params['protocolVersion'], version) };
    case 'ping':
      return { result: {} };
    case 'tools/list':
      await tabs.settled;
      return { result: { tools: tabs.list() } };
    case 'tools/call':
      return call(message, tabs);
    default:
      return problem(methodNotFound, `There is no method ${method}.`);
  }
}

const initialized = (wanted: unknown, version: string) => ({
  protocolVersion: versions.find((one) => one === wanted) ?? versions[0],
  capabilities: { tools: { listChanged: true }, experimental: { [carriesOutOnce]: {} } },
  serverInfo: { name: 'gatehouse-browser', title: 'Gatehouse for browsers', version },
});

async function call({ id, params = {} }: TaggedMessage, tabs: TabBook): Promise<Reply> {
  const { name, arguments: args, _meta: meta } = params;
  const parts = typeof name === 'string' ? tabToolName.exec(name) : null;
  if (!parts) return problem(invalidParams, 'There is no such tool.');
  const told = isObject(meta) ? meta[pageMeta.document] : undefined;
  const document = typeof told === 'string' ? told : null;
  const wanted = { id: String(id), document, name: parts[2] ?? '', args };
  await tabs.settled;
  const answer = await (tabs.call(Number(parts[1]), wanted) ?? gone);
  return replyOf(answer);
}

const gone: PageAnswer = { kind: 'gone' };

function replyOf(answer: PageAnswer): Reply {
  switch (answer.kind) {
    case 'gone':
      return problem(pageGone, 'The page is gone.');
    case 'failed':
      return { result: { isError: true, content: [{ type: 'text', text: answer.message }] } };
    case 'result':
      return { result: isObject(answer.result) ? answer.result : {} };
  }
}

const problem = (code: number, message: string): Reply => ({ error: { code, message } });
