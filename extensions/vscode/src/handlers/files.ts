/** Reads, creates, renames, deletes and watches files. */
import fs from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import type { ActionArgs } from '../../../../src/shared/actions/actions.ts';
import { differingSpan } from '../../../../src/shared/editing/text-spans.ts';
import { done, type Outcome } from '../../../../src/shared/actions/outcomes.ts';
import type { Plan } from '../../../../src/shared/actions/plan.ts';
import type { Task } from '../../../../src/workbench/action-handler.ts';
import { applyChanges, changeOf, planOfChanges } from '../basics/changes.ts';
import { digestOnDisk, openDocument, versionOf } from '../basics/documents.ts';
import type { HandlerContext, HandlerGroup } from '../basics/editor.ts';
import { uriOf } from '../basics/allowed-paths.ts';
import { failure, refusal } from '../basics/refusal.ts';
import { putIntoTrash } from './trash.ts';
import { EditorWatches } from './watches.ts';

export function fileHandlers(editor: HandlerContext): HandlerGroup {
  const watches = new EditorWatches(editor.emit);
  return {
    handlers: {
      open_file: openFile,
      create_file: (args, task) => createFile(editor, args, task),
      delete_file: (args) => deleteFile(editor, args),
      rename_file: (args) => renameFile(editor, args),
      watch_file: async (args, { sessionId }) => done(watches.change(args, sessionId)),
    },
    planners: {
      create_file: planOverwrite,
      delete_file: async ({ path: file }) => planDelete(file),
      rename_file: async ({ new_path: file }) => planReplaced(file),
    },
    endSession: (sessionId) => watches.endSession(sessionId),
    dispose: () => watches.dispose(),
  };
}

async function openFile(
  { path: file, range }: ActionArgs<'open_file'>,
  { resultBytes }: Task,
): Promise<Outcome> {
  const document = await openDocument(file);
  const text = document.getText();
  const requested = range ? linesOf(text, range.start_line, range.end_line) : text;
  // JSON escapes can take several bytes per character.
  const content = requested.slice(0, Math.floor(resultBytes / 2));
  const facts = { language: document.languageId, version: versionOf(text) };
  const truncated = content.length < requested.length;
  return done({ path: file, content, ...facts, bytes: Buffer.byteLength(text), truncated });
}

export const linesOf = (text: string, first: number, last: number): string =>
  text
    .split(/(?<=\n)/)
    .slice(first - 1, last)
    .join('');

const isThere = (file: string): boolean =>
  fs.lstatSync(file, { throwIfNoEntry: false }) !== undefined;

async function createFile(
  editor: HandlerContext,
  { path: file, content, overwrite }: ActionArgs<'create_file'>,
  task: Task,
): Promise<Outcome> {
  const isNew = !isThere(file);
  if (!isNew && !overwrite) throw refusal('already-there');
  // The file to replace is gone, which the plan did not say.
  if (isNew && task.planned !== undefined) throw refusal('stale');
  const before = await digestOnDisk(file);
  if (isNew) await createEmpty(file);
  const document = await openDocument(file);
  const change = changeOf(file, document, differingSpan(document.getText(), content));
  await applyChanges(editor, [change], task, { save: 'always' });
  const text = document.getText();
  const result = { path: file, bytes: Buffer.byteLength(text), version: versionOf(text) };
  return done(result, [{ path: file, before, after: await digestOnDisk(file) }]);
}

/** Creates parent folders too, through the editor so that its views update. */
async function createEmpty(file: string): Promise<void> {
  await vscode.workspace.fs.createDirectory(uriOf(path.dirname(file)));
  const edit = new vscode.WorkspaceEdit();
  edit.createFile(uriOf(file), { overwrite: false, ignoreIfExists: false });
  if (!(await vscode.workspace.applyEdit(edit))) throw refusal('already-there');
}

async function renameFile(
  editor: HandlerContext,
  { path: from, new_path: to, overwrite }: ActionArgs<'rename_file'>,
): Promise<Outcome> {
  if (!isThere(from)) throw refusal('not-found');
  if (isThere(to) && !overwrite) throw refusal('already-there');
  return editor.locks.alone([from, to], async () => {
    const [moved, replaced] = [await digestOnDisk(from), await digestOnDisk(to)];
    await vscode.workspace.fs.createDirectory(uriOf(path.dirname(to)));
    const edit = new vscode.WorkspaceEdit();
    edit.renameFile(uriOf(from), uriOf(to), { overwrite });
    if (!(await vscode.workspace.applyEdit(edit)) || isThere(from)) {
      throw failure('action-failed', 'The editor did not rename it.');
    }
    // A folder has no content.
    const changes =
      moved === null
        ? []
        : [
            { path: from, before: moved, after: null },
            { path: to, before: replaced, after: moved },
          ];
    return done({ path: from, new_path: to }, changes);
  });
}

async function deleteFile(
  editor: HandlerContext,
  { path: file, recursive }: ActionArgs<'delete_file'>,
): Promise<Outcome> {
  const entry = fs.lstatSync(file, { throwIfNoEntry: false });
  if (!entry) throw refusal('not-found');
  if (entry.isSymbolicLink()) throw refusal('is-a-link');
  if (entry.isDirectory() && !recursive) throw refusal('not-a-file', 'It is a folder.');
  return editor.locks.alone([file], async () => {
    const before = await digestOnDisk(file);
    const trash_id = await putIntoTrash(file, { recursive });
    const changes = before === null ? [] : [{ path: file, before, after: null }];
    return done({ path: file, trash_id }, changes);
  });
}

async function planOverwrite(
  { path: file, content }: ActionArgs<'create_file'>,
  task: Task,
): Promise<Plan> {
  if (!isThere(file)) return { truncated: false };
  const document = await openDocument(file);
  const change = changeOf(file, document, differingSpan(document.getText(), content));
  return planOfChanges([change], task);
}

const planDelete = (file: string): Plan => ({
  truncated: false,
  recoverability: `It moves to the system trash${isUnsaved(file) ? ', without its unsaved changes' : ''}.`,
});

const isUnsaved = (file: string): boolean =>
  vscode.workspace.textDocuments.some(
    (document) => document.isDirty && document.uri.fsPath === file,
  );

const planReplaced = (file: string): Plan =>
  isThere(file)
    ? { truncated: false, recoverability: 'The file at the new name is replaced permanently.' }
    : { truncated: false };
