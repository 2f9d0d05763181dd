/** Language support tells nothing of what lies outside of the granted folder, however a document leads there. */
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ruleWith } from '../core/rule-fixture.ts';
import { put } from '../fakes/scratch.ts';
import { fill, languageApp, type Case } from './language-app.ts';

const use = 'const wrong: "x" = token;\nexport { wrong };\n';
const modern = {
  compilerOptions: { module: 'preserve', target: 'es2022', strict: true, types: [] },
};
const withConfig = (more: object, options: object = {}): string =>
  JSON.stringify({
    ...modern,
    ...more,
    compilerOptions: { ...modern.compilerOptions, ...options },
  });

const scriptCases: readonly Case[] = [
  {
    name: 'a relative import',
    files: { 'a.ts': `import { token } from '../sibling/secret';\n${use}` },
  },
  {
    name: 'an import written with escapes',
    files: { 'a.ts': `import { token } from '\\x2e\\u002e/sibling/secret';\n${use}` },
  },
  {
    name: 'an import behind comments',
    files: {
      'a.ts': `const a = '/*'; import { token } from /* ' */ // "\n '../sibling/secret';\n${use}`,
    },
  },
  {
    name: 'an import by its absolute path',
    files: { 'a.ts': `import { token } from 'ABSOLUTE/sibling/secret';\n${use}` },
  },
  {
    name: 'a file that imports it',
    files: {
      'a.ts': `import { token } from './b';\n${use}`,
      'b.ts': "export * from '../sibling/secret';\n",
    },
  },
  {
    name: 'keys of a JSON file',
    files: {
      'a.ts':
        "import data from '../sibling/data.json';\nconst wrong: { x: 1 } = data;\nexport { wrong };\n",
      'tsconfig.json': withConfig({}, { resolveJsonModule: true }),
    },
  },
  {
    name: 'a reference',
    files: {
      'a.ts': '/// <reference path="../sibling/global.ts" />\nconst wrong: "x" = globalToken;\n',
    },
  },
  {
    name: 'a global of a file that another file of the project imports',
    files: {
      'a.ts': 'const wrong: "x" = globalToken;\n',
      'b.ts': "import '../sibling/global';\n",
      'tsconfig.json': withConfig({}),
    },
  },
  {
    name: 'files of the project that lie outside',
    files: {
      'a.ts': 'const wrong: "x" = globalToken;\n',
      'tsconfig.json': withConfig({ files: ['a.ts', '../sibling/global.ts'] }),
    },
  },
  {
    name: 'a pattern of the project that climbs',
    files: {
      'a.ts': 'const wrong: "x" = globalToken;\n',
      'tsconfig.json': withConfig({ include: ['.', '../sibling/*'] }),
    },
  },
  {
    name: 'a name that the project maps',
    files: {
      'a.ts': `import { token } from '@s/secret';\n${use}`,
      'tsconfig.json': withConfig({}, { paths: { '@s/*': ['../sibling/*'] } }),
    },
  },
  {
    name: 'a mapped name that climbs',
    files: {
      'a.ts': `import { token } from '@s/../../sibling/secret';\n${use}`,
      'tsconfig.json': withConfig({}, { paths: { '@s/*': ['./src/*'] } }),
    },
  },
  {
    name: 'settings taken from outside',
    files: {
      'a.ts': 'export const a = 1;\n',
      'tsconfig.json': withConfig({ extends: '../sibling/base.json' }),
    },
  },
  {
    name: 'settings taken from outside by those taken from inside',
    files: {
      'a.ts': 'const wrong: "x" = globalToken;\n',
      'tsconfig.json': withConfig({ extends: './conf/base.json' }),
      'conf/base.json': JSON.stringify({ files: ['../../sibling/global.ts', '../a.ts'] }),
    },
  },
  {
    name: 'settings of a folder above',
    files: { 'a.ts': 'const wrong: "x" = globalToken;\n' },
    prepare: (root) => void put(path.dirname(root), 'tsconfig.json', withConfig({})),
  },
  {
    name: 'types of a folder outside',
    files: {
      'a.ts': 'const wrong: "x" = globalToken;\n',
      'tsconfig.json': withConfig({}, { typeRoots: ['..'], types: ['sibling'] }),
    },
    prepare: (root) =>
      void put(
        path.dirname(root),
        'sibling/index.d.ts',
        "declare const globalToken: 'SECRET-VALUE';\n",
      ),
  },
  {
    name: 'a linked folder',
    files: { 'a.ts': `import { token } from './linked/secret';\n${use}` },
    prepare: (root) => fs.symlinkSync('../sibling', path.join(root, 'linked')),
  },
  {
    name: 'a linked package',
    files: { 'a.ts': `import { token } from 'pkg/secret';\n${use}` },
    prepare: (root) => {
      fs.mkdirSync(path.join(root, 'node_modules'));
      fs.symlinkSync('../../sibling', path.join(root, 'node_modules/pkg'));
    },
  },
  {
    name: 'a package whose types lie outside',
    files: {
      'a.ts': `import { token } from 'pkg';\n${use}`,
      'node_modules/pkg/package.json': JSON.stringify({
        name: 'pkg',
        types: '../../../sibling/secret.d.ts',
      }),
    },
  },
  {
    name: 'a package that imports it',
    files: {
      'a.ts': `import { token } from 'pkg';\n${use}`,
      'node_modules/pkg/package.json': JSON.stringify({ name: 'pkg', types: 'index.d.ts' }),
      'node_modules/pkg/index.d.ts': "export * from '../../../sibling/secret';\n",
    },
  },
  {
    name: 'a package of a folder above',
    files: { 'a.ts': `import { token } from 'above';\n${use}` },
    prepare: (root) =>
      void put(
        path.dirname(root),
        'node_modules/above/index.d.ts',
        "export declare const token: 'SECRET-VALUE';\n",
      ),
  },
];

describe('D21 TypeScript', () => {
  it.each(scriptCases)('$name', { timeout: 60_000 }, async ({ files, prepare }) => {
    const { root, call } = await languageApp();
    const [document = ''] = fill(root, files);
    prepare?.(root);
    for (const args of [{ path: document }, { root }]) {
      const { data } = await call('get_errors', args);
      expect(JSON.stringify(data)).not.toContain('SECRET-VALUE');
    }
    const last = fs.readFileSync(document, 'utf8').split('\n').length;
    const end = { line: last, character: 0 };
    const { data } = await call('get_completions', { path: document, position: end, limit: 200 });
    expect(JSON.stringify(data)).not.toContain('SECRET-VALUE');
    const at = { line: 1, character: 10 };
    const { data: found } = await call('goto_definition', { path: document, position: at });
    expect(JSON.stringify(found)).not.toContain('SECRET-VALUE');
  });

  it.each(["import x from '../", "import x from '../sibling/", "const x = require('../sibling/"])(
    'names of folders: %s',
    async (line) => {
      const { root, call } = await languageApp();
      const document = put(root, 'a.ts', line);
      const position = { line: 1, character: line.length };
      const { data } = await call('get_completions', { path: document, position });
      expect(JSON.stringify(data['items'] ?? [])).not.toMatch(/SECRET|sibling|secret|global/);
    },
  );

  it('a folder that a rule closes counts as outside', { timeout: 60_000 }, async () => {
    const { opened, root, call } = await languageApp();
    const document = put(root, 'a.ts', `import { token } from './closed/secret';\n${use}`);
    put(root, 'closed/secret.ts', "export const token = 'SECRET-VALUE' as const;\n");
    const open = await call('get_errors', { path: document });
    expect(JSON.stringify(open.data)).toContain('SECRET-VALUE');
    await opened.app.core.rules.add(
      ruleWith({ effect: 'deny', within: path.join(root, 'closed'), client: null, actions: [] }),
    );
    const { data } = await call('get_errors', { path: document });
    expect(JSON.stringify(data)).not.toContain('SECRET-VALUE');
  });

  it('an ordinary project is helped as before', { timeout: 60_000 }, async () => {
    const { root, call } = await languageApp();
    const [document = ''] = fill(root, {
      'src/a.ts':
        "import { b } from './b.js';\nimport { p } from 'pkg';\nconst wrong: string = b + p;\n",
      'src/b.ts': 'export const b = 1;\n',
      'scripts/x.ts': "export const up = '../../elsewhere';\n",
      'tsconfig.json': withConfig({ include: ['src'] }, { paths: { '@/*': ['./src/*'] } }),
      'package.json': JSON.stringify({ name: 'x', scripts: { build: '../bin/build' } }),
      'node_modules/pkg/package.json': JSON.stringify({ name: 'pkg', types: './index.d.ts' }),
      'node_modules/pkg/index.d.ts': 'export declare const p: 2;\n',
    });
    const { isError, data } = await call('get_errors', { path: document });
    expect([isError, JSON.stringify(data)]).toEqual([
      false,
      expect.stringContaining('not assignable'),
    ]);
  });
});
