import { expect, it } from 'vitest';
import { inboxWords } from '../../src/renderer/inbox/waiting-for-you.ts';
import type { Snapshot } from '../../src/shared/ipc/main-window.ts';

const waiting = (asks: number, pairings: number, choices: number) =>
  ({
    asks: Array.from({ length: asks }),
    pairings: Array.from({ length: pairings }),
    editorChoices: Array.from({ length: choices }, () => ({ selected: null })),
  }) as unknown as Snapshot;

it.each([
  [0, 0, 0, 'Nothing is waiting for you.'],
  [1, 0, 0, '1 ask waiting for your answer'],
  [2, 1, 0, '2 asks and 1 connection waiting for your answer'],
  [1, 1, 2, '1 ask, 1 connection and 2 editors to choose waiting for your answer'],
])('says what waits: %i asks, %i pairings, %i choices', (asks, pairings, choices, words) =>
  expect(inboxWords(waiting(asks, pairings, choices))).toBe(words),
);
