import { spawn, spawnSync, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  DataFolderInUse,
  lockDataDir,
  type DataLock,
} from '../../src/main/platform/files/data-lock.ts';
import { put, scratch } from '../fakes/scratch.ts';

const module = path.resolve(import.meta.dirname, '../../src/main/platform/files/data-lock.ts');
/** Takes the lock, says so, starts a child that outlives it, and stays. */
const script = `
  const { lockDataDir } = await import(${JSON.stringify(module)});
  const { spawn } = await import('node:child_process');
  globalThis.lock = lockDataDir(process.argv[1], Date.now);
  const child = spawn('sleep', ['30'], { stdio: 'inherit', detached: true });
  console.log('locked ' + child.pid);
  setInterval(() => undefined, 1000);
`;

const lock = (folder: string): DataLock => {
  const taken = lockDataDir(folder, () => 0);
  onTestFinished(async () => taken.dispose());
  return taken;
};

async function lockedByOther(folder: string): Promise<ChildProcessWithoutNullStreams> {
  const args = ['--input-type=module', '--no-warnings', '-e', script, folder];
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
  });
  const [said] = (await once(child.stdout, 'data')) as [Buffer];
  const lingering = Number(/^locked (\d+)/.exec(said.toString())?.[1]);
  onTestFinished(() => {
    process.kill(lingering);
    child.kill('SIGKILL');
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy();
  });
  return child;
}

const listing = (folder: string): readonly string[] =>
  fs.readdirSync(folder).map((name) => {
    const { ino, size, mtimeMs } = fs.statSync(path.join(folder, name));
    return `${name} ${ino} ${size} ${mtimeMs}`;
  });

describe('K15 one app per data folder', () => {
  test('the second is told who has it, and changes nothing in the folder', async () => {
    const folder = scratch();
    const other = await lockedByOther(folder);
    const before = listing(folder);
    expect(() => lock(folder)).toThrow(
      new RegExp(`in use by another Gatehouse: process ${other.pid} on ${os.hostname()}, since 2`),
    );
    expect(listing(folder)).toEqual(before);
  });

  test('killed, it has the folder no longer, although a child of it still runs', async () => {
    const folder = scratch();
    const other = await lockedByOther(folder);
    other.kill('SIGKILL');
    await once(other, 'exit');
    expect(lock(folder).whyLost()).toBeNull();
  });

  test('by another name of the folder it is the same folder', async () => {
    const parent = scratch();
    const folder = path.join(parent, 'data');
    fs.mkdirSync(folder);
    fs.symlinkSync(parent, `${parent}-link`);
    onTestFinished(() => fs.rmSync(`${parent}-link`));
    await lockedByOther(folder);
    expect(() => lock(path.join(`${parent}-link`, 'data'))).toThrow(DataFolderInUse);
  });

  test('through a bind mount too', async () => {
    const [folder, elsewhere] = [scratch(), scratch()];
    if (spawnSync('mount', ['--bind', folder, elsewhere]).status !== 0) return;
    onTestFinished(() => void spawnSync('umount', ['-l', elsewhere]));
    await lockedByOther(folder);
    expect(() => lock(elsewhere)).toThrow(DataFolderInUse);
  });

  test('whose lock file is deleted or replaced, it is no longer its own', () => {
    const folder = scratch();
    const first = lock(folder);
    expect(first.whyLost()).toBeNull();
    fs.rmSync(path.join(folder, 'app.lock'));
    expect(first.whyLost()).toContain('is gone');
    const second = lock(folder);
    expect(second.whyLost()).toBeNull();
    expect(first.whyLost()).toContain('another lock file');
  });

  test('a folder that was moved away is not ours either', () => {
    const folder = path.join(scratch(), 'data');
    fs.mkdirSync(folder);
    const first = lock(folder);
    fs.renameSync(folder, `${folder}-away`);
    expect(first.whyLost()).toContain('is gone');
    fs.renameSync(`${folder}-away`, folder);
    expect(first.whyLost()).toBeNull();
  });

  test.each([
    ['is not there', null],
    ['is no JSON', 'x'],
    ['is too large', JSON.stringify({ pid: 1, host: 'x'.repeat(5_000), since: '' })],
    ['has another shape', '{"pid":"1"}'],
  ])('what the holder wrote of itself %s: it is still in use', async (_what, text) => {
    const folder = scratch();
    await lockedByOther(folder);
    fs.rmSync(path.join(folder, 'app.lock.json'));
    if (text !== null) put(folder, 'app.lock.json', text);
    expect(() => lock(folder)).toThrow('which one is not known');
  });

  test('what the holder wrote of itself cannot forge a line or a color', async () => {
    const folder = scratch();
    await lockedByOther(folder);
    const holder = { pid: 1, host: '\u001B[31mred\nAll is well', since: '\u202Enow' };
    put(folder, 'app.lock.json', JSON.stringify(holder));
    const refused = (): unknown => lock(folder);
    for (const hostile of ['\u001B', '\n', '\u202E']) expect(refused).not.toThrow(hostile);
    expect(refused).toThrow(DataFolderInUse);
  });

  test('a lock file that is none of ours, or a link, is not used', () => {
    const folder = scratch();
    put(folder, 'app.lock', 'x'.repeat(4_096));
    expect(() => lock(folder)).toThrow('is not our lock file');
    fs.rmSync(path.join(folder, 'app.lock'));
    fs.symlinkSync(put(scratch(), 'other', ''), path.join(folder, 'app.lock'));
    expect(() => lock(folder)).toThrow('ELOOP');
  });
});
