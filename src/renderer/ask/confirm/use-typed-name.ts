import { useState } from 'react';
import type { ConfirmAsk } from '../../../shared/asks/asks.ts';

/** Slightly stricter than the main process, so that it accepts what is enabled here. */
const countsMs = 58_000;

export interface TypedName {
  /** Null where nothing has to be typed, or it was. */
  readonly missing: string | null;
  /** Changes when the name has to be typed again. */
  readonly round: number;
  typed(matches: boolean): void;
}

export function useTypedName({ typeToAllow }: ConfirmAsk, now: number): TypedName {
  const [typedAt, setTypedAt] = useState<number | null>(null);
  const [round, setRound] = useState(0);
  if (typedAt !== null && now - typedAt > countsMs) {
    setTypedAt(null);
    setRound(round + 1);
  }
  const isTyped = typeToAllow === null || typedAt !== null;
  return {
    missing: isTyped ? null : typeToAllow,
    round,
    typed: (matches) => setTypedAt(matches ? Date.now() : null),
  };
}
