/** The longest prefix of the items whose JSON fits into the given bytes. */
export function withinBytes<Item>(items: readonly Item[], bytes: number): readonly Item[] {
  let remaining = bytes;
  const end = items.findIndex((item) => {
    remaining -= Buffer.byteLength(JSON.stringify(item)) + 1;
    return remaining < 0;
  });
  return end === -1 ? items : items.slice(0, end);
}
