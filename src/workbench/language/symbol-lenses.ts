/**
 * Lenses for servers that offer none of their own: how often each declaration is used, and which
 * declarations are tests. Both come from the server's symbols and references.
 */
import {
  SymbolKind,
  type CodeLens,
  type DocumentSymbol,
  type Location,
  type Position,
  type SymbolInformation,
} from 'vscode-languageserver-protocol';

/** A request to the language server about the open document. */
export interface SymbolRequests {
  symbols(): Promise<readonly (DocumentSymbol | SymbolInformation)[] | null>;
  /** Null when the server cannot find references. */
  readonly references: ((at: Position) => Promise<readonly Location[] | null>) | null;
}

/** Each counted declaration costs a request, so a long file has lenses only for its first ones. */
const maxCounted = 100;
const maxTests = 200;
const maxDepth = 4;

const counted = new Set<number>([
  ...[SymbolKind.Class, SymbolKind.Interface, SymbolKind.Enum, SymbolKind.Struct],
  ...[SymbolKind.Function, SymbolKind.Method, SymbolKind.Constructor],
]);

/** `test("adds") callback` (TypeScript), `test_adds` (Python), `TestAdds` (Go). */
const testNames = /^(?:(?:test|it|describe)(?:\.\w+)*\(|test_|Test[A-Z_])/;

export async function symbolLenses(requests: SymbolRequests): Promise<readonly CodeLens[]> {
  const symbols = flat((await requests.symbols()) ?? []);
  const tests = symbols.filter(isTest).slice(0, maxTests).map(testLens);
  const uses: CodeLens[] = [];
  // One after the other: a server answers requests about the same program no faster together.
  const { references } = requests;
  for (const symbol of references ? symbols.filter(isCounted).slice(0, maxCounted) : []) {
    const places = (await references?.(symbol.selectionRange.start)) ?? [];
    const title = places.length === 1 ? '1 reference' : `${places.length} references`;
    uses.push({ range: symbol.selectionRange, command: { title, command: 'references' } });
  }
  return [...uses, ...tests].toSorted(
    (a, b) =>
      a.range.start.line - b.range.start.line || a.range.start.character - b.range.start.character,
  );
}

const isTest = ({ name }: DocumentSymbol): boolean => testNames.test(name);

const isCounted = (symbol: DocumentSymbol): boolean => counted.has(symbol.kind) && !isTest(symbol);

const testLens = ({ selectionRange, name }: DocumentSymbol): CodeLens => ({
  range: selectionRange,
  command: { title: `Test: ${name.replace(/ callback$/, '')}`, command: 'run_tests' },
});

/** Declarations and what is declared in them, but nothing from servers that give no place for the name. */
function flat(
  symbols: readonly (DocumentSymbol | SymbolInformation)[],
  depth = 0,
): readonly DocumentSymbol[] {
  if (depth > maxDepth) return [];
  return symbols.flatMap((symbol) =>
    'selectionRange' in symbol ? [symbol, ...flat(symbol.children ?? [], depth + 1)] : [],
  );
}
