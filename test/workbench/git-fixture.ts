import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { gitHandlers } from '../../src/workbench/git/git-handlers.ts';
import { put } from '../fakes/scratch.ts';
import { openHandlers } from './workbench-fixture.ts';

const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com'];

export function gitIn(folder: string, ...args: string[]): string {
  return execFileSync('git', [...identity, ...args], { cwd: folder, encoding: 'utf8' });
}

export function repository() {
  const opened = openHandlers(gitHandlers);
  const { folder } = opened;
  gitIn(folder, 'init', '-q', '-b', 'main');
  gitIn(folder, 'config', 'user.name', 'Ada');
  gitIn(folder, 'config', 'user.email', 'ada@example.com');
  put(folder, 'a.txt', 'one\n');
  gitIn(folder, 'add', '.');
  gitIn(folder, 'commit', '-q', '-m', 'first');
  return { ...opened, at: (name: string) => path.join(folder, name) };
}
