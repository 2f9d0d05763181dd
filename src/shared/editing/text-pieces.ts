/** The pieces of a Yjs text, including deleted ones: each character has a permanent id. */
import * as Y from 'yjs';

/** Consecutive ids of one writer. */
export interface IdRange {
  readonly client: number;
  readonly clock: number;
  readonly length: number;
}

export interface Piece extends IdRange {
  /** Its position in the text; for a deleted piece, where it would be. */
  readonly at: number;
  /** Null if it was deleted. */
  readonly text: string | null;
  /** Its recorded author. */
  readonly by: string | null;
}

export function piecesOf(content: Y.Text): readonly Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  let by: string | null = null;
  for (let item = content._start; item !== null; item = item.right) {
    if (item.content instanceof Y.ContentFormat && !item.deleted) by = authorIn(item.content, by);
    const text = item.content instanceof Y.ContentString && !item.deleted ? item.content.str : null;
    const { client, clock } = item.id;
    pieces.push({ client, clock, length: item.length, at, text, by });
    at += text?.length ?? 0;
  }
  return pieces;
}

const authorIn = ({ key, value }: Y.ContentFormat, before: string | null): string | null => {
  if (key !== 'by') return before;
  return typeof value === 'string' ? value : null;
};

/** The part of one range that is inside another, as offsets from the first one's start. */
export function commonPart(
  range: IdRange,
  container: IdRange,
): { readonly from: number; readonly to: number } | null {
  if (range.client !== container.client) return null;
  const from = Math.max(range.clock, container.clock) - range.clock;
  const to = Math.min(range.clock + range.length, container.clock + container.length) - range.clock;
  return from < to ? { from, to } : null;
}

/** The ids assigned to this replica's own text since the clock value. */
export function writtenSince(doc: Y.Doc, clock: number): readonly IdRange[] {
  const client = doc.clientID;
  const structs = doc.store.clients.get(client) ?? [];
  return structs.flatMap((item) => {
    if (!(item instanceof Y.Item) || !(item.content instanceof Y.ContentString)) return [];
    const own = { client, clock: item.id.clock, length: item.length };
    const part = commonPart(own, { client, clock, length: Number.MAX_SAFE_INTEGER - clock });
    return part ? [{ client, clock: own.clock + part.from, length: part.to - part.from }] : [];
  });
}
