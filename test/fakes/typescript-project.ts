/** A small TypeScript project under git, with one error in it and tests that fail because of it. */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

const modules = path.resolve(import.meta.dirname, '../../node_modules');

/** In a sandbox the project sees only what lies in it. */
const packages = ['typescript', `@typescript/typescript-${process.platform}-${process.arch}`];

const filesWith = (compiler: string) => ({
  'package.json': JSON.stringify({
    name: 'prices',
    version: '1.0.0',
    type: 'module',
    scripts: {
      build: `node "${compiler}" -p .`,
      test: `node "${compiler}" -p . && node --test dist/`,
    },
  }),
  'tsconfig.json': JSON.stringify({
    compilerOptions: {
      ...{ strict: true, module: 'nodenext', target: 'es2022', outDir: 'dist', rootDir: 'src' },
      noEmitOnError: true,
      types: [],
    },
    include: ['src'],
  }),
  '.gitignore': 'dist/\nnode_modules/\n',
  'src/price.ts':
    'export function price(net: number, rate: number): number {\n' +
    '    return "" + net*(1+rate)\n' +
    '}\n',
  'src/price.test.ts':
    "// @ts-expect-error Node's types are not here.\nimport test from 'node:test';\n" +
    "import './check.js';\n\ntest('a price is a number', () => undefined);\n",
  'src/check.ts':
    "import { price } from './price.js';\n\n" +
    "if (price(100, 0.5) !== 150) throw new Error('wrong price');\n",
});

export function git(root: string, ...args: readonly string[]): string {
  return execFileSync('git', ['-C', root, ...args], { encoding: 'utf8' });
}

export function typescriptProject(
  root: string,
  { hasCompiler = false } = {},
): (name: string) => string {
  fs.mkdirSync(path.join(root, 'src'), { recursive: true });
  const own = path.join(root, 'node_modules');
  if (hasCompiler)
    for (const name of packages)
      fs.cpSync(path.join(modules, name), path.join(own, name), {
        recursive: true,
        dereference: true,
      });
  const files = filesWith(path.join(hasCompiler ? own : modules, 'typescript/bin/tsc'));
  for (const [name, text] of Object.entries(files)) fs.writeFileSync(path.join(root, name), text);
  git(root, 'init', '--quiet', '--initial-branch=main');
  git(root, 'config', 'user.name', 'Ada');
  git(root, 'config', 'user.email', 'ada@example.invalid');
  git(root, 'add', '--all');
  git(root, 'commit', '--quiet', '--message', 'start');
  return (name) => path.join(root, name);
}
