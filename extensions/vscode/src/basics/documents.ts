/** Text documents of the editor: as the person sees them, saved or not. */
import { hash } from 'node:crypto';
import fs from 'node:fs/promises';
import * as vscode from 'vscode';
import { heldPathOf, pathOf, uriOf } from './places.ts';
import { refusal } from './refusal.ts';

type Session = Parameters<typeof heldPathOf>[1];

/** Larger ones are not handled as text. */
const mostTextBytes = 16 * 1024 * 1024;

/** The same as the workbench gives for the same text. */
export const versionOf = (text: string): string => hash('sha256', text).slice(0, 16);

export async function openDocument(file: string): Promise<vscode.TextDocument> {
  const open = openAlready(file);
  if (open) return open;
  const info = await fs.stat(file).catch(() => null);
  if (!info) throw refusal('not-found');
  if (!info.isFile()) throw refusal('not-a-file');
  if (info.size > mostTextBytes) {
    throw refusal('too-large-edit', `It has ${info.size} bytes; ${mostTextBytes} is the most.`);
  }
  try {
    return await vscode.workspace.openTextDocument(uriOf(file));
  } catch {
    throw refusal('not-text');
  }
}

const openedAt = new WeakMap<vscode.TextDocument, number>();
const freshMs = 15_000;

/** Language support looks only at what has a tab. A tab for a look gives way to the next one. */
export async function openInTab(file: string): Promise<vscode.TextDocument> {
  const document = await openDocument(file);
  if (tabsOf(file).length === 0) {
    await vscode.window.showTextDocument(document, { preview: true, preserveFocus: true });
    openedAt.set(document, Date.now());
  }
  return document;
}

/** It was opened just now: language support may not have heard of it yet. */
export const isFresh = (document: vscode.TextDocument): boolean =>
  Date.now() - (openedAt.get(document) ?? 0) < freshMs;

export const openAlready = (file: string): vscode.TextDocument | undefined =>
  vscode.workspace.textDocuments.find((one) => !one.isClosed && pathOf(one.uri) === file);

/** The tabs that show a file. */
export const tabsOf = (file: string): readonly vscode.Tab[] =>
  vscode.window.tabGroups.all
    .flatMap((group) => group.tabs)
    .filter(({ input }) => input instanceof vscode.TabInputText && pathOf(input.uri) === file);

/** What people would call the open documents, as far as the session may know of them. */
export function shownPaths(session: Session): readonly string[] {
  const inTabs = vscode.window.tabGroups.all
    .flatMap((group) => group.tabs)
    .flatMap(({ input }) => (input instanceof vscode.TabInputText ? [input.uri] : []));
  const unsaved = vscode.workspace.textDocuments
    .filter((one) => one.isDirty && !one.isClosed)
    .map((one) => one.uri);
  const paths = [...inTabs, ...unsaved].map((uri) => heldPathOf(uri, session));
  return [...new Set(paths.filter((one) => one !== null))];
}

/** Without taking the focus from where the person is. */
export async function showDocument(
  document: vscode.TextDocument,
  viewColumn?: vscode.ViewColumn,
): Promise<vscode.TextEditor> {
  const shown = vscode.window.visibleTextEditors.find((one) => one.document === document);
  const column = viewColumn ?? shown?.viewColumn;
  return vscode.window.showTextDocument(document, {
    preview: false,
    preserveFocus: true,
    ...(column === undefined ? {} : { viewColumn: column }),
  });
}

/** SHA-256 of what is on disk; null where there is no file. */
export async function digestOnDisk(file: string): Promise<string | null> {
  try {
    return hash('sha256', await fs.readFile(file));
  } catch {
    return null;
  }
}
