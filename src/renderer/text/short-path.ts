/** `~/code/harbour` for a path in the user's home folder; other paths stay whole. */
export function shortPath(path: string, home: string): string {
  if (home === '' || home === '/') return path;
  if (path === home) return '~';
  return path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}

/** The name by which people know a folder or file: `harbour` for `/home/mira/harbour`. */
export function lastPart(path: string): string {
  const parts = path.split(/[/\\]/).filter((part) => part !== '');
  return parts.at(-1) ?? path;
}
