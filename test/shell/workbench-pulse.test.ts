import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { pingEveryMs, WorkbenchPulse } from '../../src/main/shell/process/workbench-pulse.ts';

describe('J16 whether the workbench still answers', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function pulse(answers: () => boolean) {
    let now = 0;
    const dead: number[] = [];
    const item = new WorkbenchPulse({
      ping: (number) => void (answers() && item.answered(number)),
      onDead: (silentMs) => void dead.push(silentMs),
      now: () => now,
    });
    const pass = (ticks: number, realMs = pingEveryMs): void => {
      for (let at = 0; at < ticks; at += 1) {
        now += realMs;
        vi.advanceTimersByTime(pingEveryMs);
      }
    };
    return { item, dead, pass };
  }

  test('one that answers lives; one that stops is dead after three pings', () => {
    let isAlive = true;
    const { dead, pass } = pulse(() => isAlive);
    pass(100);
    expect(dead).toEqual([]);
    isAlive = false;
    pass(3);
    expect(dead).toEqual([]);
    pass(10);
    expect(dead).toEqual([15_000]);
  });

  test('time in which we did not run ourselves does not count', () => {
    let isAlive = true;
    const { item, dead, pass } = pulse(() => isAlive);
    pass(2);
    isAlive = false;
    pass(2);
    pass(1, 3_600_000);
    pass(1);
    isAlive = true;
    pass(3);
    expect(dead).toEqual([]);
    item.dispose();
  });

  test('one that has just been started has longer', () => {
    const { dead, pass } = pulse(() => false);
    pass(9);
    expect(dead).toEqual([]);
    pass(1);
    expect(dead).toEqual([45_000]);
  });
});
