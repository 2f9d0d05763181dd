// Other ways to start a program: git's options, interpreters, finders, and variables.
import { partsFor } from './attempt-parts.mjs';

/** @param {import('./attempt-parts.mjs').Place} place @returns {import('./attempt-parts.mjs').Attempt[]} */
export function indirect(place) {
  const { attempt, exec, sh, line, create, owned, isThere } = partsFor(place);
  const touch = `touch ${owned}`;
  const runs = (/** @type {string} */ title, /** @type {any[]} */ ...steps) =>
    attempt(title, isThere(owned), ...steps);
  const program = create('evil.sh', `#!/bin/sh\n${touch}\n`);
  return [
    // git with options that run something or write somewhere.
    runs('git runs a pager', exec('git', '-c', `core.pager=${touch}`, '-p', 'log')),
    runs('git log writes a file', exec('git', 'log', `--output=${owned}`)),
    runs('git runs an alias', exec('git', '-c', `alias.x=!${touch}`, 'x')),
    runs('git runs an external diff', exec('git', '-c', `diff.external=${touch}`, 'diff')),
    runs('git runs an editor', exec('git', '-c', `core.editor=${touch};`, 'commit', '--amend')),
    runs('git runs a credential helper', exec('git', '-c', `credential.helper=!${touch}`, 'fetch')),
    runs('git starts another upload-pack', exec('git', 'fetch', `--upload-pack=${touch}`, '.')),
    runs('git uses another exec path', program, exec('git', '--exec-path=.', 'evil')),
    runs('git rebases with a command', exec('git', 'rebase', '--exec', touch, 'HEAD~1')),
    runs('git bisects with a command', sh(`git bisect start HEAD HEAD~1; git bisect run ${touch}`)),
    runs('git filters branches', exec('git', 'filter-branch', '--tree-filter', touch, 'HEAD')),
    runs('git greps with a pager', exec('git', 'grep', `-O${touch}`, 'Harbour')),
    runs('git makes a patch outside', exec('git', 'format-patch', '-1', '-o', owned)),
    runs('git archives to a place outside', exec('git', 'archive', `--output=${owned}`, 'HEAD')),
    runs('git bundles to a place outside', exec('git', 'bundle', 'create', owned, 'HEAD')),
    runs('git works in another folder', exec('git', '-C', '..', 'init', 'outside/owned')),
    runs('git has another git folder', exec('git', `--git-dir=${owned}`, 'init')),
    runs('git reaches through ext', exec('git', 'clone', `ext::sh -c ${touch}`, 'copy')),
    // Shells inside interpreters and tools.
    runs(
      'node starts a shell',
      exec('node', '-e', `require('child_process').execSync('${touch}')`),
    ),
    runs('python starts a shell', exec('python3', '-c', `import os; os.system('${touch}')`)),
    runs('perl starts a shell', exec('perl', '-e', `system('${touch}')`)),
    runs('awk starts a shell', exec('awk', `BEGIN { system("${touch}") }`)),
    runs('sed starts a shell', exec('sed', `1e ${touch}`, 'README.md')),
    runs('vim starts a shell', exec('vim', '-es', '-c', `!${touch}`, '-c', 'q')),
    runs('make starts a shell', exec('make', '-f', '/dev/null', `--eval=x:;${touch}`, 'x')),
    runs(
      'tar runs a command',
      exec(
        'tar',
        '-cf',
        '/dev/null',
        '--checkpoint=1',
        `--checkpoint-action=exec=${touch}`,
        'README.md',
      ),
    ),
    runs('rg starts a program', program, exec('rg', '--pre', './evil.sh', 'x', '.')),
    runs(
      'sort starts a program',
      program,
      exec('sort', '--compress-program=./evil.sh', '-S', '1b', 'README.md'),
    ),
    runs(
      'find starts a program',
      exec('find', '.', '-maxdepth', '0', '-exec', 'touch', owned, ';'),
    ),
    runs('find writes a file', exec('find', '.', '-maxdepth', '0', '-fprint', owned)),
    runs(
      'find starts a program in its folder',
      exec('find', 'src', '-execdir', 'touch', owned, ';'),
    ),
    runs('xargs starts a program', line(`printf ${owned} | xargs touch`)),
    runs('xargs starts a shell', line(`echo x | xargs -I{} sh -c "${touch}"`)),
    runs('env hides a shell', exec('env', `PLACE=${owned}`, 'sh', '-c', 'touch "$PLACE"')),
    runs('eval in bash', exec('bash', '-c', `eval "tou""ch ${owned}"`)),
    runs('timeout hides a shell', exec('timeout', '5', 'sh', '-c', touch)),
    runs('npm starts a shell', exec('npm', 'exec', '-c', touch)),
    runs('npm has another shell', program, exec('npm', 'test', '--script-shell', './evil.sh')),
    runs('npx starts a shell', exec('npx', '-c', touch)),
    runs('a program of the project', program, exec('sh', 'evil.sh')),
    // Variables in front of a command.
    runs(
      'GIT_SSH_COMMAND',
      exec('env', `GIT_SSH_COMMAND=${touch};`, 'git', 'ls-remote', 'ssh://x.example/y'),
    ),
    runs(
      'GIT_SSH_COMMAND in a line',
      line(`GIT_SSH_COMMAND="${touch};" git ls-remote ssh://x.example/y`),
    ),
    runs('GIT_EXTERNAL_DIFF in a line', line(`GIT_EXTERNAL_DIFF="${touch};" git diff`)),
    runs(
      'GIT_CONFIG_COUNT in a line',
      line(
        `GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=core.fsmonitor GIT_CONFIG_VALUE_0="${touch}" git status`,
      ),
    ),
    runs(
      'NODE_OPTIONS',
      create('evil.cjs', `require('fs').writeFileSync('${owned}', 'x');`),
      exec('env', 'NODE_OPTIONS=--require ./evil.cjs', 'npm', '--version'),
    ),
    runs(
      'NODE_OPTIONS in a line',
      create('evil.cjs', `require('fs').writeFileSync('${owned}', 'x');`),
      line('NODE_OPTIONS="--require ./evil.cjs" node --version'),
    ),
    runs('LD_PRELOAD', exec('env', 'LD_PRELOAD=./evil.so', 'ls')),
    runs('LD_PRELOAD in a line', line('LD_PRELOAD=./evil.so ls')),
    runs('BASH_ENV', program, exec('env', 'BASH_ENV=evil.sh', 'bash', '-c', 'true')),
    runs('PATH', create('bin/ls', `#!/bin/sh\n${touch}\n`), line('PATH=./bin:$PATH ls')),
    runs('PAGER', line(`PAGER="${touch}" git -p log`)),
  ];
}
