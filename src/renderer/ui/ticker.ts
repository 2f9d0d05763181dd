/**
 * The one clock of a page. It ticks only while somebody watches and the page can be seen.
 * `now()` keeps its value between ticks, so that everything drawn at once agrees.
 */
import { useSyncExternalStore } from 'react';

const watchers = new Set<() => void>();
let current = Date.now();
let timer: number | null = null;

/** For data that arrives while the clock is stopped. */
export function refreshNow(): void {
  current = Date.now();
}

function tick(): void {
  refreshNow();
  for (const watcher of [...watchers]) watcher();
}

function startOrStop(): void {
  const isNeeded = watchers.size > 0 && !document.hidden;
  if (isNeeded && timer === null) {
    tick();
    timer = window.setInterval(tick, 1000);
  } else if (!isNeeded && timer !== null) {
    window.clearInterval(timer);
    timer = null;
  }
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  if (watchers.size === 1) document.addEventListener('visibilitychange', startOrStop);
  startOrStop();
  return () => {
    watchers.delete(watcher);
    if (watchers.size === 0) document.removeEventListener('visibilitychange', startOrStop);
    startOrStop();
  };
}

const now = (): number => current;
const noWatch = (): (() => void) => () => undefined;

/** The time, moving on every second while `isTicking`. */
export function useNow(isTicking = true): number {
  return useSyncExternalStore(isTicking ? watch : noWatch, now, now);
}
