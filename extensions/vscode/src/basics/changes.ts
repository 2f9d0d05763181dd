/**
 * Changes several documents at once: planned and applied by the same code, with one WorkspaceEdit.
 * Documents that were saved before are saved again; unsaved ones stay unsaved.
 */
import * as vscode from 'vscode';
import { failed, refused, type ActionError } from '../../../../src/shared/actions/outcomes.ts';
import { agentAuthor, undoKeyOf } from '../../../../src/shared/editing/authors.ts';
import { makeTogether } from '../../../../src/shared/editing/live-document.ts';
import type { SharedText } from '../../../../src/shared/editing/shared-text.ts';
import type { FileChange } from '../../../../src/shared/files/file-change.ts';
import { mostPlannedFiles } from '../../../../src/shared/actions/plan-limits.ts';
import type { Plan } from '../../../../src/shared/actions/plan.ts';
import { diffOf } from '../../../../src/workbench/basics/diff-text.ts';
import { movedSpans, spansNow } from '../../../../src/workbench/buffers/merge-edit.ts';
import { digestOf, hunksOf, checkPlan } from '../../../../src/workbench/basics/plans.ts';
import { applySpans, type TextSpan } from '../../../../src/shared/editing/text-spans.ts';
import type { Task } from '../../../../src/workbench/action-handler.ts';
import { digestOnDisk, openDocument, showDocument, versionOf } from './documents.ts';
import { applyTogether } from './live-documents.ts';
import type { HandlerContext } from './editor.ts';
import { checkPlace, pathOf } from './allowed-paths.ts';
import { failure, orThrow, refusal } from './refusal.ts';

export interface PlannedDocumentChange {
  readonly path: string;
  readonly document: vscode.TextDocument;
  readonly before: string;
  readonly after: string;
  readonly spans: readonly TextSpan[];
  /** It takes back the session's last edit. */
  readonly undo?: true;
}

export function changeOf(
  path: string,
  document: vscode.TextDocument,
  spans: readonly TextSpan[],
): PlannedDocumentChange {
  const before = document.getText();
  // The editor would do the same with every line that is inserted.
  const ending = document.eol === vscode.EndOfLine.CRLF ? '\r\n' : '\n';
  const ended = spans.map((span) => ({
    ...span,
    text: span.text.replaceAll(/\r\n?|\n/g, ending),
  }));
  return { path, document, before, after: applySpans(before, ended), spans: ended };
}

/** The changes a provider proposes; each path is checked like an argument. */
export async function changesIn(
  edit: vscode.WorkspaceEdit,
  { roots }: Task,
): Promise<readonly PlannedDocumentChange[]> {
  const entries = edit.entries();
  if (edit.size > entries.length) {
    throw refusal('unsupported-by-editor', 'It would also create or rename files.');
  }
  const planned: PlannedDocumentChange[] = [];
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
): readonly TextSpan[] {
  const spans = edits.map(({ range, newText }) => ({
    start: document.offsetAt(range.start),
    end: document.offsetAt(range.end),
    text: newText,
  }));
  return spans.toSorted((a, b) => a.start - b.start || a.end - b.end);
}

export const digestOfChanges = (planned: readonly PlannedDocumentChange[]): string =>
  digestOf(
    planned
      .toSorted((a, b) => (a.path < b.path ? -1 : 1))
      .map(({ path, before, after }) => [path, digestOf(before), digestOf(after)]),
  );

export function planOfChanges(
  planned: readonly PlannedDocumentChange[],
  { resultBytes }: Task,
): Plan {
  if (planned.length > mostPlannedFiles) {
    throw refusal('too-large-edit', `It would change ${planned.length} files.`);
  }
  let remaining = resultBytes / 2;
  const files = planned.map(({ path, before, after, spans }) => {
    const diff = hunksOf(before, after);
    remaining -= diff.length;
    const cut = remaining < 0;
    const bytes = spans.reduce((sum, span) => sum + Buffer.byteLength(span.text), 0);
    return { path, use: 'write' as const, bytes, diff: cut ? '' : diff, cut };
  });
  return { files, truncated: false, digest: digestOfChanges(planned) };
}

export interface AppliedChanges {
  readonly files: readonly { readonly path: string; readonly diff: string }[];
  readonly truncated: boolean;
  readonly changes: readonly FileChange[];
}

/** All or nothing; refused if it differs from the judged plan, or others changed the same text. */
export async function applyChanges(
  editor: HandlerContext,
  planned: readonly PlannedDocumentChange[],
  task: Task,
  { save = 'as-before' }: { readonly save?: 'as-before' | 'always' | 'never' } = {},
): Promise<AppliedChanges> {
  orThrow(checkPlan(digestOfChanges(planned), task) ?? {});
  const paths = planned.map(({ path }) => path);
  return editor.locks.inTurn(paths, async () => {
    const wasClean = new Set(
      planned.filter(({ document }) => !document.isDirty).map((item) => item.path),
    );
    const made = await makeAll(editor, planned, task);
    for (const { document } of made) await showIfWanted(document);
    const saved = made.filter(({ path }) => save === 'always' || wasClean.has(path));
    const changes = save === 'never' ? [] : await saveAll(saved);
    return { ...wireDiffs(made, task.resultBytes), changes };
  });
}

/** The changes as they were made: the user may have typed elsewhere in the documents meanwhile. */
async function makeAll(
  editor: HandlerContext,
  planned: readonly PlannedDocumentChange[],
  task: Task,
): Promise<readonly PlannedDocumentChange[]> {
  const edits = planned.map((change) => {
    const live = editor.live.of(change.document);
    return {
      live,
      spansIn: (shared: SharedText): readonly TextSpan[] => {
        const spans = orThrow(spansFor(change, shared, task));
        editor.locks.checkSince(change.path, live.typedAt(spans));
        return spans;
      },
      write: (shared: SharedText, spans: readonly TextSpan[]): void => {
        if (change.undo) shared.undo(undoKeyOf(task));
        else shared.edit(spans, agentAuthor(task, Date.now()));
      },
    };
  });
  const made = await makeTogether<never>(edits, (all) =>
    applyTogether(planned.map(({ document }, at) => ({ document, spans: all[at] ?? [] }))),
  );
  if (!made) throw failure('action-failed', 'The editor did not take the edit.');
  return planned.map((change, at) => ({ ...change, ...made[at] }));
}

/** An approved edit is never applied to a text other than the one shown. */
function spansFor(
  { before, spans, undo }: PlannedDocumentChange,
  shared: SharedText,
  task: Task,
): readonly TextSpan[] | ActionError {
  if (task.signal.aborted) return failed('ask-withdrawn');
  if (shared.text === before) return spans;
  if (task.planned !== undefined) return refused('stale');
  return undo ? spansNow(shared, { undo }, task) : movedSpans(shared, versionOf(before), spans);
}

async function showIfWanted(document: vscode.TextDocument): Promise<void> {
  const enabled = vscode.workspace.getConfiguration('gatehouse').get<boolean>('showEdits', true);
  if (enabled) await showDocument(document);
}

async function saveAll(planned: readonly PlannedDocumentChange[]): Promise<readonly FileChange[]> {
  const changes: FileChange[] = [];
  for (const { path, document } of planned) {
    const before = await digestOnDisk(path);
    if (!(await document.save())) throw failure('action-failed', `${path} could not be saved.`);
    changes.push({ path, before, after: await digestOnDisk(path) });
  }
  return changes;
}

function wireDiffs(planned: readonly PlannedDocumentChange[], resultBytes: number) {
  let remaining = resultBytes / 2;
  const all = planned.map(({ path, before, after }) => ({
    path,
    diff: diffOf(path, before, after),
  }));
  const files = all.filter(({ diff }) => (remaining -= diff.length + 200) >= 0);
  return { files, truncated: files.length < all.length };
}
