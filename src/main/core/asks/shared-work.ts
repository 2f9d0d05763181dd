/** Runs one piece of work for all identical requests; it stops when the last of them has left. */
interface Joined<T, Member> {
  readonly result: Promise<T>;
  readonly stop: AbortController;
  readonly members: Set<Member>;
}

export interface Joining<T, Member> {
  readonly key: string;
  readonly member: Member;
  readonly signal: AbortSignal;
  /** Runs for the first request; the set always contains the requests that still wait, oldest first. */
  readonly start: (signal: AbortSignal, members: ReadonlySet<Member>) => Promise<T>;
  /** Called with the number of waiting requests whenever it changes. */
  readonly joined: (waiting: number) => void;
  /** The result for a request that leaves while others wait. The last one gets the result of the work. */
  readonly left: T;
}

export class JoinedWork<T, Member> {
  readonly #under = new Map<string, Joined<T, Member>>();

  has(key: string): boolean {
    return this.#under.has(key);
  }

  async join({ key, member, signal, start, joined, left }: Joining<T, Member>): Promise<T> {
    if (signal.aborted) return left;
    const work = this.#under.get(key) ?? this.#begin(key, start);
    work.members.add(member);
    if (work.members.size > 1) joined(work.members.size);
    const { promise: gone, resolve: leave } = Promise.withResolvers<T>();
    const onAbort = (): void => {
      if (work.members.size === 1) return this.#stop(key, work);
      work.members.delete(member);
      joined(work.members.size);
      leave(left);
    };
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      return await Promise.race([work.result, gone]);
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  }

  #begin(key: string, start: Joining<T, Member>['start']): Joined<T, Member> {
    const stop = new AbortController();
    const members = new Set<Member>();
    const result = start(stop.signal, members).finally(() => this.#forget(key, work));
    const work = { result, stop, members };
    this.#under.set(key, work);
    return work;
  }

  /** Later requests start new work, even while this one is still finishing. */
  #stop(key: string, work: Joined<T, Member>): void {
    this.#forget(key, work);
    work.stop.abort();
  }

  #forget(key: string, work: Joined<T, Member>): void {
    if (this.#under.get(key) === work) this.#under.delete(key);
  }
}
