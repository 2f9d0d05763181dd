import { createStore } from 'zustand/vanilla';
import type { AskView } from '../../shared/ipc.ts';

export interface AskState {
  readonly view: AskView | null;
  /** Grows whenever there is something new to decide; ticks and texts of the ask before are gone then. */
  readonly revision: number;
}

const isSameAsk = (one: AskView | null, other: AskView | null): boolean =>
  JSON.stringify(one?.ask) === JSON.stringify(other?.ask);

/** More asks waiting behind this one change a number, not the question. */
export function nextAskState(before: AskState, view: AskView | null): AskState {
  const isSame = isSameAsk(before.view, view);
  return { view, revision: isSame ? before.revision : before.revision + 1 };
}

export const askStore = createStore<AskState>()(() => ({ view: null, revision: 0 }));

export const showAsk = (view: AskView | null): void =>
  askStore.setState((before) => nextAskState(before, view));
