/** What is changed is on the disk before it is said to be done, and whole before it has its name. */
import fs from 'node:fs';
import { expect, onTestFinished, test, vi } from 'vitest';
import { confinedWorld } from './confined-world.ts';

/** What reaches the disk, in order; the modules take hold of fsync when they are loaded. */
async function watched() {
  const steps: string[] = [];
  const { fsync, renameSync, fstatSync } = fs;
  const kindOf = (fd: number): string => (fstatSync(fd).isDirectory() ? 'folder' : 'file');
  const spies = [
    vi.spyOn(fs, 'fsync').mockImplementation((fd, then) => {
      steps.push(`sync ${kindOf(fd)}`);
      fsync(fd, then);
    }),
    vi.spyOn(fs, 'renameSync').mockImplementation((from, to) => {
      steps.push('rename');
      renameSync(from, to);
    }),
  ];
  onTestFinished(() => spies.forEach((spy) => spy.mockRestore()));
  vi.resetModules();
  const { createConfinedFile, replaceConfinedFile } =
    await import('../../src/workbench/confined/write.ts');
  const { renameConfined } = await import('../../src/workbench/confined/move.ts');
  return { steps, createConfinedFile, replaceConfinedFile, renameConfined };
}

test('a new file, and the folder it stands in', async () => {
  const here = confinedWorld();
  const { steps, createConfinedFile } = await watched();
  await createConfinedFile(here.at('new'), here.roots, 'x');
  expect(steps).toEqual(['sync file', 'sync folder']);
});

test('a file that takes the place of another, before it takes it', async () => {
  const here = confinedWorld();
  const { steps, replaceConfinedFile } = await watched();
  await replaceConfinedFile(here.at('a.txt'), here.roots, 'x');
  expect(steps).toEqual(['sync file', 'rename', 'sync folder']);
});

test('a move, in the folder it left and in the one it came to', async () => {
  const here = confinedWorld();
  const { steps, renameConfined } = await watched();
  await renameConfined(here.at('a.txt'), here.at('sub/a.txt'), here.roots);
  expect(steps).toEqual(['rename', 'sync folder', 'sync folder']);
});
