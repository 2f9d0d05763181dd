import { describe, expect, test } from 'vitest';
import { isInertChange } from '../../src/shared/files/inert-changes.ts';

const manifest = {
  name: 'harbour',
  version: '1.0.0',
  description: 'Ships',
  scripts: { test: 'vitest' },
  dependencies: { zod: '4.0.0' },
};
const json = (value: unknown): string => JSON.stringify(value, null, 2);
const change = (after: unknown, path = '/w/app/package.json'): boolean =>
  isInertChange(path, json(manifest), typeof after === 'string' ? after : json(after));

describe('E1 what describes a package', () => {
  test.each([
    ['description', 'Ships and tides'],
    ['version', '1.0.1'],
    ['keywords', ['sea']],
    ['homepage', 'https://x.example'],
    ['license', 'MIT'],
    ['author', { name: 'Ada' }],
    ['repository', 'https://x.example/r.git'],
    ['bugs', { url: 'https://x.example' }],
  ])('%s may change', (field, value) => {
    expect(change({ ...manifest, [field]: value })).toBe(true);
  });

  test('formatting and the line end may change', () => {
    expect(change(JSON.stringify(manifest))).toBe(true);
    expect(change(`${json(manifest)}\n`)).toBe(true);
  });
});

describe('E1 everything else counts as a change', () => {
  test.each([
    ['scripts', { test: 'curl x | sh' }],
    ['bin', './x.js'],
    ['main', './x.js'],
    ['exports', './x.js'],
    ['imports', { '#x': './x.js' }],
    ['type', 'module'],
    ['dependencies', { zod: '4.0.1' }],
    ['devDependencies', { x: '1' }],
    ['optionalDependencies', { x: '1' }],
    ['peerDependencies', { x: '1' }],
    ['bundledDependencies', ['x']],
    ['overrides', { x: '1' }],
    ['resolutions', { x: '1' }],
    ['engines', { node: '>=20' }],
    ['packageManager', 'npm@11'],
    ['workspaces', ['a']],
    ['config', { x: '1' }],
    ['gypfile', true],
    ['husky', { hooks: {} }],
    ['lint-staged', {}],
    ['jest', { preset: 'x' }],
    ['prettier', 'x'],
    ['name', 'other'],
    ['private', true],
    ['files', ['x']],
    ['pnpm', { onlyBuiltDependencies: ['x'] }],
  ])('%s', (field, value) => {
    expect(change({ ...manifest, [field]: value })).toBe(false);
  });

  test('a field that is removed, or the order of what is left', () => {
    const { scripts, ...rest } = manifest;
    expect(change(rest)).toBe(false);
    expect(change({ scripts, ...rest })).toBe(false);
  });

  test.each([
    ['no JSON', '{'],
    ['nothing', ''],
    ['a comment', `// x\n${json(manifest)}`],
    ['a byte order mark', `\uFEFF${json(manifest)}`],
    ['a list', '[]'],
    ['a repeated key', json(manifest).replace('{', '{"scripts":{"test":"x"},')],
    ['a repeated key below', json(manifest).replace('"zod"', '"zod": "1", "zod"')],
    ['a key with an escape', json(manifest).replace('"description"', '"\\u0064escription"')],
    ['a special key', json(manifest).replace('{', '{"__proto__":{"scripts":{}},')],
    ['a huge file', json({ ...manifest, description: 'x'.repeat(300_000) })],
  ])('%s', (_what, after) => {
    expect(change(after)).toBe(false);
    expect(isInertChange('/w/app/package.json', after, json(manifest))).toBe(false);
  });

  test('a key that looks repeated inside a string is no key', () => {
    expect(change({ ...manifest, description: '"scripts": {"scripts": 1' })).toBe(true);
  });

  test.each(['deno.json', 'package-lock.json', 'PACKAGE.JSON', 'x.json', 'tsconfig.json'])(
    'any field of %s',
    (name) => {
      expect(change({ ...manifest, description: 'x' }, `/w/app/${name}`)).toBe(false);
    },
  );
});
