/** What the Clients page says about a client's own tools. */
import { expect, test } from 'vitest';
import type { ToolStatus } from '../../src/shared/integrations/clients.ts';
import { leaveMeaning } from '../../src/renderer/clients/clients-text.ts';
import { sampleClient } from './samples.ts';

test.each([
  ['denied', 'denied', /turned off/],
  ['asks', 'denied', /asks in its own window/],
  ['free', 'denied', /without asking/],
  ['free', 'asks', /without asking/],
  ['denied', 'free', /without asking/],
  ['unknown', 'asks', /can’t see/],
] as const)('left as they are: edit %s, shell %s', (edit, shell, words) => {
  const { exposure } = sampleClient();
  const tool = (standing: ToolStatus) => ({ standing, why: '' });
  const own = { ...exposure, edit: tool(edit), shell: tool(shell) };
  expect(leaveMeaning({ exposure: own })).toMatch(words);
});
