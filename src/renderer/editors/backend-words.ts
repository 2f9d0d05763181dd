/** The state of the backend in words. Pure. */
import type { BackendView } from '../../shared/backend.ts';
import { count } from '../words/counting.ts';
import { ago, spanWords } from '../words/times.ts';

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
  const { trouble, lastMessageAt, channels, hasToken } = backend;
  const parts = [
    ...(trouble === null ? [] : [`Last trouble: ${trouble}.`]),
    lastMessageAt === null
      ? 'Nothing has arrived from it yet.'
      : `Heard from it ${ago(now - lastMessageAt)}, on ${count(channels, 'channel')}.`,
    hasToken ? 'It is shown a token.' : 'It is shown no token.',
  ];
  return parts.join(' ');
}
