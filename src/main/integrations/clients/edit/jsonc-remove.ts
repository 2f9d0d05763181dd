/** Removes a child from an object or list; comments of its neighbours stay. */
import type { Node } from 'jsonc-parser';
import { trail } from './jsonc-insert.ts';
import type { Splice } from './splice.ts';

export function removeChild(text: string, child: Node): readonly Splice[] {
  const siblings = child.parent?.children ?? [];
  const at = siblings.indexOf(child);
  const end = child.offset + child.length;
  const { comma } = trail(text, end);
  const hasNext = at < siblings.length - 1;
  if (hasNext && comma !== null) return [cut(child.offset, blankEnd(text, comma))];
  const start = blankStart(text, child.offset);
  const previous = siblings[at - 1];
  // When the last child is removed, its trailing comma stays with the child before it.
  if (!previous || comma !== null) return [cut(start, comma ?? end)];
  const own = trail(text, previous.offset + previous.length).comma ?? start;
  return own === start ? [cut(own - 1, end)] : [cut(own - 1, own), cut(start, end)];
}

const cut = (from: number, to: number): Splice => ({ at: from, remove: to - from, insert: '' });

const isBlank = (character: string | undefined): boolean =>
  character !== undefined && ' \t\r\n'.includes(character);

function blankStart(text: string, at: number): number {
  let start = at;
  while (isBlank(text[start - 1])) start -= 1;
  return start;
}

function blankEnd(text: string, at: number): number {
  let end = at;
  while (isBlank(text[end])) end += 1;
  return end;
}
