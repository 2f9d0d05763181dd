/** Lists, edits, shows and closes open documents. */
import * as vscode from 'vscode';
import type { ActionArgs } from '../../../../src/shared/actions/actions.ts';
import type { FileChange } from '../../../../src/shared/files/file-change.ts';
import { done, type Outcome } from '../../../../src/shared/actions/outcomes.ts';
import type { Plan } from '../../../../src/shared/actions/plan.ts';
import { hunksOf } from '../../../../src/workbench/basics/plans.ts';
import { spansNow } from '../../../../src/workbench/buffers/merge-edit.ts';
import type { Task } from '../../../../src/workbench/action-handler.ts';
import {
  applyChanges,
  changeOf,
  planOfChanges,
  type PlannedDocumentChange,
} from '../basics/changes.ts';
import {
  digestOnDisk,
  openAlready,
  openDocument,
  showDocument,
  shownPaths,
  tabsOf,
  versionOf,
} from '../basics/documents.ts';
import type { HandlerContext, HandlerGroup } from '../basics/editor.ts';
import { pathOf } from '../basics/allowed-paths.ts';
import { failure, orThrow, refusal } from '../basics/refusal.ts';

const maxItems = 10_000;

export function bufferHandlers(editor: HandlerContext): HandlerGroup {
  return {
    handlers: {
      get_buffers: async (_args, task) => getBuffers(task),
      edit_buffer: (args, task) => editBuffer(editor, args, task),
      switch_buffer: async ({ path }) => {
        const document = await openDocument(path);
        await showDocument(document);
        return done({ path, version: versionOf(document.getText()) });
      },
      split_pane: splitPane,
      close_buffer: (args) => closeBuffer(editor, args),
    },
    planners: {
      edit_buffer: async (args, task) =>
        planOfChanges([await plannedEdit(editor, args, task)], task),
      close_buffer: async ({ path }) => planClose(path),
    },
    dispose: () => undefined,
  };
}

function getBuffers(task: Task): Outcome {
  const shown = shownPaths(task);
  const active = activePath();
  const buffers = shown.flatMap((path) => {
    const document = openAlready(path);
    // A tab that was never shown has no document yet.
    if (!document) return [];
    const text = document.getText();
    const facts = { language: document.languageId, version: versionOf(text) };
    const bytes = Buffer.byteLength(text);
    return [{ path, ...facts, dirty: document.isDirty, active: path === active, bytes }];
  });
  return done({ buffers: buffers.slice(0, maxItems), truncated: buffers.length > maxItems });
}

function activePath(): string | null {
  const uri = vscode.window.activeTextEditor?.document.uri;
  return uri ? pathOf(uri) : null;
}

async function plannedEdit(
  editor: HandlerContext,
  args: ActionArgs<'edit_buffer'>,
  task: Task,
): Promise<PlannedDocumentChange> {
  const { path, undo } = args;
  const document = await openDocument(path);
  const spans = orThrow(spansNow(editor.live.of(document).shared, args, task));
  return { ...changeOf(path, document, spans), ...(undo ? { undo } : {}) };
}

async function editBuffer(
  editor: HandlerContext,
  args: ActionArgs<'edit_buffer'>,
  task: Task,
): Promise<Outcome> {
  const { path, save } = args;
  const change = await plannedEdit(editor, args, task);
  const { document } = change;
  const how = save ? 'always' : 'never';
  const { files, truncated, changes } = await applyChanges(editor, [change], task, { save: how });
  const version = versionOf(document.getText());
  const result = { path, version, saved: !document.isDirty, diff: files[0]?.diff ?? '' };
  return done({ ...result, truncated }, changes);
}

const groupCommands = {
  right: 'workbench.action.newGroupRight',
  down: 'workbench.action.newGroupBelow',
  left: 'workbench.action.newGroupLeft',
  up: 'workbench.action.newGroupAbove',
} as const;

async function splitPane({ path, direction }: ActionArgs<'split_pane'>): Promise<Outcome> {
  const document =
    path === undefined ? vscode.window.activeTextEditor?.document : await openDocument(path);
  await vscode.commands.executeCommand(groupCommands[direction]);
  const { viewColumn } = vscode.window.tabGroups.activeTabGroup;
  // An empty pane would close.
  if (document) await showDocument(document, viewColumn);
  return done({ pane_id: `group-${viewColumn}` });
}

async function closeBuffer(
  editor: HandlerContext,
  { path, save }: ActionArgs<'close_buffer'>,
): Promise<Outcome> {
  const tabs = tabsOf(path);
  if (tabs.length === 0) throw refusal('not-open');
  const document = openAlready(path);
  if (!document?.isDirty) {
    await closeTabs(path);
    return done({ path, closed: true, saved: false });
  }
  if (save === undefined) return done({ path, closed: false, saved: false });
  return editor.locks.alone([path], async () => {
    const changes = save ? await saved(path, document) : await discarded(document);
    await closeTabs(path);
    return done({ path, closed: true, saved: save }, changes);
  });
}

async function saved(path: string, document: vscode.TextDocument): Promise<readonly FileChange[]> {
  const before = await digestOnDisk(path);
  if (!(await document.save())) throw failure('action-failed', 'It could not be saved.');
  return [{ path, before, after: await digestOnDisk(path) }];
}

/** The editor can only revert the active document. */
async function discarded(document: vscode.TextDocument): Promise<readonly FileChange[]> {
  await vscode.window.showTextDocument(document, { preview: false });
  await vscode.commands.executeCommand('workbench.action.files.revert');
  if (document.isDirty) throw failure('action-failed', 'The editor kept the changes.');
  return [];
}

async function closeTabs(path: string): Promise<void> {
  const closed = await vscode.window.tabGroups.close(tabsOf(path), true);
  if (!closed) throw failure('action-failed', 'The editor kept it open.');
}

async function planClose(path: string): Promise<Plan> {
  const document = openAlready(path);
  if (tabsOf(path).length === 0 || !document) throw refusal('not-open');
  if (!document.isDirty) return lost('It has no unsaved changes.');
  const bytes = await vscode.workspace.fs.readFile(document.uri);
  const lines = hunksOf(new TextDecoder().decode(bytes), document.getText()).split('\n');
  const count = (sign: string): number => lines.filter((line) => line.startsWith(sign)).length;
  return lost(
    `No file holds its unsaved changes (lines added: ${count('+')}, removed: ${count('-')}).`,
  );
}

const lost = (recoverability: string): Plan => ({ recoverability, truncated: false });
