import type { Node, Tree } from 'web-tree-sitter';
import type { ActionArgs } from '../../shared/actions.ts';
import { done, failed, refused, type Outcome } from '../../shared/outcomes.ts';
import { isTrouble } from '../confined-trouble.ts';
import type { Desk } from '../desk.ts';
import type { Task } from '../hand.ts';
import { parsedLanguages, type SyntaxTrees } from './syntax-trees.ts';

type Args = ActionArgs<'analyze_syntax'>;
type Range = NonNullable<Args['range']>;

const mostErrors = 1_000;
const leafText = 120;

export async function analyzeSyntax(
  { documents }: Desk,
  trees: SyntaxTrees,
  args: Args,
  task: Task,
): Promise<Outcome> {
  const document = await documents.open(args.path, task);
  if (isTrouble(document)) return document;
  const { path, language, version, text } = document;
  if (!trees.knows(language)) {
    return refused('no-language-support', `${language}; there is: ${parsedLanguages.join(', ')}.`);
  }
  const tree = await trees.parse(text, language);
  if (!tree) return failed('took-too-long', 'The file takes too long to parse.');
  try {
    return done({ path, language, version, ...readTree(tree, args) });
  } finally {
    tree.delete();
  }
}

interface ToldNode {
  readonly type: string;
  readonly depth: number;
  readonly field?: string;
  readonly range: Range;
  readonly text?: string;
}

function readTree(tree: Tree, { range, depth: deepest, limit }: Args) {
  const nodes: ToldNode[] = [];
  const errors: { readonly range: Range; readonly message: string }[] = [];
  let truncated = false;
  // Places in the tree are counted in UTF-16 units, since the text was given as a string.
  const visit = (node: Node, depth: number, field: string | null): void => {
    if (node.isError || node.isMissing) {
      if (errors.length < mostErrors)
        errors.push({ range: rangeOf(node), message: whatIsWrong(node) });
      else truncated = true;
    }
    const isTold = node.isNamed && depth < deepest && (!range || touches(node, range));
    if (isTold && nodes.length === limit) truncated = true;
    else if (isTold) nodes.push(toldNode(node, depth, field));
    if (depth >= deepest && !node.hasError) return;
    for (let at = 0; at < node.childCount; at += 1) {
      const child = node.child(at);
      if (child) visit(child, depth + 1, node.fieldNameForChild(at));
    }
  };
  visit(tree.rootNode, 0, null);
  return { nodes, errors, truncated };
}

function toldNode(node: Node, depth: number, field: string | null): ToldNode {
  const isLeaf = node.namedChildCount === 0;
  return {
    type: node.type,
    depth,
    ...(field === null ? {} : { field }),
    range: rangeOf(node),
    ...(isLeaf && node.text.length <= leafText ? { text: node.text } : {}),
  };
}

const rangeOf = ({ startPosition, endPosition }: Node): Range => ({
  start: { line: startPosition.row + 1, character: startPosition.column },
  end: { line: endPosition.row + 1, character: endPosition.column },
});

const isBefore = (a: Range['start'], b: Range['start']): boolean =>
  a.line < b.line || (a.line === b.line && a.character < b.character);

function touches(node: Node, range: Range): boolean {
  const own = rangeOf(node);
  return !isBefore(own.end, range.start) && !isBefore(range.end, own.start);
}

const whatIsWrong = (node: Node): string =>
  node.isMissing
    ? `Here ${node.type} is missing.`
    : `This does not fit: ${node.text.slice(0, leafText)}`;
