/** Searches in files that are no plain little text, and what they give to edit with. */
import fs from 'node:fs';
import { describe, expect, test } from 'vitest';
import { applyEdits } from '../../src/workbench/buffers/text-edits.ts';
import { searchHandlers } from '../../src/workbench/search/search-handlers.ts';
import { put } from '../fakes/scratch.ts';
import { codeOf, doneBy, openHandlers } from './workbench-fixture.ts';

const requested = { ignore_case: false, limit: 100 };

interface RangedMatch {
  readonly range: {
    readonly start: { readonly line: number; readonly character: number };
    readonly end: { readonly line: number; readonly character: number };
  };
  readonly preview: string;
}

/** The same question to one file and to the whole folder. */
async function foundIn(content: string | Buffer, text: string, own: { limit?: number } = {}) {
  const { folder, handlers, task } = openHandlers(searchHandlers);
  const path = put(folder, 'a.txt', content);
  const args = { text, ...requested, ...own };
  const inFile = doneBy('find_in_file', await handlers.find_in_file?.({ path, ...args }, task()));
  const inAll = doneBy('find_in_project', await handlers.find_in_project?.(args, task()));
  const plain = (inAll.data['matches'] as readonly (RangedMatch & { path: string })[]).map(
    ({ range, preview }) => ({ range, preview }),
  );
  expect(plain).toEqual(inFile.data['matches']);
  expect(inAll.data['truncated']).toBe(inFile.data['truncated']);
  return { matches: plain, truncated: inFile.data['truncated'] };
}

describe('searching odd files', () => {
  test('a line with very many matches takes no longer than others, and shows the place', async () => {
    const line = `${'x'.repeat(1_000)}here${'e'.repeat(150_000)}`;
    const { matches, truncated } = await foundIn(line, 'e', { limit: 3 });
    expect(truncated).toBe(true);
    expect(matches.map(({ range }) => range.start.character)).toEqual([1_001, 1_003, 1_004]);
    for (const { preview } of matches) expect(preview).toContain('here');
  });

  test.each([
    ['a byte order mark', '\uFEFFone two\none', 'two', '\uFEFFone 2\none'],
    ['wide characters before', '🚀ü two', 'two', '🚀ü 2'],
    ['text over two lines', 'one\ntwo\nthree', 'e\ntw', 'on2o\nthree'],
    ['a carriage return within a line', 'one\rtwo\r\n', 'e\rtw', 'on2o\r\n'],
    ['a carriage return and a second line', 'one\rtwo\r\nx', 'e\rtwo\nx', 'on2'],
    ['text over two Windows lines', 'one\r\ntwo\r\n', 'e\ntw', 'on2o\r\n'],
  ])('with %s the range is the one that an edit needs', async (_, content, text, edited) => {
    const { matches } = await foundIn(content, text);
    expect(matches).toHaveLength(1);
    const edits = matches.map(({ range }) => ({ range, new_text: '2' }));
    expect(applyEdits(content, edits)).toBe(edited);
  });

  test('a file in another encoding is searched as far as its lines are text', async () => {
    const { matches } = await foundIn(Buffer.from('caf\xE9 one\none\n', 'latin1'), 'one');
    expect(matches.map(({ range }) => range.start.line)).toEqual([2]);
  });

  test('the end of a Windows line is before its line break', async () => {
    const { folder, handlers, task } = openHandlers(searchHandlers);
    put(folder, 'a.txt', 'one\r\ntwo\r\n');
    const found = await handlers.regex_search?.({ pattern: 'one$', ...requested }, task());
    expect(doneBy('regex_search', found).data['matches']).toMatchObject([{ preview: 'one' }]);
  });

  test.each([String.raw`\r$`, String.raw`\x0D`, '\r'])(
    'the files with Windows line ends are those with %j',
    async (pattern) => {
      const { folder, handlers, task } = openHandlers(searchHandlers);
      put(folder, 'a.txt', 'one\n');
      const path = put(folder, 'b.txt', 'two\r\n');
      const found = await handlers.regex_search?.({ pattern, ...requested }, task());
      expect(doneBy('regex_search', found).data['matches']).toEqual([
        {
          path,
          range: { start: { line: 1, character: 3 }, end: { line: 1, character: 4 } },
          preview: 'two',
        },
      ]);
    },
  );

  test('a backslash before an r is no carriage return', async () => {
    const { folder, handlers, task } = openHandlers(searchHandlers);
    put(folder, 'a.txt', 'C:\\repo\r\n');
    const pattern = String.raw`C:\\repo$`;
    const found = await handlers.regex_search?.({ pattern, ...requested }, task());
    expect(doneBy('regex_search', found).data['matches']).toHaveLength(1);
  });

  test('text over two lines is not looked for in a file too large to be held', async () => {
    const { folder, handlers, task } = openHandlers(searchHandlers);
    const path = put(folder, 'large.txt', 'one\ntwo\n');
    put(folder, 'small.txt', 'one\ntwo\n');
    fs.truncateSync(path, 64 * 1024 * 1024 + 1);
    const over = { text: 'one\ntwo', ...requested };
    expect(await handlers.find_in_file?.({ path, ...over }, task())).toMatchObject({
      kind: 'refused',
      code: 'invalid-arguments',
      message: expect.stringMatching(/ text: .* has 67108865\. Search for a single line/),
    });
    const inAll = doneBy('find_in_project', await handlers.find_in_project?.(over, task()));
    expect(inAll.data).toMatchObject({ matches: [{ preview: 'one' }], files_searched: 1 });
    doneBy('find_in_file', await handlers.find_in_file?.({ path, ...over, text: 'one' }, task()));
  });

  test('a search that cannot run is refused, not reported as no match', async () => {
    const { folder, handlers, task } = openHandlers(searchHandlers);
    put(folder, 'a.txt', 'a\nb');
    const all = [
      handlers.regex_search?.({ pattern: String.raw`a\nb`, ...requested }, task()),
      handlers.regex_search?.({ pattern: '(', ...requested }, task()),
      handlers.find_in_project?.({ text: 'a', globs: ['a['], ...requested }, task()),
      handlers.replace_text?.(
        { text: 'a', replacement: 'b', globs: ['a['], ignore_case: false },
        task(),
      ),
    ];
    for (const outcome of all) expect(codeOf(await outcome)).toBe('invalid-arguments');
  });

  test('a result is limited in size', async () => {
    const { folder, handlers, task } = openHandlers(searchHandlers);
    const path = put(folder, 'a.txt', `${'界'.repeat(300)}\n`.repeat(100));
    const args = { text: '界界界', ...requested };
    const few = task({ resultBytes: 10_000 });
    const outcomes = [
      doneBy('find_in_file', await handlers.find_in_file?.({ path, ...args }, few)),
      doneBy('find_in_project', await handlers.find_in_project?.(args, few)),
    ];
    for (const { data } of outcomes) {
      expect(data['truncated']).toBe(true);
      expect(Buffer.byteLength(JSON.stringify(data))).toBeLessThan(10_500);
      expect((data['matches'] as readonly RangedMatch[]).length).toBeGreaterThan(3);
    }
  });
});

test('a replacement has the line ends of its file, and its signs mean nothing', async () => {
  const { folder, handlers, task } = openHandlers(searchHandlers);
  const windows = put(folder, 'a.txt', 'one\r\ntwo\r\n');
  const plain = put(folder, 'b.txt', 'one\ntwo\n');
  const args = { paths: [windows, plain], ignore_case: false };
  const replaced = { ...args, text: 'one\ntwo', replacement: '$1\n$$ $&' };
  doneBy('replace_text', await handlers.replace_text?.(replaced, task()));
  expect(fs.readFileSync(windows, 'utf8')).toBe('$1\r\n$$ $&\r\n');
  expect(fs.readFileSync(plain, 'utf8')).toBe('$1\n$$ $&\n');
});
