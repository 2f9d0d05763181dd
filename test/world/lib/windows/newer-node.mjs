/** Adds what Electron's Node has and the one that runs under Wine (20) has not. */
export function addNewerFunctions() {
  Promise.withResolvers ??= withResolvers;
  Map.groupBy ??= groupBy;
}

function withResolvers() {
  /** @type {any} */
  const parts = {};
  parts.promise = new Promise((resolve, reject) => Object.assign(parts, { resolve, reject }));
  return parts;
}

/** @param {Iterable<any>} items @param {(item: any, at: number) => unknown} keyOf */
function groupBy(items, keyOf) {
  const groups = new Map();
  let at = 0;
  for (const item of items) {
    const key = keyOf(item, at);
    at += 1;
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return groups;
}
