import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { searchHandlers } from '../../src/workbench/search/search-handlers.ts';
import { put } from '../fakes/scratch.ts';
import { codeOf, doneBy, openHandlers } from './workbench-fixture.ts';

function project() {
  const opened = openHandlers(searchHandlers);
  put(opened.folder, 'src/a.ts', 'const eins = 1;\nconst ünï = eins;\n');
  put(opened.folder, 'src/b.ts', 'export const EINS = 2;\r\n');
  put(opened.folder, 'docs/c.md', 'eins (zwei)\n');
  put(opened.folder, '.gitignore', 'build\n');
  fs.mkdirSync(path.join(opened.folder, '.git'));
  put(opened.folder, 'build/d.ts', 'eins\n');
  return opened;
}

const requested = { ignore_case: false, limit: 100 };

interface SearchMatch {
  readonly path: string;
  readonly range: { readonly start: object; readonly end: object };
  readonly preview: string;
}

const matchesIn = (data: Readonly<Record<string, unknown>>): readonly SearchMatch[] =>
  data['matches'] as SearchMatch[];

describe('find_in_project', () => {
  test('exact text in all files but the ignored, with lines, characters and previews', async () => {
    const { folder, handlers, task } = project();
    const outcome = await handlers.find_in_project?.({ text: 'eins', ...requested }, task());
    const { data } = doneBy('find_in_project', outcome);
    expect(matchesIn(data)).toEqual([
      {
        path: path.join(folder, 'docs/c.md'),
        range: { start: { line: 1, character: 0 }, end: { line: 1, character: 4 } },
        preview: 'eins (zwei)',
      },
      {
        path: path.join(folder, 'src/a.ts'),
        range: { start: { line: 1, character: 6 }, end: { line: 1, character: 10 } },
        preview: 'const eins = 1;',
      },
      {
        path: path.join(folder, 'src/a.ts'),
        range: { start: { line: 2, character: 12 }, end: { line: 2, character: 16 } },
        preview: 'const ünï = eins;',
      },
    ]);
    expect(data).toMatchObject({ files_searched: 4, truncated: false });
  });

  test('in chosen files, in any case, and no more than wanted', async () => {
    const { handlers, task } = project();
    const search = async (own: object) => {
      const args = { text: 'eins', ...requested, ...own };
      return doneBy('find_in_project', await handlers.find_in_project?.(args, task())).data;
    };
    expect(matchesIn(await search({ globs: ['*.ts'], ignore_case: true }))).toHaveLength(3);
    expect(await search({ limit: 1 })).toMatchObject({ truncated: true });
    expect(matchesIn(await search({ text: '(zwei)' }))).toHaveLength(1);
    expect(matchesIn(await search({ text: '-e' }))).toEqual([]);
  });

  test('D4 a link to the outside is not searched, and a skipped folder neither', async () => {
    const { folder, handlers, task } = project();
    const outside = put(fs.mkdtempSync(path.join(path.dirname(folder), 'out-')), 'x.txt', 'eins');
    fs.symlinkSync(outside, path.join(folder, 'link.txt'));
    const skip = [path.join(folder, 'src')];
    const outcome = await handlers.find_in_project?.(
      { text: 'eins', ...requested },
      task({ skip }),
    );
    const { data } = doneBy('find_in_project', outcome);
    expect(matchesIn(data).map((match) => path.relative(folder, match.path))).toEqual([
      'docs/c.md',
    ]);
  });
});

describe('regex_search', () => {
  test('finds patterns, and says what is wrong with a bad one', async () => {
    const { handlers, task } = project();
    const good = await handlers.regex_search?.(
      { pattern: String.raw`const \w+ = \d`, ...requested },
      task(),
    );
    expect(matchesIn(doneBy('regex_search', good).data)).toHaveLength(2);
    const bad = await handlers.regex_search?.({ pattern: '(', ...requested }, task());
    expect(bad).toMatchObject({ code: 'invalid-arguments' });
  });

  test('J7 a pattern made to take for ever, on a line of 1 MB', async () => {
    const { folder, handlers, task } = project();
    put(folder, 'long.txt', `${'a'.repeat(1_048_576)}b`);
    const outcome = await handlers.regex_search?.({ pattern: '(a+)+$', ...requested }, task());
    expect(outcome?.kind).toBe('done');
    const next = await handlers.regex_search?.({ pattern: 'zwei', ...requested }, task());
    expect(matchesIn(doneBy('regex_search', next).data)).toHaveLength(1);
  });
});

describe('find_in_file', () => {
  test('finds the ranges in one file', async () => {
    const { folder, handlers, task } = project();
    const args = { path: path.join(folder, 'src/a.ts'), text: 'ünï', ...requested };
    const { data } = doneBy('find_in_file', await handlers.find_in_file?.(args, task()));
    expect(matchesIn(data)).toEqual([
      {
        range: { start: { line: 2, character: 6 }, end: { line: 2, character: 9 } },
        preview: 'const ünï = eins;',
      },
    ]);
  });

  test('a file that is none is refused', async () => {
    const { folder, handlers, task } = project();
    const args = { path: path.join(folder, 'none'), text: 'x', ...requested };
    expect(codeOf(await handlers.find_in_file?.(args, task()))).toBe('not-found');
  });
});

describe('replace_text', () => {
  const replacing = { text: 'eins', replacement: '$&!', ignore_case: false };

  test('everywhere in the files of a glob, with diffs and contents kept', async () => {
    const { folder, handlers, task, blobs, emitted } = project();
    const outcome = await handlers.replace_text?.({ ...replacing, globs: ['**/*.ts'] }, task());
    const { data, changes } = doneBy('replace_text', outcome);
    const file = path.join(folder, 'src/a.ts');
    expect(fs.readFileSync(file, 'utf8')).toBe('const $&! = 1;\nconst ünï = $&!;\n');
    expect(data).toMatchObject({ replacements: 2, files: [{ path: file, replacements: 2 }] });
    expect(JSON.stringify(data)).toContain('+const $&! = 1;');
    expect((await blobs.get(changes[0]?.before ?? ''))?.toString()).toContain('eins = 1');
    expect(emitted).toEqual([{ name: 'file_saved', path: file }]);
    expect(fs.readFileSync(path.join(folder, 'build/d.ts'), 'utf8')).toBe('eins\n');
  });

  test('any case, with line endings kept', async () => {
    const { folder, handlers, task } = project();
    const paths = [path.join(folder, 'src/b.ts')];
    doneBy(
      'replace_text',
      await handlers.replace_text?.({ ...replacing, paths, ignore_case: true }, task()),
    );
    expect(fs.readFileSync(paths[0] ?? '', 'utf8')).toBe('export const $&! = 2;\r\n');
  });

  test('all or nothing: when one cannot be written, the others are as they were', async () => {
    const { folder, handlers, task } = project();
    const paths = [path.join(folder, 'src/a.ts'), put(folder, 'z.txt', 'eins')];
    fs.linkSync(paths[1] ?? '', path.join(folder, 'z-again.txt'));
    const outcome = await handlers.replace_text?.({ ...replacing, paths }, task());
    expect(codeOf(outcome)).toBe('hard-link');
    expect(fs.readFileSync(paths[0] ?? '', 'utf8')).toContain('const eins = 1;');
  });
});
