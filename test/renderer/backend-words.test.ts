import { expect, it } from 'vitest';
import { backendFacts, backendWords } from '../../src/renderer/editors/editors-text.ts';
import type { BackendView } from '../../src/shared/integrations/backend.ts';
import { noon } from './samples.ts';

const backend = (parts: Partial<BackendView>): BackendView => ({
  url: 'ws://localhost:9876/ws',
  state: 'waiting',
  since: noon,
  error: null,
  nextTryAt: null,
  lastMessageAt: null,
  channels: 0,
  hasToken: false,
  ...parts,
});

it('says when the next attempt is, and when it last responded', () => {
  expect(backendWords(backend({}), noon)).toBe('not connected');
  expect(backendWords(backend({ nextTryAt: noon + 16_000 }), noon)).toBe(
    'not connected, next try in 16 s',
  );
  expect(backendWords(backend({ nextTryAt: noon - 1 }), noon)).toBe(
    'not connected, next try in 0 s',
  );
  const received = backend({ state: 'connected', lastMessageAt: noon - 90_000, channels: 2 });
  expect(backendFacts(received, noon)).toBe(
    'Last message 1 min 30 s ago, on 2 channels. Connects without a token.',
  );
  const error = backend({ error: 'it closed the connection', hasToken: true });
  expect(backendFacts(error, noon)).toBe(
    'Last error: it closed the connection. No messages received yet. Connects with a token.',
  );
});
