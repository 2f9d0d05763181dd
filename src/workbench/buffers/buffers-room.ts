import type { ActionArgs } from '../../shared/actions.ts';
import { done, refused, type Outcome } from '../../shared/outcomes.ts';
import { diffOf } from '../basics/diff-text.ts';
import { unlikePlanned } from '../basics/plans.ts';
import { isTrouble, type Trouble } from '../confined-trouble.ts';
import type { Desk } from '../desk.ts';
import type { Room, Task } from '../hand.ts';
import { changedBy, digestOfEdit, planClose, planEdit } from './plan-buffers.ts';

const mostTold = 10_000;

export function buffersRoom(desk: Desk): Room {
  return {
    hands: {
      get_buffers: async (_args, task) => getBuffers(desk, task),
      edit_buffer: (args, task) => editBuffer(desk, args, task),
      switch_buffer: (args, task) => switchBuffer(desk, args, task),
      split_pane: (args, task) => splitPane(desk, args, task),
      close_buffer: (args, task) => closeBuffer(desk, args, task),
    },
    planners: {
      edit_buffer: (args, task) => planEdit(desk, args, task),
      close_buffer: (args, task) => planClose(desk, args, task),
    },
    endSession: (sessionId) => desk.layout.endSession(sessionId),
    dispose: () => undefined,
  };
}

function getBuffers({ documents, layout }: Desk, task: Task): Outcome {
  const open = documents.list(task);
  const active = layout.activeOf(task.sessionId);
  return done({
    buffers: open.slice(0, mostTold).map(({ path, language, version, dirty, text }) => ({
      path,
      language,
      version,
      dirty,
      active: path === active,
      bytes: Buffer.byteLength(text),
    })),
    truncated: open.length > mostTold,
  });
}

async function editBuffer(
  { documents }: Desk,
  args: ActionArgs<'edit_buffer'>,
  task: Task,
): Promise<Outcome> {
  const { path, base_version, save } = args;
  const change = (text: string): string | Trouble => {
    const edited = changedBy(args, text);
    if (typeof edited !== 'string') return edited;
    return unlikePlanned(digestOfEdit(path, text, edited), task) ?? edited;
  };
  const edited = await documents.edit(path, base_version, change, task);
  if (isTrouble(edited)) return edited;
  const saved = save ? await documents.save(path, task) : null;
  if (saved && isTrouble(saved)) return saved;
  const { before, after } = edited;
  const diff = diffOf(path, before.text, after.text);
  const most = task.resultBytes / 2;
  const told = { diff: diff.slice(0, most), truncated: diff.length > most };
  const isSaved = saved !== null || !after.dirty;
  return done({ path, version: after.version, saved: isSaved, ...told }, saved?.changes);
}

async function switchBuffer(
  { documents, layout, tell }: Desk,
  { path }: ActionArgs<'switch_buffer'>,
  task: Task,
): Promise<Outcome> {
  const document = await documents.open(path, task);
  if (isTrouble(document)) return document;
  layout.show(task.sessionId, path);
  tell('tab_switched', { path }, task.sessionId);
  return done({ path, version: document.version });
}

async function splitPane(
  { documents, layout, tell }: Desk,
  { path, direction }: ActionArgs<'split_pane'>,
  task: Task,
): Promise<Outcome> {
  const document = path === undefined ? null : await documents.open(path, task);
  if (document && isTrouble(document)) return document;
  const pane = layout.split(task.sessionId, direction, path ?? null);
  if (!pane) return refused('too-many-at-once', 'There are too many panes.');
  tell(
    'pane_split',
    { pane_id: pane.paneId, direction, ...(path ? { path } : {}) },
    task.sessionId,
  );
  return done({ pane_id: pane.paneId });
}

async function closeBuffer(
  { documents, layout }: Desk,
  { path, save }: ActionArgs<'close_buffer'>,
  task: Task,
): Promise<Outcome> {
  const open = documents.list(task).find((one) => one.path === path);
  if (!open) return refused('not-open');
  if (open.dirty && save === undefined) return done({ path, closed: false, saved: false });
  const saved = open.dirty && save ? await documents.save(path, task) : null;
  if (saved && isTrouble(saved)) return saved;
  await documents.close(path);
  layout.hide(path);
  return done({ path, closed: true, saved: saved !== null }, saved?.changes);
}
