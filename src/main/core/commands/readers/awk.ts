/** `awk`: its program text may start other programs, and some flags load more code. */
import { readArguments } from '../arguments.ts';
import { givesPattern, noteFlags } from '../by-table.ts';
import type { Collector } from '../collector.ts';
import { compiledSpec } from '../program-spec.ts';
import type { Reader } from '../tools.ts';
import type { Word } from '../words.ts';

export const readAwk: Reader = (words, { collector }, spec) => {
  const [program, ...given] = words;
  if (program === undefined) return;
  const table = compiledSpec(spec);
  const how = { flags: table.flags, single: false, stopAtOperand: true };
  const read = readArguments(given, how);
  collector.add('reads', program, 'awk goes through text');
  noteFlags(collector, table, 'awk', read.arguments, ['reads']);
  const hasText = read.arguments.some(
    (argument) => argument.kind === 'flag' && givesPattern(argument),
  );
  const [text, ...files] = hasText ? [undefined, ...read.rest] : read.rest;
  for (const argument of read.arguments) {
    if (argument.kind === 'flag' && argument.rule?.kind === 'pattern' && argument.value)
      noteText(argument.value, collector);
  }
  if (text) noteText(text, collector);
  for (const file of files) {
    if (file !== undefined && !/^[A-Za-z_]\w*=/.test(file.prefix)) collector.place(file, 'read');
  }
};

function noteText(text: Word, collector: Collector): void {
  if (!text.literal) {
    collector.add('unknown', text, 'the text of the awk program is only known when it runs');
    return;
  }
  // Searched in the whole text, including strings and patterns: removing those can be tricked.
  const word = /\b(?:system|getline)\b|@(?:load|include|namespace|[a-z_])/i.exec(text.text)?.[0];
  if (word !== undefined) {
    collector.add(
      'runs-other-code',
      text,
      `${word} in an awk program can run or read something else`,
    );
  }
  if (/\bARG[VC]\b|\bENVIRON\b/.test(text.text)) {
    collector.add('unknown', text, 'the awk program chooses its files itself');
  }
  const plain = withoutStrings(text.text);
  if (/\|&|(?<!\|)\|(?!\|)/.test(plain)) {
    collector.add('runs-other-code', text, '| in an awk program runs another program');
  }
  if (plain.split(/[{};\n]/).some(printsToFile)) {
    collector.add('writes', text, '> in an awk program writes a file');
  }
}

function printsToFile(part: string): boolean {
  const at = part.search(/\bprintf?\b/);
  return at >= 0 && part.includes('>', at);
}

/** Removes strings, and patterns where only a pattern is possible; anything uncertain stays. */
function withoutStrings(text: string): string {
  let plain = '';
  let before = '';
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at] ?? '';
    const isPattern = char === '/' && (before === '' || '(,{};!~&|\n'.includes(before));
    if (char === '#') {
      const end = text.indexOf('\n', at);
      at = end < 0 ? text.length : end - 1;
      continue;
    }
    if (char === '"' || isPattern) {
      const end = endOf(text, at, char);
      if (end < 0) return plain + text.slice(at);
      plain += ' "" ';
      before = '"';
      at = end;
      continue;
    }
    plain += char;
    if (char.trim() !== '' || char === '\n') before = char;
  }
  return plain;
}

/** The end of a string or pattern; inside brackets, a pattern may contain slashes. */
function endOf(text: string, start: number, mark: string): number {
  let inBrackets = false;
  for (let at = start + 1; at < text.length; at += 1) {
    const char = text[at];
    if (char === '\\') at += 1;
    else if (char === '\n') return -1;
    else if (mark === '/' && char === '[') inBrackets = true;
    else if (mark === '/' && char === ']') inBrackets = false;
    else if (char === mark && !inBrackets) return at;
  }
  return -1;
}
