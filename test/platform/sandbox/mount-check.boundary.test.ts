import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished, test } from 'vitest';
import { probeLaunch } from '../../../src/main/core/core.ts';
import { quickSha256 } from '../../../src/main/platform/ledger/marks.ts';
import { isComplete, wrongMount } from '../../../src/main/platform/programs/mount-check.ts';
import { pinFile } from '../../../src/main/platform/programs/file-pins.ts';
import {
  changedProgram,
  runProgram,
  sandboxFailed,
} from '../../../src/main/platform/programs/run-program.ts';
import { openSandbox } from '../../../src/main/platform/sandbox/open-sandbox.ts';
import { put, scratch } from '../../fakes/scratch.ts';
import { sandboxRuns } from '../../support/sandbox-here.ts';

async function project() {
  const dataDir = scratch();
  const home = scratch();
  const outside = scratch();
  const root = path.join(outside, 'my project');
  put(root, 'sub/.vscode/settings.json', 'own settings\n');
  put(outside, 'keys/settings.json', 'key-of-the-user\n');
  const needs = { home, ownPaths: [dataDir], sha256: quickSha256 };
  const machine = await openSandbox({
    ...{ dataDir, home, user: 'ada' },
    launchIn: (own, folder) => probeLaunch(own, folder, needs),
  });
  const launch = probeLaunch(machine, root, needs);
  const run = (bwrap: string) =>
    runProgram({
      ...{ program: '/bin/cat', args: ['sub/.vscode/settings.json'], cwd: root, env: {} },
      ...{ timeoutMs: 20_000, outputBytes: 10_000, signal: new AbortController().signal },
      sandbox: { launch: { ...launch, bwrap }, folder: root },
    });
  return { root, outside, launch, run };
}

/**
 * A bwrap that mounts what it would mount if `name` was a link to `target` for a moment: it takes
 * the source of the mount from there.
 */
function bwrapThatLost(bwrap: string, name: string, target: string): string {
  const text = [
    '#!/bin/bash',
    'words=("$@")',
    'for at in "${!words[@]}"; do',
    `  if [ "\${words[$at]}" = --ro-bind ] && [ "\${words[$((at + 1))]}" = "${name}" ]; then`,
    `    words[$((at + 1))]="${target}"`,
    '  fi',
    'done',
    `exec ${bwrap} "\${words[@]}"`,
  ].join('\n');
  const file = put(scratch(), 'bwrap', `${text}\n`);
  fs.chmodSync(file, 0o755);
  return file;
}

describe.runIf(sandboxRuns)('a protected name that is exchanged while a command starts', () => {
  test('N15 the command does not run, and what the link led to is not shown', async () => {
    const { root, outside, launch, run } = await project();
    const lost = bwrapThatLost(launch.bwrap, `${root}/sub/.vscode`, `${outside}/keys`);
    const end = await run(lost);
    expect(JSON.stringify(end)).not.toContain('key-of-the-user');
    expect(end).toEqual({
      notStarted: sandboxFailed,
      detail: `${root}/sub/.vscode was exchanged while the sandbox was made.`,
    });
  });

  test('N15 it runs when nothing was exchanged, in a folder with a space in its name', async () => {
    const { launch, run } = await project();
    const end = await run(launch.bwrap);
    if ('notStarted' in end) throw new Error(JSON.stringify(end));
    expect(end.stdout.toString('utf8')).toBe('own settings\n');
  });
});

test.runIf(sandboxRuns)(
  'F20 a program exchanged while its sandbox is made does not run',
  async () => {
    const { root, launch } = await project();
    const program = put(root, 'tool', '#!/bin/sh\necho good\n');
    fs.chmodSync(program, 0o755);
    const pin = await pinFile(program);
    if (!pin) throw new Error('no pin');
    // Long after bubblewrap was started, and before it runs the program.
    const exchanges = `#!/bin/sh
sleep 0.3
printf '#!/bin/sh\\necho evil\\n' > "${program}.new"
chmod 755 "${program}.new"
mv "${program}.new" "${program}"
exec ${launch.bwrap} "$@"
`;
    const bwrap = put(scratch(), 'bwrap', exchanges);
    fs.chmodSync(bwrap, 0o755);
    const end = await runProgram({
      ...{ program, pin, args: [], cwd: root, env: {} },
      ...{ timeoutMs: 20_000, outputBytes: 10_000, signal: new AbortController().signal },
      sandbox: { launch: { ...launch, bwrap }, folder: root },
    });
    const received = 'notStarted' in end ? end.notStarted : end.stdout.toString('utf8');
    expect(received).toBe(changedProgram);
  },
);

/** Exchanges two names in one step, over and over; Node cannot do that. */
const exchange = `
import ctypes, os, sys
libc = ctypes.CDLL(None)
one, other = (os.fsencode(name) for name in sys.argv[1:3])
while True:
    libc.renameat2(-100, one, -100, other, 2)
`;

const env = { PATH: '/usr/bin:/bin' };
const hasPython = spawnSync('python3', ['-c', 'import ctypes'], { env }).status === 0;
if (!hasPython) process.stdout.write('The race for a protected name is left out: no python3.\n');

describe.runIf(sandboxRuns && hasPython)('a race for a protected name', () => {
  test('N15 never shows what a link leads to, in 40 starts', async () => {
    const { root, outside, launch, run } = await project();
    const link = `${root}/sub/link`;
    fs.symlinkSync(`${outside}/keys`, link);
    const other = spawn('python3', ['-c', exchange, `${root}/sub/.vscode`, link], {
      stdio: 'ignore',
      env,
    });
    onTestFinished(() => void other.kill('SIGKILL'));
    const reported: string[] = [];
    for (let starts = 0; starts < 40; starts += 1) {
      const end = await run(launch.bwrap);
      reported.push('notStarted' in end ? end.notStarted : end.stdout.toString('utf8'));
    }
    expect(reported).toHaveLength(40);
    expect(reported).not.toContain('key-of-the-user\n');
  }, 60_000);
});

describe('what was mounted', () => {
  const args = [
    ...['--tmpfs', '/', '--ro-bind', '/usr', '/usr', '--bind', '/data/home', '/home/ada'],
    ...['--bind', '/w/a b', '/w/a b', '--ro-bind', '/w/a b/.git', '/w/a b/.git'],
    ...['--ro-bind', '/data/empty', '/w/a b/.env', '--tmpfs', '/w/a b/closed'],
  ];
  const right = [
    '1 0 0:1 / / ro,nosuid - tmpfs tmpfs rw',
    '2 1 8:1 /usr /usr ro - ext4 /dev/a rw',
    '3 1 8:1 /data/own /run/gatehouse ro - ext4 /dev/a rw',
    String.raw`4 1 8:2 /@w/a\040b /w/a\040b rw - btrfs /dev/b rw`,
    String.raw`5 4 8:2 /@w/a\040b/.git /w/a\040b/.git ro - btrfs /dev/b rw`,
    String.raw`6 4 8:1 /data/empty /w/a\040b/.env ro - ext4 /dev/a rw`,
    String.raw`7 4 0:9 / /w/a\040b/closed ro - tmpfs tmpfs rw`,
  ];
  const changed = (from: string, to: string): string =>
    right.map((line) => line.replace(from, () => to)).join('\n');

  it('N15 is right', () => {
    expect(wrongMount(args, right.join('\n'))).toBeNull();
  });

  it.each([
    ['another folder', String.raw`/@w/a\040b/.git /w`, '/home/ada/.ssh /w', '/w/a b/.git'],
    ['another disk', '5 4 8:2', '5 4 8:7', '/w/a b/.git'],
    ['a deleted folder', String.raw`b/.git /w`, String.raw`b/.git//deleted /w`, '/w/a b/.git'],
    ['a moved mount', String.raw`/w/a\040b/.env`, String.raw`/w/a\040b/x`, '/w/a b/.env'],
    ['no cover', String.raw`/w/a\040b/closed`, String.raw`/w/a\040b/x`, '/w/a b/closed'],
  ])('N15 is wrong: %s', (_, from, to, wrong) => {
    expect(wrongMount(args, changed(from, to))).toBe(wrong);
  });

  it('N15 is looked at only when bubblewrap has mounted everything', () => {
    expect(isComplete(right.join('\n'))).toBe(true);
    expect(isComplete(changed('/ / ro,', '/ / rw,'))).toBe(false);
    expect(isComplete(changed(' /usr ro', ' /newroot/usr ro'))).toBe(false);
    expect(isComplete(changed('/run/gatehouse', '/run/other'))).toBe(false);
  });
});
