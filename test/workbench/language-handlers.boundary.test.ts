import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { LspServer } from '../../src/workbench/language/lsp-server.ts';
import { languageOf } from '../../src/workbench/files/languages.ts';
import { serversWith } from '../../src/workbench/language/server-table.ts';
import { parsedLanguages } from '../../src/workbench/language/syntax-trees.ts';
import { openAllHandlers } from '../../src/workbench/handlers.ts';
import { put, scratch } from '../fakes/scratch.ts';
import { codeOf, doneBy, openHandlers } from './workbench-fixture.ts';

function project() {
  const opened = openHandlers(openAllHandlers);
  const { folder, handlers, task } = opened;
  put(
    folder,
    'tsconfig.json',
    '{"compilerOptions":{"strict":true,"noEmit":true,"module":"esnext"}}',
  );
  put(folder, 'b.ts', 'export function twice(n: number): number {\n  return n * 2;\n}\n');
  const a = put(
    folder,
    'a.ts',
    "import { twice } from './b';\nexport const x: string = twice(1);\n",
  );
  const errors = async (own: object) => {
    const outcome = await handlers.get_errors?.({ limit: 100, ...own }, task());
    return doneBy('get_errors', outcome).data['diagnostics'] as WireDiagnostic[];
  };
  return { ...opened, a, errors, at: (name: string) => path.join(folder, name) };
}

interface WireDiagnostic {
  readonly path: string;
  readonly message: string;
  readonly severity: string;
  readonly range: {
    readonly start: { readonly line: number; readonly character: number };
    readonly end: { readonly line: number; readonly character: number };
  };
  readonly fixes: readonly { readonly fix_id: string; readonly title: string }[];
}

describe('TypeScript, by its own language server', () => {
  test('get_errors: of a file, of its unsaved text, and of the folder', async () => {
    const { a, errors, handlers, task, emitted, at } = project();
    const [first] = await errors({ path: a });
    expect(first).toMatchObject({
      path: a,
      severity: 'error',
      code: '2322',
      message: expect.stringContaining("'number' is not assignable to type 'string'"),
      range: { start: { line: 2, character: 13 } },
    });
    expect(emitted.map((one) => one.name)).toContain('errors_detected');
    const opened = doneBy('switch_buffer', await handlers.switch_buffer?.({ path: a }, task()));
    const content = "import { twice } from './b';\nexport const x: number = twice(1);\n";
    const base_version = String(opened.data['version']);
    doneBy(
      'edit_buffer',
      await handlers.edit_buffer?.({ path: a, content, base_version, save: false }, task()),
    );
    expect(await errors({ path: a })).toEqual([]);
    put(at(''), 'c.ts', 'const y: number = "1";\n');
    expect((await errors({})).map((one) => path.basename(one.path))).toContain('c.ts');
    expect(emitted.map((one) => one.name)).toContain('lint_results');
  });

  test('goto_definition and get_completions', async () => {
    const { a, handlers, task, at, emitted } = project();
    const position = { line: 2, character: 26 };
    const found = doneBy(
      'goto_definition',
      await handlers.goto_definition?.({ path: a, position }, task()),
    );
    expect(found.data['locations']).toEqual([
      {
        path: at('b.ts'),
        range: { start: { line: 1, character: 16 }, end: { line: 1, character: 21 } },
        preview: 'export function twice(n: number): number {',
      },
    ]);
    const args = { path: a, position, limit: 500 };
    const items = doneBy('get_completions', await handlers.get_completions?.(args, task()));
    expect(items.data['items']).toContainEqual(expect.objectContaining({ label: 'twice' }));
    expect(emitted.map((one) => one.name)).toContain('completions_available');
  });

  test('format_code writes the file and shows the diff', async () => {
    const { handlers, task, folder } = project();
    const file = put(folder, 'f.ts', 'export   const a = {b:1}\n');
    const { data, changes } = doneBy(
      'format_code',
      await handlers.format_code?.({ path: file }, task()),
    );
    expect(fs.readFileSync(file, 'utf8')).toBe('export const a = { b: 1 }\n');
    expect(data['diff']).toContain('+export const a = { b: 1 }');
    expect(changes).toHaveLength(1);
    const again = doneBy('format_code', await handlers.format_code?.({ path: file }, task()));
    expect(again.data['diff']).toBe('');
  });

  test('refactor_symbol renames in all files, or in none', async () => {
    const { handlers, task, at, blobs } = project();
    const args = { path: at('b.ts'), position: { line: 1, character: 17 }, new_name: 'double' };
    const { data, changes } = doneBy(
      'refactor_symbol',
      await handlers.refactor_symbol?.(args, task()),
    );
    expect(data['occurrences']).toBeGreaterThanOrEqual(2);
    expect(fs.readFileSync(at('b.ts'), 'utf8')).toContain('function double(');
    expect(fs.readFileSync(at('a.ts'), 'utf8')).toContain('double(1)');
    expect((await blobs.get(changes[0]?.before ?? ''))?.toString()).toContain('twice');
  });

  test('apply_quick_fix applies what get_errors offered, once', async () => {
    const { handlers, task, folder, errors } = project();
    const file = put(folder, 'q.ts', 'export const y = twice(2);\n');
    const missing = (await errors({ path: file })).find((one) => one.fixes.length > 0);
    expect(missing?.fixes[0]?.title).toContain('import');
    const args = {
      path: file,
      range: missing?.range ?? never(),
      fix_id: missing?.fixes[0]?.fix_id ?? '',
    };
    const { data } = doneBy('apply_quick_fix', await handlers.apply_quick_fix?.(args, task()));
    expect(fs.readFileSync(file, 'utf8')).toMatch(/import \{ twice \} from/);
    expect(data['title']).toBe(missing?.fixes[0]?.title);
    expect(codeOf(await handlers.apply_quick_fix?.(args, task()))).toBe('not-offered');
  });

  test('get_code_lens counts the references of each declaration, and names the tests', async () => {
    const { folder, handlers, task, at } = project();
    const file = put(
      folder,
      'b.test.ts',
      "import { twice } from './b';\ndeclare function test(name: string, run: () => void): void;\n" +
        "test('doubles', () => {\n  twice(2);\n});\n",
    );
    put(folder, 'c.ts', "import { twice } from './b';\nexport const y = twice(3);\n");
    const lensesOf = async (of: string) =>
      doneBy('get_code_lens', await handlers.get_code_lens?.({ path: of }, task())).data['lenses'];
    expect(await lensesOf(at('b.ts'))).toEqual([
      // The three calls; neither the declaration nor the imports.
      expect.objectContaining({ title: '3 references', command: 'references' }),
    ]);
    expect(await lensesOf(file)).toContainEqual(
      expect.objectContaining({ title: expect.stringMatching(/^Test: test\(.doubles.\)/) }),
    );
  });
});

const never = (): never => {
  throw new Error('there was no fix');
};

describe('JSON, CSS and HTML', () => {
  test('errors and formatting', async () => {
    const { folder, errors, handlers, task } = project();
    const json = put(folder, 'x.json', '{"a":1,}');
    expect((await errors({ path: json }))[0]?.message).toContain('Trailing comma');
    const css = put(folder, 'x.css', 'a { colr: red }\n');
    expect((await errors({ path: css }))[0]?.message).toContain('colr');
    const good = put(folder, 'y.json', '{"a":1,"b":[1,2]}');
    doneBy('format_code', await handlers.format_code?.({ path: good }, task()));
    expect(fs.readFileSync(good, 'utf8')).toContain('{\n  "a": 1,');
    const html = put(folder, 'x.html', '<p>\n</p>\n<di');
    const args = { path: html, position: { line: 3, character: 3 }, limit: 500 };
    const { data } = doneBy('get_completions', await handlers.get_completions?.(args, task()));
    expect(data['items']).toContainEqual(expect.objectContaining({ label: 'div' }));
  });
});

describe('Python, by pyright', () => {
  test('errors and a definition', async () => {
    const { folder, errors, handlers, task } = project();
    const file = put(
      folder,
      'a.py',
      'def twice(n: int) -> int:\n    return n * 2\n\nx: str = twice(1)\n',
    );
    const found = await errors({ path: file });
    expect(found.map((one) => one.message).join(' ')).toContain('"int" is not assignable to "str"');
    const position = { line: 4, character: 10 };
    const { data } = doneBy(
      'goto_definition',
      await handlers.goto_definition?.({ path: file, position }, task()),
    );
    expect(data['locations']).toMatchObject([{ path: file, preview: 'def twice(n: int) -> int:' }]);
  }, 60_000);
});

test("a language server of the user's own comes first, if it is there", async () => {
  const { context, folder, task } = openHandlers(openAllHandlers);
  const file = put(folder, 'a.rb', 'puts 1\n');
  const script = path.join(import.meta.dirname, 'own-language-server.mjs');
  const languageServers = { ruby: ['node', script, '--stdio'] };
  const handlerSets = openAllHandlers({ ...context, languageServers });
  onTestFinished(async () => handlerSets.dispose());
  const found = await handlerSets.handlers.get_errors?.({ path: file, limit: 10 }, task());
  expect(doneBy('get_errors', found).data['diagnostics']).toMatchObject([
    { path: file, message: 'no puts, please', severity: 'warning', source: 'own' },
  ]);
  const none = openAllHandlers({ ...context, languageServers: { ruby: ['is-not-there'] } });
  onTestFinished(async () => none.dispose());
  expect(codeOf(await none.handlers.get_errors?.({ path: file, limit: 10 }, task()))).toBe(
    'no-language-support',
  );
});

test('every language with a server or a grammar is known by a file name', () => {
  const names = ['a.ts', 'a.tsx', 'a.js', 'a.jsx', 'a.py', 'a.go', 'a.c', 'a.cpp', 'a.rs', 'a.lua'];
  const others = ['a.zig', 'a.cs', 'a.css', 'a.ini', 'a.java', 'a.php', 'a.ps1', 'a.rb', 'a.sh'];
  const known = new Set([...names, ...others].map(languageOf));
  const served = serversWith().flatMap((kind) => kind.languages);
  expect([...served, ...parsedLanguages].filter((language) => !known.has(language))).toEqual([]);
});

describe('what goes wrong', () => {
  test('a language nobody understands', async () => {
    const { folder, handlers, task } = project();
    const file = put(folder, 'a.txt', 'hello');
    expect(codeOf(await handlers.get_errors?.({ path: file, limit: 1 }, task()))).toBe(
      'no-language-support',
    );
  });

  test('a definition outside the granted folders is not revealed', async () => {
    const { folder, handlers, task } = project();
    const file = put(folder, 'm.ts', 'export const m = Math.abs(1);\n');
    const position = { line: 1, character: 23 };
    const { data } = doneBy(
      'goto_definition',
      await handlers.goto_definition?.({ path: file, position }, task()),
    );
    expect(data).toEqual({ locations: [], truncated: true });
  });
});

describe('looking starts nothing else', () => {
  /** A program of that name that only writes down that it was run. */
  function trap(name: string) {
    const bin = scratch();
    const ran = path.join(bin, 'ran');
    put(bin, name, `#!/bin/sh\necho run >> ${ran}\nexit 1\n`);
    fs.chmodSync(path.join(bin, name), 0o755);
    vi.stubEnv('PATH', `${bin}:${process.env['PATH'] ?? ''}`);
    vi.stubEnv('HOME', scratch());
    onTestFinished(() => void vi.unstubAllEnvs());
    return { hasRun: () => fs.existsSync(ran) };
  }

  test('goal 19 errors of a JavaScript project fetch no types', async () => {
    const npm = trap('npm');
    const { folder, errors, task } = project();
    fs.rmSync(path.join(folder, 'tsconfig.json'));
    put(folder, 'package.json', '{"dependencies":{"express":"4"}}');
    const file = put(
      folder,
      'a.js',
      "const e = require('express');\nconst l = require('lodash');\n",
    );
    await errors({ path: file });
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(npm.hasRun()).toBe(false);

    // The same server with settings of nobody does.
    const [typescript] = serversWith();
    const start = typescript?.starters[0]?.();
    if (!start) throw new Error('no TypeScript');
    const none = { onDiagnostics: () => undefined, onEnded: () => undefined };
    const bare = await LspServer.start({
      name: 'bare',
      start,
      root: folder,
      options: null,
      ...none,
    });
    onTestFinished(() => bare.dispose());
    const text = fs.readFileSync(file, 'utf8');
    const uri = pathToFileURL(file).href;
    await bare.diagnostics({
      path: file,
      uri,
      language: 'javascript',
      text,
      version: task().entryId,
    });
    await expect.poll(npm.hasRun).toBe(true);
  });

  test('servers that a project can make run programs are the owner’s choice', () => {
    const served = serversWith().flatMap((kind) => kind.languages);
    for (const language of ['rust', 'lua', 'zig']) expect(served).not.toContain(language);
    const own = serversWith({ rust: ['rust-analyzer'] });
    expect(own[0]).toMatchObject({ name: 'rust-analyzer', languages: ['rust'] });
  });
});
