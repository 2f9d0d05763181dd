import { describe, expect, test } from 'vitest';
import { TokenBucket } from '../../src/main/core/limits/token-bucket.ts';
import { FakeClock } from '../fakes/fake-clock.ts';

const takeAll = (bucket: TokenBucket): number => {
  let taken = 0;
  while (bucket.take()) taken += 1;
  return taken;
};

describe('L4 never more than burst + rate × time', () => {
  test('a full bucket gives its burst and then nothing', () => {
    const bucket = new TokenBucket(new FakeClock(), { perSecond: 10, burst: 20 });
    expect(takeAll(bucket)).toBe(20);
    expect(bucket.take()).toBe(false);
  });

  test('it fills at its rate and never above its burst', async () => {
    const clock = new FakeClock();
    const bucket = new TokenBucket(clock, { perSecond: 10, burst: 20 });
    takeAll(bucket);
    await clock.advance(99);
    expect(bucket.take()).toBe(false);
    await clock.advance(1);
    expect(takeAll(bucket)).toBe(1);
    await clock.advance(3_600_000);
    expect(takeAll(bucket)).toBe(20);
  });

  test('asking often while it is empty does not slow it down', async () => {
    const clock = new FakeClock();
    const bucket = new TokenBucket(clock, { perSecond: 1, burst: 1 });
    takeAll(bucket);
    let taken = 0;
    for (let step = 0; step < 100; step += 1) {
      await clock.advance(31.25);
      if (bucket.take()) taken += 1;
    }
    expect(taken).toBe(3);
  });

  test('at any moment of an hour the sum holds, also at the edges of seconds', async () => {
    const clock = new FakeClock();
    const bucket = new TokenBucket(clock, { perSecond: 3, burst: 5 });
    const start = clock.monotonic();
    let taken = 0;
    for (const step of [0, 1, 332, 1, 666, 1000, 5000, 1, 999, 60_000, 333, 334]) {
      await clock.advance(step);
      taken += takeAll(bucket);
      expect(taken).toBeLessThanOrEqual(5 + (3 * (clock.monotonic() - start)) / 1000);
    }
    expect(taken).toBeGreaterThan(5);
  });

  test('the wall clock may jump as it likes', () => {
    const clock = new FakeClock();
    const bucket = new TokenBucket(clock, { perSecond: 10, burst: 1 });
    takeAll(bucket);
    clock.jumpWallClock(365 * 24 * 3600 * 1000);
    expect(bucket.take()).toBe(false);
    clock.jumpWallClock(-2 * 365 * 24 * 3600 * 1000);
    expect(bucket.take()).toBe(false);
  });
});
