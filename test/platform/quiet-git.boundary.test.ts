import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { quietGitEnvironment, quietGitOptions } from '../../src/main/core/commands/environment.ts';
import { put, scratch } from '../fakes/scratch.ts';

/** A repository whose every hook and helper leaves a mark when it runs. */
function hostileRepository() {
  const root = scratch();
  const mark = path.join(scratch(), 'mark');
  const env = { PATH: process.env['PATH'] ?? '', HOME: scratch(), GIT_AUTHOR_NAME: 'a' };
  const identity = {
    GIT_AUTHOR_NAME: 'a',
    GIT_AUTHOR_EMAIL: 'a@x.invalid',
    GIT_COMMITTER_NAME: 'a',
    GIT_COMMITTER_EMAIL: 'a@x.invalid',
  };
  const git = (args: readonly string[], more: Record<string, string> = {}): string =>
    execFileSync('git', args, {
      cwd: root,
      env: { ...env, ...identity, ...more },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  git(['init', '-q', '-b', 'main']);
  put(root, 'a.txt', 'one\n');
  git(['add', 'a.txt']);
  git(['commit', '-q', '-m', 'first']);
  const evil = path.join(root, '.git', 'evil.sh');
  fs.writeFileSync(evil, `#!/bin/sh\necho "$0 $*" >> '${mark}'\nexit 1\n`, { mode: 0o755 });
  for (const hook of ['pre-commit', 'commit-msg', 'post-checkout', 'post-commit']) {
    fs.copyFileSync(evil, path.join(root, '.git', 'hooks', hook));
  }
  git(['config', 'core.fsmonitor', evil]);
  git(['config', 'diff.external', evil]);
  git(['config', 'core.pager', evil]);
  git(['config', 'core.editor', evil]);
  put(root, 'a.txt', 'two\n');
  const wasRun = (): boolean => fs.existsSync(mark);
  const quietly = (args: readonly string[]) =>
    git([...quietGitOptions, ...args], quietGitEnvironment);
  return { git, quietly, wasRun };
}

describe('F11 in a repository that sets traps', () => {
  test.each([
    [['status', '--porcelain=v2', '--branch']],
    [['diff', '--no-ext-diff', '--no-textconv']],
    [['add', '--', 'a.txt']],
    [['commit', '-q', '-a', '-m', 'second']],
    [['branch', '--list']],
    [['switch', '-q', '-c', 'other']],
  ])('our own git %j runs none of them', (args) => {
    const { quietly, wasRun } = hostileRepository();
    expect(() => quietly(args)).not.toThrow();
    expect(wasRun()).toBe(false);
  });

  test('and they are traps: git without our options runs them', () => {
    for (const args of [['status'], ['diff'], ['switch', '-q', '-c', 'other']]) {
      const { git, wasRun } = hostileRepository();
      try {
        git(args);
      } catch {
        // A trap that fails may stop git; that it ran is what counts.
      }
      expect([args, wasRun()]).toEqual([args, true]);
    }
  });
});
