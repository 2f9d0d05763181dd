/** A text change: removes characters at an offset and inserts others. */
export interface Splice {
  readonly at: number;
  readonly remove: number;
  readonly insert: string;
}

/** All offsets refer to the original text. */
export function spliced(text: string, splices: readonly Splice[]): string {
  const ordered = splices.toSorted((a, b) => b.at - a.at);
  let result = text;
  for (const { at, remove, insert } of ordered) {
    result = result.slice(0, at) + insert + result.slice(at + remove);
  }
  return result;
}

/** The file's line ending. */
export function lineEndOf(text: string): string {
  const [found] = /\r\n|\n|\r/.exec(text) ?? [];
  return found ?? '\n';
}

/** The indentation of the line at this offset. */
export function indentAt(text: string, at: number): string {
  const start = Math.max(text.lastIndexOf('\n', at - 1), text.lastIndexOf('\r', at - 1)) + 1;
  return /^[ \t]*/.exec(text.slice(start, at))?.[0] ?? '';
}

/** The end of the line at this offset, before the line ending. */
export function lineStopAfter(text: string, at: number): number {
  const found = text.slice(at).search(/[\r\n]/);
  return found < 0 ? text.length : at + found;
}

/** One-based, as in editors. */
export function positionOf(
  text: string,
  at: number,
): { readonly line: number; readonly column: number } {
  const before = text.slice(0, at).split(/\r\n|\n|\r/);
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
