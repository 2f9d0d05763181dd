/** Reopens the client's `subscriptions/listen` (stateless MCP) after the app restarts. */
import { isObject } from '../../shared/base/is-object.ts';
import type { JsonRpcMessage, JsonRpcRequest } from '../../shared/protocols/json-rpc.ts';
import { metaKeys } from '../../shared/protocols/mcp-versions.ts';

const lists: Readonly<Record<string, string>> = {
  toolsListChanged: 'notifications/tools/list_changed',
  promptsListChanged: 'notifications/prompts/list_changed',
  resourcesListChanged: 'notifications/resources/list_changed',
};

/** Drops the acknowledgement: the client has already received one. */
export const withoutAcknowledgement =
  ({ id }: JsonRpcRequest) =>
  (message: JsonRpcMessage): JsonRpcMessage | null =>
    message.method === 'notifications/subscriptions/acknowledged' && subscriptionOf(message) === id
      ? null
      : message;

/** Notifies about everything subscribed: it may have changed while the app was gone. */
export function changesFor({ id, params }: JsonRpcRequest): readonly JsonRpcMessage[] {
  const requested = params?.['notifications'];
  return Object.entries(lists)
    .filter(([name]) => isObject(requested) && requested[name] === true)
    .map(([, method]) => ({
      jsonrpc: '2.0',
      method,
      params: { _meta: { [metaKeys.subscriptionId]: id } },
    }));
}

function subscriptionOf({ params }: JsonRpcMessage): unknown {
  const meta = params?.['_meta'];
  return isObject(meta) ? meta[metaKeys.subscriptionId] : undefined;
}
