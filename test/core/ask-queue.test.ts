import { describe, expect, onTestFinished, test } from 'vitest';
import type { AskId } from '../../src/shared/base/ids.ts';
import { a1, confirmation, openQueue, question, yes } from './ask-queue-fixture.ts';
import { agent, agentCalled, never } from './core-fixture.ts';

describe('an answer', () => {
  test('resolves the ask with exactly the given answer', async () => {
    const { clock, queue } = openQueue();
    const finished = queue.ask(question(clock), never);
    expect(queue.answer(a1, yes())).toMatchObject({ accepted: true, isLate: false });
    expect(await finished).toEqual(yes());
    expect(queue.list()).toEqual([]);
    expect(clock.armed).toBe(0);
  });

  test('counts once: a second click is told that nobody waits any more', async () => {
    const { clock, queue } = openQueue();
    const done = queue.ask(question(clock), never);
    queue.answer(a1, { kind: 'deny', reason: 'no' });
    expect(queue.answer(a1, yes())).toMatchObject({ accepted: false });
    expect(await done).toEqual({ kind: 'deny', reason: 'no' });
  });

  test('to a question nobody asked does nothing', () => {
    const { queue } = openQueue();
    expect(queue.answer(a1, yes())).toMatchObject({ accepted: false });
  });

  test.each([
    ['a scope', yes({ scopes: ['read:files', 'delete:files'] }), 'delete:files'],
    ['a folder', yes({ roots: ['/w/app', '/etc'] }), '/etc'],
    ['the folder above', yes({ roots: ['/w'] }), '/w'],
    ['a folder inside', yes({ roots: ['/w/app/src'] }), '/w/app/src'],
  ])('may be smaller, never larger: %s that was not asked for', async (_what, wider, named) => {
    const { clock, queue } = openQueue();
    const finished = queue.ask(question(clock), never);
    expect(queue.answer(a1, wider)).toEqual({
      accepted: false,
      why: expect.stringContaining(named),
    });
    expect(queue.list()).toHaveLength(1);
    queue.answer(a1, yes());
    expect(await finished).toEqual(yes());
  });
});

describe('the word of the management API', () => {
  test('answers what is asked about access while somebody waits', async () => {
    const { clock, queue } = openQueue();
    const finished = queue.ask(question(clock), never);
    expect(queue.answerAccess(a1, yes())).toEqual({ accepted: true });
    expect(await finished).toEqual({ ...yes(), by: 'management-api' });
  });

  test('confirms no call, and answers nothing that nobody waits for', () => {
    const { clock, queue } = openQueue();
    void queue.ask(confirmation(clock), never);
    for (const answer of [{ kind: 'once' }, { kind: 'deny', reason: '' }] as const)
      expect(queue.answerAccess(confirmation(clock).askId, answer)).toMatchObject({
        accepted: false,
      });
    queue.restore({ ...question(clock), askId: 'left over' as AskId });
    expect(queue.answerAccess('left over' as AskId, yes())).toMatchObject({ accepted: false });
    expect(queue.list()).toHaveLength(2);
  });
});

describe('silence', () => {
  test('is no, when the time is over and not before', async () => {
    const { clock, queue } = openQueue();
    const finished = queue.ask(question(clock), never);
    await clock.advance(299_999);
    expect(queue.list()).toHaveLength(1);
    await clock.advance(1);
    expect(await finished).toEqual({ kind: 'timed-out' });
    expect(queue.answer(a1, yes())).toMatchObject({ accepted: false });
  });

  test('is measured on the clock that does not jump', async () => {
    const { clock, queue } = openQueue();
    const finished = queue.ask(question(clock), never);
    clock.jumpWallClock(-365 * 24 * 3600 * 1000);
    await clock.advance(300_000);
    expect(await finished).toEqual({ kind: 'timed-out' });
  });
});

describe('a question is taken back', () => {
  test('C10 when its agent goes away; a late click does nothing', async () => {
    const { clock, queue } = openQueue();
    const gone = new AbortController();
    const finished = queue.ask(question(clock), gone.signal);
    gone.abort();
    expect(await finished).toEqual({ kind: 'withdrawn' });
    expect(queue.answer(a1, yes())).toMatchObject({ accepted: false });
    expect(clock.armed).toBe(0);
  });

  test('before it is shown when its agent is already gone', async () => {
    const { clock, queue } = openQueue();
    expect(await queue.ask(question(clock), AbortSignal.abort())).toEqual({ kind: 'withdrawn' });
    expect(queue.list()).toEqual([]);
  });

  test('when it can no longer be shown', async () => {
    const { clock, queue } = openQueue();
    const finished = queue.ask(question(clock), never);
    queue.withdraw(a1);
    expect(await finished).toEqual({ kind: 'withdrawn' });
  });

  test('C5 when the app closes, and whoever waits learns why', async () => {
    const { clock, queue } = openQueue();
    const both = [
      queue.ask(question(clock), never),
      queue.ask(question(clock, { askId: 'a2' as AskId }), never),
    ];
    queue.dispose();
    expect(await Promise.all(both)).toEqual([{ kind: 'closed' }, { kind: 'closed' }]);
    expect(await queue.ask(question(clock), never)).toEqual({ kind: 'closed' });
    expect(clock.armed).toBe(0);
  });
});

describe('the queue', () => {
  test('lists the oldest first, counts by client, and tells of each change', async () => {
    const { clock, queue } = openQueue();
    let changes = 0;
    const listening = queue.onChanged(() => (changes += 1));
    onTestFinished(() => listening.dispose());
    void queue.ask(question(clock), never);
    void queue.ask(question(clock, { askId: 'a2' as AskId, agent: agentCalled('b') }), never);
    expect(queue.list().map((ask) => ask.askId)).toEqual(['a1', 'a2']);
    expect(queue.countOf(agent.clientId)).toBe(1);
    expect(changes).toBe(2);
    queue.answer(a1, yes());
    expect(changes).toBe(3);
    expect(queue.countOf(agent.clientId)).toBe(0);
  });
});

describe('a word that does not answer the question is not taken, and the question stays', () => {
  test.each([
    ['once', { kind: 'once' }],
    ['for this session', { kind: 'session' }],
    ['a change', { kind: 'change', text: 'less' }],
    ['never this kind', { kind: 'deny-kind', reason: '' }],
  ] as const)('%s, to a request for access', (_what, word) => {
    const { clock, queue } = openQueue();
    void queue.ask(question(clock), never);
    expect(queue.answer(a1, word)).toMatchObject({ accepted: false });
    expect(queue.list()).toHaveLength(1);
  });

  test('access, to a call that needs your confirmation', () => {
    const { clock, queue } = openQueue();
    void queue.ask(confirmation(clock), never);
    expect(queue.answer(a1, yes())).toMatchObject({ accepted: false });
    expect(queue.list()).toHaveLength(1);
  });

  test('G10 for this session, to what may only be allowed once', async () => {
    const { clock, queue } = openQueue();
    const finished = queue.ask(confirmation(clock), never);
    expect(queue.answer(a1, { kind: 'session' })).toEqual({
      accepted: false,
      why: expect.stringContaining('once'),
    });
    queue.answer(a1, { kind: 'once' });
    expect(await finished).toEqual({ kind: 'once' });
  });
});

test('how many wait is shown, and only a change of it is a change', () => {
  const { clock, queue } = openQueue();
  let changes = 0;
  void queue.ask(question(clock), never);
  const listening = queue.onChanged(() => (changes += 1));
  onTestFinished(() => listening.dispose());
  queue.setWaiting(a1, 2);
  queue.setWaiting(a1, 2);
  queue.setWaiting('nobody' as AskId, 2);
  expect(changes).toBe(1);
  expect(queue.list()).toMatchObject([{ waiting: 2 }]);
  expect(Object.isFrozen(queue.list()[0])).toBe(true);
});
