/** Limits for all processes of a sandbox of root, on the real kernel where it has such groups. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  canLimitRoot,
  ControlGroup,
  groupFolders,
  removeOldGroups,
} from '../../../src/main/platform/programs/control-group.ts';
import { withLimits } from '../../../src/main/platform/sandbox/open-sandbox.ts';
import { put, scratch } from '../../fakes/scratch.ts';

const limits = { processes: 20, memoryBytes: 1024 ** 3, folderBytes: 1024 ** 3 };

test('groups are made below the own one, in the unified hierarchy or in that of processes', () => {
  const unified = '0::/user.slice/app.scope\n';
  const older = '9:name=systemd:/x\n8:pids:/own\n0::/\n';
  const joined = '4:cpu,pids:/both\n';
  expect(groupFolders('/g', unified)[0]).toBe('/g/user.slice/app.scope');
  expect(groupFolders('/g', older)).toEqual(['/g', '/g/pids/own']);
  expect(groupFolders('/g', joined)[1]).toBe('/g/pids/both');
});

test('a folder that is none, or has no such limit, makes no group and keeps nothing', () => {
  const [plain, other] = [scratch(), scratch()];
  put(other, 'cgroup.procs', '');
  expect(ControlGroup.make(limits, [plain, other])).toBeNull();
  expect([fs.readdirSync(plain), fs.readdirSync(other)]).toEqual([[], ['cgroup.procs']]);
});

test('N19 the status says when processes of root are not limited by the kernel', () => {
  const ready = { kind: 'ready', version: '1' } as const;
  expect(withLimits(ready, true, () => false)).toMatchObject({
    note: expect.stringContaining('runs as root') as string,
  });
  expect(withLimits(ready, true, () => true)).toEqual(ready);
  expect(withLimits(ready, false, () => false)).toEqual(ready);
});

describe.runIf(process.platform === 'linux' && canLimitRoot())('N19 a control group', () => {
  test('keeps a program from starting more processes than it may, and goes with them', async () => {
    const group = ControlGroup.make(limits);
    if (!group) throw new Error('no group');
    const script = 'read go; i=0; while [ $i -lt 60 ]; do sleep 30 & i=$((i+1)); done; wait';
    const child = spawn('/bin/sh', ['-c', script], {
      stdio: ['pipe', 'ignore', 'pipe'],
      detached: true,
    });
    let errors = '';
    child.stderr.on('data', (bytes: Buffer) => (errors += String(bytes)));
    expect(await group.add([child.pid ?? 0])).toBe(true);
    // It is in there already, and so is what it starts.
    expect(await group.add([child.pid ?? 0])).toBe(true);
    const ended = once(child, 'exit');
    child.stdin.end('go\n');
    await expect.poll(() => errors, { timeout: 15_000 }).toMatch(/fork/i);
    process.kill(-(child.pid ?? 0), 'SIGKILL');
    await ended;
    group.remove();
    const left = () =>
      groupFolders().flatMap((folder) =>
        fs.existsSync(folder)
          ? fs.readdirSync(folder).filter((name) => name.startsWith(`gatehouse-${process.pid}-`))
          : [],
      );
    await expect.poll(left, { timeout: 15_000 }).toEqual([]);
  });

  test('of a run that was killed is removed by the next', () => {
    const folder = groupFolders().findLast((one) => fs.existsSync(path.join(one, 'cgroup.procs')));
    const old = path.join(folder ?? '', 'gatehouse-1-1');
    fs.mkdirSync(old);
    removeOldGroups();
    expect(fs.existsSync(old)).toBe(false);
  });
});
