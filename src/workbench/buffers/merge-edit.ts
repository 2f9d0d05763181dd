/**
 * What an edit changes in a document as it is now. An edit of an earlier version is made where its text
 * is now, if nobody else has changed that text since; otherwise it is refused with both texts.
 */
import { diffLines } from 'diff';
import type { ActionArgs } from '../../shared/actions/actions.ts';
import { isError, refused, type Refused } from '../../shared/actions/outcomes.ts';
import { undoKeyOf } from '../../shared/editing/authors.ts';
import type { SharedText } from '../../shared/editing/shared-text.ts';
import { differingSpan, isOverlap, type TextSpan } from '../../shared/editing/text-spans.ts';
import { inLineEndingOf, positionAt, lineStarts, spansOf } from './text-edits.ts';

export type EditArgs = Pick<
  ActionArgs<'edit_buffer'>,
  'edits' | 'content' | 'base_version' | 'undo'
>;

const maxDiffMs = 500;
const maxShownLength = 300;

export function spansNow(
  shared: SharedText,
  args: EditArgs,
  task: { readonly sessionId: string },
): readonly TextSpan[] | Refused {
  const { base_version: base = shared.version } = args;
  if (args.undo) return shared.undoSpans(undoKeyOf(task)) ?? nothingToUndo;
  const text = base === shared.version ? shared.text : shared.textAt(base);
  if (text === null) return staleNow(shared);
  const spans = spansOn(text, args);
  return isError(spans) ? spans : movedSpans(shared, base, spans);
}

/** Spans of an earlier version, in the text as it is now. */
export function movedSpans(
  shared: SharedText,
  base: string,
  spans: readonly TextSpan[],
): readonly TextSpan[] | Refused {
  const merged = shared.merged(base, spans);
  if (merged === null) return staleNow(shared);
  return isOverlap(merged) ? conflict(shared, base, spans[merged.index]) : merged;
}

const staleNow = ({ version }: SharedText): Refused =>
  refused('stale', `Its version is ${version} now.`);

const nothingToUndo = refused(
  'invalid-arguments',
  'undo: this session has made no edit here that is still in the text.',
);

function spansOn(text: string, { edits, content = '' }: EditArgs): readonly TextSpan[] | Refused {
  return edits ? spansOf(text, edits) : lineSpans(text, inLineEndingOf(content, text));
}

/** Only the lines that differ: the others keep their authors, and others may edit them meanwhile. */
export function lineSpans(before: string, after: string): readonly TextSpan[] {
  const parts = diffLines(before, after, { timeout: maxDiffMs });
  if (!parts) return differingSpan(before, after);
  const spans: TextSpan[] = [];
  let at = 0;
  for (const { added, removed, value } of parts) {
    const last = spans.at(-1);
    const change = {
      start: at,
      end: removed ? at + value.length : at,
      text: added ? value : '',
    };
    if (!removed && !added) at += value.length;
    else if (last && last.end === at)
      spans[spans.length - 1] = { ...last, end: change.end, text: last.text + change.text };
    else spans.push(change);
    at = removed ? change.end : at;
  }
  return spans;
}

/** Both texts, so that the agent can decide; nothing is guessed. */
function conflict(shared: SharedText, base: string, mine: TextSpan | undefined): Refused {
  if (!mine) return staleNow(shared);
  const { start, end } = shared.placeNow(base, mine);
  const { line } = positionAt(start, lineStarts(shared.text));
  const now = linesAround(shared.text, start, end);
  return refused(
    'stale',
    `Another changed the same text, at line ${line}, after version ${base}. ` +
      `You wrote: ${quoted(mine.text)}. There it says now: ${quoted(now)}. ` +
      `Nothing was changed. Keep what both want, and edit version ${shared.version}.`,
  );
}

function linesAround(text: string, start: number, end: number): string {
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const to = text.indexOf('\n', end);
  return text.slice(from, to === -1 ? text.length : to);
}

const quoted = (text: string): string =>
  JSON.stringify(text.length > maxShownLength ? `${text.slice(0, maxShownLength)}…` : text);
