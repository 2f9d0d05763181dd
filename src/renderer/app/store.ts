/** The last snapshot main sent, and what only concerns this window: the page and the last word said. */
import { create } from 'zustand';
import type { Snapshot } from '../../shared/ipc.ts';
import { refreshNow } from '../ui/ticker.ts';

export const pages = ['inbox', 'sessions', 'activity', 'settings'] as const;
export type Page = (typeof pages)[number];

interface MainState {
  readonly snapshot: Snapshot | null;
  readonly page: Page;
  /** What the last click did. */
  readonly said: string | null;
}

export const useMain = create<MainState>()(() => ({ snapshot: null, page: 'inbox', said: null }));

export function receive(snapshot: Snapshot): void {
  refreshNow();
  useMain.setState({ snapshot });
}

export const goTo = (page: Page): void => useMain.setState({ page });
export const say = (said: string | null): void => useMain.setState({ said });
