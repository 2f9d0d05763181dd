/**
 * One text that several authors edit at the same time, as a replica: replicas that have received
 * the same updates contain the same text. It knows who wrote what, can undo one author's edits
 * alone, and maps an edit of an earlier version to the current text.
 */
import * as Y from 'yjs';
import { Emitter } from '../base/emitter.ts';
import {
  applySpans,
  differingSpan,
  inverseOf,
  isOverlap,
  movedBy,
  placeAfter,
  type Overlap,
  type TextPlace,
  type TextSpan,
} from './text-spans.ts';
import { OwnEdits } from './own-edits.ts';

export interface Author {
  /** Whose edits an undo reverts. */
  readonly key: string;
  /** The recorded author of the text; null for the user and for the file. */
  readonly by: string | null;
}

/** Text from `start` to `end` that one named author wrote. */
export interface AuthoredRun {
  readonly start: number;
  readonly end: number;
  readonly by: string;
}

export interface TextChange {
  readonly spans: readonly TextSpan[];
  readonly before: string;
  readonly after: string;
}

interface Revision {
  readonly version: string;
  readonly spans: readonly TextSpan[];
  readonly inverse: readonly TextSpan[];
}

export interface SharedState {
  readonly state: Uint8Array;
  readonly epoch: string;
}

export type VersionOf = (text: string) => string;

const maxRevisions = 2_000;
/** Total for all revisions. */
const maxRevisionsLength = 8_000_000;
/** Approximate size of a span besides its text. */
const spanLength = 64;
const seedClient = 1;
const received = Symbol('received');

export class SharedText {
  readonly #versionOf: VersionOf;
  readonly #doc = new Y.Doc();
  readonly #content = this.#doc.getText('text');
  readonly #own = new OwnEdits(this.#doc, this.#content);
  readonly #changed = new Emitter<TextChange>();
  readonly #written = new Emitter<Uint8Array>();
  #text = '';
  #epoch: string;
  /** Oldest first; the first has no change. */
  #revisions: Revision[];
  #revisionsLength = 0;

  /** Fires after every change, by whomever. */
  readonly onChanged = this.#changed.on;
  /** Fires with what other replicas need to apply a change that was made here. */
  readonly onWritten = this.#written.on;

  constructor(versionOf: VersionOf, from: { readonly text: string } | SharedState) {
    this.#versionOf = versionOf;
    if ('state' in from) Y.applyUpdate(this.#doc, from.state, received);
    else this.#seed(from.text.toWellFormed());
    this.#epoch = 'epoch' in from ? from.epoch : versionOf(this.#content.toJSON());
    this.#text = this.#content.toJSON();
    this.#revisions = [{ version: versionOf(this.#text), spans: [], inverse: [] }];
    this.#content.observe(({ delta }) => this.#observe(spansOfDelta(delta)));
    this.#doc.on('update', (update: Uint8Array, origin: unknown) => {
      if (origin !== received) this.#written.emit(update);
    });
  }

  get text(): string {
    return this.#text;
  }

  /**
   * The history it belongs to; only texts with the same history can be merged. Texts that started
   * equal, as in editors that opened the same file, have the same one.
   */
  get epoch(): string {
    return this.#epoch;
  }

  /** For a change that other replicas may also have made: merging would duplicate it. */
  startEpoch(epoch: string): void {
    this.#epoch = epoch;
  }

  get version(): string {
    return this.#revisions.at(-1)?.version ?? '';
  }

  /** Approximate size of the earlier versions that are kept. */
  get revisionsLength(): number {
    return this.#revisionsLength;
  }

  /** Spans of the current text. */
  edit(spans: readonly TextSpan[], { key, by }: Author): void {
    const whole = withoutHalves(this.#text, spans).filter(isChange);
    if (whole.length === 0) return;
    const attributes = by === null ? {} : { by };
    const change = (): void => {
      for (const { start, end, text } of whole.toReversed()) {
        this.#content.delete(start, end - start);
        if (text !== '') this.#content.insert(start, text, { ...attributes });
      }
    };
    this.#own.record(key, whole, () => this.#doc.transact(change));
  }

  /** The text at an earlier version; null if it is no longer known. */
  textAt(version: string): string | null {
    const from = this.#latest(version);
    if (from === -1) return null;
    const later = this.#revisions.slice(from + 1).toReversed();
    return later.reduce((text, { inverse }) => applySpans(text, inverse), this.#text);
  }

  /** Maps spans of an earlier version to the current text. */
  merged(version: string, spans: readonly TextSpan[]): readonly TextSpan[] | Overlap | null {
    const from = this.#latest(version);
    if (from === -1) return null;
    let moved = spans;
    for (const { spans: change } of this.#revisions.slice(from + 1)) {
      const next = movedBy(moved, change);
      if (isOverlap(next)) return next;
      moved = next;
    }
    return moved;
  }

  /**
   * The current position of a position in an earlier version, with everything that changed there.
   */
  placeNow(version: string, place: TextPlace): TextPlace {
    const later = this.#revisions.slice(this.#latest(version) + 1);
    return later.reduce((moved, { spans }) => placeAfter(moved, spans), place);
  }

  /** Whether the text reached this version after the other one. */
  hadAfter(version: string, other: string | null): boolean {
    return this.#latest(version) > (other === null ? -1 : this.#latest(other));
  }

  /** What `undo` would change; null if this author has nothing left to undo. */
  undoSpans(key: string): readonly TextSpan[] | null {
    return this.#own.undoSpans(key)?.map(({ start, end, text }) => ({ start, end, text })) ?? null;
  }

  /** Undoes the author's last visible edit, as far as its text is still the author's. */
  undo(key: string): void {
    this.#own.undo(key);
  }

  /** In text order. */
  authors(): readonly AuthoredRun[] {
    let at = 0;
    return this.#delta().flatMap(({ insert, attributes }) => {
      const start = at;
      at += typeof insert === 'string' ? insert.length : 0;
      const by = attributes?.['by'];
      return typeof by === 'string' ? [{ start, end: at, by }] : [];
    });
  }

  state(): Uint8Array {
    return Y.encodeStateAsUpdate(this.#doc);
  }

  /** Which updates it has received. */
  vector(): Uint8Array {
    return Y.encodeStateVector(this.#doc);
  }

  /** What a replica with this vector is missing. */
  since(vector: Uint8Array): Uint8Array {
    return Y.encodeStateAsUpdate(this.#doc, vector);
  }

  /** Applies updates of another replica; applying them twice changes nothing. */
  receive(update: Uint8Array): void {
    Y.applyUpdate(this.#doc, update, received);
  }

  /** What `receive` of these would change. */
  spansWith(updates: readonly Uint8Array[]): readonly TextSpan[] {
    const doc = new Y.Doc();
    Y.applyUpdate(doc, this.state());
    let spans: readonly TextSpan[] = [];
    doc.getText('text').observe(({ delta }) => (spans = spansOfDelta(delta)));
    doc.transact(() => updates.forEach((update) => Y.applyUpdate(doc, update)));
    doc.destroy();
    return spans;
  }

  dispose(): void {
    this.#doc.destroy();
  }

  /** The same text produces the same ids everywhere. */
  #seed(text: string): void {
    const { clientID } = this.#doc;
    this.#doc.clientID = seedClient;
    this.#content.insert(0, text);
    this.#doc.clientID = clientID;
  }

  #observe(spans: readonly TextSpan[]): void {
    if (spans.length === 0) return;
    const before = this.#text;
    this.#text = applySpans(before, spans);
    const inverse = inverseOf(before, spans);
    const revision = { version: this.#versionOf(this.#text), spans, inverse };
    this.#revisions.push(revision);
    this.#revisionsLength += lengthOf(revision);
    if (this.#revisions.length > maxRevisions || this.#revisionsLength > maxRevisionsLength)
      this.#forgetRevisions();
    this.#changed.emit({ spans, before, after: this.#text });
  }

  /** Trims to half the limit, so that this does not run on every change. */
  #forgetRevisions(): void {
    let first = this.#revisions.length - 1;
    let length = 0;
    for (; first > 0 && this.#revisions.length - first < maxRevisions / 2; first -= 1) {
      const revision = this.#revisions[first];
      const more = revision ? lengthOf(revision) : 0;
      if (length + more > maxRevisionsLength / 2) break;
      length += more;
    }
    const version = this.#revisions[first]?.version ?? '';
    this.#revisions = [{ version, spans: [], inverse: [] }, ...this.#revisions.slice(first + 1)];
    this.#revisionsLength = length;
  }

  #latest(version: string): number {
    return this.#revisions.findLastIndex((revision) => revision.version === version);
  }

  #delta(): readonly DeltaPart[] {
    return this.#content.toDelta() as readonly DeltaPart[];
  }
}

const lengthOf = ({ spans, inverse }: Revision): number =>
  [...spans, ...inverse].reduce((sum, { text }) => sum + spanLength + text.length, 0);

interface DeltaPart {
  readonly insert?: unknown;
  readonly retain?: number | undefined;
  readonly delete?: number | undefined;
  readonly attributes?: Readonly<Record<string, unknown>> | undefined;
}

/** Positions in a delta move with insertions; those in spans do not. */
function spansOfDelta(delta: readonly DeltaPart[]): readonly TextSpan[] {
  const spans: TextSpan[] = [];
  let at = 0;
  for (const { insert, retain = 0, delete: gone = 0 } of delta) {
    at += retain;
    const text = typeof insert === 'string' ? insert : '';
    const last = spans.at(-1);
    if (text === '' && gone === 0) continue;
    // A replacement is an insertion and a deletion at the same position.
    if (last && last.end === at)
      spans[spans.length - 1] = { ...last, end: at + gone, text: last.text + text };
    else spans.push({ start: at, end: at + gone, text });
    at += gone;
  }
  return spans;
}

const isChange = ({ start, end, text }: TextSpan): boolean => start < end || text !== '';

/** Half a surrogate pair cannot be stored, so such an edit is extended to the other half. */
function withoutHalves(whole: string, spans: readonly TextSpan[]): readonly TextSpan[] {
  const isWhole = ({ start, end, text }: TextSpan): boolean =>
    !isInsidePair(whole, start) && !isInsidePair(whole, end) && text.isWellFormed();
  if (spans.every(isWhole)) return spans;
  const after = applySpans(whole, spans).toWellFormed();
  return differingSpan(whole, after).map(({ start, end, text }) => {
    const from = isInsidePair(whole, start) ? start - 1 : start;
    const to = isInsidePair(whole, end) ? end + 1 : end;
    return { start: from, end: to, text: whole.slice(from, start) + text + whole.slice(end, to) };
  });
}

const isInsidePair = (text: string, at: number): boolean =>
  at > 0 && /^[\uD800-\uDBFF][\uDC00-\uDFFF]$/.test(text.slice(at - 1, at + 1));
