import { expect, test } from 'vitest';
import { run } from '../../faults/paths.fault.mjs';

// npm run faults does the same a million times.
test('D5 two swappers at work: of 24,000 operations none reads or changes anything outside', async () => {
  const lines: string[] = [];
  const report = (line: unknown): void =>
    void lines.push(typeof line === 'string' ? line : JSON.stringify(line));
  const { own, native } = await run({ report, operations: 24_000 });
  console.log(lines.join('\n'));
  for (const { escapes, done, metLink } of [own, native]) {
    expect(escapes).toBe(0);
    // Otherwise nobody swapped, and nothing was shown.
    expect(done).toBeGreaterThan(100);
    expect(metLink).toBeGreaterThan(100);
  }
}, 120_000);
