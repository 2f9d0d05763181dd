/** The first items that together fit into a result, as it is sent. */
export function withinBytes<Item>(items: readonly Item[], bytes: number): readonly Item[] {
  let room = bytes;
  const end = items.findIndex((item) => {
    room -= Buffer.byteLength(JSON.stringify(item)) + 1;
    return room < 0;
  });
  return end === -1 ? items : items.slice(0, end);
}
