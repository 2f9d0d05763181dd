/**
 * The structure of a file as the editor's language support tells it: its symbols, nested. Editors of
 * this family have no syntax tree to give; the nodes are what their outline shows.
 */
import * as vscode from 'vscode';
import type { ActionArgs } from '../../../../src/shared/actions.ts';
import { done, type Outcome } from '../../../../src/shared/outcomes.ts';
import { openInTab, versionOf } from '../basics/documents.ts';
import { fromRange, toRange, type WireRange } from '../basics/positions.ts';
import { refusal } from '../basics/refusal.ts';
import { settledDiagnostics } from './diagnostics.ts';

interface Node {
  readonly type: string;
  readonly depth: number;
  readonly field?: string;
  readonly range: WireRange;
  readonly text?: string;
}

const mostErrors = 1_000;

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
  const root: Node = { type: 'document', depth: 0, range: fromRange(whole) };
  const wanted = range ? toRange(range) : whole;
  const all = [root, ...nodesOf(symbols, 1, depth, wanted)];
  const errors = await syntaxErrors(document);
  return done({
    path,
    language,
    version: versionOf(document.getText()),
    nodes: all.slice(0, limit),
    errors: errors.slice(0, mostErrors),
    truncated: all.length > limit || errors.length > mostErrors,
  });
}

function nodesOf(
  symbols: readonly (vscode.DocumentSymbol | vscode.SymbolInformation)[],
  depth: number,
  deepest: number,
  wanted: vscode.Range,
): readonly Node[] {
  if (depth >= deepest) return [];
  return symbols.flatMap((symbol) => {
    const isNested = 'children' in symbol;
    const range = isNested ? symbol.range : symbol.location.range;
    if (!range.intersection(wanted)) return [];
    const type = vscode.SymbolKind[symbol.kind].toLowerCase();
    const own = { type, depth, range: fromRange(range), text: symbol.name.slice(0, 1000) };
    return [own, ...(isNested ? nodesOf(symbol.children, depth + 1, deepest, wanted) : [])];
  });
}

/** TypeScript numbers what does not parse from 1000 to 1999; others say so in words. */
const isSyntactic = ({ code, message }: vscode.Diagnostic): boolean => {
  const number = Number(typeof code === 'object' ? code.value : code);
  return (number >= 1000 && number < 2000) || /syntax|expected|unterminated/i.test(message);
};

async function syntaxErrors(document: vscode.TextDocument) {
  const found = await settledDiagnostics(document);
  return found
    .filter((one) => one.severity === vscode.DiagnosticSeverity.Error && isSyntactic(one))
    .map(({ range, message }) => ({ range: fromRange(range), message: message.slice(0, 1000) }));
}
