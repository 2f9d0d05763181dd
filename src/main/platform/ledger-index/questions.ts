/** Answers queries from the index, and from the newest lines where the index is incomplete. */
import { assertNever } from '../../../shared/base/assert.ts';
import { countsOf, pageOf } from './answers.ts';
import { rangesOf, readLine } from './folding.ts';
import { histogramOf } from './histogram.ts';
import { HistoryChanged } from './line-intake.ts';
import type { AnyQuestion, IndexedEntryLines, LoggedCall } from './messages.ts';
import type { NewestLines } from './newest-lines.ts';
import type { OpenIndex } from './open-index.ts';
import type { LineRange, Segments } from './segments.ts';
import type { EntrySource } from './entry-source.ts';

export interface Library {
  readonly index: OpenIndex | null;
  readonly complete: boolean;
  readonly segments: Segments;
  /** Starts after the line with this number. */
  readonly plain: (after: number) => NewestLines;
}

export function answerFrom(question: AnyQuestion, library: Library): unknown {
  const { complete } = library;
  switch (question.kind) {
    case 'query':
      return { ...pageOf(sourcesOf(library), question.asked), complete };
    case 'histogram': {
      const { filter, bars } = question.asked;
      return { ...histogramOf(sourcesOf(library), filter, bars), complete };
    }
    case 'counts':
      return { ...countsOf(sourcesOf(library), question.asked), complete };
    case 'entry':
      return entryLines(question.asked, library);
    case 'calls':
      return question.asked.map((id) => callIn(entryLines(id, library).lines));
    default:
      return assertNever(question);
  }
}

function sourcesOf({ index, complete, segments, plain }: Library): readonly EntrySource[] {
  if (!index) return [plain(0)];
  const { progress } = index.db;
  if (complete || segments.bytesBehind(progress) <= 0) return [index.source];
  return [index.source, plain(progress.lastSeq)];
}

function entryLines(id: string, { index, complete, segments, plain }: Library): IndexedEntryLines {
  const kept = index?.db.find(id);
  if (index && kept) {
    const lines = linesAt(rangesOf(kept.places), id, segments);
    return { entry: index.db.entryAt(kept.at), lines, complete };
  }
  const found = complete ? null : plain(0).find(id);
  const lines = found ? linesAt(found.places, id, segments) : [];
  return { entry: found?.entry ?? null, lines, complete };
}

function callIn(lines: readonly string[]): LoggedCall {
  let args: unknown;
  let result: string | null = null;
  for (const line of lines) {
    const raw = readLine(line)?.raw;
    args ??= raw?.args;
    if (typeof raw?.result === 'string') result = raw.result;
  }
  return args === undefined ? { result } : { args, result };
}

function linesAt(places: readonly LineRange[], id: string, segments: Segments): readonly string[] {
  return places.map((place) => {
    const line = segments.lineAt(place);
    if (line === null || readLine(line)?.entry !== id) throw new HistoryChanged();
    return line;
  });
}
