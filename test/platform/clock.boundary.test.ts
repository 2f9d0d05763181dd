import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { systemClock } from '../../src/main/platform/system/clock.ts';

describe('the clock of the machine', () => {
  test('tells the time of day, and a time that only goes on', async () => {
    expect(Math.abs(systemClock.now() - Date.now())).toBeLessThan(1_000);
    const before = systemClock.monotonic();
    await wait(2);
    expect(systemClock.monotonic()).toBeGreaterThan(before);
  });

  test('runs once, later, and leaves nothing behind', async () => {
    const { promise, resolve } = Promise.withResolvers<string>();
    systemClock.after(1, () => resolve('ran'));
    expect(await promise).toBe('ran');
  });

  test('does not run what was called off', async () => {
    let ran = false;
    await systemClock.after(1, () => (ran = true)).dispose();
    await wait(20);
    expect(ran).toBe(false);
  });
});
