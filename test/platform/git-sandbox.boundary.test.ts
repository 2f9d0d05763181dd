/** What the git that makes checkpoints can see, and that commands that run cannot keep it waiting. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { FolderCheckpointStore } from '../../src/main/platform/checkpoints/checkpoint-store.ts';
import { folderExchanged, gitSandbox } from '../../src/main/platform/checkpoints/git-sandbox.ts';
import {
  addLiveSandbox,
  isPausable,
  whilePaused,
} from '../../src/main/platform/programs/live-sandboxes.ts';
import { runProgram, sandboxFailed } from '../../src/main/platform/programs/run-program.ts';
import { processesInside } from '../../src/main/platform/programs/sandboxed-start.ts';
import { isError } from '../../src/shared/actions/outcomes.ts';
import type { SandboxLaunch } from '../../src/shared/sandbox/sandbox-launch.ts';
import { put, scratch } from '../fakes/scratch.ts';
import { sandboxRuns } from '../support/sandbox-here.ts';

function rootOf(folder: string) {
  const { dev, ino } = fs.statSync(folder, { bigint: true });
  return { path: folder, device: String(dev), inode: String(ino) };
}

function places() {
  const outside = fs.realpathSync(scratch());
  const folder = path.join(outside, 'project');
  put(folder, 'a.txt', 'inside\n');
  put(outside, 'other/secret.txt', 'secret-of-another\n');
  const gitDir = path.join(outside, 'store');
  fs.mkdirSync(gitDir);
  const root = rootOf(folder);
  const sh = (script: string) =>
    runProgram({
      ...{ program: '/bin/sh', args: ['-c', script], cwd: '/', env: {}, timeoutMs: 20_000 },
      ...{ outputBytes: 100_000, signal: new AbortController().signal },
      sandbox: gitSandbox('/usr/bin/bwrap', { gitDir, root, below: '', env: { PATH: '/usr/bin' } }),
    });
  return { outside, folder, gitDir, root, sh };
}

describe.runIf(sandboxRuns)('N42 the git that makes checkpoints', () => {
  test('follows no link out of the folder, and can change nothing but its store', async () => {
    const { outside, folder, gitDir, sh } = places();
    fs.symlinkSync(path.join(outside, 'other'), path.join(folder, 'absolute'));
    fs.symlinkSync('../other', path.join(folder, 'relative'));
    const end = await sh(
      'cat a.txt absolute/secret.txt relative/secret.txt; echo x > b.txt; echo x > /run/gatehouse/made; ls /etc /home /proc',
    );
    if ('notStarted' in end) throw new Error(end.detail);
    expect(end.stdout.toString()).toBe('inside\n');
    expect(fs.readdirSync(folder).toSorted()).toEqual(['a.txt', 'absolute', 'relative']);
    expect(fs.readFileSync(path.join(gitDir, 'made'), 'utf8')).toBe('x\n');
  });

  test('does not run in a folder that took the place of the granted one', async () => {
    const { outside, folder, sh } = places();
    fs.renameSync(folder, path.join(outside, 'moved'));
    fs.symlinkSync(path.join(outside, 'other'), folder);
    const end = await sh('cat secret.txt');
    expect(end).toEqual({ notStarted: sandboxFailed, detail: folderExchanged });
  });

  test('records nothing from outside when a folder is exchanged for a link', async () => {
    const { outside, folder, root } = places();
    put(folder, 'swap/secret.txt', 'inside');
    const store = new FolderCheckpointStore(scratch());
    store.requireSandbox();
    const first = await store.take(root, 's1');
    fs.rmSync(path.join(folder, 'swap'), { recursive: true });
    fs.symlinkSync(path.join(outside, 'other'), path.join(folder, 'swap'));
    const second = await store.take(root, 's1');
    if (isError(first) || isError(second)) throw new Error('no checkpoint');
    const changes = await store.of(root).changes(first.id, second.id, AbortSignal.timeout(10_000));
    if (isError(changes)) throw new Error(changes.message);
    expect(
      changes.map(({ path: name, after }) => `${name}: ${after?.kind ?? 'none'}`).toSorted(),
    ).toEqual(['swap/secret.txt: none', 'swap: link']);
  });
});

describe.runIf(process.platform === 'linux')('programs that write to a folder', () => {
  const launchWith = (folder: string) => ({ args: ['--bind', folder, folder] }) as SandboxLaunch;

  test('stand still while they are paused, with what they started, and go on afterwards', async () => {
    const folder = fs.realpathSync(scratch());
    const script = 'i=0; while true; do i=$((i+1)); echo $i > n.new; mv n.new n; sleep 0.001; done';
    const child = spawn('/bin/sh', ['-c', script], { cwd: folder, stdio: 'ignore' });
    onTestFinished(async () => {
      child.kill('SIGKILL');
      await once(child, 'exit');
    });
    const count = (): number => Number(fs.readFileSync(path.join(folder, 'n'), 'utf8'));
    await expect.poll(() => fs.existsSync(path.join(folder, 'n'))).toBe(true);
    const pid = child.pid ?? 0;
    addLiveSandbox(launchWith(folder), {
      processes: () => [pid, ...processesInside(pid)],
      hasEnded: () => child.signalCode !== null,
    });
    expect(isPausable(path.join(folder, 'below'))).toBe(true);
    expect(isPausable(scratch())).toBe(false);
    const [before, after] = await whilePaused(folder, async () => {
      expect(isPausable(folder)).toBe(false);
      const then = count();
      await new Promise((resolve) => setTimeout(resolve, 100));
      return [then, count()];
    });
    expect(after).toBe(before);
    await expect.poll(count).toBeGreaterThan(after ?? 0);
  });
});

test('a recorded file that became a pipe is gone, and the others are recorded', async () => {
  const folder = fs.realpathSync(scratch());
  for (const name of ['a.txt', 'b.txt']) put(folder, name, name);
  const store = new FolderCheckpointStore(scratch());
  const root = rootOf(folder);
  const first = await store.take(root, 's1');
  fs.rmSync(path.join(folder, 'a.txt'));
  execFileSync('mkfifo', [path.join(folder, 'a.txt')]);
  put(folder, 'c.txt', 'c');
  const second = await store.take(root, 's1');
  if (isError(first) || isError(second)) throw new Error('no checkpoint');
  const changes = await store.of(root).changes(first.id, second.id, AbortSignal.timeout(10_000));
  if (isError(changes)) throw new Error(changes.message);
  expect(changes.map(({ path: name, after }) => [name, after !== null])).toEqual([
    ['a.txt', false],
    ['c.txt', true],
  ]);
  expect(second.uncovered.unreadable).toEqual(['a.txt']);
});
