/** The interface between the tree conversion and the parsers of single node types. */
import type { Node } from 'web-tree-sitter';
import type { ParsedWord, ShellPart } from '../../../shared/commands/parsed-line.ts';

export interface TreeReader {
  /** Something was not understood. */
  fail(): void;
  word(node: Node): ParsedWord;
  /** Records the position of a word for the second parser. */
  spanned(node: Node): Node;
  statement(node: Node): ShellPart;
  statements(nodes: readonly Node[]): ShellPart[];
  /** The commands inside a substitution, or inside anything that may contain some. */
  inside(node: Node): readonly ShellPart[];
}

export const wordTypes: ReadonlySet<string> = new Set([
  'word',
  'number',
  'string',
  'raw_string',
  'ansi_c_string',
  'concatenation',
  'simple_expansion',
  'expansion',
  'command_substitution',
  'process_substitution',
  'arithmetic_expansion',
  'brace_expression',
  'command_name',
  'variable_name',
]);

export const isRedirect = (node: Node): boolean => node.type.endsWith('_redirect');

export const unparsed = (node: Node): ShellPart => ({ kind: 'unparsed', text: node.text });

export const plainWord = (text: string): ParsedWord => ({
  text,
  literal: true,
  prefix: text,
  hazards: [],
  inner: [],
});

/** Text between the children of a node that is not white space. */
export function gapsIn(node: Node): string {
  const { text, startIndex } = node;
  let at = startIndex;
  let gaps = '';
  for (const child of node.children) {
    gaps += text.slice(at - startIndex, child.startIndex - startIndex);
    at = child.endIndex;
  }
  if (node.childCount > 0) gaps += text.slice(at - startIndex);
  return gaps.replaceAll('\\\n', '').trim();
}
