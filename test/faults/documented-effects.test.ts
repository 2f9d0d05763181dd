/** Effects that attempts to get out of the sandbox may have are listed where users look for them. */
import fs from 'node:fs';
import { expect, test } from 'vitest';
import { checkpointAttempts } from './lib/sandbox/checkpoint-attempts.ts';
import { fileAttempts } from './lib/sandbox/file-attempts.ts';
import { gitAttempts, heldBackAttempts } from './lib/sandbox/held-back-attempts.ts';
import { kernelAttempts } from './lib/sandbox/kernel-attempts.ts';
import { leftoverAttempts } from './lib/sandbox/leftover-attempts.ts';
import { networkAttempts } from './lib/sandbox/network-attempts.ts';

const attempts = [
  ...[...fileAttempts, ...kernelAttempts, ...leftoverAttempts, ...networkAttempts],
  ...[...heldBackAttempts, ...gitAttempts, ...checkpointAttempts],
];
const security = fs
  .readFileSync(new URL('../../docs/SECURITY.md', import.meta.url), 'utf8')
  .replaceAll(/\s+/g, ' ');

test('every documented effect stands in SECURITY.md', () => {
  const documented = attempts.flatMap(({ documented: sentence }) => sentence ?? []);
  expect(documented.length).toBeGreaterThan(0);
  expect(documented.filter((sentence) => !security.includes(sentence))).toEqual([]);
});

test('attempts about checkpoints, restores and other sessions have a control', () => {
  const families = ['checkpoints', 'restores', 'other sessions and clients'];
  const without = attempts.filter(
    ({ family, control }) =>
      families.includes(family) && typeof control === 'object' && 'why' in control,
  );
  expect(without.map(({ name }) => name)).toEqual([]);
});
