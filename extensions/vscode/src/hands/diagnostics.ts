/** Errors and warnings of the editor, and the fixes it offers for them. */
import * as vscode from 'vscode';
import type { ActionArgs } from '../../../../src/shared/actions.ts';
import { isInside } from '../../../../src/shared/inside.ts';
import { done, type Outcome } from '../../../../src/shared/outcomes.ts';
import { oneFolder } from '../../../../src/workbench/basics/one-folder.ts';
import { digestOf } from '../../../../src/workbench/basics/plans.ts';
import type { Task } from '../../../../src/workbench/hand.ts';
import { applyChanges, changesIn, planOfChanges, type PlannedChange } from '../basics/changes.ts';
import { openInTab } from '../basics/documents.ts';
import type { Editor, HandRoom } from '../basics/editor.ts';
import { heldPathOf } from '../basics/places.ts';
import { fromRange, toRange } from '../basics/positions.ts';
import { orThrow, refusal } from '../basics/refusal.ts';

const mostWithFixes = 50;
const mostFixes = 20;
/** A language server that has just been told of a text takes a moment to judge it. */
const firstWordMs = 4_000;
const quietMs = 400;

const severities = ['error', 'warning', 'information', 'hint'] as const;

export function diagnosticsRoom(editor: Editor): HandRoom {
  return {
    hands: {
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

/** What the editor says once it has said something new, or after a while whatever it said before. */
export async function settledDiagnostics(
  document: vscode.TextDocument,
): Promise<readonly vscode.Diagnostic[]> {
  const { uri } = document;
  const isKnown = vscode.languages.getDiagnostics(uri).length > 0;
  await new Promise<void>((resolve) => {
    let timer = setTimeout(finish, isKnown ? quietMs : firstWordMs);
    const heard = vscode.languages.onDidChangeDiagnostics(({ uris }) => {
      if (!uris.some((one) => one.toString() === uri.toString())) return;
      clearTimeout(timer);
      timer = setTimeout(finish, quietMs);
    });
    function finish(): void {
      heard.dispose();
      resolve();
    }
  });
  return vscode.languages.getDiagnostics(uri);
}

async function errorsOfFile(path: string, limit: number): Promise<Outcome> {
  const document = await openInTab(path);
  const found = await settledDiagnostics(document);
  const told = found.slice(0, limit).map(async (one, at) => {
    const fixes = at < mostWithFixes ? await fixesFor(document, one) : [];
    const offered = fixes.map(({ fixId, action }) => ({
      fix_id: fixId,
      title: action.title.slice(0, 300),
    }));
    return { ...toldDiagnostic(path, one), fixes: offered };
  });
  return done({ diagnostics: await Promise.all(told), truncated: found.length > limit });
}

/** What the editor knows already: it judges what was opened, and what its extensions look through. */
async function errorsOfFolder(
  root: string | undefined,
  limit: number,
  task: Task,
): Promise<Outcome> {
  const folder = orThrow(oneFolder(root, task));
  const all = vscode.languages.getDiagnostics().flatMap(([uri, found]) => {
    const path = heldPathOf(uri, task);
    if (path === null || !isInside(path, folder)) return [];
    return found.map((one) => ({ ...toldDiagnostic(path, one), fixes: [] }));
  });
  return done({ diagnostics: all.slice(0, limit), truncated: all.length > limit });
}

function toldDiagnostic(path: string, diagnostic: vscode.Diagnostic) {
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

interface Fix {
  readonly fixId: string;
  readonly action: vscode.CodeAction;
}

/** The same fix of the same diagnostic has the same id, whenever it is asked for. */
async function fixesFor(
  { uri }: vscode.TextDocument,
  { range, code, message }: vscode.Diagnostic,
): Promise<readonly Fix[]> {
  const found = await vscode.commands.executeCommand<readonly vscode.CodeAction[] | undefined>(
    'vscode.executeCodeActionProvider',
    ...[uri, range, vscode.CodeActionKind.QuickFix.value, mostFixes],
  );
  return (found ?? []).slice(0, mostFixes).map((action) => {
    const about = [action.title, fromRange(range), code, message];
    return { fixId: digestOf(about).slice(0, 24), action };
  });
}

async function plannedFix(
  { path, range, fix_id: wanted }: ActionArgs<'apply_quick_fix'>,
  task: Task,
): Promise<{ readonly title: string; readonly changes: readonly PlannedChange[] }> {
  const document = await openInTab(path);
  const here = (await settledDiagnostics(document)).filter((one) =>
    one.range.isEqual(toRange(range)),
  );
  const fixes = (await Promise.all(here.map((one) => fixesFor(document, one)))).flat();
  const chosen = fixes.find(({ fixId }) => fixId === wanted);
  if (!chosen) throw refusal('not-offered', 'There is no such fix at that place now.');
  const { title, edit } = chosen.action;
  if (!edit) throw refusal('not-offered', 'That fix is a command of the editor, not an edit.');
  return { title: title.slice(0, 1000), changes: await changesIn(edit, task) };
}

async function applyFix(
  editor: Editor,
  args: ActionArgs<'apply_quick_fix'>,
  task: Task,
): Promise<Outcome> {
  const { title, changes: planned } = await plannedFix(args, task);
  const { files, truncated, changes } = await applyChanges(editor, planned, task);
  return done({ title, files, truncated }, changes);
}
