import { describe, expect, test } from 'vitest';
import { asHex, isPartName } from '../../extensions/vscode/src/colors/colour-values.ts';
import { readMatches } from '../../extensions/vscode/src/handlers/matches.ts';
import { Scrollback } from '../../src/workbench/terminal/scrollback.ts';
import { commandOf, kindOf } from '../../extensions/vscode/src/handlers/task-command.ts';
import { reconnectDelays } from '../../extensions/vscode/src/link/link.ts';
import { Backoff } from '../../src/shared/base/backoff.ts';
import { readApp } from '../../extensions/vscode/src/link/find-app.ts';
import { pluginIdOf } from '../../extensions/vscode/src/names.ts';

test.each([
  ['rebeccapurple', '#663399'],
  ['#ABC', '#aabbcc'],
  ['rgba(255, 0, 0, 0.5)', '#ff000080'],
  ['hsl(120, 100%, 25%)', '#008000'],
  ['no colour', null],
  ['url(x)', null],
])('the colour %s is %s', (text, hex) => {
  expect(asHex(text)).toBe(hex);
});

test('names of theme colours contain only letters and single dots', () => {
  expect(isPartName('editor.background')).toBe(true);
  for (const name of ['__proto__', '[Theme]', 'a..b', '', 'a b'])
    expect(isPartName(name)).toBe(false);
});

test('each VS Code based product has its own plugin id', () => {
  expect(
    ['Visual Studio Code', 'Cursor', 'code-server', 'OpenVSCode Server', 'Vöid ✨'].map(pluginIdOf),
  ).toEqual(['vscode', 'cursor', 'code-server', 'openvscode-server', 'v-id']);
});

test('reconnect delays grow to at most 19 seconds and start over after a success', () => {
  let random = 0.5;
  const backoff = new Backoff(
    () => reconnectDelays,
    () => random,
  );
  const delays = Array.from({ length: 8 }, () => backoff.next());
  expect(delays).toEqual([500, 1000, 2000, 4000, 8000, 15_000, 15_000, 15_000]);
  random = 1;
  expect(backoff.next()).toBe(18_750);
  backoff.reset();
  random = 0;
  expect(backoff.next()).toBe(375);
});

test('a discovery file with an invalid format is ignored', () => {
  const discovery = {
    port: 1,
    proofKey: 'ab'.repeat(32),
    pluginSocket: null,
    mcpUrl: 'http://x/mcp',
  };
  expect(readApp(JSON.stringify(discovery))).toEqual(discovery);
  expect(readApp(JSON.stringify({ ...discovery, proofKey: 'short' }))).toBeNull();
  expect(readApp(JSON.stringify({ ...discovery, port: '1' }))).toBeNull();
});

describe('the command behind a task', () => {
  const facts = { type: 'shell', folder: '/w', execution: { kind: 'unknown' } } as const;

  test('is shown if it is known, with the folder filled in', () => {
    expect(commandOf({ ...facts, type: 'npm', script: 'build', path: 'web' })).toEqual({
      ...{ argv: ['npm', 'run', 'build'], cwd: '/w/web' },
    });
    const line = { kind: 'line', line: 'make ${workspaceFolder}/all' } as const;
    expect(commandOf({ ...facts, execution: line })?.argv).toEqual([
      '/bin/sh',
      '-c',
      'make /w/all',
    ]);
    const program = { kind: 'process', program: 'cargo', args: ['build'] } as const;
    expect(commandOf({ ...facts, execution: program, cwd: '${workspaceFolder}' })).toEqual({
      ...{ argv: ['cargo', 'build'], cwd: '/w' },
    });
  });

  test('is not guessed if only the editor knows it', () => {
    expect(commandOf(facts)).toBeNull();
    const line = { kind: 'line', line: 'deploy ${input:where}' } as const;
    expect(commandOf({ ...facts, execution: line })).toBeNull();
    const words = { kind: 'words', words: ['make', '&&', 'rm'] } as const;
    expect(commandOf({ ...facts, execution: words })).toBeNull();
  });

  test('is a build or a test by its group, else by its name', () => {
    expect([
      kindOf('deploy', 'build'),
      kindOf('test:unit', undefined),
      kindOf('npm: build', undefined),
      kindOf('lint', undefined),
    ]).toEqual(['build', 'test', 'build', 'other']);
  });
});

test('ripgrep matches are converted to UTF-16 positions, across lines too', () => {
  const match = (text: string, start: number, end: number) =>
    JSON.stringify({
      type: 'match',
      data: {
        path: { text: 'a.ts' },
        lines: { text },
        line_number: 3,
        submatches: [{ start, end }],
      },
    });
  const summary = JSON.stringify({ type: 'summary', data: { stats: { searches: 7 } } });
  const { matches, filesSearched } = readMatches(
    [match('ä→x = 1\n', 5, 6), match('one\ntwo\n', 1, 6), summary, '{"type":"ma'].join('\n'),
    10,
  );
  expect(filesSearched).toBe(7);
  expect(matches.map(({ range }) => range)).toEqual([
    { start: { line: 3, character: 2 }, end: { line: 3, character: 3 } },
    { start: { line: 3, character: 1 }, end: { line: 4, character: 2 } },
  ]);
});

test('the newest output is kept, and offsets count from the beginning', () => {
  const scrollback = new Scrollback(4);
  for (const text of ['abcd', 'efgh', 'ij']) scrollback.add(text);
  expect(scrollback.since(undefined, 100)).toEqual({ data: 'ghij', next: 10, truncated: false });
  expect(scrollback.since(0, 2)).toEqual({ data: 'gh', next: 8, truncated: true });
  expect(scrollback.since(8, 100)).toEqual({ data: 'ij', next: 10, truncated: false });
});
