import { describe, expect, test } from 'vitest';
import type { AskId, SessionId } from '../../src/shared/base/ids.ts';
import { a1, confirmation, openQueue, question, yes } from './ask-queue-fixture.ts';
import { agent, agentCalled, never } from './core-fixture.ts';

describe('a question that is put off', () => {
  test('is no for whoever waits, and stays for an hour with nobody waiting', async () => {
    const { clock, queue } = openQueue();
    const finished = queue.ask(question(clock), never);
    queue.park(a1);
    expect(await finished).toEqual({ kind: 'parked' });
    expect(queue.list()).toMatchObject([{ waiting: 0, deadline: clock.now() + 3_600_000 }]);
    await clock.advance(3_600_000 - 1);
    expect(queue.list()).toHaveLength(1);
    await clock.advance(1);
    expect(queue.list()).toEqual([]);
    expect(clock.armed).toBe(0);
  });

  test('is answered late, once', async () => {
    const { clock, queue } = openQueue();
    void queue.ask(question(clock), never);
    queue.park(a1);
    const ask = { askId: 'a1', waiting: 0 };
    expect(queue.answer(a1, yes())).toMatchObject({ accepted: true, isLate: true, ask });
    expect(queue.answer(a1, yes())).toMatchObject({ accepted: false });
  });

  test('stays in its place, and putting it off twice changes nothing', () => {
    const { clock, queue } = openQueue();
    void queue.ask(question(clock), never);
    void queue.ask(question(clock, { askId: 'a2' as AskId }), never);
    queue.park(a1);
    const [first] = queue.list();
    queue.park(a1);
    queue.park('nobody' as AskId);
    expect(queue.list().map((ask) => ask.askId)).toEqual(['a1', 'a2']);
    expect(queue.list()[0]).toBe(first);
  });

  test('its agent leaving later takes nothing away', async () => {
    const { clock, queue } = openQueue();
    const gone = new AbortController();
    const done = queue.ask(question(clock), gone.signal);
    queue.park(a1);
    await done;
    gone.abort();
    expect(queue.list()).toHaveLength(1);
  });
});

describe('a question from before', () => {
  test('waits until its own deadline, for nobody', async () => {
    const { clock, queue } = openQueue();
    queue.restore(question(clock, { waiting: 3, deadline: clock.now() + 1_000 }));
    expect(queue.list()).toMatchObject([{ askId: 'a1', waiting: 0 }]);
    await clock.advance(1_000);
    expect(queue.list()).toEqual([]);
  });

  test('is not accepted while the app is closing', () => {
    const { clock, queue } = openQueue();
    queue.dispose();
    queue.restore(question(clock));
    expect(queue.list()).toEqual([]);
  });
});

describe('all of one kind are withdrawn', () => {
  test('those of a client whose key is taken back', async () => {
    const { clock, queue } = openQueue();
    const finished = queue.ask(question(clock), never);
    const other = { askId: 'a2' as AskId, agent: agentCalled('other') };
    void queue.ask(question(clock, other), never);
    queue.withdrawAllOf(agent.clientId);
    expect(await finished).toEqual({ kind: 'withdrawn' });
    expect(queue.list().map((ask) => ask.askId)).toEqual(['a2']);
  });

  test('those of a session that has ended, put off or not', async () => {
    const { clock, queue } = openQueue();
    const finished = queue.ask(confirmation(clock), never);
    void queue.ask(confirmation(clock, { askId: 'a2' as AskId }), never);
    queue.park('a2' as AskId);
    const other = { askId: 'a3' as AskId, sessionId: 's2' as SessionId };
    void queue.ask(confirmation(clock, other), never);
    void queue.ask(question(clock, { askId: 'a4' as AskId }), never);
    queue.withdrawAllIn('s1' as SessionId);
    expect(await finished).toEqual({ kind: 'withdrawn' });
    expect(queue.list().map((ask) => ask.askId)).toEqual(['a3', 'a4']);
  });
});
