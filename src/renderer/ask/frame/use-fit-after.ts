import { useEffect, useRef } from 'react';
import type { Ask } from '../../../shared/asks/asks.ts';
import { fitWindow } from './fit-window.ts';

/** The window follows what the user opened, closed or picked; the first value needs no change. */
export function useFitAfter({ askId }: Ask, value: boolean | number): void {
  const before = useRef(value);
  useEffect(() => {
    if (before.current === value) return;
    before.current = value;
    void fitWindow(askId);
  }, [askId, value]);
}
