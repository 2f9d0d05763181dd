// A small project as an agent would find it: code, tests, scripts in three languages, a Makefile and git.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

/** @type {Record<string, string>} */
const files = {
  'package.json': `${JSON.stringify(
    {
      name: 'harbour',
      version: '1.0.0',
      description: 'Berths and ships',
      private: true,
      type: 'module',
      scripts: { test: 'node --test test/', lint: 'node scripts/lint.js' },
      dependencies: {},
    },
    null,
    2,
  )}\n`,
  'README.md': '# Harbour\n\nBerths and ships.\n',
  Makefile: 'check:\n\tnode scripts/lint.js\n',
  '.gitignore': 'node_modules/\ndist/\n*.log\n',
  'scripts/lint.js': "console.log('lint: 0 problems');\n",
  'scripts/bench.js': "console.log('bench: 12 ms');\n",
  'scripts/count.py': "import os\nprint(sum(len(f) for _, _, f in os.walk('src')))\n",
  'node_modules/.bin/tsc': "#!/usr/bin/env node\nconsole.log('tsc: no errors');\n",
};
const modules = 12;
for (let n = 1; n <= modules; n += 1) {
  files[`src/berth-${n}.js`] = `export const berth${n} = (length) => length * ${n};\n`;
  files[`test/berth-${n}.test.js`] =
    `import assert from 'node:assert';\nimport test from 'node:test';\n` +
    `import { berth${n} } from '../src/berth-${n}.js';\n\n` +
    `test('berth ${n}', () => assert.equal(berth${n}(2), ${2 * n}));\n`;
}

export const sources = Array.from({ length: modules }, (_, n) => `src/berth-${n + 1}.js`);
export const tests = Array.from({ length: modules }, (_, n) => `test/berth-${n + 1}.test.js`);

/** The same again for each session: what the last one changed is gone. @param {string} root */
export function makeProject(root) {
  fs.mkdirSync(root, { recursive: true });
  for (const name of fs.readdirSync(root))
    fs.rmSync(path.join(root, name), { recursive: true, force: true });
  for (const [name, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    fs.writeFileSync(path.join(root, name), text);
  }
  fs.chmodSync(path.join(root, 'node_modules/.bin/tsc'), 0o755);
  git(root, 'init', '--quiet', '--initial-branch=main');
  git(root, 'add', '.');
  git(root, 'commit', '--quiet', '-m', 'Start');
}

/** @param {string} root @param {string[]} args */
export const git = (root, ...args) =>
  execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.org', ...args], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
