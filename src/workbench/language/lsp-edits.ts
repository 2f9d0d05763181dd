/** Converts a server's edits to planned text changes inside the session's folders. */
import type { TextDocumentEdit, TextEdit, WorkspaceEdit } from 'vscode-languageserver-protocol';
import { isInside } from '../../shared/files/inside.ts';
import { refused } from '../../shared/actions/outcomes.ts';
import type { PlannedTextChange } from '../basics/plans.ts';
import { readTextFile } from '../basics/text-file.ts';
import { applySpans, type TextSpan } from '../../shared/editing/text-spans.ts';
import { lineStarts, offsetAt } from '../buffers/text-edits.ts';
import { isError, type ActionError } from '../confined/errors.ts';
import type { EditorContext } from '../editor-context.ts';
import type { Task } from '../action-handler.ts';
import { fromLsp, pathOf } from './positions.ts';

/** Null if an edit does not fit the text. */
export function applyTextEdits(text: string, edits: readonly TextEdit[]): string | null {
  const starts = lineStarts(text);
  const spans: TextSpan[] = [];
  for (const { range, newText } of edits) {
    const start = pathIn(range.start, text, starts);
    const end = pathIn(range.end, text, starts);
    if (start === null || end === null || start > end) return null;
    spans.push({ start, end, text: newText });
  }
  // Insertions at the same position keep the server's order.
  const ordered = spans.toSorted((a, b) => a.start - b.start || a.end - b.end);
  const overlaps = ordered.some(({ start }, at) => start < (ordered[at - 1]?.end ?? 0));
  return overlaps ? null : applySpans(text, ordered);
}

/** Servers may give the end of the text as the start of the line after it. */
function pathIn(
  at: TextEdit['range']['start'],
  text: string,
  starts: readonly number[],
): number | null {
  if (at.line >= starts.length) return text.length;
  return offsetAt(fromLsp(at), text, starts) ?? endOf(at.line, text, starts);
}

const endOf = (line: number, text: string, starts: readonly number[]): number =>
  (starts[line + 1] ?? text.length + 1) - 1;

export interface PlannedEdit extends PlannedTextChange {
  readonly edits: number;
}

export const newBytes = (edits: readonly TextEdit[]): number =>
  edits.reduce((sum, { newText }) => sum + Buffer.byteLength(newText), 0);

/** Refuses the whole edit if any part lies outside: half a rename is useless. */
export async function planWorkspaceEdit(
  editor: EditorContext,
  edit: WorkspaceEdit,
  task: Task,
): Promise<readonly PlannedEdit[] | ActionError> {
  const byFile = editsByFile(edit);
  if (!byFile) return refused('not-offered', 'It would also create, rename or delete files.');
  const planned: PlannedEdit[] = [];
  for (const [uri, edits] of byFile) {
    const path = pathOf(uri);
    if (path === null || !task.roots.some((root) => isInside(path, root.path))) {
      return refused('outside-roots', `It would also change ${path ?? uri}.`);
    }
    if (editor.documents.unsavedText(path) !== null) {
      return refused('stale', `${path} has unsaved changes; save it first.`);
    }
    const old = await readTextFile(editor, path, task.roots);
    if (isError(old)) return old;
    const text = applyTextEdits(old.text, edits);
    if (text === null)
      return refused('stale', `${path} changed since the language server read it.`);
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
    // Creating, renaming and deleting files is not part of a text edit.
    if (!('edits' in change)) return null;
    add(change.textDocument.uri, plainEdits(change));
  }
  if (!edit.documentChanges) {
    for (const [uri, edits] of Object.entries(edit.changes ?? {})) add(uri, edits);
  }
  return byFile;
}

const plainEdits = ({ edits }: TextDocumentEdit): readonly TextEdit[] =>
  edits.filter((edit): edit is TextEdit => 'newText' in edit);
