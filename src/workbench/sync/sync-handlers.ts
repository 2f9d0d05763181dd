/** Cursor, selection and visible range: each session has its own. */
import { done, refused, type Outcome, type Refused } from '../../shared/actions/outcomes.ts';
import { lineStarts, offsetAt } from '../buffers/text-edits.ts';
import { linesOnScreen } from '../buffers/layout.ts';
import type { Document } from '../buffers/documents.ts';
import { isError, type ActionError } from '../confined/errors.ts';
import type { EditorContext } from '../editor-context.ts';
import type { HandlerSet, Task } from '../action-handler.ts';

export function syncHandlers(editor: EditorContext): HandlerSet {
  const { layout, documents } = editor;

  const documentFor = async (
    path: string | undefined,
    task: Task,
  ): Promise<Document | ActionError> => {
    const requested = path ?? layout.activeOf(task.sessionId);
    return requested === null ? nothingActive : documents.open(requested, task);
  };

  return {
    handlers: {
      async get_cursor_pos({ path }, task) {
        const document = await documentFor(path, task);
        if (isError(document)) return document;
        const position = layout.cursorIn(task.sessionId, document.path);
        return done({ path: document.path, position });
      },
      async set_cursor_pos({ path, position }, task) {
        const document = await documentFor(path, task);
        if (isError(document)) return document;
        const { text } = document;
        if (offsetAt(position, text, lineStarts(text)) === null) {
          return refused('invalid-arguments', 'position: it is outside the document.');
        }
        moveTo(editor, document, position, task);
        return done({ path: document.path, position });
      },
      async get_selection(_args, task) {
        const document = await documentFor(undefined, task);
        if (isError(document)) return document;
        const at = layout.cursorIn(task.sessionId, document.path);
        const selections = [{ range: { start: at, end: at }, text: '' }];
        return done({ path: document.path, selections, truncated: false });
      },
      sync_viewport: async (_args, task) => viewports(editor, task),
    },
    dispose: () => undefined,
  };
}

const nothingActive: Refused = refused('not-open', 'No document is active.');

function moveTo(
  { layout, emit }: EditorContext,
  { path, text }: Document,
  position: { readonly line: number; readonly character: number },
  { sessionId }: Task,
): void {
  layout.moveCursor(sessionId, path, position);
  emit('cursor_moved', { path, position }, sessionId);
  emit('selection_changed', { path, range: { start: position, end: position } }, sessionId);
  emit(
    'viewport_changed',
    { path, visible_ranges: [visibleAround(position.line, text)] },
    sessionId,
  );
}

function visibleAround(line: number, text: string) {
  const last = lineStarts(text).length;
  const first = Math.max(1, Math.min(line - linesOnScreen / 2, last - linesOnScreen + 1));
  return { start_line: first, end_line: Math.min(last, first + linesOnScreen - 1) };
}

function viewports({ layout, documents }: EditorContext, task: Task): Outcome {
  const { sessionId } = task;
  const active = layout.activeOf(sessionId);
  const panes = layout.panesOf(sessionId).flatMap(({ path }) => (path === null ? [] : [path]));
  const shown = new Set([...(active === null ? [] : [active]), ...panes]);
  const open = documents.list(task).filter(({ path }) => shown.has(path));
  return done({
    viewports: open.map(({ path, text }) => ({
      path,
      active: path === active,
      visible_ranges: [visibleAround(layout.cursorIn(sessionId, path).line, text)],
    })),
    truncated: false,
  });
}
