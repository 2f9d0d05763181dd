export function toggled<T>(items: readonly T[], item: T): readonly T[] {
  return items.includes(item) ? items.filter((value) => value !== item) : [...items, item];
}
