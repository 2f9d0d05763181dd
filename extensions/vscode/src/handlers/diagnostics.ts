/** The editor's errors and warnings with their fixes. */
import * as vscode from 'vscode';
import type { ActionArgs } from '../../../../src/shared/actions/actions.ts';
import { isInside } from '../../../../src/shared/files/inside.ts';
import { done, type Outcome } from '../../../../src/shared/actions/outcomes.ts';
import { oneFolder } from '../../../../src/workbench/basics/one-folder.ts';
import { digestOf } from '../../../../src/workbench/basics/plans.ts';
import type { Task } from '../../../../src/workbench/action-handler.ts';
import {
  applyChanges,
  changesIn,
  planOfChanges,
  type PlannedDocumentChange,
} from '../basics/changes.ts';
import { openInTab } from '../basics/documents.ts';
import type { HandlerContext, HandlerGroup } from '../basics/editor.ts';
import { openPathOf } from '../basics/allowed-paths.ts';
import { fromRange, toRange } from '../basics/positions.ts';
import { orThrow, refusal } from '../basics/refusal.ts';

const maxWithFixes = 50;
const maxFixes = 20;
/** Time for a language server to report on a text it has just received. */
const firstDiagnosticsMs = 4_000;
const quietMs = 400;

const severities = ['error', 'warning', 'information', 'hint'] as const;

export function diagnosticHandlers(editor: HandlerContext): HandlerGroup {
  return {
    handlers: {
      get_errors: ({ path, root, limit }, task) =>
        path === undefined ? errorsOfFolder(root, limit, task) : errorsOfFile(path, limit),
      apply_quick_fix: (args, task) => applyFix(editor, args, task),
    },
    planners: {
      apply_quick_fix: async (args, task) =>
        planOfChanges((await plannedFix(args, task)).changes, task),
    },
    dispose: () => undefined,
  };
}

/** The diagnostics after the next update, or after a timeout. */
export async function stableDiagnostics(
  document: vscode.TextDocument,
): Promise<readonly vscode.Diagnostic[]> {
  const { uri } = document;
  const isKnown = vscode.languages.getDiagnostics(uri).length > 0;
  await new Promise<void>((resolve) => {
    let timer = setTimeout(finish, isKnown ? quietMs : firstDiagnosticsMs);
    const subscription = vscode.languages.onDidChangeDiagnostics(({ uris }) => {
      if (!uris.some((item) => item.toString() === uri.toString())) return;
      clearTimeout(timer);
      timer = setTimeout(finish, quietMs);
    });
    function finish(): void {
      subscription.dispose();
      resolve();
    }
  });
  return vscode.languages.getDiagnostics(uri);
}

async function errorsOfFile(path: string, limit: number): Promise<Outcome> {
  const document = await openInTab(path);
  const diagnostics = await stableDiagnostics(document);
  const wire = diagnostics.slice(0, limit).map(async (item, at) => {
    const fixes = at < maxWithFixes ? await fixesFor(document, item) : [];
    const offered = fixes.map(({ fixId, action }) => ({
      fix_id: fixId,
      title: action.title.slice(0, 300),
    }));
    return { ...toWireDiagnostic(path, item), fixes: offered };
  });
  return done({ diagnostics: await Promise.all(wire), truncated: diagnostics.length > limit });
}

/** Returns known diagnostics: the editor checks open files and what its extensions scan. */
async function errorsOfFolder(
  root: string | undefined,
  limit: number,
  task: Task,
): Promise<Outcome> {
  const folder = orThrow(oneFolder(root, task));
  const all = vscode.languages.getDiagnostics().flatMap(([uri, diagnostics]) => {
    const path = openPathOf(uri, task);
    if (path === null || !isInside(path, folder)) return [];
    return diagnostics.map((diagnostic) => ({ ...toWireDiagnostic(path, diagnostic), fixes: [] }));
  });
  return done({ diagnostics: all.slice(0, limit), truncated: all.length > limit });
}

function toWireDiagnostic(path: string, diagnostic: vscode.Diagnostic) {
  const { range, severity, message, source, code } = diagnostic;
  const named = typeof code === 'object' ? code.value : code;
  return {
    path,
    range: fromRange(range),
    severity: severities[severity] ?? 'information',
    message: message.slice(0, 8000),
    ...(source ? { source: source.slice(0, 1000) } : {}),
    ...(named === undefined ? {} : { code: String(named).slice(0, 1000) }),
  };
}

interface EditorFix {
  readonly fixId: string;
  readonly action: vscode.CodeAction;
}

/** The id is stable for the same fix of the same diagnostic. */
async function fixesFor(
  { uri }: vscode.TextDocument,
  { range, code, message }: vscode.Diagnostic,
): Promise<readonly EditorFix[]> {
  const diagnostics = await vscode.commands.executeCommand<
    readonly vscode.CodeAction[] | undefined
  >(
    'vscode.executeCodeActionProvider',
    ...[uri, range, vscode.CodeActionKind.QuickFix.value, maxFixes],
  );
  return (diagnostics ?? []).slice(0, maxFixes).map((action) => {
    const about = [action.title, fromRange(range), code, message];
    return { fixId: digestOf(about).slice(0, 24), action };
  });
}

async function plannedFix(
  { path, range, fix_id: requested }: ActionArgs<'apply_quick_fix'>,
  task: Task,
): Promise<{ readonly title: string; readonly changes: readonly PlannedDocumentChange[] }> {
  const document = await openInTab(path);
  const here = (await stableDiagnostics(document)).filter((item) =>
    item.range.isEqual(toRange(range)),
  );
  const fixes = (await Promise.all(here.map((item) => fixesFor(document, item)))).flat();
  const selected = fixes.find(({ fixId }) => fixId === requested);
  if (!selected) throw refusal('not-offered', 'That fix is no longer available at that position.');
  const { title, edit } = selected.action;
  if (!edit) throw refusal('not-offered', 'That fix is a command of the editor, not an edit.');
  return { title: title.slice(0, 1000), changes: await changesIn(edit, task) };
}

async function applyFix(
  editor: HandlerContext,
  args: ActionArgs<'apply_quick_fix'>,
  task: Task,
): Promise<Outcome> {
  const { title, changes: planned } = await plannedFix(args, task);
  const { files, truncated, changes } = await applyChanges(editor, planned, task);
  return done({ title, files, truncated }, changes);
}
