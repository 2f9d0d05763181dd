/** Where the person is looking: cursor, selection and what is on the screen. */
import * as vscode from 'vscode';
import type { ActionArgs } from '../../../../src/shared/actions.ts';
import { done, type Outcome } from '../../../../src/shared/outcomes.ts';
import type { Task } from '../../../../src/workbench/hand.ts';
import { openDocument, showDocument } from '../basics/documents.ts';
import type { Editor, HandRoom } from '../basics/editor.ts';
import { heldPathOf, pathOf } from '../basics/places.ts';
import { fromPosition, fromRange, toPosition } from '../basics/positions.ts';
import { refusal } from '../basics/refusal.ts';

const mostRanges = 1_000;

export function syncRoom(editor: Editor): HandRoom {
  return {
    hands: {
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

/** The active one if none is named, and only what the session may see. */
function shownEditor(path: string | undefined, task: Task) {
  const editor =
    path === undefined
      ? vscode.window.activeTextEditor
      : vscode.window.visibleTextEditors.find((one) => pathOf(one.document.uri) === path);
  if (!editor) throw refusal('not-open', path === undefined ? 'No document is in front.' : '');
  const shown = heldPathOf(editor.document.uri, task);
  if (shown === null) {
    throw refusal('outside-roots', 'The document in front is not in your folders.');
  }
  return { path: shown, editor };
}

async function setCursor(
  editor: Editor,
  { path, position }: ActionArgs<'set_cursor_pos'>,
  task: Task,
): Promise<Outcome> {
  const target = path ?? shownEditor(undefined, task).path;
  editor.holds.checkFree(target);
  const document = await openDocument(target);
  const shown = await showDocument(document);
  const place = document.validatePosition(toPosition(position));
  shown.selection = new vscode.Selection(place, place);
  shown.revealRange(
    new vscode.Range(place, place),
    vscode.TextEditorRevealType.InCenterIfOutsideViewport,
  );
  return done({ path: target, position: fromPosition(place) });
}

function getSelection(task: Task): Outcome {
  const { path, editor } = shownEditor(undefined, task);
  let room = task.resultBytes / 2;
  const all = editor.selections.map((one) => ({
    range: fromRange(one),
    text: editor.document.getText(one),
  }));
  const selections = all.filter(({ text }) => (room -= text.length + 100) >= 0);
  return done({ path, selections, truncated: selections.length < all.length });
}

function viewports(task: Task): Outcome {
  const shown = vscode.window.visibleTextEditors.flatMap((editor) => {
    const path = heldPathOf(editor.document.uri, task);
    if (path === null) return [];
    const visible_ranges = editor.visibleRanges.slice(0, mostRanges).map(({ start, end }) => ({
      start_line: start.line + 1,
      end_line: end.line + 1,
    }));
    return [{ path, active: editor === vscode.window.activeTextEditor, visible_ranges }];
  });
  return done({ viewports: shown, truncated: false });
}
