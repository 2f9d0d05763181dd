/** The lines that agents wrote, from what is known about each piece of a text. */
import { agentIn, type AgentAuthor } from '../../../../src/shared/editing/authors.ts';
import type { AuthoredRun } from '../../../../src/shared/editing/shared-text.ts';
import { lineStarts, positionAt } from '../../../../src/workbench/buffers/text-edits.ts';

export interface LineMark extends AgentAuthor {
  /** Counted from 0; both ends included. */
  readonly first: number;
  readonly last: number;
}

const maxMarks = 5_000;

/** A line with text of an agent is its line; the newest counts. */
export function lineMarks(text: string, runs: readonly AuthoredRun[]): readonly LineMark[] {
  const starts = lineStarts(text);
  const byLine = new Map<number, AgentAuthor>();
  for (const { start, end, by } of runs) {
    const author = agentIn(by);
    if (!author) continue;
    const first = positionAt(start, starts).line - 1;
    const last = positionAt(Math.max(start, end - 1), starts).line - 1;
    for (let line = first; line <= last; line += 1)
      if (author.at >= (byLine.get(line)?.at ?? 0)) byLine.set(line, author);
  }
  return joined([...byLine].toSorted(([a], [b]) => a - b)).slice(-maxMarks);
}

function joined(lines: readonly (readonly [number, AgentAuthor])[]): readonly LineMark[] {
  const marks: LineMark[] = [];
  for (const [line, author] of lines) {
    const mark = marks.at(-1);
    const isSame = mark?.entryId === author.entryId && mark.agent === author.agent;
    if (mark && isSame && mark.last === line - 1) marks[marks.length - 1] = { ...mark, last: line };
    else marks.push({ first: line, last: line, ...author });
  }
  return marks;
}
