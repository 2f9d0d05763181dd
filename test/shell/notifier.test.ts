import { expect, onTestFinished, test } from 'vitest';
import { announcementOf, type Announcement } from '../../src/main/shell/desktop/announcement.ts';
import { Notifier } from '../../src/main/shell/desktop/notifier.ts';
import type { Ask } from '../../src/shared/asks/asks.ts';
import type { ClientId } from '../../src/shared/base/ids.ts';
import { Emitter } from '../../src/shared/base/emitter.ts';
import { FakeClock } from '../fakes/fake-clock.ts';
import { sampleAsk } from '../renderer/samples.ts';

const askCalled = (id: string, name = 'Claude', waiting = 1): Ask => ({
  ...sampleAsk(),
  askId: id as Ask['askId'],
  agent: { ...sampleAsk().agent, clientId: name as ClientId, claimedName: 'Your trusted editor' },
  waiting,
});

function notifications() {
  const clock = new FakeClock();
  const changed = new Emitter<void>();
  const shown: string[] = [];
  const state = { asks: [] as Ask[], notifications: true, isLooking: false, isOpen: false };
  const popup = {
    get isOpen() {
      return state.isOpen;
    },
    show: async ({ title }: Announcement) => {
      shown.push(title);
      state.isOpen = true;
    },
    close: async () => {
      if (state.isOpen) shown.push('closed');
      state.isOpen = false;
    },
    dispose: () => undefined,
  };
  const notifier = new Notifier({
    asks: { list: () => state.asks },
    onChanged: changed.on,
    settings: state,
    isLooking: () => state.isLooking,
    popup,
    clock,
    onError: (text) => shown.push(text),
  });
  onTestFinished(() => notifier.dispose());
  const ask = async (...asks: Ask[]): Promise<void> => {
    state.asks = asks;
    changed.emit();
    await clock.advance(400);
  };
  return { clock, shown, state, ask };
}

const item = 'An agent is waiting for your answer';

test('an ask is notified once, and its notification disappears with it', async () => {
  const { shown, ask } = notifications();
  await ask(askCalled('a'));
  await ask(askCalled('a'));
  expect(shown).toEqual([item]);
  await ask();
  expect(shown).toEqual([item, 'closed']);
});

test('a burst is one notification with a count', async () => {
  const { shown, ask } = notifications();
  await ask(askCalled('a'), askCalled('b'), askCalled('c'));
  expect(shown).toEqual(['3 asks are waiting for your answer']);
});

test('there is no notification while the user is looking, when notifications are off, or for postponed asks', async () => {
  const { shown, ask, state } = notifications();
  state.isLooking = true;
  await ask(askCalled('a'));
  state.isLooking = false;
  state.notifications = false;
  await ask(askCalled('b'));
  state.notifications = true;
  await ask(askCalled('parked', 'Claude', 0));
  expect(shown).toEqual([]);
});

test('a flood does not bring back what was put away, until it was quiet for a while', async () => {
  const { shown, ask, state, clock } = notifications();
  await ask(askCalled('0'));
  for (let n = 1; n <= 20; n += 1) {
    state.isOpen = false;
    await ask(askCalled(String(n)));
  }
  expect(shown).toEqual([item]);
  await clock.advance(15_000);
  await ask(askCalled('later'));
  expect(shown).toEqual([item, item]);
});

test('G2 G6 it names the agent by its key, without markup, control characters, paths or commands', () => {
  const shown = announcementOf([askCalled('a', '<b>Evil\u202E & Co\u0007')]);
  expect(shown?.body).toBe('·b·Evil⟨U+202E⟩ · Co⟨U+0007⟩ wants to work in proj for 15 minutes');
});
