/** What Pyright is not shown, since it would read outside of the granted folder for it. */
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { put } from '../fakes/scratch.ts';
import { fill, languageApp, type Case } from './language-app.ts';

const pythonUse = 'wrong: int = token\n';
const pythonCases: readonly Case[] = [
  {
    name: 'a relative import',
    files: { 'a.py': `from ..sibling.secret import token\n${pythonUse}` },
  },
  {
    name: 'a file that imports it',
    files: {
      'a.py': `from b import token\n${pythonUse}`,
      'b.py': 'from ..sibling.secret import token\n',
    },
  },
  {
    name: 'extraPaths',
    files: {
      'a.py': `from secret import token\n${pythonUse}`,
      'pyrightconfig.json': JSON.stringify({ extraPaths: ['../sibling'] }),
    },
  },
  {
    name: 'extraPaths of a pyproject.toml',
    files: {
      'a.py': `from secret import token\n${pythonUse}`,
      'pyproject.toml': '[tool.pyright]\nextraPaths = ["../sibling"]\n',
    },
  },
  {
    name: 'a list of a pyproject.toml over several lines, under an odd name',
    files: {
      'a.py': `from secret import token\n${pythonUse}`,
      'pyproject.toml': '[tool."\\u0070yright"]\nextraPaths = [\n  "../sibling",\n]\n',
    },
  },
  {
    name: 'an execution environment',
    files: {
      'a.py': `from secret import token\n${pythonUse}`,
      'pyrightconfig.json': JSON.stringify({
        executionEnvironments: [{ root: '.', extraPaths: ['../sibling'] }],
      }),
    },
  },
  {
    name: 'a stub folder',
    files: {
      'a.py': `from secret import token\n${pythonUse}`,
      'pyrightconfig.json': JSON.stringify({ stubPath: '../sibling' }),
    },
  },
  {
    name: 'settings of a folder above',
    files: { 'a.py': `from sibling.secret import token\n${pythonUse}` },
    prepare: (root) => void put(path.dirname(root), 'pyrightconfig.json', '{}'),
  },
  {
    name: 'a linked package',
    files: { 'a.py': `from linked.secret import token\n${pythonUse}` },
    prepare: (root) => fs.symlinkSync('../sibling', path.join(root, 'linked')),
  },
];

describe('D22 Pyright', () => {
  it.each(pythonCases)('$name', { timeout: 60_000 }, async ({ files, prepare }) => {
    const { root, call } = await languageApp();
    const [document = ''] = fill(root, files);
    prepare?.(root);
    const { data } = await call('get_errors', { path: document });
    expect(JSON.stringify(data)).not.toContain('SECRET-VALUE');
  });

  it('an ordinary package is helped as before', { timeout: 60_000 }, async () => {
    const { root, call } = await languageApp();
    const [document = ''] = fill(root, {
      'pkg/a.py':
        'from . import b\nfrom .b import token\nimport os\nwrong: int = token + os.name\n',
      'pkg/b.py': "token = 'x'\n",
      'pkg/__init__.py': '',
    });
    const { isError, data } = await call('get_errors', { path: document });
    expect([isError, JSON.stringify(data)]).toEqual([false, expect.stringContaining('int')]);
  });
});
