/** JSON with comments and trailing commas. Only the changed bytes are written. */
import { parseTree, printParseErrorCode, type Node, type ParseError } from 'jsonc-parser';
import {
  inTheWay,
  wrapped,
  type ConfigFormat,
  type EditFailure,
  type Parsed,
  type Splices,
} from './format.ts';
import { guarded } from './guarded-format.ts';
import type { Json, KeyPath } from './json-value.ts';
import { insertChild, insertFirst, writtenAt } from './jsonc-insert.ts';
import { removeChild } from './jsonc-remove.ts';
import { positionOf } from './splice.ts';

const isBlank = (text: string): boolean => text.trim() === '';

/** Large, because some clients keep their whole history in the same file. */
const maxCharacters = 16_000_000;

const plainFormat: ConfigFormat = {
  name: 'jsonc',
  parse(text): Parsed {
    if (isBlank(text)) return { value: {} };
    const plain = plainJson(text);
    if (plain !== undefined) return { value: plain };
    const found = treeOf(text);
    return 'error' in found ? found : { value: valueOf(found.root) };
  },
  set(text, path, value): Splices {
    return editing(text, path, value, (found) => {
      const { node, rest } = found;
      if (rest.length === 0)
        return [{ at: node.offset, remove: node.length, insert: writtenAt(text, node, value) }];
      const [key = '', ...deeper] = rest;
      if (node.type !== 'object') return inTheWay(path.slice(0, path.length - rest.length));
      return insertChild(text, node, { key, value: wrapped(deeper, value) });
    });
  },
  append(text, path, item): Splices {
    return editing(text, path, [item], ({ node, rest }) => {
      if (rest.length > 0) return this.set(text, path, [item]);
      if (node.type !== 'array') return inTheWay(path);
      return insertChild(text, node, { value: item });
    });
  },
  prepend(text, path, item): Splices {
    return editing(text, path, [item], ({ node, rest }) =>
      rest.length > 0 || node.type !== 'array'
        ? inTheWay(path)
        : insertFirst(text, node, { value: item }),
    );
  },
  remove(text, path): Splices {
    return editing(text, path, null, ({ node, rest }) => {
      const property = node.parent;
      if (rest.length > 0 || !property) return [];
      return removeChild(text, property);
    });
  },
  removeItem(text, path, index): Splices {
    return editing(text, path, null, ({ node, rest }) => {
      const item = rest.length > 0 ? undefined : node.children?.[index];
      return item ? removeChild(text, item) : [];
    });
  },
};

export const jsoncFormat = guarded(plainFormat, maxCharacters);

/** Most files are plain JSON, which JSON.parse reads many times faster. */
function plainJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

function treeOf(text: string): { readonly root: Node } | EditFailure {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  const [first] = errors;
  if (root && !first) return { root };
  const why = first ? words(printParseErrorCode(first.error)) : 'There is no value in it.';
  return { error: { why, at: positionOf(text, first?.offset ?? 0) } };
}

/** If a key is repeated, the last one counts. */
function valueOf({ type, value, children = [] }: Node): Json {
  if (type === 'array') return children.map(valueOf);
  if (type !== 'object') return value as Json;
  return Object.fromEntries(
    children.flatMap(({ children: [key, inner] = [] }) =>
      key && inner ? [[key.value as string, valueOf(inner)]] : [],
    ),
  );
}

/** `PropertyNameExpected` becomes "property name expected". */
const words = (code: string): string =>
  `${code.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase()}.`;

interface ExistingNode {
  /** The innermost existing value. */
  readonly node: Node;
  /** The missing part of the path. */
  readonly rest: KeyPath;
}

function editing(
  text: string,
  path: KeyPath,
  value: Json,
  edit: (found: ExistingNode) => Splices,
): Splices {
  if (isBlank(text)) {
    const written = `${JSON.stringify(wrapped(path, value), null, 2)}\n`;
    return [{ at: 0, remove: text.length, insert: written }];
  }
  const tree = treeOf(text);
  return 'error' in tree ? tree : edit(find(tree.root, path));
}

function find(root: Node, path: KeyPath): ExistingNode {
  let node = root;
  for (const [depth, key] of path.entries()) {
    const properties = node.type === 'object' ? (node.children ?? []) : [];
    const next = properties.findLast(({ children }) => children?.[0]?.value === key)?.children?.[1];
    if (!next) return { node, rest: path.slice(depth) };
    node = next;
  }
  return { node, rest: [] };
}
