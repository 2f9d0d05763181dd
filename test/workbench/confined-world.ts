/** A granted folder beside one that is not, and what leads from the one to the other. */
import fs from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import type { WireRoot } from '../../src/workbench/confined/folder.ts';
import { put, scratch } from '../fakes/scratch.ts';

export interface ConfinedWorld {
  readonly world: string;
  readonly app: string;
  readonly roots: readonly WireRoot[];
  at(name: string): string;
  outside(name: string): string;
}

export function confinedWorld(): ConfinedWorld {
  const world = scratch();
  const app = path.join(world, 'app');
  put(app, 'a.txt', 'inside');
  put(app, 'sub/b.txt', 'inside too');
  put(world, 'outside/x', 'secret');
  fs.symlinkSync('../outside', path.join(app, 'folder'));
  fs.symlinkSync('../outside/x', path.join(app, 'file'));
  fs.symlinkSync('../outside/new', path.join(app, 'dangling'));
  fs.symlinkSync('sub', path.join(app, 'within'));
  return {
    world,
    app,
    roots: [rootAt(app)],
    at: (name) => `${app}/${name}`,
    outside: (name) => path.join(world, 'outside', name),
  };
}

export function rootAt(folder: string): WireRoot {
  const { dev, ino } = fs.statSync(folder, { bigint: true });
  return { path: folder, device: `${dev}`, inode: `${ino}` };
}

export function expectOutsideUntouched({ outside }: ConfinedWorld): void {
  expect(fs.readdirSync(outside(''))).toEqual(['x']);
  expect(fs.readFileSync(outside('x'), 'utf8')).toBe('secret');
}

export const openDescriptors = (): number => fs.readdirSync('/proc/self/fd').length;
