/** Lines of several programs, run by the workbench with real programs and without a shell. */
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { pinFile } from '../../src/main/platform/programs/file-pins.ts';
import type { PartJoin, PartStreams } from '../../src/shared/commands/command-parts.ts';
import type { Task } from '../../src/workbench/action-handler.ts';
import { openAllHandlers } from '../../src/workbench/handlers.ts';
import { scratch } from '../fakes/scratch.ts';
import { codeOf, doneBy, openHandlers } from './workbench-fixture.ts';

const env = { PATH: process.env['PATH'] ?? '', HOME: '/nowhere', LANG: 'C.UTF-8' };

interface PartOfTest extends Partial<PartStreams> {
  readonly argv: readonly string[];
  readonly join?: PartJoin;
}

const sh = (script: string): readonly string[] => ['/bin/sh', '-c', script];

function withLine() {
  const opened = openHandlers(openAllHandlers);
  const run = async (
    parts: readonly PartOfTest[],
    { timeout = 10, ...own }: { timeout?: number } & Partial<Task> = {},
  ) => {
    const start: NonNullable<Task['start']> = {
      argv: [],
      program: null,
      cwd: null,
      env,
      parts: parts.map(({ argv, stdout = 'kept', stderr = 'kept', join = 'none' }) => ({
        ...{ argv: [...argv], program: argv[0] ?? '', stdout, stderr, join },
      })),
    };
    const args = { command_line: 'shown to the user', timeout };
    return opened.handlers.exec_command?.(args, opened.task({ start, ...own }));
  };
  const result = async (...given: Parameters<typeof run>) =>
    doneBy('exec_command', await run(...given)).data;
  return { ...opened, run, result };
}

describe('pipes', () => {
  test('pass the output on, and the exit code is that of the last', async () => {
    const { result } = withLine();
    const data = await result([
      { argv: sh('printf "b\\na\\nb\\n"; exit 3'), join: '|' },
      { argv: ['/usr/bin/sort'], join: '|' },
      { argv: ['/usr/bin/uniq', '-c'] },
    ]);
    expect(data).toMatchObject({ exit_code: 0, signal: null, timed_out: false, truncated: false });
    expect(data['stdout']).toBe('      1 a\n      2 b\n');
  });

  test('carry every byte of a large output, at the pace of the reader', async () => {
    const { result } = withLine();
    const data = await result([
      { argv: ['/usr/bin/head', '-c', '5000000', '/dev/zero'], join: '|' },
      { argv: sh('sleep 3; exec cat'), join: '|' },
      { argv: ['/usr/bin/wc', '-c'] },
    ]);
    expect(String(data['stdout']).trim()).toBe('5000000');
  });

  test('a program whose output nobody reads exits', async () => {
    const { result } = withLine();
    const data = await result([
      { argv: ['/usr/bin/yes'], join: '|' },
      { argv: ['/usr/bin/head', '-2'] },
    ]);
    expect(data).toMatchObject({ exit_code: 0, timed_out: false, stdout: 'y\ny\n' });
  });

  test('errors are kept beside the output, go with it, or are dropped', async () => {
    const { result } = withLine();
    const noisy = sh('echo out; echo err >&2');
    const last = { argv: ['/bin/cat'] };
    expect(await result([{ argv: noisy, join: '|' }, last])).toMatchObject({
      stdout: 'out\n',
      stderr: 'err\n',
    });
    expect(await result([{ argv: noisy, stderr: 'output', join: '|' }, last])).toMatchObject({
      stdout: 'out\nerr\n',
      stderr: '',
    });
    expect(await result([{ argv: noisy, stdout: 'dropped', stderr: 'dropped' }])).toMatchObject({
      stdout: '',
      stderr: '',
      output_bytes: 0,
    });
    expect(
      await result([{ argv: noisy, stdout: 'dropped', stderr: 'output', join: '|' }, last]),
    ).toMatchObject({ stdout: 'err\n', stderr: '' });
  });
});

describe('sequences', () => {
  const say = (word: string, code = 0): readonly string[] => sh(`echo ${word}; exit ${code}`);

  test.each([
    ['true && a', [0, '&&'], 'first a', 0],
    ['false && a', [1, '&&'], 'first', 1],
    ['true || a', [0, '||'], 'first', 0],
    ['false || a', [1, '||'], 'first a', 0],
    ['false ; a', [1, ';'], 'first a', 0],
  ] as const)('%s', async (_line, [code, join], said, exit_code) => {
    const { result } = withLine();
    const data = await result([{ argv: say('first', code), join }, { argv: say('a') }]);
    expect(data).toMatchObject({ exit_code, stdout: `${said.replaceAll(' ', '\n')}\n` });
  });

  test('a part that is left out does not count: false && a || b runs b', async () => {
    const { result } = withLine();
    const data = await result([
      { argv: say('first', 1), join: '&&' },
      { argv: say('a'), join: '||' },
      { argv: say('b') },
    ]);
    expect(data).toMatchObject({ exit_code: 0, stdout: 'first\nb\n' });
  });
});

describe('D2 links that appear while a line runs', () => {
  const linkTo = (target: string, name: string) => sh(`rm -f ${name}; ln -s ${target} ${name}`);

  test.each([
    ['a word', (name: string) => ['/bin/cat', name]],
    ['a script', (name: string) => ['/bin/sed', `r ${name}`, 'other.txt']],
  ])('a later program does not follow one that leads out: %s', async (_what, reader) => {
    const { run, folder } = withLine();
    const outside = path.join(scratch(), 'secret.txt');
    fs.writeFileSync(outside, 'secret');
    fs.writeFileSync(path.join(folder, 'x.txt'), 'plain');
    fs.writeFileSync(path.join(folder, 'other.txt'), 'other');
    const link = linkTo(outside, path.join(folder, 'x.txt'));
    const outcome = await run([{ argv: link, join: ';' }, { argv: reader('x.txt') }]);
    expect(JSON.stringify(outcome)).not.toContain('secret"');
    expect(codeOf(outcome)).toBe('stale');
  });

  test('one that stays inside is followed', async () => {
    const { result, folder } = withLine();
    fs.writeFileSync(path.join(folder, 'a.txt'), 'inside');
    const link = linkTo('a.txt', path.join(folder, 'x.txt'));
    const data = await result([{ argv: link, join: '&&' }, { argv: ['/bin/cat', 'x.txt'] }]);
    expect(data).toMatchObject({ exit_code: 0, stdout: 'inside' });
  });
});

describe('bounds and pins', () => {
  test('the time is for the whole line, and nothing of it goes on', async () => {
    const { result, folder } = withLine();
    const late = path.join(folder, 'late');
    const data = await result(
      [{ argv: sh('sleep 0.6'), join: ';' }, { argv: sh(`sleep 20; touch ${late}`) }],
      { timeout: 1 },
    );
    expect(data).toMatchObject({ timed_out: true });
    expect(fs.existsSync(late)).toBe(false);
  });

  test('the output is bounded for the whole line', async () => {
    const { result } = withLine();
    const much = ['/usr/bin/head', '-c', '4000', '/dev/zero'];
    const data = await result([{ argv: much, join: ';' }, { argv: much }], { resultBytes: 9_000 });
    expect(data).toMatchObject({ output_bytes: 8_000, truncated: true });
    expect(String(data['stdout'])).toHaveLength(3_000);
  });

  test('a program that changed after it was approved is not started, nor is what it is piped to', async () => {
    const { run, folder, task } = withLine();
    const own = path.join(folder, 'tool');
    fs.writeFileSync(own, '#!/bin/sh\necho hello\n', { mode: 0o755 });
    const pin = await pinFile(own);
    fs.writeFileSync(own, '#!/bin/sh\necho changed\n', { mode: 0o755 });
    const parts = [
      { argv: [own], program: own, join: '|' },
      { argv: sh(`cat > ${folder}/got`), program: '/bin/sh', join: 'none' },
    ] as const;
    const start: NonNullable<Task['start']> = {
      ...{ argv: [], program: null, cwd: null, env },
      parts: parts.map((part) => ({
        ...part,
        argv: [...part.argv],
        stdout: 'kept',
        stderr: 'kept',
      })),
      pins: { program: null, files: [], parts: [pin, null] },
    };
    expect(codeOf(await run([], task({ start })))).toBe('stale');
  });
});
