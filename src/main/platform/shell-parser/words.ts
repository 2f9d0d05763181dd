/**
 * Parses words of a shell line: removes quotes, and marks parts that are known only at run time.
 */
import type { Node } from 'web-tree-sitter';
import type { ParsedWord, ShellPart, WordHazard } from '../../../shared/commands/parsed-line.ts';
import type { TreeReader } from './walk.ts';

type WordWalk = Pick<TreeReader, 'inside' | 'fail'>;

interface Draft {
  value: string;
  /** The prefix that is certain; null while the whole word is. */
  prefix: string | null;
  readonly hazards: Set<WordHazard>;
  readonly inner: ShellPart[];
  /** The unquoted part, which is searched for braces. */
  bare: string;
}

export function wordOf(node: Node, walk: WordWalk): ParsedWord {
  const draft: Draft = { value: '', prefix: null, hazards: new Set(), inner: [], bare: '' };
  addNode(node, draft, walk, false);
  if (hasBraceExpansion(draft.bare)) {
    const brace = draft.value.indexOf('{');
    hazard(draft, 'brace', brace < 0 ? '' : draft.value.slice(0, brace));
  }
  const literal = draft.hazards.size === 0;
  return {
    text: literal ? draft.value : textOf(node, draft),
    literal,
    prefix: draft.prefix ?? draft.value,
    hazards: [...draft.hazards],
    inner: draft.inner,
  };
}

/** If there is only a tilde, the value is known except for it, without quotes. */
const textOf = (node: Node, { hazards, value }: Draft): string =>
  hazards.size === 1 && hazards.has('tilde') ? value : node.text;

function hazard(draft: Draft, kind: WordHazard, prefix: string): void {
  draft.hazards.add(kind);
  const shorter = draft.prefix === null || prefix.length < draft.prefix.length;
  if (shorter) draft.prefix = prefix;
}

function addNode(node: Node, draft: Draft, walk: WordWalk, quoted: boolean): void {
  switch (node.type) {
    case 'word':
      addBareText(node.text, draft);
      return;
    case 'number':
    case 'variable_name':
    case 'special_variable_name':
    case 'file_descriptor':
    case 'test_operator':
      addPlain(node, draft, walk);
      return;
    case 'raw_string':
      draft.value += node.text.slice(1, -1);
      return;
    case 'ansi_c_string':
      draft.value += ansiText(node.text.slice(2, -1));
      return;
    case 'string':
      addString(node, draft, walk);
      return;
    case 'command_name':
    case 'concatenation':
      addJoined(node, draft, walk);
      return;
    case 'simple_expansion':
    case 'expansion':
      addExpansion(node, draft, walk, quoted);
      return;
    case 'command_substitution':
      addInner(node, 'substitution', draft, walk, quoted);
      return;
    case 'process_substitution':
      addInner(node, 'process', draft, walk, true);
      return;
    case 'arithmetic_expansion':
      addInner(node, 'arithmetic', draft, walk, true);
      if (/[A-Za-z_]/.test(node.text.replaceAll(/0x[0-9a-f]+/gi, ''))) {
        hazard(draft, 'variable', draft.value);
      }
      return;
    case 'brace_expression':
      hazard(draft, 'brace', draft.value);
      return;
    default:
      walk.fail();
      hazard(draft, 'variable', '');
  }
}

/** A number may contain an expansion (`16#$x`). */
function addPlain(node: Node, draft: Draft, walk: WordWalk): void {
  if (node.childCount > 0 || /[$`]/.test(node.text)) walk.fail();
  draft.value += node.text;
}

/** Unquoted text: a backslash escapes the next character. */
function addBareText(text: string, draft: Draft): void {
  if (draft.value === '' && draft.hazards.size === 0 && text.startsWith('~'))
    hazard(draft, 'tilde', '');
  // After `=` and `:` a shell may expand a tilde as well.
  else if (/[=:]~/.test(text)) hazard(draft, 'tilde', '');
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at] ?? '';
    if (char === '\\') {
      at += 1;
      if (text[at] !== '\n') draft.value += text[at] ?? '\\';
      continue;
    }
    if (char === '*' || char === '?' || char === '[') hazard(draft, 'glob', draft.value);
    draft.value += char;
    draft.bare += char;
  }
}

function addString(node: Node, draft: Draft, walk: WordWalk): void {
  const end = node.endIndex - 1;
  let at = node.startIndex + 1;
  for (const child of node.namedChildren) {
    if (child.type === 'string_content') continue;
    addQuoted(sliceOf(node, at, child.startIndex), draft, walk);
    addNode(child, draft, walk, true);
    at = child.endIndex;
  }
  addQuoted(sliceOf(node, at, end), draft, walk);
}

const sliceOf = (node: Node, from: number, to: number): string =>
  node.text.slice(from - node.startIndex, to - node.startIndex);

function addQuoted(text: string, draft: Draft, walk: WordWalk): void {
  // An expansion that the grammar missed.
  if (/(?<!\\)(?:\\\\)*[`]/.test(text) || /(?<!\\)(?:\\\\)*\$[({A-Za-z_0-9@*#?$!-]/.test(text))
    walk.fail();
  draft.value += text.replaceAll(/\\([$`"\\\n])/g, (_, char: string) =>
    char === '\n' ? '' : char,
  );
}

function addJoined(node: Node, draft: Draft, walk: WordWalk): void {
  let at = node.startIndex;
  for (const child of node.children) {
    if (child.startIndex !== at) walk.fail();
    at = child.endIndex;
    if (child.isNamed) addNode(child, draft, walk, false);
    else {
      walk.fail();
      draft.value += child.text;
    }
  }
}

function addExpansion(node: Node, draft: Draft, walk: WordWalk, quoted: boolean): void {
  // ${x@P} executes its value; an index or an offset is arithmetic, which can execute code too.
  if (/@[A-Za-z]?\}$/.test(node.text)) walk.fail();
  if (/\[[^[\]A-Za-z_$]*[A-Za-z_$]/.test(node.text) || hasOffset(node.text)) {
    hazard(draft, 'arithmetic', quoted ? draft.value : '');
  }
  addInner(node, 'variable', draft, walk, quoted);
}

/** `{a,b}` and `{1..9}`: the text between the braces makes it a list. */
function hasBraceExpansion(text: string): boolean {
  const between = text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1);
  return text.includes('{') && /,|\.\./.test(between);
}

/** A colon followed by something other than `-=?+`, with a letter there or before the brace. */
function hasOffset(text: string): boolean {
  let [nextWord, nextLetterFirst] = ['', false];
  let letterBeforeBrace = false;
  for (let at = text.length - 1; at >= 0; at -= 1) {
    const char = text[at] ?? '';
    const isLetter = /[A-Za-z_$]/.test(char);
    if (char === ':' && nextWord !== '') {
      if (/[A-Za-z_$]/.test(nextWord)) return true;
      if (!'-=?+'.includes(nextWord) && nextLetterFirst) return true;
    }
    if (!/\s/.test(char)) [nextWord, nextLetterFirst] = [char, letterBeforeBrace];
    if (char === '}') letterBeforeBrace = false;
    else if (isLetter) letterBeforeBrace = true;
  }
  return false;
}

/** Unquoted results are split into words, each of which may be anything. */
function addInner(
  node: Node,
  kind: WordHazard,
  draft: Draft,
  walk: WordWalk,
  quoted: boolean,
): void {
  draft.inner.push(...walk.inside(node));
  hazard(draft, kind, quoted ? draft.value : '');
}

const ansiNames: Readonly<Record<string, string>> = {
  a: '\u0007',
  b: '\b',
  e: '\u001b',
  E: '\u001b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
  "'": "'",
  '"': '"',
  '?': '?',
};

function ansiText(text: string): string {
  return text.replaceAll(
    /\\(?:x([0-9A-Fa-f]{1,2})|u([0-9A-Fa-f]{1,4})|U([0-9A-Fa-f]{1,8})|([0-7]{1,3})|c(.)|(.))/gs,
    (
      _,
      hex?: string,
      u4?: string,
      u8?: string,
      octal?: string,
      control?: string,
      char?: string,
    ) => {
      const digits = hex ?? u4 ?? u8;
      if (digits !== undefined) return codePoint(Number.parseInt(digits, 16));
      if (octal !== undefined) return codePoint(Number.parseInt(octal, 8) % 256);
      if (control !== undefined) return codePoint(control.charCodeAt(0) % 32);
      return ansiNames[char ?? ''] ?? `\\${char ?? ''}`;
    },
  );
}

const codePoint = (code: number): string =>
  code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
