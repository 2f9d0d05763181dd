/** A value that is usually available immediately, and only sometimes a promise. */
export type MaybePromise<T> = T | Promise<T>;

/**
 * Continues synchronously if there is nothing to wait for, because every await slows a call down.
 */
export const mapMaybe = <From, To>(
  value: MaybePromise<From>,
  next: (value: From) => MaybePromise<To>,
): MaybePromise<To> => (value instanceof Promise ? value.then(next) : next(value));
