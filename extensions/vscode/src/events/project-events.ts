/** Events of files, tasks, problems and workspace folders. */
import path from 'node:path';
import * as vscode from 'vscode';
import { isProjectConfig } from '../../../../src/workbench/derived-events.ts';
import type { EmitEvent } from '../basics/editor.ts';
import { pathOf } from '../basics/allowed-paths.ts';

const maxProblems = 50;
/** Names of linters; other sources are the language itself. */
const linters = /lint|pylint|flake8|ruff|clippy|rubocop|stylelint|biome|oxc|shellcheck|mypy/i;
const symbolsQuietMs = 500;

export function fileEvents(emit: EmitEvent): readonly vscode.Disposable[] {
  const watcher = vscode.workspace.createFileSystemWatcher('**/*');
  const changed = (uri: vscode.Uri, name: 'file_created' | 'file_deleted' | null): void => {
    const file = pathOf(uri);
    if (file === null || file.includes(`${path.sep}.git${path.sep}`)) return;
    if (name !== null) {
      emit(name, { path: file });
      emit('directory_changed', { path: path.dirname(file) });
    }
    if (isProjectConfig(file) || file.includes(`${path.sep}.vscode${path.sep}`)) {
      emit('config_updated', { path: file });
    }
  };
  return [
    watcher,
    watcher.onDidCreate((uri) => changed(uri, 'file_created')),
    watcher.onDidDelete((uri) => changed(uri, 'file_deleted')),
    watcher.onDidChange((uri) => changed(uri, null)),
    vscode.workspace.onDidRenameFiles(({ files }) => {
      for (const { oldUri, newUri } of files) {
        const [from, to] = [pathOf(oldUri), pathOf(newUri)];
        if (from !== null && to !== null) emit('file_renamed', { path: to, old_path: from });
      }
    }),
    vscode.workspace.onDidChangeWorkspaceFolders(({ added, removed }) => {
      for (const { uri } of added) emitFolderEvent(emit, uri, 'added');
      for (const { uri } of removed) emitFolderEvent(emit, uri, 'removed');
    }),
  ];
}

function emitFolderEvent(emit: EmitEvent, uri: vscode.Uri, change: 'added' | 'removed'): void {
  const folder = pathOf(uri);
  if (folder !== null) emit('workspace_changed', { path: folder, change });
}

/** Tasks the user starts; agents' tasks emit their own events. */
export function taskEvents(emit: EmitEvent): readonly vscode.Disposable[] {
  const about = ({ task }: vscode.TaskExecution) => {
    const { scope, group, name, source } = task;
    const folder = typeof scope === 'object' ? pathOf(scope.uri) : null;
    const isOurs = source === 'Gatehouse';
    return folder === null || isOurs
      ? null
      : { kind: group?.id, facts: { path: folder, task: name } };
  };
  return [
    vscode.tasks.onDidStartTaskProcess(({ execution }) => {
      const info = about(execution);
      if (info?.kind === 'build') emit('build_started', info.facts);
    }),
    vscode.tasks.onDidEndTaskProcess(({ execution, exitCode }) => {
      const info = about(execution);
      const facts = { ...info?.facts, exit_code: exitCode ?? null };
      if (info?.kind === 'build') emit('build_completed', facts);
      if (info?.kind === 'test') emit('test_results', facts);
    }),
  ];
}

export function problemEvents(emit: EmitEvent): readonly vscode.Disposable[] {
  return [
    vscode.languages.onDidChangeDiagnostics(({ uris }) => {
      for (const uri of uris.slice(0, maxProblems)) emitProblems(emit, uri);
    }),
  ];
}

function emitProblems(emit: EmitEvent, uri: vscode.Uri): void {
  const file = pathOf(uri);
  if (file === null) return;
  const diagnostics = vscode.languages.getDiagnostics(uri);
  const count = (severity: vscode.DiagnosticSeverity): number =>
    diagnostics.filter((diagnostic) => diagnostic.severity === severity).length;
  const { Error: error, Warning: warning } = vscode.DiagnosticSeverity;
  emit('errors_detected', { path: file, errors: count(error), warnings: count(warning) });
  const linted = diagnostics.filter(({ source = '' }) => linters.test(source));
  if (linted.length > 0) {
    emit('lint_results', { path: file, source: linted[0]?.source ?? '', count: linted.length });
  }
}

/** Only for visible documents, after the user stops typing. */
export function symbolEvents(emit: EmitEvent): readonly vscode.Disposable[] {
  const timers = new Map<string, NodeJS.Timeout>();
  const update = async (document: vscode.TextDocument): Promise<void> => {
    const file = pathOf(document.uri);
    const diagnostics = await vscode.commands.executeCommand<readonly unknown[] | undefined>(
      'vscode.executeDocumentSymbolProvider',
      document.uri,
    );
    if (file !== null && diagnostics)
      emit('symbols_updated', { path: file, count: diagnostics.length });
  };
  const changed = vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
    const isShown = vscode.window.visibleTextEditors.some((editor) => editor.document === document);
    if (contentChanges.length === 0 || !isShown || document.uri.scheme !== 'file') return;
    const key = document.uri.toString();
    clearTimeout(timers.get(key));
    timers.set(
      key,
      setTimeout(() => {
        timers.delete(key);
        update(document).catch(() => undefined);
      }, symbolsQuietMs),
    );
  });
  const forget = new vscode.Disposable(() => {
    for (const timer of timers.values()) clearTimeout(timer);
  });
  return [changed, forget];
}
