/** What happens to files, tasks, problems and the folders of the workspace. */
import path from 'node:path';
import * as vscode from 'vscode';
import { isProjectConfig } from '../../../../src/workbench/consequences.ts';
import type { Tell } from '../basics/editor.ts';
import { pathOf } from '../basics/places.ts';

const mostProblems = 50;
/** What a linter is called; what the language itself says is an error. */
const linters = /lint|pylint|flake8|ruff|clippy|rubocop|stylelint|biome|oxc|shellcheck|mypy/i;
const symbolsQuietMs = 500;

export function fileEvents(tell: Tell): readonly vscode.Disposable[] {
  const watcher = vscode.workspace.createFileSystemWatcher('**/*');
  const changed = (uri: vscode.Uri, name: 'file_created' | 'file_deleted' | null): void => {
    const file = pathOf(uri);
    if (file === null || file.includes(`${path.sep}.git${path.sep}`)) return;
    if (name !== null) {
      tell(name, { path: file });
      tell('directory_changed', { path: path.dirname(file) });
    }
    if (isProjectConfig(file) || file.includes(`${path.sep}.vscode${path.sep}`)) {
      tell('config_updated', { path: file });
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
        if (from !== null && to !== null) tell('file_renamed', { path: to, old_path: from });
      }
    }),
    vscode.workspace.onDidChangeWorkspaceFolders(({ added, removed }) => {
      for (const { uri } of added) tellFolder(tell, uri, 'added');
      for (const { uri } of removed) tellFolder(tell, uri, 'removed');
    }),
  ];
}

function tellFolder(tell: Tell, uri: vscode.Uri, change: 'added' | 'removed'): void {
  const folder = pathOf(uri);
  if (folder !== null) tell('workspace_changed', { path: folder, change });
}

/** Tasks that the person starts; those of agents are told where they are run. */
export function taskEvents(tell: Tell): readonly vscode.Disposable[] {
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
      const said = about(execution);
      if (said?.kind === 'build') tell('build_started', said.facts);
    }),
    vscode.tasks.onDidEndTaskProcess(({ execution, exitCode }) => {
      const said = about(execution);
      const facts = { ...said?.facts, exit_code: exitCode ?? null };
      if (said?.kind === 'build') tell('build_completed', facts);
      if (said?.kind === 'test') tell('test_results', facts);
    }),
  ];
}

export function problemEvents(tell: Tell): readonly vscode.Disposable[] {
  return [
    vscode.languages.onDidChangeDiagnostics(({ uris }) => {
      for (const uri of uris.slice(0, mostProblems)) tellProblems(tell, uri);
    }),
  ];
}

function tellProblems(tell: Tell, uri: vscode.Uri): void {
  const file = pathOf(uri);
  if (file === null) return;
  const found = vscode.languages.getDiagnostics(uri);
  const count = (severity: vscode.DiagnosticSeverity): number =>
    found.filter((one) => one.severity === severity).length;
  const { Error: error, Warning: warning } = vscode.DiagnosticSeverity;
  tell('errors_detected', { path: file, errors: count(error), warnings: count(warning) });
  const linted = found.filter(({ source = '' }) => linters.test(source));
  if (linted.length > 0) {
    tell('lint_results', { path: file, source: linted[0]?.source ?? '', count: linted.length });
  }
}

/** Asked for only of what is on the screen, and once the person has stopped typing. */
export function symbolEvents(tell: Tell): readonly vscode.Disposable[] {
  const timers = new Map<string, NodeJS.Timeout>();
  const look = async (document: vscode.TextDocument): Promise<void> => {
    const file = pathOf(document.uri);
    const found = await vscode.commands.executeCommand<readonly unknown[] | undefined>(
      'vscode.executeDocumentSymbolProvider',
      document.uri,
    );
    if (file !== null && found) tell('symbols_updated', { path: file, count: found.length });
  };
  const changed = vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
    const isShown = vscode.window.visibleTextEditors.some((one) => one.document === document);
    if (contentChanges.length === 0 || !isShown || document.uri.scheme !== 'file') return;
    const key = document.uri.toString();
    clearTimeout(timers.get(key));
    timers.set(
      key,
      setTimeout(() => {
        timers.delete(key);
        look(document).catch(() => undefined);
      }, symbolsQuietMs),
    );
  });
  const forget = new vscode.Disposable(() => {
    for (const timer of timers.values()) clearTimeout(timer);
  });
  return [changed, forget];
}
