/**
 * A click that was meant for something else must not answer: nothing does until some time after
 * main knows that the ask is on the screen, and the allow button sleeps again when the window
 * changes size. Main keeps a stricter watch (it also sees the window move and swallows keys typed
 * as the focus arrives) and has the last word; this one makes it visible.
 */
import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { inputGuardMs } from '../../../shared/ipc/channels.ts';
import { askStore } from './ask-store.ts';

const useIsPainted = (): boolean =>
  useStore(askStore, (state) => state.view?.ask.askId === state.paintedId);

/** Whether the ask has only just come: a click may still be meant for the one before. */
export function useIsNew(): boolean {
  const [isNew, setNew] = useState(true);
  const isPainted = useIsPainted();
  useEffect(() => {
    if (!isPainted) return;
    const timer = window.setTimeout(() => setNew(false), inputGuardMs);
    return () => window.clearTimeout(timer);
  }, [isPainted]);
  return isNew;
}

/** A clock of the system that is wrong by more must not lock the button. */
const longestStallMs = 10_000;

interface InputGuard {
  readonly isAsleep: boolean;
  /** Whether an input was made before the guard was over, and only comes late because the page was busy. */
  isEarly(madeAt: number): boolean;
}

export function useInputGuard(): InputGuard {
  const [isAsleep, setAsleep] = useState(true);
  const awakeAt = useRef(Infinity);
  const timer = useRef(0);
  const isPainted = useIsPainted();

  useEffect(() => {
    const sleep = (): void => {
      setAsleep(true);
      window.clearTimeout(timer.current);
      awakeAt.current = performance.now() + inputGuardMs;
      // Main's clock began a moment earlier, so what is awake here is awake there.
      if (isPainted) timer.current = window.setTimeout(() => setAsleep(false), inputGuardMs);
    };
    sleep();
    window.addEventListener('resize', sleep);
    document.addEventListener('visibilitychange', sleep);
    return () => {
      window.clearTimeout(timer.current);
      window.removeEventListener('resize', sleep);
      document.removeEventListener('visibilitychange', sleep);
    };
  }, [isPainted]);

  const isEarly = (madeAt: number): boolean =>
    madeAt < awakeAt.current && performance.now() - madeAt < longestStallMs;
  return { isAsleep, isEarly };
}
