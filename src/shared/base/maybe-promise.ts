/** A value that is usually available immediately, and a promise only now and then. */
export type MaybePromise<T> = T | Promise<T>;

/** Continues synchronously when there is nothing to wait for, because every await slows a call down. */
export const mapMaybe = <From, To>(
  value: MaybePromise<From>,
  next: (value: From) => MaybePromise<To>,
): MaybePromise<To> => (value instanceof Promise ? value.then(next) : next(value));
