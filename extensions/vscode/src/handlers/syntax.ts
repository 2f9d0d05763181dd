/**
 * The structure of a file from the editor's document symbols, nested. These editors expose no
 * syntax tree; the nodes are what the outline shows.
 */
import * as vscode from 'vscode';
import type { ActionArgs } from '../../../../src/shared/actions/actions.ts';
import { done, type Outcome } from '../../../../src/shared/actions/outcomes.ts';
import { openInTab, versionOf } from '../basics/documents.ts';
import { fromRange, toRange, type WireRange } from '../basics/positions.ts';
import { refusal } from '../basics/refusal.ts';
import { stableDiagnostics } from './diagnostics.ts';

interface OutlineNode {
  readonly type: string;
  readonly depth: number;
  readonly field?: string;
  readonly range: WireRange;
  readonly text?: string;
}

const maxErrors = 1_000;

export async function analyzeSyntax({
  path,
  range,
  depth,
  limit,
}: ActionArgs<'analyze_syntax'>): Promise<Outcome> {
  const document = await openInTab(path);
  const symbols = await vscode.commands.executeCommand<
    readonly (vscode.DocumentSymbol | vscode.SymbolInformation)[] | undefined
  >('vscode.executeDocumentSymbolProvider', document.uri);
  const { languageId: language } = document;
  if (!symbols) throw refusal('no-language-support', language);
  const whole = new vscode.Range(
    document.positionAt(0),
    document.lineAt(document.lineCount - 1).range.end,
  );
  const root: OutlineNode = { type: 'document', depth: 0, range: fromRange(whole) };
  const requested = range ? toRange(range) : whole;
  const all = [root, ...nodesOf(symbols, 1, depth, requested)];
  const errors = await syntaxErrors(document);
  return done({
    path,
    language,
    version: versionOf(document.getText()),
    nodes: all.slice(0, limit),
    errors: errors.slice(0, maxErrors),
    truncated: all.length > limit || errors.length > maxErrors,
  });
}

function nodesOf(
  symbols: readonly (vscode.DocumentSymbol | vscode.SymbolInformation)[],
  depth: number,
  maxDepth: number,
  requested: vscode.Range,
): readonly OutlineNode[] {
  if (depth >= maxDepth) return [];
  return symbols.flatMap((symbol) => {
    const isNested = 'children' in symbol;
    const range = isNested ? symbol.range : symbol.location.range;
    if (!range.intersection(requested)) return [];
    const type = vscode.SymbolKind[symbol.kind].toLowerCase();
    const own = { type, depth, range: fromRange(range), text: symbol.name.slice(0, 1000) };
    return [own, ...(isNested ? nodesOf(symbol.children, depth + 1, maxDepth, requested) : [])];
  });
}

/** TypeScript's syntax errors are 1000 to 1999; others are recognised by their message. */
const isSyntactic = ({ code, message }: vscode.Diagnostic): boolean => {
  const number = Number(typeof code === 'object' ? code.value : code);
  return (number >= 1000 && number < 2000) || /syntax|expected|unterminated/i.test(message);
};

async function syntaxErrors(document: vscode.TextDocument) {
  const diagnostics = await stableDiagnostics(document);
  return diagnostics
    .filter(
      (diagnostic) =>
        diagnostic.severity === vscode.DiagnosticSeverity.Error && isSyntactic(diagnostic),
    )
    .map(({ range, message }) => ({ range: fromRange(range), message: message.slice(0, 1000) }));
}
