// Small real projects for work inside the sandbox: TypeScript, Python, C with Make, a dev server, git.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

export const devPort = 8123;

/** @param {string} folder @param {Record<string, string>} files */
function put(folder, files) {
  for (const [name, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    fs.writeFileSync(path.join(folder, name), text);
  }
  return folder;
}

/**
 * With a lockfile, which names the registry that npm is configured for on this machine.
 * @param {string} folder @param {NodeJS.ProcessEnv} env
 */
export function typescriptProject(folder, env) {
  put(folder, {
    'package.json': JSON.stringify({
      ...{ name: 'sums', version: '1.0.0', private: true, type: 'module' },
      scripts: { build: 'tsc', test: 'node --test dist/' },
      devDependencies: { typescript: '5.8.3' },
    }),
    'tsconfig.json': JSON.stringify({
      compilerOptions: {
        ...{ outDir: 'dist', rootDir: 'src', strict: true, skipLibCheck: true, types: [] },
        ...{ module: 'nodenext', target: 'es2022' },
      },
    }),
    'src/sum.ts': 'export const sum = (a: number, b: number): number => a + b;\n',
    'src/node.d.ts':
      "declare module 'node:test' { export function test(name: string, run: () => void): void }\n" +
      "declare module 'node:assert/strict' { export function equal(a: unknown, b: unknown): void }\n",
    'src/sum.test.ts':
      "import { test } from 'node:test';\nimport { equal } from 'node:assert/strict';\n" +
      "import { sum } from './sum.js';\ntest('sums', () => equal(sum(1, 2), 3));\n",
    '.gitignore': 'node_modules\ndist\n',
  });
  const lock = ['install', '--package-lock-only', '--no-audit', '--no-fund', '--ignore-scripts'];
  execFileSync('npm', lock, { cwd: folder, env, stdio: 'pipe', timeout: 60_000 });
  return folder;
}

/** @param {string} folder */
export const pythonProject = (folder) =>
  put(folder, {
    'test_work.py': `import multiprocessing, os, sqlite3, tempfile, unittest

def square(x):
    return x * x

class Work(unittest.TestCase):
    def test_pool(self):
        with multiprocessing.Pool(2) as pool:
            self.assertEqual(pool.map(square, range(5)), [0, 1, 4, 9, 16])

    def test_manager(self):
        with multiprocessing.Manager() as manager:
            shared = manager.dict()
            shared['a'] = 1
            self.assertEqual(dict(shared), {'a': 1})

    def test_sqlite(self):
        for file in ('work.db', os.path.join(tempfile.mkdtemp(), 'work.db')):
            with sqlite3.connect(file) as db:
                db.execute('create table t (x)')
                db.executemany('insert into t values (?)', [(i,) for i in range(100)])
            self.assertEqual(db.execute('select sum(x) from t').fetchone()[0], 4950)
            db.close()

if __name__ == '__main__':
    unittest.main()
`,
  });

/** @param {string} folder */
export const makeProject = (folder) =>
  put(folder, {
    'sum.c': '#include <stdio.h>\nint main(void) { printf("sum %d\\n", 40 + 2); return 0; }\n',
    Makefile: 'sum: sum.c\n\tcc -O1 -Wall -o sum sum.c\n\ntest: sum\n\t./sum | grep "sum 42"\n',
  });

/** @param {string} folder */
export const devServer = (folder) =>
  put(folder, {
    'server.mjs':
      "import http from 'node:http';\n" +
      "http.createServer((_request, response) => response.end('dev server ok'))\n" +
      `  .listen(${devPort}, '127.0.0.1', () => console.log('listening now'));\n`,
  });

/**
 * A repository, and a linked worktree of it beside it.
 * @param {string} folder @param {NodeJS.ProcessEnv} env
 */
export function repositories(folder, env) {
  const main = put(path.join(folder, 'repo'), { 'a.txt': 'one\n' });
  const linked = path.join(folder, 'linked');
  const git = (/** @type {string[]} */ ...args) => gitIn(main, env, ...args);
  git('init', '-q', '-b', 'main');
  git('add', '.');
  git('commit', '-q', '-m', 'first');
  git('worktree', 'add', '-q', '-b', 'side', linked);
  return { main, linked };
}

/** @param {string} cwd @param {NodeJS.ProcessEnv} env @param {string[]} args */
export function gitIn(cwd, env, ...args) {
  return execFileSync('git', args, { cwd, env, encoding: 'utf8', timeout: 30_000 });
}
