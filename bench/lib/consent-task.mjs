// A coding task as agents do it: what they read, search, edit, run, commit, install and clean up.
import path from 'node:path';
import { sources, tests } from './consent-project.mjs';

/** @typedef {{ kind: string, name: string, args: Record<string, unknown> }} PlayedCall */

const scopes = [
  ...[
    'explore:project',
    'read:files',
    'search:files',
    'search:project',
    'read:buffers',
    'edit:buffers',
  ],
  ...['write:files', 'create:files', 'rename:files', 'delete:files', 'detect:errors'],
  ...['format:code', 'run:commands', 'test:code', 'build:project'],
  ...['git:status', 'view:diffs', 'git:commit', 'git:branch'],
];

/** @param {string} root */
export const accessCall = (root) => ({
  kind: 'request_access',
  name: 'request_access',
  args: {
    ...{ scopes, roots: [root], ttl_seconds: 3600 },
    reason: 'Add berth lengths, run the tests and commit.',
  },
});

/** @param {string} root @param {number} port a server of the user's on this computer @returns {PlayedCall[]} */
export function taskCalls(root, port) {
  const at = (/** @type {string} */ name) => path.join(root, name);
  /** @type {PlayedCall[]} */
  const calls = [];
  const add = (
    /** @type {string} */ kind,
    /** @type {string} */ name,
    /** @type {Record<string, unknown>} */ args,
  ) => void calls.push({ kind, name, args });
  const exec = (/** @type {string} */ kind, /** @type {string[]} */ ...argv) =>
    add(kind, 'exec_command', { argv, cwd: root });
  const line = (/** @type {string} */ kind, /** @type {string} */ text) =>
    add(kind, 'exec_command', { command_line: text, cwd: root });
  const edit = (
    /** @type {string} */ file,
    /** @type {string} */ old_text,
    /** @type {string} */ new_text,
  ) => add('edit', 'edit_buffer', { path: at(file), edits: [{ old_text, new_text }], save: true });

  // Look around, by actions and by commands.
  add('explore', 'explore_tree', { path: root, depth: 2 });
  add('explore', 'get_workspace_info', {});
  for (const file of ['README.md', 'package.json', ...sources, ...tests])
    add('read', 'open_file', { path: at(file) });
  for (const text of [
    'berth1',
    'length',
    'assert',
    'export',
    'TODO',
    'harbour',
    'import',
    'node',
    'test',
    'ship',
    'equal',
    'from',
    'const',
    'Berths',
  ])
    add('search', 'find_in_project', { text, root });
  exec('ls', 'ls', '-la');
  exec('cat', 'cat', 'package.json');
  exec('head', 'head', '-20', 'README.md');
  exec('wc', 'wc', '-l', ...sources.slice(0, 3));
  for (const word of ['berth', 'length', 'import', 'assert', 'export'])
    exec('grep', 'grep', '-rn', word, 'src', 'test');
  exec('find', 'find', 'src', '-name', '*.js');
  exec('git status', 'git', 'status', '--short');
  exec('git log', 'git', 'log', '--oneline', '-5');
  line('git log | head', 'git log --oneline | head -3');
  add('git_status', 'git_status', { root });

  // Change each module, and test after every second one.
  for (const [n, file] of sources.entries()) {
    const berth = `berth${n + 1}`;
    add('read', 'open_file', { path: at(file) });
    edit(file, `${berth} = (length)`, `${berth} = (length = 1)`);
    edit(tests[n] ?? '', `berth ${n + 1}`, `berth ${n + 1} has a length`);
    if (n % 4 === 0) add('run_tests', 'run_tests', { root });
    if (n % 4 === 1) exec('npm test', 'npm', 'test');
    if (n % 4 === 2) line('npm test | tail', 'npm test 2>&1 | tail -20');
    if (n % 4 === 3) exec('npx tsc', 'npx', 'tsc', '--noEmit');
    if (n % 3 === 0) exec('git diff', 'git', 'diff', '--stat');
    if (n % 3 === 1) add('git_diff', 'git_diff', { root });
  }
  for (const [n] of sources.slice(0, 6).entries())
    add('create', 'create_file', {
      path: at(`src/pier-${n}.js`),
      content: `export default ${n};\n`,
    });

  // Run what the project brings along.
  for (let n = 0; n < 2; n += 1) {
    exec('node script', 'node', 'scripts/bench.js', '--round', String(n));
    exec('node --test', 'node', '--test', tests[n] ?? '');
    exec('python3', 'python3', 'scripts/count.py');
    exec('make', 'make', 'check');
    exec('npm run lint', 'npm', 'run', 'lint');
    exec('curl localhost', 'curl', '-s', '-m', '5', `http://localhost:${port}/`);
  }

  // Commit both ways.
  exec('git add', 'git', 'add', '-A');
  exec('git commit', 'git', 'commit', '-m', 'Give berths a length');
  add('git_add', 'git_add', { paths: [at('src/pier-0.js')], root });
  exec('git switch', 'git', 'switch', '-c', 'piers');
  edit('README.md', 'Berths and ships.', 'Berths, piers and ships.');
  line('git add && git commit', 'git add README.md && git commit -q -m "Name the piers"');
  edit('README.md', '# Harbour', '# The harbour');
  add('git_add', 'git_add', { paths: [at('README.md')], root });
  add('git_commit', 'git_commit', { message: 'A better title', root });
  exec('git show', 'git', 'show', '--stat', 'HEAD');

  // Settings and dependencies.
  edit('package.json', 'Berths and ships', 'Berths, piers and ships');
  edit('package.json', '"dependencies": {}', '"dependencies": { "left-pad": "1.3.0" }');
  exec(
    'npm install',
    ...['npm', 'install', '--fetch-retries=0', '--no-audit', '--no-fund', 'left-pad@1.3.0'],
  );
  add('create workflow', 'create_file', {
    path: at('.github/workflows/test.yml'),
    content:
      'on: push\njobs:\n  test:\n    runs-on: ubuntu-latest\n    steps:\n      - run: npm test\n',
  });

  // Clean up.
  for (const n of [0, 1]) {
    const [path_, new_path] = [at(`src/pier-${n}.js`), at(`src/quay-${n}.js`)];
    add('rename', 'rename_file', { path: path_, new_path });
  }
  for (const n of [2, 3, 4]) add('delete', 'delete_file', { path: at(`src/pier-${n}.js`) });
  exec('mkdir', 'mkdir', '-p', 'src/docks/old');
  exec('touch', 'touch', 'src/docks/index.js');
  exec('cp', 'cp', 'src/pier-5.js', 'src/docks/dock.js');
  exec('mv', 'mv', 'src/docks/dock.js', 'src/docks/main.js');
  exec('mv into a folder', 'mv', 'src/pier-5.js', 'src/docks/old');
  exec('rm', 'rm', 'src/docks/index.js');
  exec('rm -rf', 'rm', '-rf', 'src/docks');
  exec('npm test', 'npm', 'test');
  add('run_tests', 'run_tests', { root });
  exec('git status', 'git', 'status');
  return calls;
}
