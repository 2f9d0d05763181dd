/** YAML. New lines are inserted between the existing ones, which stay unchanged. */
import { isMap, isScalar, isSeq, parseDocument, type Document, type Node } from 'yaml';
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
import { positionOf } from './splice.ts';
import { appendItem, appendLines, insertPair, nothingThere, type Value } from './yaml-insert.ts';
import { removeFromMap, removeFromSeq } from './yaml-remove.ts';

const maxCharacters = 1_000_000;
/** Limits aliases: ten aliases nested ten levels deep would be ten billion values. */
const maxAliasCount = 100;

const plainFormat: ConfigFormat = {
  name: 'yaml',
  parse(text): Parsed {
    const read = documentOf(text);
    return 'error' in read
      ? read
      : { value: (read.document.toJS({ maxAliasCount }) ?? {}) as Json };
  },
  set(text, path, value): Splices {
    const read = documentOf(text);
    if ('error' in read) return read;
    const { contents } = read.document;
    if (contents === null || nothingThere(text, contents))
      return appendLines(text, wrapped(path, value));
    const { trail, rest } = find(contents, path);
    const here = trail.at(-1);
    if (!here) return inTheWay(path);
    const [key, ...deeper] = rest;
    if (key === undefined) return replaceValue(here, value);
    return insertPair(text, trail, { [key]: wrapped(deeper, value) });
  },
  append(text, path, item): Splices {
    const read = documentOf(text);
    if ('error' in read) return read;
    const { contents } = read.document;
    const { trail, rest } = find(contents, path);
    const here = trail.at(-1);
    if (rest.length > 0 || !here || !isSeq(here)) return this.set(text, path, [item]);
    return appendItem(text, trail, item);
  },
  remove(text, path): Splices {
    const read = documentOf(text);
    if ('error' in read) return read;
    const { trail, rest } = find(read.document.contents, path);
    const [parent] = trail.slice(-2);
    if (rest.length > 0 || !parent || !isMap(parent)) return [];
    return removeFromMap(text, parent, path.at(-1) ?? '');
  },
  prepend: (_text, path) => inTheWay(path),
  removeItem(text, path, index): Splices {
    const read = documentOf(text);
    if ('error' in read) return read;
    const { trail, rest } = find(read.document.contents, path);
    const here = trail.at(-1);
    return rest.length > 0 || !isSeq(here) ? [] : removeFromSeq(text, here, index);
  },
};

export const yamlFormat = guarded(plainFormat, maxCharacters);

function documentOf(text: string): { readonly document: Document.Parsed } | EditFailure {
  const document = parseDocument(text, { keepSourceTokens: false });
  const [error] = document.errors;
  if (!error) return { document };
  const [why = ''] = error.message.split(/ at line |\n/);
  return { error: { why: `${why}.`, at: positionOf(text, error.pos[0]) } };
}

/** The values along the path, outermost first, and the missing part of the path. */
function find(root: Node | null, path: KeyPath) {
  const trail: Value[] = root ? [root] : [];
  for (const [depth, key] of path.entries()) {
    const here = trail.at(-1);
    const pair = isMap(here)
      ? here.items.find((item) => isScalar(item.key) && item.key.value === key)
      : undefined;
    if (!pair) return { trail, rest: path.slice(depth) };
    trail.push(pair.value as Value);
  }
  return { trail, rest: [] };
}

/** Replaces plain values only, nothing that spans several lines. */
function replaceValue(here: Value, value: Json): Splices {
  if (!isScalar(here) || !here.range) return inTheWay([]);
  const [start, end] = here.range;
  return [{ at: start, remove: end - start, insert: JSON.stringify(value) }];
}
