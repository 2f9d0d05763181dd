/** Marks lines that agents wrote, with the agent, time and ledger entry. */
import * as vscode from 'vscode';
import type { TextSpan } from '../../../../src/shared/editing/text-spans.ts';
import type { Task } from '../../../../src/workbench/action-handler.ts';
import { afterChange, withMark, type LineMark } from './line-marks.ts';

export class AgentLines implements vscode.Disposable {
  readonly #marks = new Map<string, readonly LineMark[]>();
  readonly #disposables: vscode.Disposable[] = [];
  readonly #decoration = vscode.window.createTextEditorDecorationType({
    isWholeLine: true,
    borderStyle: 'solid',
    borderWidth: '0 0 0 2px',
    borderColor: new vscode.ThemeColor('editorInfo.foreground'),
    overviewRulerColor: new vscode.ThemeColor('editorInfo.foreground'),
    overviewRulerLane: vscode.OverviewRulerLane.Left,
  });

  constructor() {
    this.#disposables.push(
      this.#decoration,
      vscode.workspace.onDidChangeTextDocument((event) => this.#changed(event)),
      vscode.window.onDidChangeVisibleTextEditors((editors) => this.#paintAll(editors)),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration('gatehouse.markAgentLines')) this.#paintVisible();
      }),
    );
  }

  /** Called after the edit; spans refer to the text before it. */
  markWritten(document: vscode.TextDocument, spans: readonly TextSpan[], task: Task): void {
    const author = { agent: task.agentId, entryId: task.entryId, at: Date.now() };
    let moved = 0;
    let marks = this.marksOf(document.uri);
    for (const { start, end, text } of spans) {
      const from = document.positionAt(start + moved).line;
      const to = document.positionAt(start + moved + text.length).line;
      moved += text.length - (end - start);
      if (text !== '') marks = withMark(marks, { first: from, last: to, ...author });
    }
    this.#marks.set(document.uri.toString(), marks);
    this.#paintVisible();
  }

  marksOf(uri: vscode.Uri): readonly LineMark[] {
    return this.#marks.get(uri.toString()) ?? [];
  }

  dispose(): void {
    for (const one of this.#disposables) one.dispose();
    this.#marks.clear();
  }

  #changed({ document, contentChanges }: vscode.TextDocumentChangeEvent): void {
    const key = document.uri.toString();
    const before = this.#marks.get(key);
    if (!before) return;
    let marks = before;
    // From the end backwards, so that earlier line numbers stay valid.
    for (const { range, text } of contentChanges.toSorted(
      (a, b) => b.rangeOffset - a.rangeOffset,
    )) {
      const lines = text.split('\n').length;
      marks = afterChange(marks, { first: range.start.line, last: range.end.line, lines });
    }
    this.#marks.set(key, marks);
    this.#paintVisible();
  }

  #paintVisible(): void {
    this.#paintAll(vscode.window.visibleTextEditors);
  }

  #paintAll(editors: readonly vscode.TextEditor[]): void {
    const enabled = vscode.workspace
      .getConfiguration('gatehouse')
      .get<boolean>('markAgentLines', true);
    for (const editor of editors) {
      const marks = enabled ? this.marksOf(editor.document.uri) : [];
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
