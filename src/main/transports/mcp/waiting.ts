/** Waits for the user on behalf of a client: with a time limit, cancellable, with progress. */
export interface WaitOptions {
  readonly signal: AbortSignal;
  /** Called regularly until the user answers. */
  readonly progress: (elapsedMs: number) => void;
}

type WaitResult<T> =
  | { readonly kind: 'answer'; readonly value: T }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'still-waiting' };

const progressEveryMs = 10_000;

/** Every call passes here and most are answered immediately, so it uses one timer and one listener. */
export function waitFor<T>(
  answer: Promise<T>,
  { signal, progress, ms }: WaitOptions & { readonly ms: number },
): Promise<WaitResult<T>> {
  const { promise, resolve, reject } = Promise.withResolvers<WaitResult<T>>();
  let waited = 0;
  let timer: NodeJS.Timeout;
  const leave = (): void => {
    clearTimeout(timer);
    signal.removeEventListener('abort', cancel);
  };
  const end = (how: WaitResult<T>): void => {
    leave();
    resolve(how);
  };
  const cancel = (): void => end({ kind: 'cancelled' });
  const goOn = (): void => {
    const step = Math.min(progressEveryMs, ms - waited);
    timer = setTimeout(() => {
      waited += step;
      if (waited >= ms) return end({ kind: 'still-waiting' });
      progress(waited);
      goOn();
    }, step);
  };
  goOn();
  signal.addEventListener('abort', cancel, { once: true });
  if (signal.aborted) cancel();
  answer.then(
    (value) => end({ kind: 'answer', value }),
    (error: unknown) => {
      leave();
      reject(error);
    },
  );
  return promise;
}
