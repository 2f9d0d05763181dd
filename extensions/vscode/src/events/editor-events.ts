/** Events of documents, panes and settings. */
import * as vscode from 'vscode';
import type { EmitEvent } from '../basics/editor.ts';
import { versionOf } from '../basics/documents.ts';
import { pathOf } from '../basics/allowed-paths.ts';
import { fromPosition, fromRange } from '../basics/positions.ts';

const maxSections = 20;

/** Only files; consoles, outputs and diffs are not project documents. */
const ifFile = (uri: vscode.Uri, emit: (path: string) => void): void => {
  const path = pathOf(uri);
  if (path !== null) emit(path);
};

export function documentEvents(emit: EmitEvent): readonly vscode.Disposable[] {
  return [
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (contentChanges.length === 0) return;
      ifFile(document.uri, (path) => {
        const facts = { dirty: document.isDirty, lines: document.lineCount };
        emit('buffer_changed', { path, version: versionOf(document.getText()), ...facts });
      });
    }),
    vscode.workspace.onDidSaveTextDocument((document) =>
      ifFile(document.uri, (path) =>
        emit('file_saved', { path, version: versionOf(document.getText()) }),
      ),
    ),
    vscode.window.onDidChangeTextEditorSelection(({ textEditor, selections }) =>
      ifFile(textEditor.document.uri, (path) => {
        const [first] = selections;
        if (!first) return;
        emit('cursor_moved', { path, position: fromPosition(first.active) });
        emit('selection_changed', { path, ranges: selections.slice(0, 100).map(fromRange) });
      }),
    ),
    vscode.window.onDidChangeTextEditorVisibleRanges(({ textEditor, visibleRanges }) =>
      ifFile(textEditor.document.uri, (path) => {
        const visible_ranges = visibleRanges.slice(0, 100).map(({ start, end }) => ({
          ...{ start_line: start.line + 1, end_line: end.line + 1 },
        }));
        emit('viewport_changed', { path, visible_ranges });
      }),
    ),
    vscode.window.onDidChangeActiveTextEditor((editor) => {
      if (editor) ifFile(editor.document.uri, (path) => emit('tab_switched', { path }));
    }),
  ];
}

export function paneEvents(emit: EmitEvent): readonly vscode.Disposable[] {
  const each = (tabs: readonly vscode.Tab[], run: (path: string) => void): void => {
    for (const { input } of tabs) if (input instanceof vscode.TabInputText) ifFile(input.uri, run);
  };
  return [
    vscode.window.tabGroups.onDidChangeTabs(({ opened, closed }) => {
      each(opened, (path) => emit('file_opened', { path }));
      each(closed, (path) => emit('file_closed', { path }));
    }),
    vscode.window.tabGroups.onDidChangeTabGroups(({ opened }) => {
      for (const { viewColumn } of opened) emit('pane_split', { pane_id: `group-${viewColumn}` });
    }),
  ];
}

export function settingEvents(emit: EmitEvent): readonly vscode.Disposable[] {
  const sections = new Set(
    vscode.extensions.all.flatMap(({ packageJSON }) => sectionsOf(packageJSON as SettingsManifest)),
  );
  for (const own of ['editor', 'workbench', 'files', 'window', 'terminal', 'search'])
    sections.add(own);
  return [
    vscode.workspace.onDidChangeConfiguration((event) => {
      const changed = [...sections].filter((item) => event.affectsConfiguration(item));
      emit('settings_changed', { settings: changed.slice(0, maxSections) });
    }),
    vscode.extensions.onDidChange(() => emit('plugin_loaded', { plugin: 'extensions' })),
  ];
}

interface SettingsManifest {
  readonly contributes?: { readonly configuration?: unknown };
}

/** The first segment of every setting an extension contributes. */
function sectionsOf({ contributes }: SettingsManifest): readonly string[] {
  const configuration = contributes?.configuration;
  const all = (Array.isArray(configuration) ? configuration : [configuration]) as readonly (
    | { properties?: object }
    | undefined
  )[];
  return all.flatMap((item) =>
    Object.keys(item?.properties ?? {}).map((name) => name.split('.')[0] ?? ''),
  );
}
