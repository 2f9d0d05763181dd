/**
 * A second, much smaller parser that only finds where words begin and end. Where it understands a
 * line and disagrees with the grammar, the line counts as not understood.
 */
import type { NodeSpan } from './tree.ts';

const beyond = /`|\$\(|\$\{|<<|<\(|>\(|\(\(|\[\[|=\(|\bcase\b|[?*+@!]\(/;
const reserved = new Set(
  'if then elif else fi for select while until do done in function ! { } [ ] time'.split(' '),
);
const operators = [
  '&>>',
  '&&',
  '||',
  ';;',
  '|&',
  '&>',
  '>>',
  '>&',
  '<&',
  '>|',
  '<>',
  ';',
  '|',
  '&',
  '(',
  ')',
  '<',
  '>',
  '\n',
];

export function agreesWith(source: string, spans: readonly NodeSpan[]): boolean {
  // A word that continues after a backslash at the end of a line is parsed differently.
  if (/[^\s]\\\n[^\s]/.test(source)) return false;
  if (beyond.test(source)) return true;
  const words = wordsIn(source);
  if (words === null) return false;
  const seen = new Set(spans.map(({ start, end }) => `${start}-${end}`));
  const mine = new Set(words.map(({ start, end }) => `${start}-${end}`));
  const isMine = ({ start, end }: NodeSpan): boolean => mine.has(`${start}-${end}`);
  const isSeen = ({ start, end }: NodeSpan): boolean =>
    seen.has(`${start}-${end}`) || reserved.has(source.slice(start, end));
  return spans.filter((span) => !isOperator(source, span)).every(isMine) && words.every(isSeen);
}

const isOperator = (source: string, { start, end }: NodeSpan): boolean =>
  /^[()[\]!&|<>=]+$/.test(source.slice(start, end));

/** Null if a quote is not closed. */
function wordsIn(source: string): NodeSpan[] | null {
  const found: NodeSpan[] = [];
  let at = 0;
  while (at < source.length) {
    const char = source[at] ?? '';
    if (char === ' ' || char === '\t') at += 1;
    else if (char === '\\' && source[at + 1] === '\n') at += 2;
    else if (char === '#') at = endOfLine(source, at);
    else {
      const operator = operators.find((item) => source.startsWith(item, at));
      if (operator !== undefined) {
        at += operator.length;
        continue;
      }
      const end = endOfWord(source, at);
      if (end === null) return null;
      if (!isDescriptor(source, at, end)) found.push({ start: at, end });
      at = end;
    }
  }
  return found;
}

function endOfLine(source: string, from: number): number {
  const end = source.indexOf('\n', from);
  return end < 0 ? source.length : end;
}

/** The `2` in `2>file` is not a word. */
const isDescriptor = (source: string, start: number, end: number): boolean =>
  /^[0-9]+$/.test(source.slice(start, end)) && /[<>]/.test(source[end] ?? '');

function endOfWord(source: string, from: number): number | null {
  let at = from;
  while (at < source.length) {
    const char = source[at] ?? '';
    if (/[\s;|&()<>]/.test(char)) return at;
    if (char === '\\') at += 2;
    else if (char === "'" || char === '"') {
      const ansi = char === "'" && source[at - 1] === '$';
      const end = endOfQuote(source, at, char, ansi || char === '"');
      if (end === null) return null;
      at = end;
    } else at += 1;
  }
  return Math.min(at, source.length);
}

function endOfQuote(source: string, from: number, mark: string, escapes: boolean): number | null {
  for (let at = from + 1; at < source.length; at += 1) {
    if (escapes && source[at] === '\\') at += 1;
    else if (source[at] === mark) return at + 1;
  }
  return null;
}
