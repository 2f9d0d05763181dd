/** What a sandbox holds when a program wants too much, or when we are killed. */
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { probeLaunch } from '../../../src/main/core/core.ts';
import { runProgram } from '../../../src/main/platform/programs/run-program.ts';
import { sandboxedCommand } from '../../../src/main/platform/programs/sandboxed-start.ts';
import { quickSha256 } from '../../../src/main/platform/ledger/marks.ts';
import { findSystemProgram } from '../../../src/main/platform/sandbox/find-bwrap.ts';
import { RealSandbox } from '../../../src/main/platform/sandbox/real-sandbox.ts';
import type { SandboxLaunch } from '../../../src/shared/sandbox/sandbox-launch.ts';
import { scratch } from '../../fakes/scratch.ts';
import { ownNumber } from '../../support/own-number.ts';
import { sandboxRuns } from '../../support/sandbox-here.ts';

function sandbox() {
  const dataDir = scratch();
  const [home, folder] = [scratch(), scratch()];
  const bwrap = findSystemProgram('bwrap') ?? '';
  const deps = { dataDir, home, user: 'ada', bwrap, ownPrograms: [] };
  const machine = new RealSandbox(deps, { kind: 'ready', version: '' });
  const launch = probeLaunch(machine, folder, { home, ownPaths: [dataDir], sha256: quickSha256 });
  return { launch, folder };
}

const run = (launch: SandboxLaunch, folder: string, script: string, timeoutMs = 20_000) =>
  runProgram({
    ...{ program: '/bin/sh', args: ['-c', script], cwd: folder, env: {}, timeoutMs },
    ...{ outputBytes: 100_000, signal: new AbortController().signal },
    sandbox: { launch, folder },
  });

const processesWith = (word: string): number =>
  fs.readdirSync('/proc').filter((name) => {
    try {
      return fs.readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(word);
    } catch {
      return false;
    }
  }).length;

/** A program that runs another as somebody whom the kernel limits; null: there is none. */
const asAnother: readonly string[] | null = (() => {
  if (process.getuid?.() !== 0) return ['/usr/bin/env'];
  const other = ['/usr/bin/setpriv', '--reuid=1500', '--regid=1500', '--clear-groups'];
  const [program = '', ...args] = other;
  const tried = spawnSync(program, [...args, '/usr/bin/bwrap', '--ro-bind', '/', '/', 'true'], {
    env: { PATH: '/usr/bin:/bin' },
  });
  if (tried.status === 0) return other;
  process.stdout.write('The limit of processes is left out: no sandbox as another user.\n');
  return null;
})();

describe.runIf(sandboxRuns)('N19 a program in a sandbox', () => {
  test('that uses too much memory is ended, and the reason is reported', async () => {
    const { launch, folder } = sandbox();
    const small = { ...launch, limits: { ...launch.limits, memoryBytes: 64 * 1024 ** 2 } };
    const end = await run(small, folder, 'x=$(head -c 200000000 /dev/zero | tr "\\0" x); sleep 20');
    if ('notStarted' in end) throw new Error(end.notStarted);
    expect(end.stderr.toString()).toContain('it used more than 64 MB of memory');
  });

  test('that starts too many processes is ended with all of them, also as root', async () => {
    const { launch, folder } = sandbox();
    const small = { ...launch, limiter: [], limits: { ...launch.limits, processes: 60 } };
    const seconds = ownNumber();
    const script = `i=0; while [ $i -lt 400 ]; do sleep ${seconds} & i=$((i + 1)); done; wait`;
    const end = await run(small, folder, script);
    if ('notStarted' in end) throw new Error(end.notStarted);
    // Root is stopped by a control group where one can be made, and ended where none can.
    expect(end.stderr.toString()).toMatch(/it started more than 60 processes|fork/i);
    await expect.poll(() => processesWith(`sleep\0${seconds}`)).toBe(0);
  });

  test.runIf(asAnother !== null)(
    'of a user cannot have more processes than the kernel allows it',
    async () => {
      const [program = '', ...before] = asAnother ?? [];
      // A bounded number of them, so that nobody else is disturbed where the limit does not hold.
      const script = `i=0; while [ $i -lt 200 ]; do sleep 2 & i=$((i + 1)); done`;
      const counted = `(${script}) 2>/dev/null; set -- /proc/[0-9]*; echo $#`;
      const mounts = ['--ro-bind', '/', '/', '--proc', '/proc', '--dev', '/dev'];
      const limited = ['prlimit', '--nproc=40:40', '--', 'sh', '-c', counted];
      const child = spawn(
        program,
        [...before, 'bwrap', '--unshare-user', '--unshare-pid', ...mounts, '--', ...limited],
        { env: { PATH: '/usr/bin:/bin' }, stdio: ['ignore', 'pipe', 'ignore'], cwd: '/' },
      );
      let output = '';
      child.stdout?.on('data', (piece: Buffer) => (output += piece.toString()));
      await new Promise((resolve) => child.once('close', resolve));
      expect(Number(output)).toBeGreaterThan(5);
      expect(Number(output)).toBeLessThan(45);
    },
  );

  test('that fills /tmp is ended, and the reason is reported', async () => {
    const { launch, folder } = sandbox();
    const small = { ...launch, limits: { ...launch.limits, folderBytes: 8 * 1024 ** 2 } };
    const script = 'while :; do head -c 1000000 /dev/zero >> /tmp/big; sleep 0.05; done';
    const end = await run(small, folder, script);
    if ('notStarted' in end) throw new Error(end.notStarted);
    expect(end.stderr.toString()).toContain('/tmp or its home folder holds more than 8 MB');
    expect(fs.statSync(path.join(launch.privateFolders[0] ?? '', 'big')).size).toBeLessThan(2e8);
  });

  test('that writes without end is cut, and counted', async () => {
    const { launch, folder } = sandbox();
    const end = await run(launch, folder, 'head -c 300000000 /dev/zero');
    expect(end).toMatchObject({ exitCode: 0, truncated: true, outputBytes: 300_000_000 });
  });

  test('gets a chance to end by itself, and then ends with all it started', async () => {
    const { launch, folder } = sandbox();
    const word = path.basename(folder);
    const script = `trap 'echo bye; exit 3' TERM; setsid sh -c 'sleep 600; : ${word}-left' & wait`;
    const end = await run(launch, folder, script, 500);
    expect(end).toMatchObject({ timedOut: true, exitCode: 3 });
    expect('stdout' in end && end.stdout.toString()).toBe('bye\n');
    expect(processesWith(`${word}-left`)).toBe(0);
  });

  test('ends when its parent is killed', async () => {
    const { launch, folder } = sandbox();
    const word = `${path.basename(folder)}-orphan`;
    const inside = {
      program: '/bin/sh',
      args: ['-c', `setsid sleep 600 & echo on; sleep 600; : ${word}`],
    };
    const { file, args } = sandboxedCommand(launch, { ...inside, cwd: folder });
    // The parent: it starts bubblewrap and waits.
    const parent = spawn('/bin/sh', ['-c', '"$@" 3<"$0"; :', launch.seccompFile, file, ...args], {
      env: { PATH: '/usr/bin:/bin' },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    await new Promise((resolve) => parent.stdout.once('data', resolve));
    expect(processesWith(word)).toBeGreaterThan(1);
    parent.kill('SIGKILL');
    await expect.poll(() => processesWith(word)).toBe(0);
  });

  test('that cannot be mounted is not started at all', async () => {
    const { launch, folder } = sandbox();
    fs.rmSync(folder, { recursive: true });
    expect(await run(launch, folder, 'true')).toMatchObject({ notStarted: 'SANDBOX' });
  });
});
