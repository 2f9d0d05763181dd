/** Definitions, completions, formatting and renaming by the editor's language support. */
import * as vscode from 'vscode';
import type { ActionArgs } from '../../../../src/shared/actions/actions.ts';
import { done, type Outcome } from '../../../../src/shared/actions/outcomes.ts';
import type { Task } from '../../../../src/workbench/action-handler.ts';
import {
  applyChanges,
  changeOf,
  changesIn,
  planOfChanges,
  spansOfEdits,
  type PlannedDocumentChange,
} from '../basics/changes.ts';
import { isFresh, openDocument, openInTab, versionOf } from '../basics/documents.ts';
import type { HandlerContext, HandlerGroup } from '../basics/editor.ts';
import { openPathOf } from '../basics/allowed-paths.ts';
import { fromRange, toPosition, toRange } from '../basics/positions.ts';
import { refusal } from '../basics/refusal.ts';
import { analyzeSyntax } from './syntax.ts';

const maxLocations = 100;
const maxLenses = 200;

export function codeHandlers(editor: HandlerContext): HandlerGroup {
  return {
    handlers: {
      analyze_syntax: analyzeSyntax,
      get_completions: (args, task) => getCompletions(editor, args, task),
      goto_definition: gotoDefinition,
      get_code_lens: getCodeLens,
      format_code: (args, task) => formatCode(editor, args, task),
      refactor_symbol: (args, task) => renameSymbol(editor, args, task),
    },
    planners: {
      format_code: async (args, task) => planOfChanges(await plannedFormat(args), task),
      refactor_symbol: async (args, task) =>
        planOfChanges((await plannedRename(args, task)).changes, task),
    },
    dispose: () => undefined,
  };
}

const maxTries = 6;
const pauseMs = 500;

/** Retries for a freshly opened document: its language support may still be starting. */
async function ask<Answer>(
  document: vscode.TextDocument,
  command: string,
  ...args: readonly unknown[]
): Promise<Answer | null> {
  for (let tries = 1; ; tries += 1) {
    const answer = await askOnce<Answer>(command, document.uri, ...args);
    const isNothing = answer === null || (Array.isArray(answer) && answer.length === 0);
    if (!isNothing || tries === maxTries || !isFresh(document)) return answer;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

/** A provider that throws counts as no answer. */
async function askOnce<Answer>(
  command: string,
  ...args: readonly unknown[]
): Promise<Answer | null> {
  try {
    return (await vscode.commands.executeCommand<Answer | undefined>(command, ...args)) ?? null;
  } catch {
    return null;
  }
}

async function getCompletions(
  editor: HandlerContext,
  { path, position, limit }: ActionArgs<'get_completions'>,
  { sessionId }: Task,
): Promise<Outcome> {
  const list = await ask<vscode.CompletionList>(
    await openInTab(path),
    'vscode.executeCompletionItemProvider',
    ...[toPosition(position), undefined, limit],
  );
  const offered = list?.items ?? [];
  const sorted = offered.toSorted((a, b) => (sortText(a) < sortText(b) ? -1 : 1));
  const items = sorted.slice(0, limit).map(toWireItem);
  if (items.length > 0) {
    editor.emit('completions_available', { path, position, count: items.length }, sessionId);
  }
  return done({ items, truncated: offered.length > limit || (list?.isIncomplete ?? false) });
}

const labelOf = ({ label }: vscode.CompletionItem): string =>
  typeof label === 'string' ? label : label.label;

const sortText = (item: vscode.CompletionItem): string => item.sortText ?? labelOf(item);

function toWireItem(item: vscode.CompletionItem) {
  const label = labelOf(item);
  const { insertText = label, detail, kind = vscode.CompletionItemKind.Text } = item;
  const text = typeof insertText === 'string' ? insertText : insertText.value;
  return {
    label: label.slice(0, 1000),
    kind: vscode.CompletionItemKind[kind].toLowerCase(),
    ...(detail ? { detail: detail.slice(0, 4000) } : {}),
    insert_text: text.slice(0, 10_000),
  };
}

async function gotoDefinition(
  { path, position }: ActionArgs<'goto_definition'>,
  task: Task,
): Promise<Outcome> {
  const items = await ask<readonly (vscode.Location | vscode.LocationLink)[]>(
    await openInTab(path),
    'vscode.executeDefinitionProvider',
    toPosition(position),
  );
  const all = items ?? [];
  const wire = await Promise.all(
    all.slice(0, maxLocations).map((item) => toWireLocation(item, task)),
  );
  const locations = wire.filter((item) => item !== null);
  return done({ locations, truncated: locations.length < all.length });
}

/** Null if it lies outside the session's folders, which the agent must not see. */
async function toWireLocation(items: vscode.Location | vscode.LocationLink, task: Task) {
  const isLink = 'targetUri' in items;
  const uri = isLink ? items.targetUri : items.uri;
  const range = isLink ? (items.targetSelectionRange ?? items.targetRange) : items.range;
  const path = openPathOf(uri, task);
  if (path === null) return null;
  const document = await openDocument(path);
  const preview = document.lineAt(range.start.line).text.trim().slice(0, 400);
  return { path, range: fromRange(range), preview };
}

async function getCodeLens({ path }: ActionArgs<'get_code_lens'>): Promise<Outcome> {
  const items = await ask<readonly vscode.CodeLens[]>(
    await openInTab(path),
    'vscode.executeCodeLensProvider',
    maxLenses,
  );
  const lenses = (items ?? []).flatMap(({ range, command }) =>
    command
      ? [
          {
            range: fromRange(range),
            title: command.title.slice(0, 400),
            ...(command.command ? { command: command.command.slice(0, 400) } : {}),
          },
        ]
      : [],
  );
  return done({ lenses, truncated: lenses.length >= maxLenses });
}

async function plannedFormat({
  path,
  range,
}: ActionArgs<'format_code'>): Promise<readonly PlannedDocumentChange[]> {
  const document = await openInTab(path);
  const { tabSize, insertSpaces } = formattingOptions(document);
  const options: vscode.FormattingOptions = { tabSize, insertSpaces };
  const edits = range
    ? await ask<vscode.TextEdit[]>(
        document,
        'vscode.executeFormatRangeProvider',
        ...[toRange(range), options],
      )
    : await ask<vscode.TextEdit[]>(document, 'vscode.executeFormatDocumentProvider', options);
  // The editor does not tell "already formatted" from "cannot format".
  const change = changeOf(path, document, spansOfEdits(document, edits ?? []));
  return change.before === change.after ? [] : [change];
}

function formattingOptions({ uri }: vscode.TextDocument) {
  const settings = vscode.workspace.getConfiguration('editor', uri);
  const shown = vscode.window.visibleTextEditors.find(
    (editor) => editor.document.uri === uri,
  )?.options;
  const tabSize = Number(shown?.tabSize ?? settings.get('tabSize', 4)) || 4;
  const insertSpaces = (shown?.insertSpaces ?? settings.get('insertSpaces', true)) !== false;
  return { tabSize, insertSpaces };
}

async function formatCode(
  editor: HandlerContext,
  args: ActionArgs<'format_code'>,
  task: Task,
): Promise<Outcome> {
  const { path } = args;
  const planned = await plannedFormat(args);
  const { files, truncated, changes } = await applyChanges(editor, planned, task);
  const version = versionOf((await openInTab(path)).getText());
  return done({ path, version, diff: files[0]?.diff ?? '', truncated }, changes);
}

async function plannedRename(
  { path, position, new_name: name }: ActionArgs<'refactor_symbol'>,
  task: Task,
): Promise<{ readonly occurrences: number; readonly changes: readonly PlannedDocumentChange[] }> {
  const edit = await ask<vscode.WorkspaceEdit>(
    await openInTab(path),
    'vscode.executeDocumentRenameProvider',
    ...[toPosition(position), name],
  );
  if (!edit || edit.size === 0) {
    throw refusal('not-offered', 'There is nothing to rename at that position.');
  }
  const occurrences = edit.entries().reduce((sum, [, edits]) => sum + edits.length, 0);
  return { occurrences, changes: await changesIn(edit, task) };
}

async function renameSymbol(
  editor: HandlerContext,
  args: ActionArgs<'refactor_symbol'>,
  task: Task,
): Promise<Outcome> {
  const { occurrences, changes: planned } = await plannedRename(args, task);
  const { files, truncated, changes } = await applyChanges(editor, planned, task);
  return done({ occurrences, files, truncated }, changes);
}
