/** What a server would change, as planned changes of text files inside the session's folders. */
import type { TextDocumentEdit, TextEdit, WorkspaceEdit } from 'vscode-languageserver-protocol';
import { isInside } from '../../shared/inside.ts';
import { refused } from '../../shared/outcomes.ts';
import type { PlannedChange } from '../basics/plans.ts';
import { readTextFile } from '../basics/text-file.ts';
import { applySpans, lineStarts, offsetAt, type Span } from '../buffers/text-edits.ts';
import { isTrouble, type Trouble } from '../confined-trouble.ts';
import type { Desk } from '../desk.ts';
import type { Task } from '../hand.ts';
import { fromLsp, pathOf } from './places.ts';

/** Null when an edit does not fit the text. */
export function applyTextEdits(text: string, edits: readonly TextEdit[]): string | null {
  const starts = lineStarts(text);
  const spans: Span[] = [];
  for (const { range, newText } of edits) {
    const start = placeIn(range.start, text, starts);
    const end = placeIn(range.end, text, starts);
    if (start === null || end === null || start > end) return null;
    spans.push({ start, end, text: newText });
  }
  // What is put in at one place stays in the order of the server.
  const ordered = spans.toSorted((a, b) => a.start - b.start || a.end - b.end);
  const overlaps = ordered.some(({ start }, at) => start < (ordered[at - 1]?.end ?? 0));
  return overlaps ? null : applySpans(text, ordered);
}

/** Servers may name the end of the last line as the beginning of one after it. */
function placeIn(
  at: TextEdit['range']['start'],
  text: string,
  starts: readonly number[],
): number | null {
  if (at.line >= starts.length) return text.length;
  return offsetAt(fromLsp(at), text, starts) ?? endOf(at.line, text, starts);
}

const endOf = (line: number, text: string, starts: readonly number[]): number =>
  (starts[line + 1] ?? text.length + 1) - 1;

export interface PlannedEdit extends PlannedChange {
  readonly edits: number;
}

export const newBytes = (edits: readonly TextEdit[]): number =>
  edits.reduce((sum, { newText }) => sum + Buffer.byteLength(newText), 0);

/** Refused as a whole when any of it lies outside: half a renaming is none. */
export async function planWorkspaceEdit(
  desk: Desk,
  edit: WorkspaceEdit,
  task: Task,
): Promise<readonly PlannedEdit[] | Trouble> {
  const byFile = editsByFile(edit);
  if (!byFile) return refused('not-offered', 'It would also create, rename or delete files.');
  const planned: PlannedEdit[] = [];
  for (const [uri, edits] of byFile) {
    const path = pathOf(uri);
    if (path === null || !task.roots.some((root) => isInside(path, root.path))) {
      return refused('outside-roots', `It would also change ${path ?? uri}.`);
    }
    if (desk.documents.unsavedText(path) !== null) {
      return refused('stale', `${path} has unsaved changes; save it first.`);
    }
    const old = await readTextFile(desk, path, task.roots);
    if (isTrouble(old)) return old;
    const text = applyTextEdits(old.text, edits);
    if (text === null) return refused('stale', `${path} is not what the language server has seen.`);
    const bytes = newBytes(edits);
    if (text !== old.text) planned.push({ path, old, text, edits: edits.length, bytes });
  }
  return planned;
}

function editsByFile(edit: WorkspaceEdit): ReadonlyMap<string, readonly TextEdit[]> | null {
  const byFile = new Map<string, TextEdit[]>();
  const add = (uri: string, edits: readonly TextEdit[]): void =>
    void byFile.set(uri, [...(byFile.get(uri) ?? []), ...edits]);
  for (const change of edit.documentChanges ?? []) {
    if ('kind' in change) return null;
    add(change.textDocument.uri, plainEdits(change));
  }
  if (!edit.documentChanges) {
    for (const [uri, edits] of Object.entries(edit.changes ?? {})) add(uri, edits);
  }
  return byFile;
}

const plainEdits = ({ edits }: TextDocumentEdit): readonly TextEdit[] =>
  edits.filter((one): one is TextEdit => 'newText' in one);
