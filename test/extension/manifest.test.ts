/** What the editor reads before any of our code runs, and how much of it there is to load. */
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { build } from 'vite';
import { parts } from '../../config/vite.mjs';
import { scratch } from '../fakes/scratch.ts';

const folder = path.join(import.meta.dirname, '../../extensions/vscode');
const read = (file: string): string => fs.readFileSync(path.join(folder, file), 'utf8');

interface ExtensionManifest {
  readonly activationEvents: readonly string[];
  readonly engines: { readonly vscode: string };
  readonly contributes: {
    readonly commands: readonly { readonly command: string }[];
    readonly configuration: { readonly properties: Readonly<Record<string, unknown>> };
  };
  readonly capabilities: { readonly untrustedWorkspaces: { readonly supported: string } };
}
const manifest = JSON.parse(read('package.json')) as ExtensionManifest;

test('it is built against the oldest editor version that it supports', () => {
  const types = JSON.parse(
    fs.readFileSync(path.join(folder, '../../node_modules/@types/vscode/package.json'), 'utf8'),
  ) as { version: string };
  expect(manifest.engines.vscode).toBe(`^${types.version}`);
});

test('it starts after the editor and declares its behaviour in untrusted folders', () => {
  expect(manifest.activationEvents).toEqual(['onStartupFinished']);
  expect(manifest.capabilities.untrustedWorkspaces.supported).toBe('limited');
});

test('exactly the commands of the manifest exist', () => {
  const source = read('src/extension.ts');
  const registered = [...source.matchAll(/command\('(\w+)',/g)].map(
    ([, name = '']) => `gatehouse.${name}`,
  );
  const listed = manifest.contributes.commands.map(({ command }) => command);
  expect(registered.toSorted()).toEqual(listed.toSorted());
});

test('the bundle is small, loads little at startup and needs nothing newer than Node 20', async () => {
  const own = parts.find((part) => part.build?.outDir?.endsWith('dist/vscode'));
  const outDir = scratch();
  await build({ ...own, build: { ...own?.build, outDir, emptyOutDir: true }, logLevel: 'error' });
  const size = (file: string): number => fs.statSync(path.join(outDir, file)).size;
  expect(size('extension.cjs')).toBeLessThan(16_000);
  expect(size('running-editor.cjs')).toBeLessThan(310_000);
  const code = fs.readFileSync(path.join(outDir, 'running-editor.cjs'), 'utf8');
  for (const newer of ['withResolvers', 'Object.groupBy', '.fromAsync(', 'Promise.try', 'zod']) {
    expect(code).not.toContain(newer);
  }
});
