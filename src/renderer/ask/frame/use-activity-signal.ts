/** Pauses the deadline while the user reads and selects. */
import { useEffect, useState } from 'react';
import type { Ask } from '../../../shared/asks/asks.ts';
import { touchedMs } from '../../../shared/access/session-limits.ts';
import { askBridge } from './bridge.ts';

const signs = ['pointerdown', 'keydown', 'wheel'] as const;
const reportEveryMs = 5_000;

/** The time until which the deadline is paused. */
export function useTouch({ askId }: Ask): number {
  const [pausedUntil, setPausedUntil] = useState(0);
  useEffect(() => {
    let reportedAt = -Infinity;
    const touched = (): void => {
      if (performance.now() - reportedAt < reportEveryMs) return;
      reportedAt = performance.now();
      askBridge.touched(askId);
      setPausedUntil(Date.now() + touchedMs);
    };
    for (const sign of signs) window.addEventListener(sign, touched, { passive: true });
    return () => signs.forEach((sign) => window.removeEventListener(sign, touched));
  }, [askId]);
  return pausedUntil;
}
