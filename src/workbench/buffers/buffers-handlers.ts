import type { ActionArgs } from '../../shared/actions/actions.ts';
import { done, refused, type Outcome } from '../../shared/actions/outcomes.ts';
import type { SharedText } from '../../shared/editing/shared-text.ts';
import { applySpans, type TextSpan } from '../../shared/editing/text-spans.ts';
import { diffOf } from '../basics/diff-text.ts';
import { checkPlan } from '../basics/plans.ts';
import { isError, type ActionError } from '../confined/errors.ts';
import type { EditorContext } from '../editor-context.ts';
import type { HandlerSet, Task } from '../action-handler.ts';
import { spansNow } from './merge-edit.ts';
import { digestOfEdit, planClose, planEdit } from './plan-buffers.ts';

const maxItems = 10_000;

export function bufferHandlers(editor: EditorContext): HandlerSet {
  return {
    handlers: {
      get_buffers: async (_args, task) => getBuffers(editor, task),
      edit_buffer: (args, task) => editBuffer(editor, args, task),
      switch_buffer: (args, task) => switchBuffer(editor, args, task),
      split_pane: (args, task) => splitPane(editor, args, task),
      close_buffer: (args, task) => closeBuffer(editor, args, task),
    },
    planners: {
      edit_buffer: (args, task) => planEdit(editor, args, task),
      close_buffer: (args, task) => planClose(editor, args, task),
    },
    endSession: (sessionId) => editor.layout.endSession(sessionId),
    dispose: () => undefined,
  };
}

function getBuffers({ documents, layout }: EditorContext, task: Task): Outcome {
  const open = documents.list(task);
  const active = layout.activeOf(task.sessionId);
  return done({
    buffers: open.slice(0, maxItems).map(({ path, language, version, dirty, text }) => ({
      path,
      language,
      version,
      dirty,
      active: path === active,
      bytes: Buffer.byteLength(text),
    })),
    truncated: open.length > maxItems,
  });
}

async function editBuffer(
  { documents }: EditorContext,
  args: ActionArgs<'edit_buffer'>,
  task: Task,
): Promise<Outcome> {
  const { path, undo, save } = args;
  const change = (shared: SharedText): readonly TextSpan[] | ActionError => {
    const spans = spansNow(shared, args, task);
    if (isError(spans)) return spans;
    const after = applySpans(shared.text, spans);
    return checkPlan(digestOfEdit(path, shared.text, after), task) ?? spans;
  };
  const edited = undo
    ? await documents.undo(path, change, task)
    : await documents.edit(path, change, task);
  if (isError(edited)) return edited;
  const saved = save ? await documents.save(path, task) : null;
  if (saved && isError(saved)) return saved;
  const { before, after } = edited;
  const diff = diffOf(path, before.text, after.text);
  const max = task.resultBytes / 2;
  const diffPart = { diff: diff.slice(0, max), truncated: diff.length > max };
  const isSaved = saved !== null || !after.dirty;
  return done({ path, version: after.version, saved: isSaved, ...diffPart }, saved?.changes);
}

async function switchBuffer(
  { documents, layout, emit }: EditorContext,
  { path }: ActionArgs<'switch_buffer'>,
  task: Task,
): Promise<Outcome> {
  const document = await documents.open(path, task);
  if (isError(document)) return document;
  layout.show(task.sessionId, path);
  emit('tab_switched', { path }, task.sessionId);
  return done({ path, version: document.version });
}

async function splitPane(
  { documents, layout, emit }: EditorContext,
  { path, direction }: ActionArgs<'split_pane'>,
  task: Task,
): Promise<Outcome> {
  const document = path === undefined ? null : await documents.open(path, task);
  if (document && isError(document)) return document;
  const pane = layout.split(task.sessionId, direction, path ?? null);
  if (!pane) return refused('too-many-at-once', 'There are too many panes.');
  emit(
    'pane_split',
    { pane_id: pane.paneId, direction, ...(path ? { path } : {}) },
    task.sessionId,
  );
  return done({ pane_id: pane.paneId });
}

async function closeBuffer(
  { documents, layout }: EditorContext,
  { path, save }: ActionArgs<'close_buffer'>,
  task: Task,
): Promise<Outcome> {
  const open = documents.list(task).find((item) => item.path === path);
  if (!open) return refused('not-open');
  if (open.dirty && save === undefined) return done({ path, closed: false, saved: false });
  const saved = open.dirty && save ? await documents.save(path, task) : null;
  if (saved && isError(saved)) return saved;
  await documents.close(path);
  layout.hide(path);
  return done({ path, closed: true, saved: saved !== null }, saved?.changes);
}
