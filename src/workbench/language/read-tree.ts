/** Reads nodes from a syntax tree. Runs in the language worker thread. */
import type { Node, Tree } from 'web-tree-sitter';
import type { ActionArgs } from '../../shared/actions/actions.ts';

export type TreeArgs = Pick<ActionArgs<'analyze_syntax'>, 'range' | 'depth' | 'limit'>;
type NodeRange = NonNullable<TreeArgs['range']>;

export interface ReadTree {
  readonly nodes: readonly WireNode[];
  readonly errors: readonly { readonly range: NodeRange; readonly message: string }[];
  readonly truncated: boolean;
}

const maxErrors = 1_000;
const leafText = 120;

interface WireNode {
  readonly type: string;
  readonly depth: number;
  readonly field?: string;
  readonly range: NodeRange;
  readonly text?: string;
}

export function readTree(tree: Tree, { range, depth: maxDepth, limit }: TreeArgs): ReadTree {
  const nodes: WireNode[] = [];
  const errors: { readonly range: NodeRange; readonly message: string }[] = [];
  let truncated = false;
  // Positions are in UTF-16 units because the text was parsed as a string.
  const visit = (node: Node, depth: number, field: string | null): void => {
    if (node.isError || node.isMissing) {
      if (errors.length < maxErrors)
        errors.push({ range: rangeOf(node), message: syntaxErrorText(node) });
      else truncated = true;
    }
    const isIncluded = node.isNamed && depth < maxDepth && (!range || touches(node, range));
    if (isIncluded && nodes.length === limit) truncated = true;
    else if (isIncluded) nodes.push(toWireNode(node, depth, field));
    if (depth >= maxDepth && !node.hasError) return;
    for (let at = 0; at < node.childCount; at += 1) {
      const child = node.child(at);
      if (child) visit(child, depth + 1, node.fieldNameForChild(at));
    }
  };
  visit(tree.rootNode, 0, null);
  return { nodes, errors, truncated };
}

function toWireNode(node: Node, depth: number, field: string | null): WireNode {
  const isLeaf = node.namedChildCount === 0;
  return {
    type: node.type,
    depth,
    ...(field === null ? {} : { field }),
    range: rangeOf(node),
    ...(isLeaf && node.text.length <= leafText ? { text: node.text } : {}),
  };
}

const rangeOf = ({ startPosition, endPosition }: Node): NodeRange => ({
  start: { line: startPosition.row + 1, character: startPosition.column },
  end: { line: endPosition.row + 1, character: endPosition.column },
});

const isBefore = (a: NodeRange['start'], b: NodeRange['start']): boolean =>
  a.line < b.line || (a.line === b.line && a.character < b.character);

function touches(node: Node, range: NodeRange): boolean {
  const own = rangeOf(node);
  return !isBefore(own.end, range.start) && !isBefore(range.end, own.start);
}

const syntaxErrorText = (node: Node): string =>
  node.isMissing
    ? `Here ${node.type} is missing.`
    : `This does not fit: ${node.text.slice(0, leafText)}`;

const maxSymbols = 1_000;
const deepestSymbol = 6;

/** Grammars name declaring nodes "declaration", "definition" or "item". */
const declares =
  /(declaration|definition|declarator|_item|_spec)$|^(class|module|method|function)$/;

export function namesDeclaredIn(root: Node): readonly string[] {
  const names: string[] = [];
  const visit = (node: Node, depth: number): void => {
    if (depth > deepestSymbol || names.length >= maxSymbols) return;
    const name = declares.test(node.type) ? node.childForFieldName('name') : null;
    if (name) names.push(name.text.slice(0, 200));
    for (const child of node.namedChildren) if (child) visit(child, depth + 1);
  };
  visit(root, 0);
  return names;
}
