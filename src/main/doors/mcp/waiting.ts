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

export async function waitFor<T>(
  answer: Promise<T>,
  { signal, progress, ms }: Waiting & { readonly ms: number },
): Promise<Waited<T>> {
  const startedAt = performance.now();
  const { promise: gaveUp, resolve: giveUp } = Promise.withResolvers<Waited<T>>();
  const cancel = (): void => giveUp({ kind: 'cancelled' });
  const deadline = setTimeout(() => giveUp({ kind: 'still-waiting' }), ms);
  const ticking = setInterval(() => progress(performance.now() - startedAt), progressEveryMs);
  signal.addEventListener('abort', cancel, { once: true });
  if (signal.aborted) cancel();
  try {
    return await Promise.race([
      answer.then((value): Waited<T> => ({ kind: 'answer', value })),
      gaveUp,
    ]);
  } finally {
    clearTimeout(deadline);
    clearInterval(ticking);
    signal.removeEventListener('abort', cancel);
  }
}
