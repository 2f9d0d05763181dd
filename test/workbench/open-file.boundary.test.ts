import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { actions } from '../../src/shared/actions/actions.ts';
import type { Outcome } from '../../src/shared/actions/outcomes.ts';
import type { WireRoot } from '../../src/workbench/confined/folder.ts';
import { textVersion } from '../../src/workbench/basics/text-file.ts';
import { openFile } from '../../src/workbench/files/open-file.ts';
import { put, scratch } from '../fakes/scratch.ts';
import { rootOf, taskIn } from './task.ts';

let world: string;
let app: string;

beforeEach(() => {
  world = scratch();
  app = path.join(world, 'app');
  fs.mkdirSync(app);
});

interface OpenOptions {
  readonly range?: { readonly start_line: number; readonly end_line: number };
  readonly bytes?: number;
  readonly roots?: readonly WireRoot[];
}

const open = (
  file: string,
  { range, bytes = 1_048_576, roots = [rootOf(app)] }: OpenOptions = {},
) =>
  openFile({ path: file, ...(range ? { range } : {}) }, { ...taskIn(roots), resultBytes: bytes });

const contentOf = (outcome: Outcome): unknown =>
  outcome.kind === 'done' ? outcome.data['content'] : outcome.code;

describe('opening a text file', () => {
  test('gives its content with language, size and version, as the catalogue promises', async () => {
    const file = put(app, 'src/a.ts', 'const a = "ü";\n');
    const outcome = await open(file);
    expect(outcome).toEqual({
      kind: 'done',
      data: {
        path: file,
        content: 'const a = "ü";\n',
        language: 'typescript',
        version: expect.stringMatching(/^[0-9a-f]{16}$/),
        bytes: 16,
        truncated: false,
      },
    });
    const data = outcome.kind === 'done' ? outcome.data : {};
    expect(actions.open_file.result.safeParse(data).success).toBe(true);
  });

  test('the version is the same for the same content and another for another', async () => {
    const versionOf = async (text: string): Promise<unknown> => {
      const outcome = await open(put(app, 'a.txt', text));
      return outcome.kind === 'done' && outcome.data['version'];
    };
    expect(await versionOf('one')).toBe(await versionOf('one'));
    expect(await versionOf('one')).not.toBe(await versionOf('two'));
  });

  test.each([
    ['an empty one', ''],
    ['one with a byte order mark', '\uFEFFa'],
    ['one with Windows lines', 'a\r\nb\r\n'],
    ['one without a last newline', 'a\nb'],
    ['one with emoji', '🚀\u200D🚀'],
  ])('%s comes as it is', async (_what, text) => {
    expect(contentOf(await open(put(app, 'a.txt', text)))).toBe(text);
  });

  test.each([
    ['Makefile', 'makefile'],
    ['a.TSX', 'typescriptreact'],
    ['.gitignore', 'plaintext'],
    ['a.constructor', 'plaintext'],
    ['toString', 'plaintext'],
    ['no-extension', 'plaintext'],
  ])('%s is %s', async (name, language) => {
    expect(await open(put(app, name, 'x'))).toMatchObject({ data: { language } });
  });
});

describe('a range of lines', () => {
  const text = 'one\ntwo\r\nthree\nfour';

  test.each([
    [1, 1, 'one\n'],
    [2, 3, 'two\r\nthree\n'],
    [4, 4, 'four'],
    [3, 99, 'three\nfour'],
    [5, 9, ''],
    [3, 2, ''],
  ])('%i to %i is %j', async (start_line, end_line, content) => {
    const file = put(app, 'a.txt', text);
    const outcome = await open(file, { range: { start_line, end_line } });
    expect(outcome).toMatchObject({ data: { content, bytes: text.length, truncated: false } });
  });
});

describe('J9 a file larger than may be given', () => {
  test('is truncated, and reported as truncated', async () => {
    const file = put(app, 'a.txt', 'x'.repeat(5_000));
    expect(await open(file, { bytes: 1_024 })).toMatchObject({
      data: { content: 'x'.repeat(1_024), bytes: 5_000, truncated: true },
    });
  });

  test('one that just fits is whole', async () => {
    const file = put(app, 'a.txt', 'x'.repeat(1_024));
    expect(await open(file, { bytes: 1_024 })).toMatchObject({ data: { truncated: false } });
  });

  test.each([1_024, 1_025, 1_026])(
    'a character cut in half at %i bytes is left out',
    async (bytes) => {
      const file = put(app, 'a.txt', '€'.repeat(1_000));
      const whole = Math.floor(bytes / 3);
      expect(contentOf(await open(file, { bytes }))).toBe('€'.repeat(whole));
    },
  );

  test('half a character at the true end is no text', async () => {
    const file = put(app, 'a.txt', Buffer.from('€€').subarray(0, 5));
    expect(contentOf(await open(file))).toBe('not-text');
  });

  test('a sparse file of 10 GB is not read whole', async () => {
    const file = put(app, 'a.txt', 'x'.repeat(2_048));
    fs.truncateSync(file, 10 * 1024 ** 3);
    expect(await open(file, { bytes: 1_024 })).toMatchObject({
      data: { content: 'x'.repeat(1_024), bytes: 10 * 1024 ** 3, truncated: true },
    });
  });
});

describe('lines of a file larger than may be given', () => {
  const numbered = (lines: number): string =>
    Array.from({ length: lines }, (_, at) => `line ${at + 1} ü\n`).join('');

  test.each([
    ['a long', 20_000],
    ['a very long', 500_000],
  ])('%s one can be read at any place', async (_, lines) => {
    const text = numbered(lines);
    const file = put(app, 'a.txt', text);
    const at = (start_line: number, end_line: number) =>
      open(file, { range: { start_line, end_line }, bytes: 1_024 });
    const bytes = Buffer.byteLength(text);
    const cases: readonly (readonly [number, number, string])[] = [
      [1, 1, 'line 1 ü\n'],
      [lines - 1, lines, `line ${lines - 1} ü\nline ${lines} ü\n`],
      [lines, lines + 9, `line ${lines} ü\n`],
      [lines + 5, lines + 9, ''],
      [9, 8, ''],
    ];
    for (const [first, last, content] of cases) {
      const outcome = await at(first, last);
      expect(outcome).toMatchObject({ data: { content, bytes, truncated: false } });
    }
    const cut = await at(lines - 1_000, lines);
    expect(cut).toMatchObject({ data: { truncated: true } });
    expect(String(contentOf(cut)).startsWith(`line ${lines - 1_000} ü\n`)).toBe(true);
  });

  test('its version is that of the whole, so that it can be edited', async () => {
    const text = numbered(20_000);
    const outcome = await open(put(app, 'a.txt', text), { bytes: 1_024 });
    expect(outcome).toMatchObject({ data: { version: textVersion(text), truncated: true } });
  });
});

describe('what is no text', () => {
  test.each([
    ['a NUL', Buffer.from('a\0b')],
    ['bytes that are no UTF-8', Buffer.from([0x61, 0xff, 0x62])],
    ['Latin-1', Buffer.from('grün', 'latin1')],
    ['UTF-16', Buffer.from('a', 'utf16le')],
    ['an overlong slash', Buffer.from([0xc0, 0xaf])],
    ['half of a surrogate pair', Buffer.from([0xed, 0xa0, 0x80])],
  ])('with %s is refused', async (_what, content) => {
    expect(contentOf(await open(put(app, 'a.bin', content)))).toBe('not-text');
  });
});

describe('D8 what is no file', () => {
  test('a folder', async () => {
    fs.mkdirSync(path.join(app, 'folder'));
    expect(contentOf(await open(path.join(app, 'folder')))).toBe('not-a-file');
    expect(contentOf(await open(app))).toBe('not-a-file');
  });

  test('a pipe does not hold us up', async () => {
    execFileSync('mkfifo', [path.join(app, 'pipe')]);
    expect(contentOf(await open(path.join(app, 'pipe')))).toBe('not-a-file');
  });

  test('a device', async () => {
    expect(contentOf(await open('/dev/zero', { roots: [rootOf('/dev')] }))).toBe('not-a-file');
  });

  test('a socket', async () => {
    const server = net.createServer().listen(path.join(app, 'socket'));
    onTestFinished(() => void server.close());
    await expect.poll(() => fs.existsSync(path.join(app, 'socket'))).toBe(true);
    expect(contentOf(await open(path.join(app, 'socket')))).toBe('not-a-file');
  });

  test('what is not there', async () => {
    expect(contentOf(await open(path.join(app, 'nothing')))).toBe('not-found');
  });
});

describe('D4 what changed since the gate looked', () => {
  const outside = (): string => put(world, 'outside/a.txt', 'secret');

  test('a link put in the place of the file', async () => {
    fs.symlinkSync(outside(), path.join(app, 'a.txt'));
    expect(await open(path.join(app, 'a.txt'))).toMatchObject({
      code: 'outside-roots',
      message: expect.stringContaining('A link was put in its place.'),
    });
  });

  test('a link put in the place of a folder on the way', async () => {
    fs.symlinkSync(path.dirname(outside()), path.join(app, 'sub'));
    expect(contentOf(await open(path.join(app, 'sub/a.txt')))).toBe('outside-roots');
  });

  test('even a link that stays inside is not followed: the path was real before', async () => {
    put(app, 'real/a.txt', 'inside');
    fs.symlinkSync('real', path.join(app, 'sub'));
    expect(contentOf(await open(path.join(app, 'sub/a.txt')))).toBe('outside-roots');
  });

  test('D3 a folder put in the place of the root', async () => {
    const roots = [rootOf(app)];
    fs.renameSync(app, path.join(world, 'old'));
    const file = put(app, 'a.txt', 'another');
    expect(contentOf(await open(file, { roots }))).toBe('root-changed');
  });

  test('D3 a link put in the place of the root', async () => {
    const roots = [rootOf(app)];
    fs.renameSync(app, path.join(world, 'old'));
    fs.symlinkSync(path.dirname(outside()), app);
    expect(contentOf(await open(path.join(app, 'a.txt'), { roots }))).toBe('root-changed');
  });

  test('D1 a path that climbs out, or never was inside', async () => {
    outside();
    for (const file of [
      `${app}/../outside/a.txt`,
      path.join(world, 'outside/a.txt'),
      `${app}-evil/x`,
    ])
      expect(contentOf(await open(file)), `at ${file}`).toBe('outside-roots');
    expect(contentOf(await open(put(app, 'a.txt', 'x'), { roots: [] }))).toBe('outside-roots');
  });

  test('D5 a swapper at work: never a byte from outside', async () => {
    outside();
    const sub = path.join(app, 'sub');
    put(app, 'sub/a.txt', 'inside');
    fs.symlinkSync(path.join(world, 'outside'), path.join(app, 'link'));
    const seen = new Set<unknown>();
    for (let round = 0; round < 300; round += 1) {
      const opening = open(path.join(sub, 'a.txt'));
      fs.renameSync(sub, path.join(app, 'aside'));
      fs.renameSync(path.join(app, 'link'), sub);
      await new Promise(setImmediate);
      fs.renameSync(sub, path.join(app, 'link'));
      fs.renameSync(path.join(app, 'aside'), sub);
      seen.add(contentOf(await opening));
    }
    expect(seen).not.toContain('secret');
    expect(seen.size).toBeGreaterThan(0);
  });
});

test('no descriptor stays open, whatever the end', async () => {
  const openNow = (): number => fs.readdirSync('/proc/self/fd').length;
  const good = put(app, 'a.txt', 'x');
  const bad = put(app, 'b.bin', 'a\0b');
  const before = openNow();
  for (let round = 0; round < 20; round += 1) {
    await open(good);
    await open(bad);
    await open(app);
    await open(good, { roots: [{ ...rootOf(app), inode: '1' }] });
  }
  expect(openNow()).toBe(before);
});
