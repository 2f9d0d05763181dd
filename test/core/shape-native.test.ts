/** What the ask says of an MCP tool that an agent calls by itself. */
import { expect, test } from 'vitest';
import { shapeNative } from '../../src/main/core/gate/shape-native.ts';
import type { NativeEnd } from '../../src/main/core/core.ts';
import { isError, refused } from '../../src/shared/actions/outcomes.ts';

const end: NativeEnd = {
  agentName: 'Cursor',
  plan: async () => null,
  run: async () => refused('ask-withdrawn'),
  recorded: (outcome) => outcome,
};

test.each([
  [{}, 'use its own tool search, which Gatehouse does not know'],
  [{ server: 'docs' }, 'use search of its MCP server docs'],
  [{ server: '' }, 'use search of one of its MCP servers'],
])('a tool of %j', (of, sentence) => {
  const args = { tool: 'search', cwd: '/w/app', ...of };
  const shaped = shapeNative({ action: 'native_tool', args }, end);
  expect(isError(shaped) ? shaped : shaped.native?.sentence).toBe(sentence);
});
