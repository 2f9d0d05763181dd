/** The names of tools in clients' lists: `server__tool`, the same in every client. */
import { sha256 } from '../../platform/keys/tokens.ts';

/** Some clients reject longer names. */
const maxLength = 64;
const usable = /^[\w./-]+$/;

export interface ListedName {
  readonly listedAs: string | null;
  /** Why it has no name in the list. */
  readonly leftOut: string | null;
}

/** A name that two tools would share is given to neither. */
export function listedNames(
  server: string,
  tools: readonly string[],
): ReadonlyMap<string, ListedName> {
  const names = new Map(tools.map((tool) => [tool, nameOf(server, tool)]));
  const uses = new Map<string, number>();
  for (const name of names.values())
    if (name !== null) uses.set(name.toLowerCase(), (uses.get(name.toLowerCase()) ?? 0) + 1);
  return new Map(
    [...names].map(([tool, name]) => {
      if (name === null)
        return [tool, leftOut('Its name has characters that tool names cannot have.')];
      if ((uses.get(name.toLowerCase()) ?? 0) > 1)
        return [tool, leftOut('Another tool of this server would have the same name.')];
      return [tool, { listedAs: name, leftOut: null }];
    }),
  );
}

const leftOut = (why: string): ListedName => ({ listedAs: null, leftOut: why });

function nameOf(server: string, tool: string): string | null {
  if (!usable.test(tool)) return null;
  const name = `${server}__${tool.replaceAll(/[./]/g, '_')}`;
  if (name.length <= maxLength) return name;
  const mark = `_${sha256(tool).slice(0, 8)}`;
  return `${name.slice(0, maxLength - mark.length)}${mark}`;
}
