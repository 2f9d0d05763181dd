/** What is usually there at once, and has to be waited for only now and then. */
export type MaybePromise<T> = T | Promise<T>;

/** Goes on in the same turn where there is nothing to wait for: each turn costs time on the way of a call. */
export const mapMaybe = <From, To>(
  value: MaybePromise<From>,
  next: (value: From) => MaybePromise<To>,
): MaybePromise<To> => (value instanceof Promise ? value.then(next) : next(value));
