/** Inserts a child into an object or list, in the style of its neighbours. */
import { createScanner, type Node } from 'jsonc-parser';
import type { Json } from './json-value.ts';
import { indentAt, lineEndOf, type Splice } from './splice.ts';

export interface NewChild {
  /** Absent in a list. */
  readonly key?: string;
  readonly value: Json;
}

/** Numbers of jsonc-parser's SyntaxKind, which is an ambient enum and cannot be imported as a value. */
export const kinds = {
  comma: 5,
  lineComment: 12,
  blockComment: 13,
  lineBreak: 14,
  space: 15,
} as const;

export function insertChild(text: string, parent: Node, child: NewChild): readonly Splice[] {
  const last = parent.children?.at(-1);
  return last ? insertAfter(text, parent, last, child) : insertAlone(text, parent, child);
}

/** Before the first child; comments above that child stay above ours. */
export function insertFirst(text: string, parent: Node, child: NewChild): readonly Splice[] {
  const first = parent.children?.[0];
  if (!first) return insertAlone(text, parent, child);
  const at = first.offset;
  const isPretty = /[\r\n]/.test(text.slice(parent.offset, at));
  if (!isPretty) return [{ at, remove: 0, insert: `${compact(child)}, ` }];
  const indent = indentAt(text, at);
  const style = {
    end: lineEndOf(text),
    unit: indent.slice(indentAt(text, parent.offset).length) || '  ',
  };
  const insert = `${pretty(child, indent, style)},${style.end}${indent}`;
  return [{ at, remove: 0, insert }];
}

function insertAlone(text: string, parent: Node, child: NewChild): readonly Splice[] {
  const at = parent.offset + 1;
  const inside = text.slice(at, parent.offset + parent.length - 1);
  const outer = indentAt(text, parent.offset);
  const isPretty = /[\r\n]/.test(text.trim()) || text.trim().length === parent.length;
  if (!isPretty) return [{ at, remove: 0, insert: compact(child) }];
  const style = { end: lineEndOf(text), unit: unitOf(text) };
  const indent = outer + style.unit;
  const line = `${style.end}${indent}${pretty(child, indent, style)}`;
  const insert = /[\r\n]/.test(inside) ? line : `${line}${style.end}${outer}`;
  return [{ at, remove: 0, insert }];
}

function insertAfter(text: string, parent: Node, last: Node, child: NewChild): readonly Splice[] {
  const first = parent.children?.[0] ?? last;
  const end = last.offset + last.length;
  const { comma, stop } = trail(text, end);
  const isPretty = /[\r\n]/.test(text.slice(parent.offset, first.offset));
  if (!isPretty) {
    const insert = comma === null ? `, ${compact(child)}` : ` ${compact(child)},`;
    return [{ at: comma ?? end, remove: 0, insert }];
  }
  const indent = indentAt(text, first.offset);
  const style = {
    end: lineEndOf(text),
    unit: indent.slice(indentAt(text, parent.offset).length) || '  ',
  };
  const line = `${style.end}${indent}${pretty(child, indent, style)}`;
  if (comma === null && stop === end) return [{ at: end, remove: 0, insert: `,${line}` }];
  // Keeps a trailing comma, so that children can be removed later in any order.
  return comma === null
    ? [
        { at: end, remove: 0, insert: ',' },
        { at: stop, remove: 0, insert: line },
      ]
    : [{ at: stop, remove: 0, insert: `${line},` }];
}

/** What follows a child: its comma, if any, and the end of its line including comments. */
export function trail(
  text: string,
  end: number,
): { readonly comma: number | null; readonly stop: number } {
  const scanner = createScanner(text, false);
  scanner.setPosition(end);
  let comma: number | null = null;
  let stop = end;
  // The comma may be on a later line; comments on later lines do not belong to the child.
  let isSameLine = true;
  for (;;) {
    const kind: number = scanner.scan();
    const after = scanner.getTokenOffset() + scanner.getTokenLength();
    if (kind === kinds.lineBreak) isSameLine = false;
    else if (kind === kinds.comma && comma === null) {
      comma = after;
      stop = after;
      isSameLine = true;
    } else if (kind === kinds.lineComment || kind === kinds.blockComment) {
      if (isSameLine) stop = after;
    } else if (kind !== kinds.space) return { comma, stop };
  }
}

interface Style {
  readonly end: string;
  readonly unit: string;
}

const named = ({ key }: NewChild): string => (key === undefined ? '' : `${JSON.stringify(key)}: `);

const compact = (child: NewChild): string => named(child) + JSON.stringify(child.value);

const pretty = (child: NewChild, indent: string, style: Style): string =>
  named(child) + lines(child.value, indent, style);

const lines = (value: Json, indent: string, { end, unit }: Style): string =>
  JSON.stringify(value, null, unit || '  ').replaceAll('\n', `${end}${indent}`);

/** Replaces a value. */
export function writtenAt(text: string, node: Node, value: Json): string {
  const isPretty = /[\r\n]/.test(text.trim());
  if (!isPretty) return JSON.stringify(value);
  return lines(value, indentAt(text, node.offset), { end: lineEndOf(text), unit: unitOf(text) });
}

/** Takes the indentation from the first indented line. */
const unitOf = (text: string): string => /[\r\n]([ \t]+)(?=[^\s/*])/.exec(text)?.[1] ?? '  ';
