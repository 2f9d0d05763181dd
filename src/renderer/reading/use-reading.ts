import { useEffect, useRef, useState, type RefObject } from 'react';
import { ReadTracker, type ReadingProgress } from './read-tracker.ts';

export interface ReadingState {
  /** Null until the first look at the page. */
  readonly progress: ReadingProgress | null;
  readonly isDone: boolean;
  showNext(): void;
}

/** Tracks which parts of `root` have been on screen while the component is mounted. */
export function useReading(
  root: RefObject<HTMLElement | null>,
  isOnScreen: () => boolean,
  onProgress: (progress: ReadingProgress) => void,
): ReadingState {
  const [progress, setProgress] = useState<ReadingProgress | null>(null);
  const tracker = useRef<ReadTracker | null>(null);
  const deps = useRef({ isOnScreen, onProgress });
  useEffect(() => {
    deps.current = { isOnScreen, onProgress };
  });
  useEffect(() => {
    if (root.current === null) return;
    const made = new ReadTracker({
      root: root.current,
      isOnScreen: () => deps.current.isOnScreen(),
      onProgress: (now) => {
        setProgress(now);
        deps.current.onProgress(now);
      },
    });
    tracker.current = made;
    return () => made.dispose();
  }, [root]);
  const isDone = progress !== null && progress.unread.length === 0 && !progress.isFolded;
  return { progress, isDone, showNext: () => tracker.current?.showNext() };
}
