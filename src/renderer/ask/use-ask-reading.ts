/** Tracks which parts of the ask have been on screen, and reports each to the main process. */
import { useRef, type RefObject } from 'react';
import type { Ask } from '../../shared/asks/asks.ts';
import type { AskId } from '../../shared/base/ids.ts';
import { useReading, type ReadingState } from '../reading/use-reading.ts';
import { askStore } from './frame/ask-store.ts';
import { askBridge } from './frame/bridge.ts';

const isShown = (askId: string): boolean => {
  const { view, paintedId } = askStore.getState();
  return document.visibilityState === 'visible' && paintedId === askId && view?.ask.askId === askId;
};

export interface AskReading extends ReadingState {
  readonly page: RefObject<HTMLElement | null>;
}

/** What is seen of a card counts for each of its asks: it is read when all of them are. */
export function useAskReading({ askId }: Ask, others: readonly AskId[] = []): AskReading {
  const page = useRef<HTMLElement>(null);
  const reported = useRef(new Set<string>());
  const reading = useReading(
    page,
    () => isShown(askId),
    ({ read, unread }) => {
      // Sent once more at the end: a lost report would make the main process refuse for good.
      const parts = unread.length === 0 ? read : read.filter((name) => !reported.current.has(name));
      if (parts.length === 0) return;
      parts.forEach((name) => reported.current.add(name));
      [askId, ...others].forEach((item) => askBridge.seen(item, parts));
    },
  );
  return { ...reading, page };
}
