/** The state of the backend in words. Pure. */
import type { BackendView } from '../../shared/backend.ts';
import { count } from '../words/counting.ts';
import { timeLeft } from '../words/times.ts';

export function backendWords({ state, nextTryAt }: BackendView, now: number): string {
  switch (state) {
    case 'connected':
      return 'connected';
    case 'connecting':
      return 'connecting';
    case 'waiting':
      return nextTryAt === null
        ? 'not connected'
        : `not connected, next try in ${timeLeft(Math.max(0, nextTryAt - now))}`;
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
      : `Heard from it ${timeLeft(Math.max(0, now - lastMessageAt))} ago, on ${count(channels, 'channel')}.`,
    hasToken ? 'It is shown a token.' : 'It is shown no token.',
  ];
  return parts.join(' ');
}
