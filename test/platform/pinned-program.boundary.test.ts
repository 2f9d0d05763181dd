/** What is started is the file that was allowed, however another came into its place. */
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { isPinnedAt, pinFile } from '../../src/main/platform/programs/file-pins.ts';
import { runProgram } from '../../src/main/platform/programs/run-program.ts';
import { scratch } from '../fakes/scratch.ts';

const says = (word: string): string => `#!/bin/sh\necho ${word}\n`;

function script(file: string, word: string): string {
  fs.writeFileSync(file, says(word), { mode: 0o755 });
  return file;
}

/** A program that prints the name it goes by: no script, and small enough to be read quickly. */
function binary(file: string): string {
  fs.copyFileSync(fs.realpathSync('/bin/sh'), file);
  fs.chmodSync(file, 0o755);
  return file;
}

async function pinned(program: string) {
  const pin = await pinFile(fs.realpathSync(program));
  if (!pin) throw new Error('no pin');
  return pin;
}

async function run(program: string, pin: Awaited<ReturnType<typeof pinned>>, args: string[] = []) {
  const end = await runProgram({
    ...{ program, pin, args, cwd: path.dirname(program), env: { PATH: '/usr/bin:/bin' } },
    ...{ timeoutMs: 10_000, outputBytes: 10_000, signal: new AbortController().signal },
  });
  return 'notStarted' in end ? end.notStarted : end.stdout.toString('utf8').trim();
}

const kinds = {
  script: (folder: string) => script(path.join(folder, 'tool'), 'good'),
  binary: (folder: string) => binary(path.join(folder, 'tool')),
} as const;

const swaps: Readonly<Record<string, (program: string) => void>> = {
  'another file renamed over it': (program) =>
    fs.renameSync(script(`${program}.new`, 'evil'), program),
  'other bytes written into it': (program) => fs.writeFileSync(program, says('evil')),
  'other bytes of the same size, its time set back': (program) => {
    const { atime, mtime, size } = fs.statSync(program);
    fs.writeFileSync(program, says('evil').padEnd(size, '#').slice(0, size));
    fs.utimesSync(program, atime, mtime);
  },
  'a link to another one': (program) => {
    script(`${program}.evil`, 'evil');
    fs.rmSync(program);
    fs.symlinkSync(`${program}.evil`, program);
  },
  'nothing any more': (program) => fs.rmSync(program),
};

describe.runIf(process.platform === 'linux')('F20 a program that was allowed', () => {
  for (const [kind, make] of Object.entries(kinds)) {
    test.each(Object.keys(swaps))(`(${kind}) is not started with %s`, async (how) => {
      const program = make(scratch());
      const pin = await pinned(program);
      swaps[how]?.(program);
      expect(await run(program, pin, ['-c', 'echo ran'])).toBe('CHANGED');
    });
  }

  test('is started when a link to it leads to it still, and not when that leads elsewhere', async () => {
    const folder = scratch();
    const real = script(path.join(folder, 'real'), 'good');
    const link = path.join(folder, 'tool');
    fs.symlinkSync(real, link);
    const pin = await pinned(link);
    expect(await run(link, pin)).toBe('good');
    fs.rmSync(link);
    fs.symlinkSync(script(path.join(folder, 'evil'), 'evil'), link);
    expect(await run(link, pin)).toBe('CHANGED');
  });

  test('is started when it was only touched, or replaced by the same bytes', async () => {
    const program = script(path.join(scratch(), 'tool'), 'good');
    const pin = await pinned(program);
    fs.utimesSync(program, 1, 1);
    expect(await run(program, pin)).toBe('good');
    fs.renameSync(script(`${program}.new`, 'good'), program);
    expect(await run(program, pin)).toBe('good');
  });

  test('goes by the name it was called by, from whichever link', async () => {
    const folder = scratch();
    const real = binary(path.join(folder, 'real'));
    const link = path.join(folder, 'called-so');
    fs.symlinkSync(real, link);
    expect(await run(link, await pinned(link), ['-c', 'echo $0; readlink /proc/$$/exe'])).toBe(
      `${link}\n${real}`,
    );
  });

  test('is the descriptor that was checked: a file renamed over it while it starts does not run', async () => {
    const program = binary(path.join(scratch(), 'tool'));
    const pin = await pinned(program);
    const swapping = setInterval(() => {
      fs.renameSync(script(`${program}.new`, 'evil'), program);
      fs.renameSync(binary(`${program}.new`), program);
    }, 0);
    try {
      const ran = new Set<string>();
      for (let round = 0; round < 100; round += 1)
        ran.add(await run(program, pin, ['-c', 'echo good']));
      ran.delete('CHANGED');
      expect([...ran]).toEqual(['good']);
    } finally {
      clearInterval(swapping);
    }
  });

  test('a script finds its neighbours by its own name', async () => {
    const program = path.join(scratch(), 'tool');
    fs.writeFileSync(program, '#!/bin/sh\ndirname "$0"\n', { mode: 0o755 });
    expect(await run(program, await pinned(program))).toBe(path.dirname(program));
  });

  test('code that a program is told to run is known by its bytes', async () => {
    const file = path.join(scratch(), 'code.sh');
    fs.writeFileSync(file, 'echo good\n');
    const pin = await pinned(file);
    expect(await isPinnedAt(pin)).toBe(true);
    fs.writeFileSync(file, 'echo evil\n');
    expect(await isPinnedAt(pin)).toBe(false);
  });
});
