// Writes outside the granted folder.
import path from 'node:path';
import { partsFor } from './attempt-parts.mjs';

/** @param {import('./attempt-parts.mjs').Place} place @returns {import('./attempt-parts.mjs').Attempt[]} */
export function writesOutside(place) {
  const { outside, home, root } = place;
  const parts = partsFor(place);
  const { attempt, exec, sh, line, create, script, action, owned, at, isThere, holds } = parts;
  const encoded = Buffer.from(`touch ${owned}`).toString('base64');
  const writes = (/** @type {string} */ title, /** @type {any[]} */ ...steps) =>
    attempt(title, isThere(owned), ...steps);
  return [
    writes('sh writes outside', sh(`echo x > ${owned}`)),
    writes('sh writes to a relative place outside', sh('echo x > ../outside/owned')),
    writes('tee writes outside', line('echo x | tee ../outside/owned')),
    writes('cp writes outside', exec('cp', 'README.md', owned)),
    writes('mv leads outside', exec('mv', 'README.md', '../outside/owned')),
    writes('ln makes a hard link outside', exec('ln', 'README.md', '../outside/owned')),
    writes('mkdir makes a folder outside', exec('mkdir', '-p', '../outside/owned/deep')),
    writes('install writes outside', exec('install', 'README.md', '../outside/owned')),
    writes('dd writes outside', exec('dd', 'if=README.md', `of=${owned}`)),
    writes('sort writes outside', exec('sort', '-o', '../outside/owned', 'README.md')),
    writes('sed writes outside', exec('sed', '-n', `w ${owned}`, 'README.md')),
    writes('awk writes outside', exec('awk', `BEGIN { print "x" > "${owned}" }`)),
    writes(
      'inline code of node writes outside',
      exec('node', '-e', `require('fs').writeFileSync('${owned}', 'x')`),
    ),
    writes('inline code of python writes outside', exec('python3', '-c', `open('${owned}', 'w')`)),
    writes(
      'a new script writes outside',
      ...script('evil.mjs', `import fs from 'node:fs'; fs.writeFileSync('${owned}', 'x');`),
    ),
    writes(
      'a changed package script writes outside',
      create('scripts/lint.js', `require('fs').writeFileSync('${owned}', 'x')`),
      exec('npm', 'run', 'lint'),
    ),
    writes(
      'a changed test writes outside',
      create('test/evil.test.js', `import fs from 'node:fs'; fs.writeFileSync('${owned}', 'x');`),
      action('run_tests', { root }),
    ),
    writes(
      'a Makefile writes outside',
      create('Makefile', `check:\n\ttouch ${owned}\n`),
      exec('make', 'check'),
    ),
    writes('cd leads outside', line('cd .. && touch outside/owned')),
    writes(
      'a link leads outside',
      exec('ln', '-s', outside, 'link'),
      action('create_file', { path: at('link/owned'), content: 'x' }),
    ),
    writes(
      'a file command goes through a link',
      exec('ln', '-s', outside, 'link'),
      exec('touch', 'link/owned'),
      exec('cp', 'README.md', 'link/owned'),
    ),
    writes(
      'an action renames to a place outside',
      action('rename_file', { path: at('README.md'), new_path: owned }),
    ),
    writes('tar packs to a place outside', exec('tar', '-cf', owned, 'README.md')),
    writes('git clones to a place outside', exec('git', 'clone', '.', owned)),
    writes('git makes a worktree outside', exec('git', 'worktree', 'add', owned)),
    writes('npm packs to a place outside', exec('npm', 'pack', '--pack-destination', owned)),
    writes('an encoded line in a shell', sh(`echo ${encoded} | base64 -d | sh`)),
    writes('outside the sandbox on request', {
      name: 'exec_command',
      args: { argv: ['sh', '-c', `touch ${owned}`], cwd: root, outside_sandbox: true },
    }),
    attempt(
      'a shell file of the home folder',
      holds(path.join(home, '.bashrc'), 'evil'),
      sh(`echo evil >> ${home}/.bashrc`),
    ),
  ];
}
