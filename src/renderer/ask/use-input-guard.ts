/**
 * A click that was meant for something else must not approve: the allow button sleeps for a
 * moment whenever the window appears, comes to the front, moves or changes size. Main keeps
 * the same watch and has the last word; this one makes it visible.
 */
import { useCallback, useEffect, useRef, useState } from 'react';
import { inputGuardMs } from '../../shared/ipc-channels.ts';

export interface InputGuard {
  readonly isAsleep: boolean;
  /** Asked at the moment of the click: a window that has just been moved sends no event. */
  isTooEarly(): boolean;
}

const windowPlace = (): string => `${window.screenX},${window.screenY}`;

export function useInputGuard(now: number): InputGuard {
  const [isAsleep, setAsleep] = useState(true);
  const wakesAt = useRef(performance.now() + inputGuardMs);
  const place = useRef(windowPlace());
  const timer = useRef(0);

  const sleep = useCallback(() => {
    wakesAt.current = performance.now() + inputGuardMs;
    setAsleep(true);
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => setAsleep(false), inputGuardMs);
  }, []);

  const noticeMove = useCallback(() => {
    if (windowPlace() === place.current) return;
    place.current = windowPlace();
    sleep();
  }, [sleep]);

  useEffect(() => {
    sleep();
    window.addEventListener('focus', sleep);
    window.addEventListener('resize', sleep);
    document.addEventListener('visibilitychange', sleep);
    return () => {
      window.clearTimeout(timer.current);
      window.removeEventListener('focus', sleep);
      window.removeEventListener('resize', sleep);
      document.removeEventListener('visibilitychange', sleep);
    };
  }, [sleep]);

  useEffect(noticeMove, [now, noticeMove]);

  const isTooEarly = (): boolean => {
    noticeMove();
    return performance.now() < wakesAt.current;
  };
  return { isAsleep, isTooEarly };
}
