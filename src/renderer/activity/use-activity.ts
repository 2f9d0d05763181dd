/** The requests of the Activity page to the main process, and when they are sent. */
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { EntryView } from '../../shared/ledger/entry.ts';
import type { AuditFilter, AuditHistogram } from '../../shared/ledger/query.ts';
import { isAnswer } from '../../shared/asks/no-answer.ts';
import { bridge } from '../app/bridge.ts';
import { EntryFeed, type FeedState } from './entry-feed.ts';

const typingMs = 120;
const updateEveryMs = 200;
const histogramEveryMs = 2_000;
export const barsShown = 72;

/** The value once it has stood still for a moment. */
export function useDebounced<T>(value: T, ms = typingMs): T {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return debounced;
}

/** The value, but a new one so often at most. */
function usePaced<T>(value: T, ms: number): T {
  const [paced, setPaced] = useState(value);
  const changedAt = useRef(-Infinity);
  useEffect(() => {
    if (paced === value) return;
    const rest = Math.max(0, changedAt.current + ms - performance.now());
    const timer = setTimeout(() => {
      changedAt.current = performance.now();
      setPaced(value);
    }, rest);
    return () => clearTimeout(timer);
  }, [value, paced, ms]);
  return paced;
}

export const newestLineOf = (newest: readonly EntryView[]): number =>
  newest.reduce((highest, { lastSeq }) => Math.max(highest, lastSeq), 0);

/** `newest`: what the snapshot has at hand; shown at once, and its changes bring news. */
export function useEntries(
  filter: AuditFilter,
  newest: readonly EntryView[],
  isIndexReady: boolean,
): readonly [FeedState, EntryFeed] {
  const [feed] = useState(() => {
    const made = new EntryFeed({ ask: (query) => bridge.command('activity:page', query) });
    made.seed(newest);
    return made;
  });
  const state = useSyncExternalStore(feed.watch, feed.state);
  const asked = useDebounced(filter);
  useEffect(() => void feed.open(asked), [feed, asked]);
  useEffect(() => {
    if (isIndexReady) feed.completed();
  }, [feed, isIndexReady]);
  const line = usePaced(newestLineOf(newest), updateEveryMs);
  useEffect(() => void feed.update(), [feed, line]);
  return [state, feed];
}

/**
 * Null until there is one. One is asked for at a time: the index answers in order, so a queue of
 * histograms for words typed meanwhile would keep the page of entries waiting.
 */
export function useHistogram(filter: AuditFilter, line: number): AuditHistogram | null {
  const [histogram, setHistogram] = useState<AuditHistogram | null>(null);
  const asked = useDebounced(filter);
  const paced = usePaced(line, histogramEveryMs);
  const wanted = useRef<AuditFilter | null>(null);
  const isAsking = useRef(false);
  useEffect(() => {
    wanted.current = asked;
    const askAll = async (): Promise<void> => {
      if (isAsking.current) return;
      isAsking.current = true;
      while (wanted.current !== null) {
        const now = wanted.current;
        wanted.current = null;
        const reply = await bridge
          .command('activity:histogram', { filter: now, bars: barsShown })
          .catch(() => null);
        if (reply !== null && isAnswer(reply) && wanted.current === null) setHistogram(reply);
      }
      isAsking.current = false;
    };
    void askAll();
  }, [asked, paced]);
  return histogram;
}
