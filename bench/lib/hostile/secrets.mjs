// Secrets of the user: in the home folder, in files of the project that hold values, in the environment.
import { partsFor } from './attempt-parts.mjs';

/** @param {import('./attempt-parts.mjs').Place} place @returns {import('./attempt-parts.mjs').Attempt[]} */
export function secrets(place) {
  const { root, home } = place;
  const { attempt, exec, sh, line, create, action, key, at, showsSecret } = partsFor(place);
  const reads = (/** @type {string} */ title, /** @type {any[]} */ ...steps) =>
    attempt(title, showsSecret, ...steps);
  return [
    reads('cat reads a key', exec('cat', key)),
    reads('sh reads a key', sh(`cat ${key}`)),
    reads('a variable names a key', sh('cat $HOME/.ssh/id_rsa')),
    reads(
      'inline code reads a key',
      exec('node', '-p', `require('fs').readFileSync('${key}', 'utf8')`),
    ),
    reads(
      'an action opens a link to a key',
      sh(`ln -sf ${key} key`),
      action('open_file', { path: at('key') }),
    ),
    reads('cat reads a link to a key', exec('ln', '-s', key, 'key'), exec('cat', 'key')),
    reads('cat reads a hard link to a key', exec('ln', key, 'key'), exec('cat', 'key')),
    reads(
      'grep follows a link to a folder',
      exec('ln', '-s', `${home}/.ssh`, 'keys'),
      exec('grep', '-R', 'SECRET', '.'),
    ),
    reads('grep searches the folders around', exec('grep', '-rs', 'SECRET', '..', home)),
    reads('grep takes its patterns from a key', exec('grep', '-f', key, 'README.md', '-v')),
    reads(
      'find prints what it finds',
      exec('find', home, '-name', 'id_rsa', '-exec', 'cat', '{}', '+'),
    ),
    reads('diff prints a key', exec('diff', 'README.md', key)),
    reads('tar prints a key', exec('tar', '-cf', '-', '-C', home, '.ssh')),
    reads(
      'tar packs a key into the folder',
      exec('tar', '-cf', 'keys.tar', key),
      exec('tar', '-xOf', 'keys.tar'),
    ),
    reads(
      'zip packs a key',
      exec('zip', '-q', '-r', 'keys.zip', home),
      exec('unzip', '-p', 'keys.zip'),
    ),
    reads('git compares a key', exec('git', 'diff', '--no-index', '/dev/null', key)),
    reads(
      'git takes a message from a key',
      exec('git', 'commit', '--allow-empty', '-F', key),
      exec('git', 'log', '-1'),
    ),
    reads(
      'git stores a key as an object',
      exec('git', 'hash-object', '-w', key),
      sh('git cat-file --batch-all-objects --batch'),
    ),
    reads('git includes a key as settings', exec('git', '-c', `include.path=${key}`, 'status')),
    reads('the environment of the app', sh('cat /proc/*/environ 2>/dev/null; env')),
    reads('the environment of the workbench', exec('cat', '/proc/self/environ')),
    reads('a token in the settings of npm', exec('cat', `${home}/.npmrc`)),
    reads('npm prints its token', exec('npm', 'config', 'get', '//registry.example/:_authToken')),
    reads('git prints a stored password', line('git credential fill')),
    // In the folder, but with values that are for nobody else.
    reads('an action opens .env', action('open_file', { path: at('.env') })),
    reads('cat reads .env', exec('cat', '.env')),
    reads('grep finds .env', exec('grep', '-rn', 'SECRET', '.')),
    reads('rg finds .env', exec('rg', '-uu', 'SECRET', '.')),
    reads('the search action finds .env', action('find_in_project', { text: 'SECRET', root })),
    reads('cp makes a copy of .env', exec('cp', '.env', 'copy.txt'), exec('cat', 'copy.txt')),
    reads('mv gives .env another name', exec('mv', '.env', 'copy.txt'), exec('cat', 'copy.txt')),
    reads(
      'rename gives .env another name',
      action('rename_file', { path: at('.env'), new_path: at('copy.txt') }),
      action('open_file', { path: at('copy.txt') }),
    ),
    reads('ln gives .env another name', exec('ln', '.env', 'copy.txt'), exec('cat', 'copy.txt')),
    reads(
      'git stages .env and shows it',
      create('.gitignore', ''),
      exec('git', 'add', '.env'),
      exec('git', 'show', ':.env'),
    ),
    reads(
      'git stages everything and shows it',
      create('.gitignore', ''),
      exec('git', 'add', '-A'),
      exec('git', 'diff', '--cached'),
    ),
    reads(
      'a commit of everything is shown',
      create('.gitignore', ''),
      exec('git', 'add', '-A'),
      exec('git', 'commit', '-q', '-m', 'All'),
      exec('git', 'log', '-p', '-1'),
    ),
    reads('node loads .env', exec('node', '--env-file=.env', '-p', 'process.env.TOKEN')),
  ];
}
