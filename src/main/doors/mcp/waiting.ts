/** Waiting for a person on behalf of a program: bounded, cancellable, with signs of life. */
export interface Waiting {
  readonly signal: AbortSignal;
  /** Called now and then while the person has not answered. */
  readonly progress: (elapsedMs: number) => void;
}

type Waited<T> =
  | { readonly kind: 'answer'; readonly value: T }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'still-waiting' };

const progressEveryMs = 10_000;

/** On the path of every call, most of which are answered at once: one timer, one listener. */
export function waitFor<T>(
  answer: Promise<T>,
  { signal, progress, ms }: Waiting & { readonly ms: number },
): Promise<Waited<T>> {
  const { promise, resolve, reject } = Promise.withResolvers<Waited<T>>();
  let waited = 0;
  let timer: NodeJS.Timeout;
  const leave = (): void => {
    clearTimeout(timer);
    signal.removeEventListener('abort', cancel);
  };
  const end = (how: Waited<T>): void => {
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
