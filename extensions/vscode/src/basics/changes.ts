/**
 * Changes of several documents at once: planned first, by the same code that then makes them, and
 * applied by one WorkspaceEdit. What was saved before is saved again; what was not stays so.
 */
import * as vscode from 'vscode';
import type { FileChange } from '../../../../src/shared/file-change.ts';
import { mostPlannedFiles } from '../../../../src/shared/plan-limits.ts';
import type { Plan } from '../../../../src/shared/plan.ts';
import { diffOf } from '../../../../src/workbench/basics/diff-text.ts';
import { digestOf, hunksOf, unlikePlanned } from '../../../../src/workbench/basics/plans.ts';
import { applySpans, type Span } from '../../../../src/workbench/buffers/text-edits.ts';
import type { Task } from '../../../../src/workbench/hand.ts';
import { digestOnDisk, openDocument, showDocument } from './documents.ts';
import type { Editor } from './editor.ts';
import { checkPlace, pathOf } from './places.ts';
import { failure, orThrow, refusal } from './refusal.ts';

const hearingMs = 250;

export interface PlannedChange {
  readonly path: string;
  readonly document: vscode.TextDocument;
  readonly before: string;
  readonly after: string;
  readonly spans: readonly Span[];
}

export function changeOf(
  path: string,
  document: vscode.TextDocument,
  spans: readonly Span[],
): PlannedChange {
  const before = document.getText();
  return { path, document, before, after: applySpans(before, spans), spans };
}

/** What a provider of the editor would change; each path is checked like one of the arguments. */
export async function changesIn(
  edit: vscode.WorkspaceEdit,
  { roots }: Task,
): Promise<readonly PlannedChange[]> {
  const entries = edit.entries();
  if (edit.size > entries.length) {
    throw refusal('unsupported-by-editor', 'It would also create or rename files.');
  }
  const planned: PlannedChange[] = [];
  for (const [uri, edits] of entries) {
    const path = pathOf(uri);
    if (path === null) throw refusal('outside-roots', 'It would change what is no file.');
    checkPlace(path, roots);
    const document = await openDocument(path);
    planned.push(changeOf(path, document, spansOfEdits(document, edits)));
  }
  return planned.filter(({ before, after }) => before !== after);
}

export function spansOfEdits(
  document: vscode.TextDocument,
  edits: readonly vscode.TextEdit[],
): readonly Span[] {
  const spans = edits.map(({ range, newText }) => ({
    start: document.offsetAt(range.start),
    end: document.offsetAt(range.end),
    text: newText,
  }));
  return spans.toSorted((a, b) => a.start - b.start || a.end - b.end);
}

export const digestOfChanges = (planned: readonly PlannedChange[]): string =>
  digestOf(
    planned
      .toSorted((one, other) => (one.path < other.path ? -1 : 1))
      .map(({ path, before, after }) => [path, digestOf(before), digestOf(after)]),
  );

export function planOfChanges(planned: readonly PlannedChange[], { resultBytes }: Task): Plan {
  if (planned.length > mostPlannedFiles) {
    throw refusal('too-large-edit', `It would change ${planned.length} files.`);
  }
  let room = resultBytes / 2;
  const files = planned.map(({ path, before, after, spans }) => {
    const diff = hunksOf(before, after);
    room -= diff.length;
    const cut = room < 0;
    const bytes = spans.reduce((sum, span) => sum + Buffer.byteLength(span.text), 0);
    return { path, use: 'write' as const, bytes, diff: cut ? '' : diff, cut };
  });
  return { files, truncated: false, digest: digestOfChanges(planned) };
}

export interface Applied {
  readonly files: readonly { readonly path: string; readonly diff: string }[];
  readonly truncated: boolean;
  readonly changes: readonly FileChange[];
}

/** All of it or nothing; refused when it is not what was judged, or where the person types. */
export async function applyChanges(
  editor: Editor,
  planned: readonly PlannedChange[],
  task: Task,
  { save = 'as-before' }: { readonly save?: 'as-before' | 'always' | 'never' } = {},
): Promise<Applied> {
  orThrow(unlikePlanned(digestOfChanges(planned), task) ?? {});
  const paths = planned.map(({ path }) => path);
  return editor.holds.alone(paths, async () => {
    if (planned.some(({ document, before }) => document.getText() !== before)) {
      throw refusal('stale');
    }
    const wasClean = new Set(planned.filter(({ document }) => !document.isDirty));
    if (task.signal.aborted) throw failure('ask-withdrawn');
    await apply(planned);
    for (const change of planned) await markAndShow(editor, change, task);
    const saved = planned.filter((one) => save === 'always' || wasClean.has(one));
    const changes = save === 'never' ? [] : await saveAll(saved);
    return { ...toldDiffs(planned, task.resultBytes), changes };
  });
}

async function apply(planned: readonly PlannedChange[]): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  for (const { document, spans } of planned) {
    for (const { start, end, text } of spans) {
      const range = new vscode.Range(document.positionAt(start), document.positionAt(end));
      edit.replace(document.uri, range, text);
    }
  }
  if (edit.size === 0) return;
  if (await vscode.workspace.applyEdit(edit)) return;
  // The person typed in that very moment; the window knew it before this side did.
  await new Promise((resolve) => setTimeout(resolve, hearingMs));
  if (planned.some(({ document, before }) => document.getText() !== before)) throw refusal('stale');
  throw failure('action-failed', 'The editor did not take the edit.');
}

async function markAndShow(editor: Editor, change: PlannedChange, task: Task): Promise<void> {
  const { document, spans } = change;
  editor.lines.wrote(document, spans, task);
  const wanted = vscode.workspace.getConfiguration('gatehouse').get<boolean>('showEdits', true);
  if (wanted) await showDocument(document);
}

async function saveAll(planned: readonly PlannedChange[]): Promise<readonly FileChange[]> {
  const changes: FileChange[] = [];
  for (const { path, document } of planned) {
    const before = await digestOnDisk(path);
    if (!(await document.save())) throw failure('action-failed', `${path} could not be saved.`);
    changes.push({ path, before, after: await digestOnDisk(path) });
  }
  return changes;
}

function toldDiffs(planned: readonly PlannedChange[], resultBytes: number) {
  let room = resultBytes / 2;
  const all = planned.map(({ path, before, after }) => ({
    path,
    diff: diffOf(path, before, after),
  }));
  const files = all.filter(({ diff }) => (room -= diff.length + 200) >= 0);
  return { files, truncated: files.length < all.length };
}
