import { expect, test } from 'vitest';
import { whoIs } from '../../src/main/shell/shell-text.ts';
import type { ClientId } from '../../src/shared/base/ids.ts';

const who = (name: string) => whoIs({ clientId: name as ClientId });

test('G2 names in tray and notifications keep their end when they are long, and their marks', () => {
  const long = `build-agent-of-the-whole-team-${'x'.repeat(40)}`;
  expect(who(`${long}-staging`)).not.toBe(who(`${long}-production`));
  expect(who(`${long}-production`).endsWith('-production')).toBe(true);
  expect(who(`${long}-production`).length).toBeLessThanOrEqual(41);
  expect(who('cl\u0430ude')).toBe('cl\u0430⟨U+0430⟩ude');
  expect(who('claude ')).toBe('claude⟨U+0020⟩');
});
