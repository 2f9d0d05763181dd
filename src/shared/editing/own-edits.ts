/**
 * Each author's edits of one text, so that the last one can be undone: the text it inserted is
 * removed, the text it deleted returns, and other authors' text stays. The effect of an undo can
 * be computed beforehand.
 */
import * as Y from 'yjs';
import type { TextSpan } from './text-spans.ts';
import { commonPart, piecesOf, writtenSince, type IdRange, type Piece } from './text-pieces.ts';

interface RemovedText extends IdRange {
  readonly text: string;
  readonly by: string | null;
}

interface OwnEdit {
  readonly inserted: readonly IdRange[];
  readonly removed: readonly RemovedText[];
}

/** Restored text has new ids; its original author must still be found. */
interface Restored {
  readonly old: IdRange;
  readonly now: IdRange;
}

/** Moves from `start` to `end`, then restores what others or the author had written there. */
interface UndoSpan extends TextSpan {
  readonly back: readonly RemovedText[];
}

const maxEdits = 50;
const maxRestored = 10_000;

export class OwnEdits {
  readonly #doc: Y.Doc;
  readonly #content: Y.Text;
  readonly #edits = new Map<string, OwnEdit[]>();
  #restored: Restored[] = [];

  constructor(doc: Y.Doc, content: Y.Text) {
    this.#doc = doc;
    this.#content = content;
  }

  /** Runs an edit that deletes these spans, and records it for its author. */
  record(key: string, spans: readonly TextSpan[], edit: () => void): void {
    const removed = this.#textIn(spans.filter(({ start, end }) => start < end));
    const clock = this.#clock();
    edit();
    const edits = this.#edits.get(key) ?? [];
    edits.push({ inserted: writtenSince(this.#doc, clock), removed });
    this.#edits.set(key, edits.slice(-maxEdits));
  }

  /** What undoing the author's last visible edit would change; null if there is none. */
  undoSpans(key: string): readonly UndoSpan[] | null {
    for (const edit of (this.#edits.get(key) ?? []).toReversed()) {
      const spans = this.#spansOf(edit);
      if (spans.length > 0) return spans;
    }
    return null;
  }

  undo(key: string): void {
    const edits = this.#edits.get(key) ?? [];
    for (let edit = edits.pop(); edit; edit = edits.pop()) {
      const spans = this.#spansOf(edit);
      if (spans.length === 0) continue;
      this.#doc.transact(() => spans.toReversed().forEach((span) => this.#apply(span)));
      return;
    }
  }

  #apply({ start, end, back }: UndoSpan): void {
    this.#content.delete(start, end - start);
    let at = start;
    for (const old of back) {
      const clock = this.#clock();
      this.#content.insert(at, old.text, old.by === null ? {} : { by: old.by });
      at += old.text.length;
      const [now] = writtenSince(this.#doc, clock);
      if (now) this.#restored.push({ old, now });
    }
    this.#restored = this.#restored.slice(-maxRestored);
  }

  #spansOf({ inserted, removed }: OwnEdit): readonly UndoSpan[] {
    const gone = inserted.flatMap((range) => this.#present(range));
    const missing = removed.flatMap((item) => this.#unrestored(item));
    const parts = piecesOf(this.#content).flatMap((piece) =>
      piece.text === null ? returning(piece, missing) : leaving(piece, gone),
    );
    return joined(parts);
  }

  /** The range under the current ids of its text. */
  #present(range: IdRange): readonly IdRange[] {
    for (const { old, now } of this.#restored.toReversed()) {
      const part = commonPart(range, old);
      if (!part) continue;
      const offset = range.clock - old.clock;
      const moved = { ...now, clock: now.clock + part.from + offset, length: part.to - part.from };
      const before = { ...range, length: part.from };
      const after = { ...range, clock: range.clock + part.to, length: range.length - part.to };
      const rest = [before, after].filter(({ length }) => length > 0);
      return [...this.#present(moved), ...rest.flatMap((item) => this.#present(item))];
    }
    return [range];
  }

  #unrestored(item: RemovedText): readonly RemovedText[] {
    const isBack = this.#restored.some(({ old }) => commonPart(item, old) !== null);
    return isBack ? [] : [item];
  }

  #textIn(spans: readonly TextSpan[]): readonly RemovedText[] {
    if (spans.length === 0) return [];
    return piecesOf(this.#content).flatMap((piece) => {
      const { at, text, client, clock, by } = piece;
      if (text === null) return [];
      return spans.flatMap(({ start, end }) => {
        const from = Math.max(start - at, 0);
        const to = Math.min(end - at, text.length);
        if (from >= to) return [];
        return [{ client, clock: clock + from, length: to - from, text: text.slice(from, to), by }];
      });
    });
  }

  #clock(): number {
    return Y.getState(this.#doc.store, this.#doc.clientID);
  }
}

const leaving = ({ at, ...piece }: Piece, gone: readonly IdRange[]): readonly UndoSpan[] =>
  gone
    .flatMap((range) => commonPart(piece, range) ?? [])
    .map(({ from, to }) => ({ start: at + from, end: at + to, text: '', back: [] }))
    .toSorted((a, b) => a.start - b.start);

const returning = (piece: Piece, missing: readonly RemovedText[]): readonly UndoSpan[] =>
  missing
    .flatMap((item) => {
      const part = commonPart(item, piece);
      if (!part) return [];
      const { from, to } = part;
      const clock = item.clock + from;
      return [{ ...item, clock, length: to - from, text: item.text.slice(from, to) }];
    })
    .toSorted((a, b) => a.clock - b.clock)
    .map((item) => ({ start: piece.at, end: piece.at, text: item.text, back: [item] }));

/** Merges adjacent spans, so that no two begin at the same position. */
function joined(parts: readonly UndoSpan[]): readonly UndoSpan[] {
  const spans: UndoSpan[] = [];
  for (const part of parts) {
    const last = spans.at(-1);
    if (!last || last.end < part.start) spans.push(part);
    else
      spans[spans.length - 1] = {
        start: last.start,
        end: part.end,
        text: last.text + part.text,
        back: [...last.back, ...part.back],
      };
  }
  return spans;
}
