/**
 * A click that was meant for something else must not approve: the allow button sleeps for a
 * moment whenever the ask appears or the window changes size. Main keeps a stricter watch (it
 * also sees the window move and swallows keys typed as the focus arrives) and has the last
 * word; this one makes it visible.
 */
import { useEffect, useRef, useState } from 'react';
import { inputGuardMs } from '../../shared/ipc-channels.ts';

export function useInputGuard(): { readonly isAsleep: boolean } {
  const [isAsleep, setAsleep] = useState(true);
  const timer = useRef(0);

  useEffect(() => {
    const sleep = (): void => {
      setAsleep(true);
      window.clearTimeout(timer.current);
      timer.current = window.setTimeout(() => setAsleep(false), inputGuardMs);
    };
    sleep();
    window.addEventListener('resize', sleep);
    document.addEventListener('visibilitychange', sleep);
    return () => {
      window.clearTimeout(timer.current);
      window.removeEventListener('resize', sleep);
      document.removeEventListener('visibilitychange', sleep);
    };
  }, []);

  return { isAsleep };
}
