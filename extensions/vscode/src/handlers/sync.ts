/** The user's cursor, selection and visible ranges. */
import * as vscode from 'vscode';
import type { ActionArgs } from '../../../../src/shared/actions/actions.ts';
import { done, type Outcome } from '../../../../src/shared/actions/outcomes.ts';
import type { Task } from '../../../../src/workbench/action-handler.ts';
import { openDocument, showDocument } from '../basics/documents.ts';
import type { HandlerContext, HandlerGroup } from '../basics/editor.ts';
import { openPathOf, pathOf } from '../basics/allowed-paths.ts';
import { fromPosition, fromRange, toPosition } from '../basics/positions.ts';
import { refusal } from '../basics/refusal.ts';

const maxRanges = 1_000;

export function syncHandlers(editor: HandlerContext): HandlerGroup {
  return {
    handlers: {
      get_cursor_pos: async ({ path }, task) => {
        const shown = shownEditor(path, task);
        return done({ path: shown.path, position: fromPosition(shown.editor.selection.active) });
      },
      set_cursor_pos: (args, task) => setCursor(editor, args, task),
      get_selection: async (_args, task) => getSelection(task),
      sync_viewport: async (_args, task) => viewports(task),
    },
    dispose: () => undefined,
  };
}

/** The named or active editor, if the session may see it. */
function shownEditor(path: string | undefined, task: Task) {
  const editor =
    path === undefined
      ? vscode.window.activeTextEditor
      : vscode.window.visibleTextEditors.find((item) => pathOf(item.document.uri) === path);
  if (!editor) throw refusal('not-open', path === undefined ? 'No document is active.' : '');
  const shown = openPathOf(editor.document.uri, task);
  if (shown === null) {
    throw refusal('outside-roots', 'The document in front is not in your folders.');
  }
  return { path: shown, editor };
}

async function setCursor(
  editor: HandlerContext,
  { path, position }: ActionArgs<'set_cursor_pos'>,
  task: Task,
): Promise<Outcome> {
  const target = path ?? shownEditor(undefined, task).path;
  editor.locks.checkFree(target);
  const document = await openDocument(target);
  const shown = await showDocument(document);
  const cursor = document.validatePosition(toPosition(position));
  shown.selection = new vscode.Selection(cursor, cursor);
  shown.revealRange(
    new vscode.Range(cursor, cursor),
    vscode.TextEditorRevealType.InCenterIfOutsideViewport,
  );
  return done({ path: target, position: fromPosition(cursor) });
}

function getSelection(task: Task): Outcome {
  const { path, editor } = shownEditor(undefined, task);
  let remaining = task.resultBytes / 2;
  const all = editor.selections.map((selection) => ({
    range: fromRange(selection),
    text: editor.document.getText(selection),
  }));
  const selections = all.filter(({ text }) => (remaining -= text.length + 100) >= 0);
  return done({ path, selections, truncated: selections.length < all.length });
}

function viewports(task: Task): Outcome {
  const shown = vscode.window.visibleTextEditors.flatMap((editor) => {
    const path = openPathOf(editor.document.uri, task);
    if (path === null) return [];
    const visible_ranges = editor.visibleRanges.slice(0, maxRanges).map(({ start, end }) => ({
      start_line: start.line + 1,
      end_line: end.line + 1,
    }));
    return [{ path, active: editor === vscode.window.activeTextEditor, visible_ranges }];
  });
  return done({ viewports: shown, truncated: false });
}
