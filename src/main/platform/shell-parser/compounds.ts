/** Parses loops, conditions, functions, groups and tests. */
import type { Node } from 'web-tree-sitter';
import type {
  CompoundForm,
  ParsedRedirection,
  ParsedWord,
  ShellPart,
} from '../../../shared/commands/parsed-line.ts';
import { redirectionOf } from './redirections.ts';
import { isRedirect, plainWord, wordTypes, type TreeReader } from './walk.ts';

interface CompoundKind {
  readonly form: CompoundForm;
  readonly keywords: readonly string[];
}

const branch: CompoundKind = { form: 'if', keywords: ['if', 'then', 'elif', 'else', 'fi'] };
const loop: CompoundKind = {
  form: 'loop',
  keywords: ['while', 'until', 'do', 'done', 'for', 'select', 'in'],
};

export const compoundKinds: ReadonlyMap<string, CompoundKind> = new Map([
  ['negated_command', { form: 'group', keywords: ['!'] }],
  ['subshell', { form: 'subshell', keywords: ['(', ')'] }],
  ['compound_statement', { form: 'group', keywords: ['{', '}'] }],
  ['if_statement', branch],
  ['elif_clause', branch],
  ['else_clause', branch],
  ['while_statement', loop],
  ['for_statement', loop],
  ['do_group', loop],
  ['case_statement', { form: 'case', keywords: ['case', 'in', 'esac'] }],
  ['case_item', { form: 'case', keywords: ['(', ')', '|', ';;', ';&', ';;&'] }],
]);

const joins: readonly string[] = [';', '&', '&&', '||', '\n'];

export function compoundOf(
  node: Node,
  { form, keywords }: CompoundKind,
  walk: TreeReader,
): ShellPart {
  const words: ParsedWord[] = [];
  const statements: Node[] = [];
  const redirections: ParsedRedirection[] = [];
  for (const child of node.children) {
    if (isRedirect(child)) redirections.push(redirectionOf(child, walk));
    else if (isPattern(child)) patternOf(child, walk);
    else if (wordTypes.has(child.type)) words.push(walk.word(child));
    else if (child.isNamed || joins.includes(child.type)) statements.push(child);
    else if (!keywords.includes(child.type)) walk.fail();
  }
  const parts = walk.statements(statements);
  return { kind: 'compound', form, name: '', words, parts, redirections };
}

const isPattern = (node: Node): boolean => node.type === 'extglob_pattern' || node.type === 'regex';

function patternOf(node: Node, walk: TreeReader): void {
  walk.spanned(node);
  if (/`|\$[({\w@*#?!$-]/.test(node.text)) walk.fail();
}

export function functionOf(node: Node, walk: TreeReader): ShellPart {
  const name = node.childForFieldName('name');
  const body = node.childForFieldName('body');
  if (name) walk.spanned(name);
  const isKnown = (child: Node): boolean =>
    !child.isNamed || child.id === name?.id || child.id === body?.id;
  if (!node.children.every(isKnown) || !body || !name) walk.fail();
  return {
    kind: 'compound',
    form: 'function',
    name: name?.text ?? '',
    words: [],
    parts: body ? [walk.statement(body)] : [],
    redirections: [],
  };
}

/** `[ … ]`, `[[ … ]]`, `(( … ))`: the opening bracket is the name. */
export function testOf(node: Node, walk: TreeReader): ShellPart {
  const words: ParsedWord[] = [];
  testWords(node, words, walk);
  const name = node.children[0]?.text ?? '';
  return { kind: 'compound', form: 'test', name, words, parts: [], redirections: [] };
}

const deepestTest = 40;

function testWords(node: Node, into: ParsedWord[], walk: TreeReader, depth = 0): void {
  if (depth > deepestTest) {
    walk.fail();
    return;
  }
  for (const child of node.children) {
    if (child.type === 'test_operator') into.push(plainWord(walk.spanned(child).text));
    else if (isPattern(child)) patternOf(child, walk);
    else if (wordTypes.has(child.type)) into.push(walk.word(child));
    else if (/_expression$|^(?:subscript|variable_assignment)$/.test(child.type)) {
      testWords(child, into, walk, depth + 1);
    } else if (child.isNamed) walk.fail();
    else walk.spanned(child);
  }
}
