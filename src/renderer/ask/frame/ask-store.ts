import { createStore } from 'zustand/vanilla';
import type { AskId } from '../../../shared/base/ids.ts';
import type { AskView } from '../../../shared/ipc/ask-window.ts';

export interface AskState {
  readonly view: AskView | null;
  /** Grows whenever there is something new to decide; ticks and texts of the ask before are gone then. */
  readonly revision: number;
  /** The ask that main knows to be on the screen. */
  readonly paintedId: AskId | null;
}

const questionOf = (view: AskView | null): string =>
  JSON.stringify(
    view && [
      { ...view.ask, waiting: 0, deadline: 0, picked: [], rootWarnings: {} },
      view.batch?.map(({ ask }) => ask.digest),
    ],
  );

/** More calls or asks waiting, more time to answer, a folder picked: that is no new question. */
export function nextAskState(before: AskState, view: AskView | null): AskState {
  const isSame = questionOf(before.view) === questionOf(view);
  return { ...before, view, revision: isSame ? before.revision : before.revision + 1 };
}

export const askStore = createStore<AskState>()(() => ({
  view: null,
  revision: 0,
  paintedId: null,
}));

export const showAsk = (view: AskView | null): void =>
  askStore.setState((before) => nextAskState(before, view));

export const askPainted = (paintedId: AskId): void => askStore.setState({ paintedId });
