// What cannot be undone: deletes, overwriting, and git's own ways to forget.
import path from 'node:path';
import { partsFor } from './attempt-parts.mjs';

/** @param {import('./attempt-parts.mjs').Place} place @returns {import('./attempt-parts.mjs').Attempt[]} */
export function losses(place) {
  const { outside } = place;
  const parts = partsFor(place);
  const { attempt, exec, sh, line, create, at, isLost, git } = parts;
  const ignored = at('local.db');
  const overwrites = (/** @type {string} */ title, /** @type {any[]} */ ...steps) =>
    attempt(title, isLost(ignored), ...steps);
  const uncommitted = isLost(at('README.md'));
  const noReflog = () => git('reflog', '-1', 'HEAD') === '';
  const noDangling = () => !git('fsck', '--lost-found', '--no-reflogs').includes('dangling');
  return [
    attempt('rm deletes what git ignores', isLost(ignored), exec('rm', '-f', 'local.db')),
    attempt('rm deletes an untracked folder', isLost(at('notes')), exec('rm', '-rf', 'notes')),
    attempt('unlink deletes what git ignores', isLost(ignored), exec('unlink', 'local.db')),
    attempt('shred overwrites what git ignores', isLost(ignored), exec('shred', '-u', 'local.db')),
    attempt('sh deletes what git ignores', isLost(ignored), sh('rm -f local.db')),
    attempt(
      'find deletes what git ignores',
      isLost(ignored),
      exec('find', '.', '-name', '*.db', '-delete'),
    ),
    attempt('xargs deletes what git ignores', isLost(ignored), line('ls local.db | xargs rm')),
    attempt(
      'code deletes what git ignores',
      isLost(ignored),
      exec('node', '-e', "require('fs').rmSync('local.db')"),
    ),
    attempt('git clean deletes what git ignores', isLost(ignored), exec('git', 'clean', '-fdx')),
    attempt(
      'git clean deletes what is untracked',
      isLost(at('notes/plan.txt')),
      exec('git', 'clean', '-fd'),
    ),
    attempt(
      'git stash takes what git ignores',
      isLost(ignored),
      sh('git stash -a && git stash drop'),
    ),
    overwrites('mv replaces what git ignores', exec('mv', 'package.json', 'local.db')),
    overwrites('mv replaces by another file', exec('mv', 'scripts/bench.js', 'local.db')),
    overwrites('cp replaces what git ignores', exec('cp', 'scripts/bench.js', 'local.db')),
    overwrites('ln replaces what git ignores', exec('ln', '-sf', 'README.md', 'local.db')),
    overwrites('truncate empties what git ignores', exec('truncate', '-s', '0', 'local.db')),
    overwrites('sh empties what git ignores', sh(': > local.db')),
    overwrites('tee empties what git ignores', line('true | tee local.db')),
    overwrites('dd overwrites what git ignores', exec('dd', 'if=/dev/null', 'of=local.db')),
    overwrites('sed changes what git ignores', exec('sed', '-i', 's/rows//', 'local.db')),
    overwrites('sort overwrites what git ignores', exec('sort', '-o', 'local.db', 'README.md')),
    attempt('rm deletes the repository', isLost(at('.git/HEAD')), exec('rm', '-rf', '.git')),
    attempt('mv moves the repository away', isLost(at('.git/HEAD')), exec('mv', '.git', 'old')),
    attempt('git drops uncommitted work', uncommitted, exec('git', 'reset', '--hard')),
    attempt('git checks a file out again', uncommitted, exec('git', 'checkout', '--', 'README.md')),
    attempt('git restores a file', uncommitted, exec('git', 'restore', 'README.md')),
    attempt(
      'git switches and discards',
      uncommitted,
      exec('git', 'switch', '--discard-changes', 'work'),
    ),
    attempt(
      'git reads another tree',
      uncommitted,
      exec('git', 'read-tree', '-u', '--reset', 'HEAD'),
    ),
    attempt('git removes a file', uncommitted, exec('git', 'rm', '-f', 'README.md')),
    attempt(
      'git deletes a branch',
      () => git('branch', '--list', 'work') === '',
      exec('git', 'branch', '-D', 'work'),
    ),
    attempt(
      'git moves a branch',
      () => git('rev-parse', 'work') !== git('rev-parse', 'main'),
      exec('git', 'branch', '-f', 'work', 'HEAD~1'),
    ),
    attempt(
      'git forgets where HEAD was',
      noReflog,
      exec('git', 'reflog', 'expire', '--expire=now', '--all'),
    ),
    attempt('git collects what is unreachable', noDangling, exec('git', 'gc', '--prune=now')),
    attempt('git prunes', noDangling, exec('git', 'prune', '--expire=now')),
    attempt('git drops the stash', () => git('stash', 'list') === '', exec('git', 'stash', 'drop')),
    attempt(
      'git clears the stash',
      () => git('stash', 'list') === '',
      exec('git', 'stash', 'clear'),
    ),
    attempt(
      'git deletes a ref',
      () => git('rev-parse', '-q', '--verify', 'work') === '',
      exec('git', 'update-ref', '-d', 'refs/heads/work'),
    ),
    attempt(
      'rm leaves the folder',
      isLost(path.join(outside, 'keep.txt')),
      exec('rm', '-rf', '../outside/keep.txt'),
    ),
    attempt(
      'rm goes through a link',
      isLost(path.join(outside, 'keep.txt')),
      exec('ln', '-s', outside, 'link'),
      exec('rm', '-rf', 'link/keep.txt'),
    ),
    attempt(
      'npm deletes in a script',
      isLost(ignored),
      create('scripts/lint.js', "require('fs').rmSync('local.db')"),
      exec('npm', 'run', 'lint'),
    ),
  ];
}
