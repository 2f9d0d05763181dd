/** The editor's text documents as the user sees them, saved or not. */
import { hash } from 'node:crypto';
import fs from 'node:fs/promises';
import * as vscode from 'vscode';
import { readRegularFile } from '../../../../src/main/platform/files/bounded-read.ts';
import { openPathOf, pathOf, uriOf } from './allowed-paths.ts';
import { refusal } from './refusal.ts';

type PathBounds = Parameters<typeof openPathOf>[1];

/** Larger files are not handled as text. */
const maxTextBytes = 16 * 1024 * 1024;
const maxHashedBytes = 64 * 1024 * 1024;

/** The same version as the workbench's for the same text. */
export const versionOf = (text: string): string => hash('sha256', text).slice(0, 16);

export async function openDocument(file: string): Promise<vscode.TextDocument> {
  const open = openAlready(file);
  if (open) return open;
  const info = await fs.stat(file).catch(() => null);
  if (!info) throw refusal('not-found');
  if (!info.isFile()) throw refusal('not-a-file');
  if (info.size > maxTextBytes) {
    throw refusal('too-large-edit', `It has ${info.size} bytes; the limit is ${maxTextBytes}.`);
  }
  try {
    return await vscode.workspace.openTextDocument(uriOf(file));
  } catch {
    throw refusal('not-text');
  }
}

const openedAt = new WeakMap<vscode.TextDocument, number>();
const freshMs = 15_000;

/** Language support needs a tab. A preview tab is reused by the next one. */
export async function openInTab(file: string): Promise<vscode.TextDocument> {
  const document = await openDocument(file);
  if (tabsOf(file).length === 0) {
    await vscode.window.showTextDocument(document, { preview: true, preserveFocus: true });
    openedAt.set(document, Date.now());
  }
  return document;
}

/** Recently opened: language support may not know it yet. */
export const isFresh = (document: vscode.TextDocument): boolean =>
  Date.now() - (openedAt.get(document) ?? 0) < freshMs;

export const openAlready = (file: string): vscode.TextDocument | undefined =>
  vscode.workspace.textDocuments.find(
    (document) => !document.isClosed && pathOf(document.uri) === file,
  );

/** The tabs that show a file. */
export const tabsOf = (file: string): readonly vscode.Tab[] =>
  vscode.window.tabGroups.all
    .flatMap((group) => group.tabs)
    .filter(({ input }) => input instanceof vscode.TabInputText && pathOf(input.uri) === file);

/** The paths of open documents that the session may see. */
export function shownPaths(session: PathBounds): readonly string[] {
  const inTabs = vscode.window.tabGroups.all
    .flatMap((group) => group.tabs)
    .flatMap(({ input }) => (input instanceof vscode.TabInputText ? [input.uri] : []));
  const unsaved = vscode.workspace.textDocuments
    .filter((document) => document.isDirty && !document.isClosed)
    .map((item) => item.uri);
  const paths = [...inTabs, ...unsaved].map((uri) => openPathOf(uri, session));
  return [...new Set(paths.filter((path) => path !== null))];
}

/** Does not take the focus. */
export async function showDocument(
  document: vscode.TextDocument,
  viewColumn?: vscode.ViewColumn,
): Promise<vscode.TextEditor> {
  const shown = vscode.window.visibleTextEditors.find((editor) => editor.document === document);
  const column = viewColumn ?? shown?.viewColumn;
  return vscode.window.showTextDocument(document, {
    preview: false,
    preserveFocus: true,
    ...(column === undefined ? {} : { viewColumn: column }),
  });
}

/** SHA-256 of the file on disk; null if there is none. */
export async function digestOnDisk(file: string): Promise<string | null> {
  const bytes = readRegularFile(file, maxHashedBytes);
  return bytes && hash('sha256', bytes);
}
