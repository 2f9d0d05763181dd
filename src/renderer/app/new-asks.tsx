import { useEffect, useRef, useState } from 'react';
import type { Ask } from '../../shared/asks/asks.ts';
import { askSentenceText } from '../text/ask-sentence.ts';
import { count } from '../text/counting.ts';
import { appText } from './app-text.ts';

/** Announces new asks to screen readers. */
export function NewAsks({ asks }: { readonly asks: readonly Ask[] }) {
  const known = useRef<ReadonlySet<string>>(new Set());
  const [announcement, setAnnouncement] = useState('');
  useEffect(() => {
    const fresh = asks.filter((ask) => !known.current.has(ask.askId));
    known.current = new Set(asks.map((ask) => ask.askId));
    const [first] = fresh;
    if (first === undefined) return;
    setAnnouncement(
      fresh.length === 1
        ? appText.newAskWaiting(askSentenceText(first), asks.length)
        : `${count(fresh.length, 'new ask')}. ${asks.length} waiting.`,
    );
  }, [asks]);
  return (
    <p className="only-spoken" role="status">
      {announcement}
    </p>
  );
}
