/** Removes lines from YAML. */
import { isScalar, type YAMLMap, type YAMLSeq } from 'yaml';
import { inTheWay, type Splices } from './format.ts';
import type { Splice } from './splice.ts';
import { columnOf, dashOf, endOf, startOf } from './yaml-insert.ts';

export function removeFromMap(text: string, map: YAMLMap, key: string): Splices {
  const at = map.items.findIndex((item) => isScalar(item.key) && item.key.value === key);
  const pair = map.items[at];
  if (!pair) return inTheWay([key]);
  if (map.flow) return [inFlow(text, map.items, at)];
  const span = linesOf(text, startOf(pair), endOf(text, pair));
  return map.items.length > 1 || columnOf(text, startOf(pair)) === 0
    ? [span]
    : emptied(text, span, '{}');
}

export function removeFromSeq(text: string, seq: YAMLSeq, index: number): Splices {
  const item = seq.items[index];
  if (item === undefined) return inTheWay([]);
  if (seq.flow) return [inFlow(text, seq.items, index)];
  const span = linesOf(text, dashOf(text, startOf(item)), endOf(text, item));
  return seq.items.length > 1 ? [span] : emptied(text, span, '[]');
}

/** Whole lines, including the last line ending. */
function linesOf(text: string, from: number, to: number): Splice {
  const start = from - columnOf(text, from);
  const behind = /[\r\n]/.exec(text.slice(to));
  const stop = behind ? to + behind.index : text.length;
  if (stop === text.length)
    return {
      at: Math.max(0, start - endBefore(text, start)),
      remove: text.length - Math.max(0, start - endBefore(text, start)),
      insert: '',
    };
  return { at: start, remove: stop + endAt(text, stop) - start, insert: '' };
}

/** Leaves an empty value after the key, before its comment. */
function emptied(text: string, { at, remove }: Splice, nothing: string): readonly Splice[] {
  const stop = at - endBefore(text, at);
  const line = text.slice(stop - columnOf(text, stop), stop);
  const comment = /(?<!\s)\s+#.*$/.exec(line)?.[0].length ?? 0;
  return [
    { at: stop - comment, remove: 0, insert: ` ${nothing}` },
    { at, remove, insert: '' },
  ];
}

/** Together with the comma next to it. */
function inFlow(text: string, items: readonly unknown[], index: number): Splice {
  const [before, next] = [items[index - 1], items[index + 1]];
  const from =
    before === undefined || next !== undefined ? startOf(items[index]) : endOf(text, before);
  const to = next === undefined ? endOf(text, items[index]) : startOf(next);
  return { at: from, remove: to - from, insert: '' };
}

const endAt = (text: string, at: number): number => (text.startsWith('\r\n', at) ? 2 : 1);

const endBefore = (text: string, at: number): number =>
  at === 0 ? 0 : text.slice(0, at).endsWith('\r\n') ? 2 : 1;
