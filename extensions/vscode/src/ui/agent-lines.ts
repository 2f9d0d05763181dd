/** Marks lines that agents wrote, with the agent, time and ledger entry. */
import * as vscode from 'vscode';
import type { SharedText } from '../../../../src/shared/editing/shared-text.ts';
import { lineMarks, type LineMark } from './line-marks.ts';

export class AgentLines implements vscode.Disposable {
  readonly #textOf: (document: vscode.TextDocument) => SharedText | undefined;
  readonly #disposables: vscode.Disposable[] = [];
  readonly #decoration = vscode.window.createTextEditorDecorationType({
    isWholeLine: true,
    borderStyle: 'solid',
    borderWidth: '0 0 0 2px',
    borderColor: new vscode.ThemeColor('editorInfo.foreground'),
    overviewRulerColor: new vscode.ThemeColor('editorInfo.foreground'),
    overviewRulerLane: vscode.OverviewRulerLane.Left,
  });

  constructor(textOf: (document: vscode.TextDocument) => SharedText | undefined) {
    this.#textOf = textOf;
    this.#disposables.push(
      this.#decoration,
      vscode.window.onDidChangeVisibleTextEditors((editors) => this.#paintAll(editors)),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration('gatehouse.markAgentLines')) this.#paintVisible();
      }),
    );
  }

  /** The text of the document, or its authors, have changed. */
  changed(document: vscode.TextDocument): void {
    this.#paintAll(
      vscode.window.visibleTextEditors.filter((editor) => editor.document === document),
    );
  }

  marksOf(document: vscode.TextDocument): readonly LineMark[] {
    const shared = this.#textOf(document);
    return shared ? lineMarks(shared.text, shared.authors()) : [];
  }

  dispose(): void {
    for (const disposable of this.#disposables) disposable.dispose();
  }

  #paintVisible(): void {
    this.#paintAll(vscode.window.visibleTextEditors);
  }

  #paintAll(editors: readonly vscode.TextEditor[]): void {
    const enabled = vscode.workspace
      .getConfiguration('gatehouse')
      .get<boolean>('markAgentLines', true);
    for (const editor of editors) {
      const marks = enabled ? this.marksOf(editor.document) : [];
      editor.setDecorations(this.#decoration, marks.map(painted));
    }
  }
}

function painted({ first, last, agent, entryId, at }: LineMark): vscode.DecorationOptions {
  const range = new vscode.Range(first, 0, last, 0);
  const hover = new vscode.MarkdownString('', true);
  hover.isTrusted = { enabledCommands: ['gatehouse.show'] };
  hover.appendText(`Written by ${agent}, ${new Date(at).toLocaleTimeString()}.`);
  hover.appendMarkdown(`\n\nConsent \`${entryId}\` · [Gatehouse](command:gatehouse.show)`);
  return { range, hoverMessage: hover };
}
