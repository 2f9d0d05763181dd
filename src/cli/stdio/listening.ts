/** `subscriptions/listen` of the second era, opened again for the client after the app was restarted. */
import { isObject, subscriptionKey, type Message, type Request } from './message.ts';

const lists: Readonly<Record<string, string>> = {
  toolsListChanged: 'notifications/tools/list_changed',
  promptsListChanged: 'notifications/prompts/list_changed',
  resourcesListChanged: 'notifications/resources/list_changed',
};

/** The client has seen the acknowledgement of its first one. */
export const withoutAcknowledgement =
  ({ id }: Request) =>
  (message: Message): Message | null =>
    message.method === 'notifications/subscriptions/acknowledged' && subscriptionOf(message) === id
      ? null
      : message;

/** Whatever it listens for may have changed while nobody was there to say so. */
export function changesFor({ id, params }: Request): readonly Message[] {
  const wanted = params?.['notifications'];
  return Object.entries(lists)
    .filter(([name]) => isObject(wanted) && wanted[name] === true)
    .map(([, method]) => ({
      jsonrpc: '2.0',
      method,
      params: { _meta: { [subscriptionKey]: id } },
    }));
}

function subscriptionOf({ params }: Message): unknown {
  const meta = params?.['_meta'];
  return isObject(meta) ? meta[subscriptionKey] : undefined;
}
