/**
 * Remembers each timer and each of our Disposables with the place that opened it,
 * until it ends. Node's own count of timers will not do: it leaves out unref'd
 * ones and takes in the test runner's.
 */
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers';
import timersPromises from 'node:timers/promises';
import type { LeakTracker } from '../../src/shared/base/disposable.ts';

const NOT_THE_OPENER =
  /support\/open-things|shared\/base\/disposable|node:|node_modules|<anonymous>/;

const openedAt = new Map<object, string>();

export const disposableWatch: LeakTracker = {
  opened: (disposable) => remember(disposable, disposable.constructor.name),
  closed: (disposable) => void openedAt.delete(disposable),
};

export function watchTimers(): void {
  timers.setTimeout = watchedStart(timers.setTimeout);
  timers.setInterval = watchedStart(timers.setInterval);
  globalThis.setTimeout = timers.setTimeout;
  globalThis.setInterval = timers.setInterval;
  timersPromises.setTimeout = watchedWait(timersPromises.setTimeout);
  syncBuiltinESMExports();
}

/** What is open, and in words what and where it was opened. */
export function openThings(): ReadonlyMap<object, string> {
  for (const thing of openedAt.keys()) {
    if ('_destroyed' in thing && thing._destroyed === true) openedAt.delete(thing);
  }
  return openedAt;
}

function watchedStart<Start extends typeof setTimeout | typeof setInterval>(start: Start): Start {
  const watching = (...args: readonly unknown[]): object => {
    const timer: object = Reflect.apply(start, globalThis, args);
    remember(timer, 'timer');
    return timer;
  };
  // util.promisify finds its way by a symbol on the function.
  return Object.defineProperties(watching, Object.getOwnPropertyDescriptors(start)) as Start;
}

function watchedWait<Wait extends typeof timersPromises.setTimeout>(wait: Wait): Wait {
  const watching = (...args: readonly unknown[]): Promise<unknown> => {
    const waiting: Promise<unknown> = Reflect.apply(wait, timersPromises, args);
    const forget = (): void => void openedAt.delete(waiting);
    remember(waiting, 'wait');
    void waiting.then(forget, forget);
    return waiting;
  };
  return watching as Wait;
}

function remember(thing: object, what: string): void {
  const frames = new Error('opened here').stack?.split('\n').slice(1) ?? [];
  const openers = frames.filter((frame) => !NOT_THE_OPENER.test(frame)).slice(0, 3);
  openedAt.set(thing, [`a ${what} opened`, ...openers.map((frame) => frame.trim())].join('\n    '));
}
