import { expect, onTestFinished, test } from 'vitest';
import { AnswerTally } from '../../src/main/core/asks/answer-tally.ts';
import type { AskId } from '../../src/shared/base/ids.ts';
import { MemoryStateStore } from '../fakes/memory-state-store.ts';
import { confirmation, openQueue, question, yes } from './ask-queue-fixture.ts';
import { agentCalled, never, sha256 } from './core-fixture.ts';

async function openTally(stateStore = new MemoryStateStore(), key = 'k') {
  const { clock, queue } = openQueue();
  const mac = (text: string): string => sha256(key + text);
  const tally = await AnswerTally.open({ needs: { clock, stateStore, mac }, asks: queue });
  onTestFinished(() => tally.dispose());
  return { clock, queue, tally, stateStore };
}

const nothing = { allowed: 0, denied: 0, inFolder: 0, lastAt: null, since: expect.any(Number) };

test('what was answered before is told by agent, action and folder', async () => {
  const { clock, queue, tally } = await openTally();
  expect(tally.historyOf(question(clock))).toEqual(nothing);
  void queue.ask(question(clock), never);
  queue.answer('a1' as AskId, yes());
  const told = { ...nothing, allowed: 1, inFolder: 1, lastAt: clock.now() };
  expect(tally.historyOf(question(clock))).toEqual(told);
  const elsewhere = question(clock, { roots: ['/w/app', '/w/new'] });
  expect(tally.historyOf(elsewhere)).toEqual({ ...told, inFolder: 0 });
  expect(tally.historyOf(question(clock, { agent: agentCalled('codex') }))).toEqual(nothing);
  expect(tally.historyOf(confirmation(clock))).toEqual(nothing);
});

test('a no counts as one, also when it came late, and both outlive a restart', async () => {
  const { clock, queue, tally, stateStore } = await openTally();
  const deletion = confirmation(clock, { folders: ['/w/app'] });
  void queue.ask(deletion, never);
  queue.park('a1' as AskId);
  expect(tally.historyOf(deletion)).toEqual(nothing);
  queue.answer('a1' as AskId, { kind: 'deny', reason: '' });
  const told = { ...nothing, denied: 1, inFolder: 1, lastAt: clock.now() };
  expect(tally.historyOf(deletion)).toEqual(told);
  expect((await openTally(stateStore)).tally.historyOf(deletion)).toEqual(told);
});

test('the word of the management API is not the person’s, and silence is no answer', async () => {
  const { clock, queue, tally } = await openTally();
  void queue.ask(question(clock), never);
  queue.answerAccess('a1' as AskId, yes());
  void queue.ask(question(clock), never);
  await clock.advance(300_000);
  expect(tally.historyOf(question(clock))).toEqual(nothing);
});

test('what is spoilt on disk begins anew', async () => {
  const stateStore = new MemoryStateStore();
  await stateStore.save('answers', [['x', 'many']]);
  const { clock, tally } = await openTally(stateStore);
  expect(tally.historyOf(question(clock))).toEqual(nothing);
});

test('what this installation did not write does not count, and it says since when it counts', async () => {
  const { clock, queue, stateStore } = await openTally();
  void queue.ask(question(clock), never);
  queue.answer('a1' as AskId, yes());
  const other = await openTally(stateStore, 'another key');
  await other.clock.advance(5_000);
  expect(other.tally.historyOf(question(clock))).toEqual({ ...nothing, since: clock.now() });

  const forged = stateStore.saved.get('answers')?.replaceAll('[1,0,', '[27,0,') ?? '';
  expect(forged).toContain('[27,0,');
  stateStore.saved.set('answers', forged);
  const { tally } = await openTally(stateStore);
  expect(tally.historyOf(question(clock))).toEqual(nothing);
});

test('what is forgotten for want of room moves the day it is counted from', async () => {
  const { clock, queue, tally } = await openTally();
  const answered = async (name: string): Promise<void> => {
    await clock.advance(1_000);
    void queue.ask(question(clock, { agent: agentCalled(name) }), never);
    queue.answer('a1' as AskId, yes());
  };
  await answered('first');
  const first = clock.now();
  const since = () => tally.historyOf(question(clock, { agent: agentCalled('first') })).since;
  expect(since()).toBeLessThan(first);
  // Each keeps one number for itself and one for each of two folders.
  for (let n = 0; n < 666; n += 1) await answered(`agent-${n}`);
  const { allowed } = tally.historyOf(question(clock, { agent: agentCalled('first') }));
  expect([allowed, since()]).toEqual([0, first]);
});
