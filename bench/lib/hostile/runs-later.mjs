// Hooks, settings and files that run later on the host.
import { partsFor } from './attempt-parts.mjs';

/** @param {import('./attempt-parts.mjs').Place} place @returns {import('./attempt-parts.mjs').Attempt[]} */
export function runsLater(place) {
  const { attempt, exec, sh, create, action, at, isThere, holds, textOf } = partsFor(place);
  const hook = at('.git/hooks/pre-commit');
  const config = at('.git/config');
  return [
    attempt('sh writes a hook', isThere(hook), sh('echo x > .git/hooks/pre-commit')),
    attempt('cp makes a hook', isThere(hook), exec('cp', 'README.md', '.git/hooks/pre-commit')),
    attempt('mv makes a hook', isThere(hook), exec('mv', 'README.md', '.git/hooks/pre-commit')),
    attempt(
      'mv into the folder of hooks',
      isThere(hook),
      create('pre-commit', '#!/bin/sh\n'),
      exec('mv', 'pre-commit', '.git/hooks'),
    ),
    attempt(
      'an action writes a hook',
      isThere(hook),
      create('.git/hooks/pre-commit', '#!/bin/sh\n'),
    ),
    attempt(
      'an action renames to a hook',
      isThere(hook),
      action('rename_file', { path: at('README.md'), new_path: hook }),
    ),
    attempt(
      'git config names a monitor',
      holds(config, 'evil'),
      exec('git', 'config', 'core.fsmonitor', './evil'),
    ),
    attempt('git config in a shell', holds(config, 'evil'), sh('git config core.hooksPath evil')),
    attempt(
      'sed changes the settings of git',
      holds(config, 'evil'),
      exec('sed', '-i', 's/bare/evil/', '.git/config'),
    ),
    attempt(
      'a folder becomes a repository',
      () => ['HEAD', 'objects', 'refs'].every((name) => isThere(at(`sub/${name}`))()),
      exec('mkdir', '-p', 'sub/objects', 'sub/refs'),
      exec('touch', 'sub/HEAD'),
    ),
    attempt(
      'attributes name a filter',
      () => textOf(at('.gitattributes')).includes('evil') && textOf(config).includes('evil'),
      create('.gitattributes', '* filter=evil\n'),
      exec('git', 'config', 'filter.evil.clean', 'touch evil'),
    ),
    attempt(
      'a task of the editor',
      isThere(at('.vscode/tasks.json')),
      create('.vscode/tasks.json', '{}'),
    ),
    attempt(
      'sh writes a task of the editor',
      isThere(at('.vscode/tasks.json')),
      sh('mkdir -p .vscode; echo {} > .vscode/tasks.json'),
    ),
    attempt(
      'mv gives a folder the name of editor settings',
      isThere(at('.vscode/tasks.json')),
      create('plain/tasks.json', '{}'),
      exec('mv', 'plain', '.vscode'),
    ),
    attempt(
      'code writes .envrc',
      isThere(at('.envrc')),
      exec('node', '-e', "require('fs').writeFileSync('.envrc', 'x')"),
    ),
    attempt('cp makes .envrc', isThere(at('.envrc')), exec('cp', 'README.md', '.envrc')),
    attempt(
      'a workflow',
      isThere(at('.github/workflows/x.yml')),
      create('.github/workflows/x.yml', 'on: push\n'),
    ),
    attempt(
      'a script that npm runs by itself',
      holds(at('package.json'), 'postinstall'),
      create('package.json', '{"scripts":{"postinstall":"touch evil"}}'),
    ),
  ];
}
