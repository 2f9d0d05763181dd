/** While the person reads and chooses, the time to answer stands still. */
import { useEffect, useState } from 'react';
import type { Ask } from '../../../shared/asks/asks.ts';
import { touchedMs } from '../../../shared/access/session-limits.ts';
import { askBridge } from './bridge.ts';

const signs = ['pointerdown', 'keydown', 'wheel'] as const;
const tellEveryMs = 5_000;

/** Until when it stands still. */
export function useTouch({ askId }: Ask): number {
  const [pausedUntil, setPausedUntil] = useState(0);
  useEffect(() => {
    let toldAt = -Infinity;
    const touched = (): void => {
      if (performance.now() - toldAt < tellEveryMs) return;
      toldAt = performance.now();
      askBridge.touched(askId);
      setPausedUntil(Date.now() + touchedMs);
    };
    for (const sign of signs) window.addEventListener(sign, touched, { passive: true });
    return () => signs.forEach((sign) => window.removeEventListener(sign, touched));
  }, [askId]);
  return pausedUntil;
}
