/** What is usually there at once, and has to be waited for only now and then. */
export type AtOnce<T> = T | Promise<T>;

/** Goes on in the same turn where there is nothing to wait for: each turn costs time on the way of a call. */
export const andThen = <From, To>(
  value: AtOnce<From>,
  next: (value: From) => AtOnce<To>,
): AtOnce<To> => (value instanceof Promise ? value.then(next) : next(value));
