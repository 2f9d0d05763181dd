import { useEffect, useEffectEvent, useState } from 'react';
import { isAnswer, type NoAnswer } from '../../shared/asks/no-answer.ts';

/** `failed` when main had no answer; null until there is one. Asked again for another key. */
export function useReply<T extends object>(
  key: string,
  ask: () => Promise<T | NoAnswer>,
): T | 'failed' | null {
  const [got, setGot] = useState<{ readonly key: string; readonly reply: T | 'failed' } | null>(
    null,
  );
  // The key says all that the question depends on.
  const askNow = useEffectEvent(ask);
  useEffect(() => {
    let isWanted = true;
    const load = async (): Promise<void> => {
      const reply = await askNow().catch(() => null);
      if (isWanted) setGot({ key, reply: reply !== null && isAnswer(reply) ? reply : 'failed' });
    };
    void load();
    return () => void (isWanted = false);
  }, [key]);
  return got?.key === key ? got.reply : null;
}
