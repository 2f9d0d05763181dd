/** Parses redirections: `> file`, `2>&1`, `<<EOF`, `<<< word`. */
import type { Node } from 'web-tree-sitter';
import type { ParsedRedirection, RedirectionMode } from '../../../shared/commands/parsed-line.ts';
import { plainWord, type TreeReader } from './walk.ts';

export function redirectionOf(node: Node, walk: TreeReader): ParsedRedirection {
  if (node.type === 'heredoc_redirect') return hereDocument(node, walk);
  const targets = node.namedChildren.filter((child) => child.type !== 'file_descriptor');
  const [target] = targets;
  const operator = node.children.find((child) => !child.isNamed)?.type ?? '';
  const mode = modeOf(operator, target);
  if (mode === null || targets.length > 1) walk.fail();
  const word = target ? walk.word(target) : plainWord('');
  return { mode: mode ?? 'write', target: word, source: node.text };
}

function modeOf(operator: string, target: Node | undefined): RedirectionMode | null {
  switch (operator) {
    case '<':
      return 'read';
    case '>':
    case '>|':
    case '&>':
      return 'write';
    case '>>':
    case '&>>':
      return 'append';
    case '<<<':
      return 'here-string';
    case '<&':
    case '<&-':
    case '>&-':
      return 'duplicate';
    case '>&':
      // `>&1` is another name for an open stream, `>&name` writes a file.
      return target?.type === 'number' ? 'duplicate' : 'write';
    default:
      return null;
  }
}

function hereDocument(node: Node, walk: TreeReader): ParsedRedirection {
  const start = node.children.find((child) => child.type === 'heredoc_start')?.text ?? '';
  const body = node.children.find((child) => child.type === 'heredoc_body');
  const quoted = /['"\\]/.test(start);
  // From the line after `<<EOF` on; the grammar leaves some of it outside its nodes.
  const text = node.text.slice(node.text.indexOf('\n') + 1);
  // The grammar overlooks `…` in such a text; the shell does not.
  if (!quoted && /(?<!\\)`/.test(text)) walk.fail();
  const literal = quoted || !/(?<!\\)\$/.test(text);
  const inner = literal || !body ? [] : walk.inside(body);
  if (!literal && countOf(text, /(?<!\\)\$\(/g) > inner.length) walk.fail();
  return {
    mode: 'here-document',
    source: node.text,
    target: {
      text,
      literal,
      prefix: literal ? text : '',
      hazards: literal ? [] : ['variable'],
      inner,
    },
  };
}

const countOf = (text: string, what: RegExp): number => [...text.matchAll(what)].length;
