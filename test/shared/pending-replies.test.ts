import { getEventListeners } from 'node:events';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { PendingReplies } from '../../src/shared/base/pending-replies.ts';

describe('requests that wait for their reply', () => {
  test('get the reply with their id, once', async () => {
    const pending = new PendingReplies<number, string>();
    const waits = [pending.wait(1), pending.wait(2)];
    expect(pending.resolve(2, 'two')).toBe(true);
    expect(pending.resolve(1, 'one')).toBe(true);
    expect(await Promise.all(waits)).toEqual(['one', 'two']);
    expect(pending.resolve(1, 'again')).toBe(false);
    expect(pending.size).toBe(0);
  });

  test('end at their deadline, and a late reply finds nobody', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const pending = new PendingReplies<number, string>();
    const waiting = pending.wait(1, { timeoutMs: 1_000, onTimeout: () => 'late' });
    vi.advanceTimersByTime(999);
    expect(pending.has(1)).toBe(true);
    vi.advanceTimersByTime(1);
    expect(await waiting).toBe('late');
    expect(pending.resolve(1, 'reply')).toBe(false);
  });

  test('end when their signal is aborted, and leave no listener and no timer behind', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const pending = new PendingReplies<number, string>();
    const stop = new AbortController();
    const options = { signal: stop.signal, onAbort: () => 'aborted', timeoutMs: 1_000 };
    const first = pending.wait(1, options);
    pending.resolve(1, 'reply');
    expect(getEventListeners(stop.signal, 'abort')).toEqual([]);
    const second = pending.wait(2, options);
    stop.abort();
    expect(await Promise.all([first, second])).toEqual(['reply', 'aborted']);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('all end when the other side is gone', async () => {
    const pending = new PendingReplies<string, string>();
    const waits = [pending.wait('a'), pending.wait('b')];
    pending.resolveAll('gone');
    expect(await Promise.all(waits)).toEqual(['gone', 'gone']);
  });
});
