/** Words that texts for users and agents do not use; LANGUAGE: say it as you would to a colleague. */
import { parseSync } from 'vite';
import { expect, test } from 'vitest';
import { filesUnder, isCode, type SourceFile } from '../support/source-files.ts';

const root = process.cwd();
const folders = ['src/renderer', 'src/shared/errors', 'src/main/shell/desktop', 'src/cli'];

const notUsed = [
  ...[/\bhouse\b/i, /\bdoors?\b/i, /\btrouble\b/i, /\bwish(es|ed)?\b/i, /\bhad back\b/i],
  ...[/\bcounts (for|as|from|again)\b/i, /\b(is|are|was|were) told\b/i, /\bstands\b/i],
  ...[/\bthe person\b/i, /\bthe owner\b/i, /\banew\b/i, /\bnonsense\b/i, /\bon record\b/i],
  ...[/\bunder way\b/i, /\btaken (back|away)\b/i, /\bwhoever\b/i, /\bof its own\b/i],
];

function textsOf(file: SourceFile): string[] {
  const texts: string[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { type, value } = node as { readonly type?: unknown; readonly value?: unknown };
    if (type === 'ImportDeclaration') return;
    if ((type === 'Literal' || type === 'JSXText') && typeof value === 'string') texts.push(value);
    if (type === 'TemplateElement') texts.push((value as { readonly raw: string }).raw);
    Object.values(node).forEach(visit);
  };
  visit(parseSync(file.path, file.text).program);
  // A single word without a space is a name in the code, not a sentence.
  return texts
    .map((text) => text.replaceAll(/\s+/g, ' ').trim())
    .filter((text) => /[ A-Z]/.test(text));
}

const files = [...folders.flatMap((folder) => filesUnder(root, folder)), ...notices()].filter(
  ({ path }) => isCode(path),
);

function notices(): SourceFile[] {
  return filesUnder(root, 'src/shared/app').filter(({ path }) => path.endsWith('/notices.ts'));
}

test('texts for users and agents avoid the words on the not-used list', () => {
  expect(files.length).toBeGreaterThan(100);
  const found = files.flatMap((file) =>
    textsOf(file)
      .filter((text) => notUsed.some((word) => word.test(text)))
      .map((text) => `${file.path}: ${text}`),
  );
  expect(found).toEqual([]);
});
