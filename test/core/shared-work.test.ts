import { getEventListeners } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { JoinedWork, type Joining } from '../../src/main/core/asks/shared-work.ts';

/** Work whose end is in the test's hands; being stopped ends it, too, a moment later. */
function openWork() {
  const joined = new JoinedWork<string, string>();
  const started: { end: (word: string) => void; members: ReadonlySet<string> }[] = [];
  const counts: number[] = [];
  const join = (member: string, signal = new AbortController().signal, key = 'k') => {
    const joining: Joining<string, string> = {
      key,
      member,
      signal,
      async start(stop, members) {
        const { promise, resolve } = Promise.withResolvers<string>();
        started.push({ end: resolve, members });
        stop.addEventListener('abort', () => resolve('stopped'));
        const word = await promise;
        await turn();
        return word;
      },
      joined: (waiting) => void counts.push(waiting),
      left: 'left',
    };
    return joined.join(joining);
  };
  return { joined, started, counts, join };
}

describe('those who want the very same', () => {
  test('share one piece of work and its result', async () => {
    const { joined, started, counts, join } = openWork();
    const both = [join('a'), join('b')];
    expect(started).toHaveLength(1);
    expect([...(started[0]?.members ?? [])]).toEqual(['a', 'b']);
    expect(counts).toEqual([2]);
    started[0]?.end('yes');
    expect(await Promise.all(both)).toEqual(['yes', 'yes']);
    expect(joined.has('k')).toBe(false);
  });

  test('and no others', async () => {
    const { started, join } = openWork();
    const both = [join('a'), join('b', undefined, 'other')];
    expect(started).toHaveLength(2);
    started[0]?.end('one');
    started[1]?.end('two');
    expect(await Promise.all(both)).toEqual(['one', 'two']);
  });

  test('later begin again', async () => {
    const { started, join } = openWork();
    const first = join('a');
    started[0]?.end('no');
    await first;
    const second = join('a');
    started[1]?.end('yes');
    expect(await second).toBe('yes');
  });
});

describe('one who leaves', () => {
  test('while others wait is told so, and the work goes on without them', async () => {
    const { started, counts, join } = openWork();
    const gone = new AbortController();
    const [first, second] = [join('a', gone.signal), join('b')];
    gone.abort();
    expect(await first).toBe('left');
    expect([...(started[0]?.members ?? [])]).toEqual(['b']);
    expect(counts).toEqual([2, 1]);
    started[0]?.end('yes');
    expect(await second).toBe('yes');
  });

  test('as the last stops the work, and is told how it ended', async () => {
    const { started, join } = openWork();
    const gone = new AbortController();
    const only = join('a', gone.signal);
    gone.abort();
    expect([...(started[0]?.members ?? [])]).toEqual(['a']);
    expect(await only).toBe('stopped');
  });

  test('and comes back at once is not tied to what is being wound up', async () => {
    const { started, join } = openWork();
    const gone = new AbortController();
    const first = join('a', gone.signal);
    gone.abort();
    const again = join('a');
    expect(started).toHaveLength(2);
    expect(await first).toBe('stopped');
    const other = join('b');
    expect(started).toHaveLength(2);
    started[1]?.end('yes');
    expect(await again).toBe('yes');
    expect(await other).toBe('yes');
  });

  test('before coming starts nothing', async () => {
    const { started, join } = openWork();
    expect(await join('a', AbortSignal.abort())).toBe('left');
    expect(started).toEqual([]);
  });
});

test('nothing keeps listening when the work is done', async () => {
  const { started, join } = openWork();
  const { signal } = new AbortController();
  const waiting = join('a', signal);
  started[0]?.end('yes');
  await waiting;
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});
