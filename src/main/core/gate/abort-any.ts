import type { MaybePromise } from '../../../shared/base/maybe-promise.ts';

/** Runs with a signal that is aborted as soon as one of these is; lets go of them when it is done. */
export async function withAnySignal<T>(
  signals: readonly AbortSignal[],
  run: (stop: AbortSignal) => MaybePromise<T>,
): Promise<T> {
  const stop = new AbortController();
  const onAbort = (): void => stop.abort();
  for (const signal of signals) signal.addEventListener('abort', onAbort, { once: true });
  if (signals.some((signal) => signal.aborted)) onAbort();
  try {
    return await run(stop.signal);
  } finally {
    for (const signal of signals) signal.removeEventListener('abort', onAbort);
  }
}
