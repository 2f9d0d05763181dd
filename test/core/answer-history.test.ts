import { expect, test } from 'vitest';
import { AnswerHistory } from '../../src/main/core/asks/answer-history.ts';
import { UserAnswers } from '../../src/main/core/gate/user-answers.ts';
import type { AskId } from '../../src/shared/base/ids.ts';
import { MemoryStateStore } from '../fakes/memory-state-store.ts';
import { confirmation, openQueue, question, yes } from './ask-queue-fixture.ts';
import { agentCalled, never, sha256 } from './core-fixture.ts';

async function openHistory(stateStore = new MemoryStateStore(), key = 'k') {
  const { clock, queue } = openQueue();
  const mac = (text: string): string => sha256(key + text);
  const history = await AnswerHistory.open({ needs: { clock, stateStore, mac } });
  const answers = new UserAnswers({
    asks: queue,
    history,
    confirms: { answeredLate: () => undefined },
    heldBack: { answeredLate: async () => undefined },
    priors: { keep: () => undefined, forget: () => undefined },
    remembered: { forget: () => undefined },
    note: async () => true,
  });
  return { clock, queue, answers, history, stateStore };
}

const nothing = { allowed: 0, denied: 0, inFolder: 0, lastAt: null, since: expect.any(Number) };

test('what was answered before is counted by agent, action and folder', async () => {
  const { clock, queue, answers, history } = await openHistory();
  expect(history.historyOf(question(clock))).toEqual(nothing);
  void queue.ask(question(clock), never);
  answers.answer('a1' as AskId, yes());
  const counted = { ...nothing, allowed: 1, inFolder: 1, lastAt: clock.now() };
  expect(history.historyOf(question(clock))).toEqual(counted);
  const elsewhere = question(clock, { roots: ['/w/app', '/w/new'] });
  expect(history.historyOf(elsewhere)).toEqual({ ...counted, inFolder: 0 });
  expect(history.historyOf(question(clock, { agent: agentCalled('codex') }))).toEqual(nothing);
  expect(history.historyOf(confirmation(clock))).toEqual(nothing);
});

test('a no counts as one, also when it came late, and both outlive a restart', async () => {
  const { clock, queue, answers, history, stateStore } = await openHistory();
  const deletion = confirmation(clock, { folders: ['/w/app'] });
  void queue.ask(deletion, never);
  queue.park('a1' as AskId);
  expect(history.historyOf(deletion)).toEqual(nothing);
  answers.answer('a1' as AskId, { kind: 'deny', reason: '' });
  const counted = { ...nothing, denied: 1, inFolder: 1, lastAt: clock.now() };
  expect(history.historyOf(deletion)).toEqual(counted);
  expect((await openHistory(stateStore)).history.historyOf(deletion)).toEqual(counted);
});

test('an answer through the management API, or none at all, is not counted', async () => {
  const { clock, queue, history } = await openHistory();
  void queue.ask(question(clock), never);
  queue.answerAccess('a1' as AskId, yes());
  void queue.ask(question(clock), never);
  await clock.advance(300_000);
  expect(history.historyOf(question(clock))).toEqual(nothing);
});

test('counting starts again when the file is damaged', async () => {
  const stateStore = new MemoryStateStore();
  await stateStore.save('answers', [['x', 'many']]);
  const { clock, history } = await openHistory(stateStore);
  expect(history.historyOf(question(clock))).toEqual(nothing);
});

test('counts that another installation wrote are ignored, and the start of counting is shown', async () => {
  const { clock, queue, answers, stateStore } = await openHistory();
  void queue.ask(question(clock), never);
  answers.answer('a1' as AskId, yes());
  const other = await openHistory(stateStore, 'another key');
  await other.clock.advance(5_000);
  expect(other.history.historyOf(question(clock))).toEqual({ ...nothing, since: clock.now() });

  const forged = stateStore.saved.get('answers')?.replaceAll('[1,0,', '[27,0,') ?? '';
  expect(forged).toContain('[27,0,');
  stateStore.saved.set('answers', forged);
  const { history } = await openHistory(stateStore);
  expect(history.historyOf(question(clock))).toEqual(nothing);
});

test('dropping the oldest counts moves the start of counting', async () => {
  const { clock, queue, answers, history } = await openHistory();
  const answered = async (name: string): Promise<void> => {
    await clock.advance(1_000);
    void queue.ask(question(clock, { agent: agentCalled(name) }), never);
    answers.answer('a1' as AskId, yes());
  };
  await answered('first');
  const first = clock.now();
  const since = () => history.historyOf(question(clock, { agent: agentCalled('first') })).since;
  expect(since()).toBeLessThan(first);
  // Each keeps one number for itself and one for each of two folders.
  for (let n = 0; n < 666; n += 1) await answered(`agent-${n}`);
  const { allowed } = history.historyOf(question(clock, { agent: agentCalled('first') }));
  expect([allowed, since()]).toEqual([0, first]);
});
