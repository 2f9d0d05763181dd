import { getEventListeners } from 'node:events';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { waitFor } from '../../src/main/transports/mcp/pending-calls.ts';

const silent = (): void => undefined;
const forever = new Promise<never>(() => undefined);

describe('waiting for a user on behalf of a program', () => {
  test('ends with the answer, and leaves nothing behind', async () => {
    const { signal } = new AbortController();
    const waited = await waitFor(Promise.resolve('yes'), { signal, progress: silent, ms: 60_000 });
    expect(waited).toEqual({ kind: 'answer', value: 'yes' });
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  test('ends when the time is over, without an answer', async () => {
    const { signal } = new AbortController();
    const waited = await waitFor(forever, { signal, progress: silent, ms: 5 });
    expect(waited).toEqual({ kind: 'still-waiting' });
  });

  test('ends when the program gives up, now or before', async () => {
    const gone = new AbortController();
    const waiting = waitFor(forever, { signal: gone.signal, progress: silent, ms: 60_000 });
    gone.abort();
    expect(await waiting).toEqual({ kind: 'cancelled' });
    const late = waitFor(forever, { signal: gone.signal, progress: silent, ms: 60_000 });
    expect(await late).toEqual({ kind: 'cancelled' });
  });

  test('passes a bug on', async () => {
    const { signal } = new AbortController();
    const bug = Promise.reject(new TypeError('a bug'));
    await expect(waitFor(bug, { signal, progress: silent, ms: 60_000 })).rejects.toThrow('a bug');
  });

  test('gives a sign of life every ten seconds, until it ends', async () => {
    vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'],
    });
    onTestFinished(() => void vi.useRealTimers());
    const signs: number[] = [];
    const { signal } = new AbortController();
    const progress = (elapsed: number): void => void signs.push(elapsed);
    const waiting = waitFor(forever, { signal, progress, ms: 45_000 });
    await vi.advanceTimersByTimeAsync(45_000);
    expect(await waiting).toEqual({ kind: 'still-waiting' });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(signs).toEqual([10_000, 20_000, 30_000, 40_000]);
  });
});
