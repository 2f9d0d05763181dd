/**
 * All text for users is in copy files (`*-text.ts`, and `src/renderer/text` for text that several
 * pages share), so that one person can read a page's text in one sitting, and it avoids the words
 * on the not-used list.
 */
import { parseSync } from 'vite';
import { expect, test } from 'vitest';
import { pages as pageIds } from '../../src/renderer/app/store.ts';
import { filesUnder, isCode, isNode, type Node, type SourceFile } from '../support/source-files.ts';

const root = process.cwd();

const notUsed = [
  ...[/\bhouse\b/i, /\bdoors?\b/i, /\btrouble\b/i, /\bwish(es|ed)?\b/i, /\bhad back\b/i],
  ...[/\bcounts (for|as|from|again)\b/i, /\b(is|are|was|were) told\b/i, /\bstands\b/i],
  ...[/\bthe person\b/i, /\bthe owner\b/i, /\banew\b/i, /\bnonsense\b/i, /\bon record\b/i],
  ...[/\bunder way\b/i, /\btaken (back|away)\b/i, /\bwhoever\b/i, /\bof its own\b/i],
  ...[/\bsay yes\b/i, /\bas yet\b/i, /\bput off\b/i, /\bmend\b/i, /\bticked\b/i],
];

const isCopyFile = (path: string): boolean =>
  path.endsWith('-text.ts') || path.startsWith('src/renderer/text/');

const exempt = [
  // The sentences of commands are part of a call's digest, so changing one would void saved rules.
  'src/main/core/commands/',
  // Its text is a program.
  'src/main/integrations/native/opencode-plugin.ts',
];

const files = ['src', 'extensions']
  .flatMap((folder) => filesUnder(root, folder))
  .filter(({ path }) => isCode(path) && !exempt.some((start) => path.startsWith(start)));

/** Every string and template of a file, and the text between JSX tags. */
function textsOf(file: SourceFile): string[] {
  const texts: string[] = [];
  walk(parseSync(file.path, file.text).program, [], (node) => {
    const text = textOf(node);
    if (text !== null) texts.push(text);
  });
  // A single word in lower case is a name in the code, not a sentence.
  return texts.filter((text) => /[ A-Z]/.test(text));
}

function textOf(node: Node): string | null {
  const { type, value } = node;
  const raw =
    type === 'TemplateElement' && isNode(value)
      ? value['raw']
      : type === 'Literal' || type === 'JSXText'
        ? value
        : null;
  return typeof raw === 'string' ? raw.replaceAll(/\s+/g, ' ').trim() : null;
}

function walk(
  value: unknown,
  parents: readonly Node[],
  seen: (node: Node, parents: readonly Node[]) => void,
): void {
  if (Array.isArray(value)) {
    for (const item of value) walk(item, parents, seen);
    return;
  }
  if (!isNode(value)) return;
  const isTyped = typeof value['type'] === 'string';
  if (isTyped && String(value['type']).startsWith('Import')) return;
  if (isTyped) seen(value, parents);
  const below = isTyped ? [...parents, value] : parents;
  for (const child of Object.values(value)) walk(child, below, seen);
}

/** Attributes that users read or hear. */
const spoken = ['aria-label', 'aria-valuetext', 'title', 'placeholder', 'label', 'note', 'alt'];
/** Key caps, and an example of a mark. */
const allowedInJsx = ['Esc', 'U+202E'];
/** A word with a capital letter, then at least one more word. */
const sentence = /^[A-Z][A-Za-z]+ [^ ]/;

/** Text for users that is written where it is used. */
function strayTexts(file: SourceFile): string[] {
  const stray: string[] = [];
  walk(parseSync(file.path, file.text).program, [], (node, parents) => {
    const text = textOf(node);
    if (text === null || !/[A-Za-z]{2}/.test(text) || allowedInJsx.includes(text)) return;
    if (isThrown(parents) || isName(node, parents.at(-1))) return;
    if (node['type'] === 'JSXText' || isShown(node, parents) || sentence.test(text))
      stray.push(`${file.path}: ${text}`);
  });
  return stray;
}

/** Errors for developers, which no window shows. */
const isThrown = (parents: readonly Node[]): boolean =>
  parents.some(({ type }) => type === 'ThrowStatement');

/** A key, a type or a value that is compared. */
const isName = (node: Node, parent: Node | undefined): boolean =>
  ['TSLiteralType', 'BinaryExpression'].includes(String(parent?.['type'])) ||
  (parent?.['type'] === 'Property' && parent['key'] === node);

/** Whether a string is a child of an element, or one of the attributes above. */
function isShown(node: Node, parents: readonly Node[]): boolean {
  const own = parents.findLastIndex(({ type }) => !transparent.includes(String(type)));
  const holder = parents[own];
  if (holder?.['type'] === 'JSXAttribute') {
    const { name } = holder;
    return isNode(name) && spoken.includes(String(name['name']));
  }
  if (holder?.['type'] !== 'JSXElement' && holder?.['type'] !== 'JSXFragment') return false;
  return isResult(node, parents.slice(own + 1));
}

const transparent = [
  ...['JSXExpressionContainer', 'ConditionalExpression', 'LogicalExpression'],
  ...['TemplateLiteral', 'ParenthesizedExpression'],
];

/** Not the condition itself, as in `kind === 'a' ? … : …`. */
const isResult = (node: Node, parents: readonly Node[]): boolean =>
  parents.every((parent, at) => parent['test'] !== (parents[at + 1] ?? node));

test('text for users and agents avoids the words on the not-used list', () => {
  expect(files.length).toBeGreaterThan(100);
  const found = files.flatMap((file) =>
    textsOf(file)
      .filter((text) => notUsed.some((word) => word.test(text)))
      .map((text) => `${file.path}: ${text}`),
  );
  expect(found).toEqual([]);
});

test('every page is checked', () => {
  const pages = files.filter(({ path }) => /^src\/renderer\/\w+\/\w+-page\.tsx$/.test(path));
  const names = pages.map(({ path }) => path.split('/')[2]);
  expect(new Set(names)).toEqual(new Set(pageIds));
});

test('the windows have all text in copy files', () => {
  const pages = files.filter(({ path }) => path.startsWith('src/renderer/') && !isCopyFile(path));
  expect(pages.length).toBeGreaterThan(100);
  expect(pages.flatMap(strayTexts)).toEqual([]);
});

test('the shell has all text in copy files', () => {
  const shell = files.filter(({ path }) => path.startsWith('src/main/shell/') && !isCopyFile(path));
  expect(shell.length).toBeGreaterThan(20);
  // Names of processes, which only the system's task manager shows.
  const allowed = [/Gatehouse workbench$/, /Gatehouse sandbox host$/];
  expect(
    shell.flatMap(strayTexts).filter((text) => !allowed.some((name) => name.test(text))),
  ).toEqual([]);
});

test.each([
  ['text between tags', '<p>Close</p>'],
  ['a string as a child', "<p>{isOpen ? 'Close' : label}</p>"],
  ['a spoken attribute', '<p aria-label={`Close ${name}`} />'],
  ['a sentence in a constant', "'Nothing was changed.'"],
])('finds %s', (_what, code) => {
  expect(strayTexts({ path: 'a.tsx', text: `const a = ${code};` })).toHaveLength(1);
});

test.each([
  ['a class', '<p className="button primary-button" />'],
  ['a condition', "<p>{kind === 'Close' ? a : b}</p>"],
  ['an error for developers', "() => { throw new Error('The page has no root'); }"],
])('ignores %s', (_what, code) => {
  expect(strayTexts({ path: 'a.tsx', text: `const a = ${code};` })).toEqual([]);
});
