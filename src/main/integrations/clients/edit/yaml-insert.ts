/** Inserts lines into YAML. */
import {
  isCollection,
  isMap,
  isPair,
  isScalar,
  isSeq,
  stringify,
  type Node,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import { inTheWay, type Splices } from './format.ts';
import type { Json } from './json-value.ts';
import { lineEndOf, lineStopAfter } from './splice.ts';

export type Value = Node & { readonly range?: [number, number, number] | null };

/** An empty document, or a key without a value. */
export const nothingThere = (text: string, node: Value): boolean =>
  isScalar(node) && node.value === null && sourceOf(text, node).trim() === '';

const sourceOf = (text: string, { range }: Value): string =>
  range ? text.slice(range[0], range[1]) : '';

/** As a block at the end of the file. */
export function appendLines(text: string, value: Json): Splices {
  const end = lineEndOf(text);
  const isOpen = text !== '' && !/[\r\n]$/.test(text);
  return [
    { at: text.length, remove: 0, insert: `${isOpen ? end : ''}${block(value, '', end)}${end}` },
  ];
}

export function insertPair(text: string, trail: readonly Value[], pair: Json): Splices {
  const here = trail.at(-1);
  const end = lineEndOf(text);
  if (isMap(here) && !here.flow) {
    const indent = ' '.repeat(columnOf(text, startOf(here.items[0]?.key)));
    return after(text, endOf(text, here), block(pair, indent, end));
  }
  if (isMap(here) && here.items.length > 0)
    return inFlow(text, here, JSON.stringify(pair).slice(1, -1));
  if (!here || !(isMap(here) || nothingThere(text, here))) return inTheWay([]);
  return insteadOfNothing(text, trail, pair);
}

export function appendItem(text: string, trail: readonly Value[], item: Json): Splices {
  const seq = trail.at(-1);
  if (!isSeq(seq)) return inTheWay([]);
  if (seq.items.length === 0) return insteadOfNothing(text, trail, [item]);
  if (seq.flow) return inFlow(text, seq, JSON.stringify(item));
  const indent = ' '.repeat(columnOf(text, dashOf(text, startOf(seq.items[0]))));
  return after(text, endOf(text, seq), block([item], indent, lineEndOf(text)));
}

/** `key:`, `key: {}` or `key: []` become a key with lines below it. */
function insteadOfNothing(text: string, trail: readonly Value[], value: Json): Splices {
  const [parent, here] = trail.slice(-2);
  if (!isMap(parent) || parent.flow || !here?.range) return inTheWay([]);
  const key = parent.items.find((item) => item.value === here)?.key;
  const start = startOf(key);
  const indent = ' '.repeat(columnOf(text, start) + 2);
  const lines = `${lineEndOf(text)}${block(value, indent, lineEndOf(text))}`;
  const [from, to] = here.range;
  const isWritten = text.slice(from, to).trim() !== '';
  const stop = lineStopAfter(text, isWritten ? to : start);
  const insertion = { at: stop, remove: 0, insert: lines };
  if (!isWritten) return [insertion];
  const blank = text[from - 1] === ' ' ? 1 : 0;
  const gone = { at: from - blank, remove: to - from + blank, insert: '' };
  return gone.at + gone.remove === stop ? [{ ...gone, insert: lines }] : [gone, insertion];
}

function inFlow(text: string, here: YAMLMap | YAMLSeq, written: string): Splices {
  const last = here.items.at(-1);
  return [{ at: endOf(text, last), remove: 0, insert: `, ${written}` }];
}

/** On new lines after the line at this offset. */
function after(text: string, at: number, lines: string): Splices {
  return [{ at: lineStopAfter(text, at), remove: 0, insert: `${lineEndOf(text)}${lines}` }];
}

/** Quoted strings mean the same to every YAML parser. */
function block(value: Json, indent: string, end: string): string {
  const options = {
    lineWidth: 0,
    defaultStringType: 'QUOTE_DOUBLE',
    defaultKeyType: 'PLAIN',
  } as const;
  const lines = stringify(value, options).trimEnd().split('\n');
  return lines.map((line) => indent + line).join(end);
}

export function startOf(node: unknown): number {
  if (isPair(node)) return startOf(node.key);
  return (node as Value | null | undefined)?.range?.[0] ?? 0;
}

/** The end of a node, without the comments and empty lines after it. */
export function endOf(text: string, node: unknown): number {
  if (isPair(node)) return Math.max(endOf(text, node.key), endOf(text, node.value));
  if (isCollection(node) && !node.flow && node.items.length > 0)
    return endOf(text, node.items.at(-1));
  const end = (node as Value | null | undefined)?.range?.[1] ?? 0;
  let stop = end;
  while (stop > 0 && '\r\n'.includes(text[stop - 1] ?? ' ')) stop -= 1;
  return stop;
}

export const columnOf = (text: string, at: number): number =>
  at - (Math.max(text.lastIndexOf('\n', at - 1), text.lastIndexOf('\r', at - 1)) + 1);

/** The dash before a list item. */
export const dashOf = (text: string, at: number): number => text.lastIndexOf('-', at - 1);
