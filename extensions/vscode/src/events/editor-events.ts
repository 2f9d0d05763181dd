/** What happens in documents, panes and settings. */
import * as vscode from 'vscode';
import type { Tell } from '../basics/editor.ts';
import { versionOf } from '../basics/documents.ts';
import { pathOf } from '../basics/places.ts';
import { fromPosition, fromRange } from '../basics/positions.ts';

const mostSections = 20;

/** Only what is a file; consoles, outputs and diffs are no documents of the project. */
const ifFile = (uri: vscode.Uri, tell: (path: string) => void): void => {
  const path = pathOf(uri);
  if (path !== null) tell(path);
};

export function documentEvents(tell: Tell): readonly vscode.Disposable[] {
  return [
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (contentChanges.length === 0) return;
      ifFile(document.uri, (path) => {
        const facts = { dirty: document.isDirty, lines: document.lineCount };
        tell('buffer_changed', { path, version: versionOf(document.getText()), ...facts });
      });
    }),
    vscode.workspace.onDidSaveTextDocument((document) =>
      ifFile(document.uri, (path) =>
        tell('file_saved', { path, version: versionOf(document.getText()) }),
      ),
    ),
    vscode.window.onDidChangeTextEditorSelection(({ textEditor, selections }) =>
      ifFile(textEditor.document.uri, (path) => {
        const [first] = selections;
        if (!first) return;
        tell('cursor_moved', { path, position: fromPosition(first.active) });
        tell('selection_changed', { path, ranges: selections.slice(0, 100).map(fromRange) });
      }),
    ),
    vscode.window.onDidChangeTextEditorVisibleRanges(({ textEditor, visibleRanges }) =>
      ifFile(textEditor.document.uri, (path) => {
        const visible_ranges = visibleRanges.slice(0, 100).map(({ start, end }) => ({
          ...{ start_line: start.line + 1, end_line: end.line + 1 },
        }));
        tell('viewport_changed', { path, visible_ranges });
      }),
    ),
    vscode.window.onDidChangeActiveTextEditor((editor) => {
      if (editor) ifFile(editor.document.uri, (path) => tell('tab_switched', { path }));
    }),
  ];
}

export function paneEvents(tell: Tell): readonly vscode.Disposable[] {
  const each = (tabs: readonly vscode.Tab[], run: (path: string) => void): void => {
    for (const { input } of tabs) if (input instanceof vscode.TabInputText) ifFile(input.uri, run);
  };
  return [
    vscode.window.tabGroups.onDidChangeTabs(({ opened, closed }) => {
      each(opened, (path) => tell('file_opened', { path }));
      each(closed, (path) => tell('file_closed', { path }));
    }),
    vscode.window.tabGroups.onDidChangeTabGroups(({ opened }) => {
      for (const { viewColumn } of opened) tell('pane_split', { pane_id: `group-${viewColumn}` });
    }),
  ];
}

export function settingEvents(tell: Tell): readonly vscode.Disposable[] {
  const sections = new Set(
    vscode.extensions.all.flatMap(({ packageJSON }) => sectionsOf(packageJSON as Manifest)),
  );
  for (const own of ['editor', 'workbench', 'files', 'window', 'terminal', 'search'])
    sections.add(own);
  return [
    vscode.workspace.onDidChangeConfiguration((event) => {
      const changed = [...sections].filter((one) => event.affectsConfiguration(one));
      tell('settings_changed', { settings: changed.slice(0, mostSections) });
    }),
    vscode.extensions.onDidChange(() => tell('plugin_loaded', { plugin: 'extensions' })),
  ];
}

interface Manifest {
  readonly contributes?: { readonly configuration?: unknown };
}

/** The first word of every setting that an extension brings along. */
function sectionsOf({ contributes }: Manifest): readonly string[] {
  const said = contributes?.configuration;
  const all = (Array.isArray(said) ? said : [said]) as readonly (
    | { properties?: object }
    | undefined
  )[];
  return all.flatMap((one) =>
    Object.keys(one?.properties ?? {}).map((name) => name.split('.')[0] ?? ''),
  );
}
