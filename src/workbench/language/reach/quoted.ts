/**
 * Finds the texts in a source file that name other files. It reads more broadly than a compiler:
 * any quote may start a name, so that no comment or odd string hides one. The text may be hostile,
 * so all work is counted, and a text that takes too much counts as naming everything.
 */

/** Leads outside any folder: the result for texts that are too complex to read. */
export const namesEverything = '../'.repeat(200);

const afterImport =
  /(?:\b(?:from|import|require|module|defer|source)|\b(?:path|types|lib)\s{0,20}=)\s{0,20}\(?$/;
const near = 200;
const maxSteps = 64;
/** Comments and lines that are longer count as hiding something. */
const farthest = 20_000;
const maxNameLength = 5_000;

/** The remaining work a text may cause. */
interface Budget {
  characters: number;
  searches: number;
}

const budgetFor = (text: string): Budget => ({
  characters: 1_000_000 + 20 * text.length,
  searches: 2_000,
});

/** What a script imports, in any syntax. */
export function importsOf(text: string): readonly string[] {
  const budget = budgetFor(text);
  const names = new Set<string>();
  for (const at of quotesIn(text, '\'"`')) {
    if (budget.characters <= 0) return [namesEverything];
    if (isAfterImport(text, at, budget)) addNameAt(text, at, budget, names);
  }
  for (const [, name = ''] of text.matchAll(/@jsxImportSource\s{1,100}(\S{1,1000})/g))
    names.add(name);
  return [...names];
}

/** All texts in quotes. */
export function stringsOf(text: string): readonly string[] {
  const budget = budgetFor(text);
  const names = new Set<string>();
  for (const at of quotesIn(text, '\'"')) {
    if (budget.characters <= 0) return [namesEverything];
    addNameAt(text, at, budget, names);
  }
  return [...names];
}

/** Includes quotes that close a string elsewhere. */
function* quotesIn(text: string, quotes: string): Generator<number> {
  for (let at = 0; at < text.length; at += 1) if (quotes.includes(text[at] ?? '')) yield at;
}

/** Up to the matching quote or the end of the line. */
function addNameAt(text: string, start: number, budget: Budget, names: Set<string>): void {
  const quote = text[start];
  let at = start + 1;
  while (at < text.length && at - start <= maxNameLength) {
    const char = text[at];
    if (char === quote || char === '\n' || char === '\r') break;
    at += char === '\\' ? 2 : 1;
  }
  budget.characters -= at - start;
  const name = at - start > maxNameLength ? namesEverything : unescaped(text.slice(start + 1, at));
  if (name !== '') names.add(name);
}

function isAfterImport(text: string, at: number, budget: Budget): boolean {
  const before = text.slice(Math.max(0, at - near), at);
  budget.characters -= 1;
  const close = before.trimEnd();
  if (afterImport.test(close.slice(-60))) return true;
  // Only comments or white space can stand in between.
  const isPlain = close !== '' && !close.endsWith('*/') && !close.endsWith('(');
  const isSameLine = !before.slice(close.length).includes('\n');
  if (isPlain && (isSameLine || !lineBefore(text, at - (before.length - close.length))))
    return false;
  budget.searches -= 1;
  // Text hidden this well counts as an import.
  return budget.searches < 0 || isAfterComments(text, at);
}

/** Whether the line ending here may end in a comment. */
function lineBefore(text: string, end: number): boolean {
  const start = Math.max(text.lastIndexOf('\n', end - 1) + 1, end - 2_000);
  return text.slice(start, end).includes('//') || end - start >= 2_000;
}

/** Skips spaces and comments backwards, trying every place where a comment may begin. */
function isAfterComments(text: string, at: number): boolean {
  const todo = [at];
  const seen = new Set<number>();
  for (let step = 0; step < maxSteps; step += 1) {
    const end = todo.pop();
    if (end === undefined) return false;
    if (seen.has(end)) continue;
    seen.add(end);
    const start = Math.max(0, end - 2_000);
    const before = text.slice(start, end).trimEnd();
    if (afterImport.test(before.slice(-60))) return true;
    if (before.endsWith('(')) todo.push(start + before.length - 1);
    if (before === '' && start > 0) todo.push(start);
    const starts = commentStarts(text, start + before.length);
    if (starts === null) return true;
    todo.push(...starts);
  }
  return true;
}

/** Where the comment that ends here may have begun; null when that is too far away to be looked for. */
function commentStarts(text: string, end: number): readonly number[] | null {
  const from = Math.max(0, end - farthest);
  const part = text.slice(from, end);
  const starts: number[] = [];
  if (part.endsWith('*/')) {
    const open = part.lastIndexOf('/*', part.length - 2);
    if (open < 0 && from > 0) return null;
    if (open >= 0) starts.push(from + open);
  }
  const line = part.lastIndexOf('\n') + 1;
  if (line === 0 && from > 0) return null;
  for (let at = part.indexOf('//', line); at >= 0; at = part.indexOf('//', at + 1)) {
    if (starts.length > 16) break;
    starts.push(from + at);
  }
  return starts;
}

const escapes = /\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|u\{([0-9a-fA-F]{1,6})\}|(\r\n|[^]))/g;

function unescaped(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replaceAll(escapes, (_, two?: string, four?: string, more?: string, one?: string) => {
    const code = two ?? four ?? more;
    if (code !== undefined) return characterOf(Number.parseInt(code, 16));
    return one === undefined || /^[\r\n\u2028\u2029]/.test(one) ? '' : one;
  });
}

const characterOf = (code: number): string => (code <= 0x10ffff ? String.fromCodePoint(code) : '');
