import { expect, test } from 'vitest';
import { a1, openQueue, question } from './ask-queue-fixture.ts';
import { never } from './core-fixture.ts';

const deadlineOf = (queue: ReturnType<typeof openQueue>['queue']) => queue.list()[0]?.deadline;

test('the time to answer stands still while the user is at it, and runs on afterwards', async () => {
  const { clock, queue } = openQueue();
  const asked = clock.now();
  const finished = queue.ask(question(clock), never);
  await clock.advance(290_000);
  for (let touches = 0; touches < 6; touches += 1) {
    queue.touch(a1);
    await clock.advance(10_000);
  }
  // 50 s between the touches and 30 s after the last one do not count.
  expect(deadlineOf(queue)).toBe(asked + 300_000 + 80_000);
  await clock.advance(29_999);
  expect(queue.list()).toHaveLength(1);
  await clock.advance(1);
  expect(await finished).toEqual({ kind: 'timed-out' });
});

test('an agent does not wait forever because the user keeps typing', async () => {
  const { clock, queue } = openQueue();
  const done = queue.ask(question(clock), never);
  let touched = 0;
  while (queue.list().length > 0 && touched < 1_000) {
    queue.touch(a1);
    await clock.advance(10_000);
    touched += 1;
  }
  expect(await done).toEqual({ kind: 'timed-out' });
  expect(touched).toBeLessThan(((30 + 5) * 60) / 10 + 2);
});

test('what nobody waits for, and what is not there, cannot be drawn out', () => {
  const { clock, queue } = openQueue();
  void queue.ask(question(clock), never);
  queue.park(a1);
  const before = deadlineOf(queue);
  queue.touch(a1);
  expect(deadlineOf(queue)).toBe(before);
  queue.withdraw(a1);
  queue.touch(a1);
  expect(queue.list()).toEqual([]);
});
