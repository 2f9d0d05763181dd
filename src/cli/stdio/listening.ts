/** Reopens the client's `subscriptions/listen` (stateless MCP) after the app restarts. */
import { isObject, subscriptionKey, type ProxyMessage, type ProxyRequest } from './message.ts';

const lists: Readonly<Record<string, string>> = {
  toolsListChanged: 'notifications/tools/list_changed',
  promptsListChanged: 'notifications/prompts/list_changed',
  resourcesListChanged: 'notifications/resources/list_changed',
};

/** Drops the acknowledgement: the client has already received one. */
export const withoutAcknowledgement =
  ({ id }: ProxyRequest) =>
  (message: ProxyMessage): ProxyMessage | null =>
    message.method === 'notifications/subscriptions/acknowledged' && subscriptionOf(message) === id
      ? null
      : message;

/** Notifies about everything subscribed: it may have changed while the app was gone. */
export function changesFor({ id, params }: ProxyRequest): readonly ProxyMessage[] {
  const requested = params?.['notifications'];
  return Object.entries(lists)
    .filter(([name]) => isObject(requested) && requested[name] === true)
    .map(([, method]) => ({
      jsonrpc: '2.0',
      method,
      params: { _meta: { [subscriptionKey]: id } },
    }));
}

function subscriptionOf({ params }: ProxyMessage): unknown {
  const meta = params?.['_meta'];
  return isObject(meta) ? meta[subscriptionKey] : undefined;
}
