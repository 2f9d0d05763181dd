/** The state of the backend in words. Pure. */
import type { BackendView } from '../../shared/integrations/backend.ts';
import { count } from '../text/counting.ts';
import { ago, spanWords } from '../text/times.ts';

export function backendWords({ state, nextTryAt }: BackendView, now: number): string {
  switch (state) {
    case 'connected':
      return 'connected';
    case 'connecting':
      return 'connecting';
    case 'waiting':
      return nextTryAt === null
        ? 'not connected'
        : `not connected, next try in ${spanWords((nextTryAt - now) / 1000)}`;
    case 'off':
      return 'off';
  }
}

export function backendFacts(backend: BackendView, now: number): string {
  const { error, lastMessageAt, channels, hasToken } = backend;
  const parts = [
    ...(error === null ? [] : [`Last error: ${error}.`]),
    lastMessageAt === null
      ? 'No messages received yet.'
      : `Last message ${ago(now - lastMessageAt)}, on ${count(channels, 'channel')}.`,
    hasToken ? 'Connects with a token.' : 'Connects without a token.',
  ];
  return parts.join(' ');
}
