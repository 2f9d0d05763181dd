/**
 * Derives the walls of config/rooms.mjs again from the source, and pins the promises
 * of docs/ARCHITECTURE.md that the table itself must keep, so that nobody loosens it quietly.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { EXEMPTIONS, ROOMS, type Room } from '../config/rooms.mjs';
import { brokenWalls, cyclesIn, edgesOf, loadedFrom, roomHolding } from './support/import-graph.ts';
import { filesUnder, isCode, suppressionsIn, type SourceFile } from './support/source-files.ts';

const ROOT = join(import.meta.dirname, '..');
const MAX_LINES = 300;
const KEBAB = /^[a-z0-9]+(?:[-.][a-z0-9]+)*$/;
const BARREL = /\/index\.[cm]?[jt]sx?$/;

const filesIn = (...folders: string[]): SourceFile[] =>
  folders
    .filter((folder) => existsSync(join(ROOT, folder)))
    .flatMap((folder) => filesUnder(ROOT, folder));

const product = filesIn('src', 'extensions');
const edges = edgesOf(product);

describe('the source', () => {
  test('keeps the walls', () => {
    expect(brokenWalls(edges, ROOMS, EXEMPTIONS)).toEqual([]);
  });

  test('lies in rooms', () => {
    const homeless = product.filter(
      (file) => !file.path.endsWith('.d.ts') && roomHolding(file.path, ROOMS) === undefined,
    );
    expect(homeless.map((file) => file.path)).toEqual([]);
  });

  test('has no import cycles at run time', () => {
    expect(cyclesIn(edges.filter((edge) => !edge.typeOnly))).toEqual([]);
  });

  test('has no import cycles among types either', () => {
    expect(cyclesIn(edges)).toEqual([]);
  });

  test.each(['src/main/app.ts', 'src/workbench/entry.ts'])('%s runs without Electron', (entry) => {
    expect(product.map((file) => file.path)).toContain(entry);
    expect(loadedFrom(entry, edges)).not.toContain('electron');
  });

  test('gives preloads nothing to load but Electron and plain words', () => {
    const loaded = product
      .filter((file) => file.path.startsWith('src/preload/'))
      .flatMap((file) => [...loadedFrom(file.path, edges)]);
    expect(loaded).toContain('electron');
    expect(
      loaded.filter((name) => !/^(?:src\/preload\/|src\/shared\/|electron$)/.test(name)),
    ).toEqual([]);
  });

  test('suppresses no warning inline', () => {
    const code = filesIn('src', 'extensions', 'test', 'scripts', 'config', 'bench');
    expect(code.filter((file) => isCode(file.path)).flatMap(suppressionsIn)).toEqual([]);
  });

  test('has kebab-case names and no barrels', () => {
    const isWellNamed = (path: string): boolean =>
      path.split('/').every((part) => KEBAB.test(part)) && !BARREL.test(path);
    expect(product.map((file) => file.path).filter((path) => !isWellNamed(path))).toEqual([]);
  });

  test(`has no file over ${MAX_LINES} lines`, () => {
    const long = product.filter(
      (file) => isCode(file.path) && file.text.trimEnd().split('\n').length > MAX_LINES,
    );
    expect(long.map((file) => file.path)).toEqual([]);
  });
});

describe('the table of walls', () => {
  const room = (path: string): Room => {
    const found = ROOMS.find((candidate) => candidate.path === path);
    if (found === undefined) throw new Error(`no room ${path}`);
    return found;
  };
  const pathsWhere = (is: (candidate: Room) => boolean): string[] =>
    ROOMS.filter(is).map((candidate) => candidate.path);

  test('core is pure', () => {
    expect(room('src/main/core')).toMatchObject({
      mayImport: ['src/shared'],
      packages: room('src/shared').packages,
      node: false,
      electron: false,
    });
    expect(room('src/main/core').forbiddenGlobals).toEqual(
      expect.arrayContaining(['process', 'setTimeout', 'fetch']),
    );
  });

  test('shared stands on zod alone', () => {
    expect(room('src/shared')).toMatchObject({ mayImport: [], packages: ['zod'], node: false });
  });

  test('outside core only its offers and needs may be imported', () => {
    const intoCore = ROOMS.flatMap(({ mayImport }) => mayImport).filter((path) =>
      path.startsWith('src/main/core'),
    );
    expect(new Set(intoCore)).toEqual(
      new Set(['src/main/core/offers.ts', 'src/main/core/needs.ts']),
    );
  });

  test('neighbours never import each other', () => {
    const neighbours = ['doors', 'integrations', 'executors', 'shell'].map((n) => `src/main/${n}`);
    for (const neighbour of neighbours) {
      expect(room(neighbour).mayImport.filter((path) => neighbours.includes(path))).toEqual([]);
    }
  });

  test('only the shell, the entries and the preloads know Electron', () => {
    expect(pathsWhere(({ electron }) => electron)).toEqual([
      'src/main/shell',
      'src/main/entry.ts',
      'src/main/main.ts',
      'src/preload',
    ]);
  });

  test('everything outside main imports shared only; the workbench also keeps contents and runs programs', () => {
    const outside = pathsWhere((candidate) => !candidate.path.startsWith('src/main/'));
    for (const path of outside.filter((one) => one !== 'extensions/vscode')) {
      const others = room(path).mayImport.filter((target) => target !== 'src/shared');
      const same = ['blob-store.ts', 'programs', 'git'].map((one) => `src/main/platform/${one}`);
      expect(others).toEqual(path === 'src/workbench' ? same : []);
    }
  });

  test('the editor extension does some things as the workbench does them, and loads no schemas', () => {
    const reused = room('extensions/vscode').mayImport.filter((one) => one !== 'src/shared');
    const known = /^src\/(workbench\/.+|main\/platform\/(git|programs)|cli\/proven-agent\.ts)$/;
    expect(reused.filter((one) => !known.test(one))).toEqual([]);
    const loaded = loadedFrom('extensions/vscode/src/running-editor.ts', edges);
    expect([...loaded]).toEqual(expect.arrayContaining(['vscode', 'ws']));
    expect([...loaded].filter((one) => one === 'zod' || one === 'electron')).toEqual([]);
  });

  test('an exemption lets types pass, at one file, and says why', () => {
    expect(EXEMPTIONS.map(({ file, typesOf }) => `${file} → ${typesOf}`)).toEqual([
      'src/main/app.ts → src/main/shell',
      'src/workbench/entry.ts → electron',
    ]);
    for (const { reason } of EXEMPTIONS) expect(reason.length).toBeGreaterThan(20);
  });
});
