/**
 * Checks the import rules of config/layers.mjs and the vocabulary of config/words.mjs against the
 * source, and pins the promises of docs/ARCHITECTURE.md, so that nobody loosens a table unnoticed.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { EXEMPTIONS, LAYERS, type Layer } from '../config/layers.mjs';
import {
  judgeName,
  LOCAL_TYPE_NAMES,
  NOT_IN_TITLES,
  NOT_TESTED_WITH_IN,
} from '../config/words.mjs';
import {
  declaredNames,
  declaredTypes,
  propertyTests,
  testTitles,
} from './support/declared-names.ts';
import {
  brokenImports,
  cyclesIn,
  edgesOf,
  loadedFrom,
  layerHolding,
} from './support/import-graph.ts';
import { filesUnder, isCode, suppressionsIn, type SourceFile } from './support/source-files.ts';

const ROOT = join(import.meta.dirname, '..');
const MAX_LINES = 400;
const KEBAB = /^[a-z0-9]+(?:[-.][a-z0-9]+)*$/;
const BARREL = /\/index\.[cm]?[jt]sx?$/;

const filesIn = (...folders: string[]): SourceFile[] =>
  folders
    .filter((folder) => existsSync(join(ROOT, folder)))
    .flatMap((folder) => filesUnder(ROOT, folder));

const product = filesIn('src', 'extensions');
const edges = edgesOf(product);

describe('the source', () => {
  test('follows the import rules', () => {
    expect(brokenImports(edges, LAYERS, EXEMPTIONS)).toEqual([]);
  });

  test('belongs to a layer, every file', () => {
    const unlayered = product.filter(
      (file) => !file.path.endsWith('.d.ts') && layerHolding(file.path, LAYERS) === undefined,
    );
    expect(unlayered.map((file) => file.path)).toEqual([]);
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

  test('lets preloads load nothing but Electron and shared code', () => {
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

describe('the table of import rules', () => {
  const layer = (path: string): Layer => {
    const found = LAYERS.find((candidate) => candidate.path === path);
    if (found === undefined) throw new Error(`no layer ${path}`);
    return found;
  };
  const pathsWhere = (is: (candidate: Layer) => boolean): string[] =>
    LAYERS.filter(is).map((candidate) => candidate.path);

  test('core is pure', () => {
    expect(layer('src/main/core')).toMatchObject({
      mayImport: ['src/shared'],
      packages: layer('src/shared').packages,
      node: false,
      electron: false,
    });
    expect(layer('src/main/core').forbiddenGlobals).toEqual(
      expect.arrayContaining(['process', 'setTimeout', 'fetch']),
    );
  });

  test('folders inside core are as pure, and import only folders listed before them', () => {
    const folders = LAYERS.filter(({ path }) => path.startsWith('src/main/core/'));
    const { node, electron, packages, forbiddenGlobals } = layer('src/main/core');
    folders.forEach((folder, at) => {
      expect(folder).toMatchObject({ node, electron, packages, forbiddenGlobals });
      const below = folders.slice(0, at).map(({ path }) => path);
      const common = ['src/shared', 'src/main/core/dependencies.ts'];
      expect([...common, ...below]).toEqual(expect.arrayContaining([...folder.mayImport]));
    });
    expect(folders.at(-1)?.path).toBe('src/main/core/gate');
  });

  test('shared stands on zod alone', () => {
    expect(layer('src/shared')).toMatchObject({ mayImport: [], packages: ['zod'], node: false });
  });

  test('outside core only its offers and needs may be imported', () => {
    const outside = LAYERS.filter(({ path }) => !path.startsWith('src/main/core'));
    const intoCore = outside
      .flatMap(({ mayImport }) => mayImport)
      .filter((path) => path.startsWith('src/main/core'));
    expect(new Set(intoCore)).toEqual(
      // The table of protected names is pure data, and the workbench holds back what it names.
      new Set(['src/main/core/core.ts', 'src/main/core/dependencies.ts', 'src/main/core/roots']),
    );
  });

  test('neighbours never import each other', () => {
    const neighbours = ['transports', 'integrations', 'shell'].map((n) => `src/main/${n}`);
    for (const neighbour of neighbours) {
      expect(layer(neighbour).mayImport.filter((path) => neighbours.includes(path))).toEqual([]);
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

  test('everything outside main imports shared only, but for named parts of platform', () => {
    const parts: Readonly<Record<string, readonly string[]>> = {
      'src/workbench': [
        ...['files/blob-store.ts', 'files', 'files/mounts.ts', 'programs', 'git', 'threads'],
        'checkpoints',
      ],
      'src/cli': ['files/private-file.ts'],
      'src/sandbox-host': ['sandbox/network'],
    };
    const outside = pathsWhere((candidate) => !candidate.path.startsWith('src/main/'));
    for (const path of outside.filter((one) => one !== 'extensions/vscode')) {
      const others = layer(path).mayImport.filter((target) => target !== 'src/shared');
      const named = parts[path] ?? [];
      // The workbench holds back the files that the table of protected names describes.
      const names = path === 'src/workbench' ? ['src/main/core/roots'] : [];
      expect(others).toEqual([...named.map((part) => `src/main/platform/${part}`), ...names]);
    }
  });

  test('the editor extension does some things as the workbench does them, and loads no schemas', () => {
    const reused = layer('extensions/vscode').mayImport.filter((one) => one !== 'src/shared');
    const known =
      /^src\/(workbench\/.+|main\/platform\/(files|git|programs)|cli\/(private-files|proven-agent)\.ts)$/;
    expect(reused.filter((one) => !known.test(one))).toEqual([]);
    const loaded = loadedFrom('extensions/vscode/src/running-editor.ts', edges);
    expect([...loaded]).toEqual(expect.arrayContaining(['vscode', 'ws']));
    expect([...loaded].filter((one) => one === 'zod' || one === 'electron')).toEqual([]);
  });

  test('an exemption lets types pass, at one file, and says why', () => {
    expect(EXEMPTIONS.map(({ file, typesOf }) => `${file} → ${typesOf}`)).toEqual([
      'src/main/app.ts → src/main/shell',
      'src/main/open-networks.ts → src/main/shell',
      'src/sandbox-host/entry.ts → electron',
      'src/workbench/entry.ts → electron',
    ]);
    for (const { reason } of EXEMPTIONS) expect(reason.length).toBeGreaterThan(20);
  });
});

describe('the vocabulary', () => {
  const code = product.filter((file) => isCode(file.path));
  const countsOf = (names: readonly string[]): Map<string, number> => {
    const counts = new Map<string, number>();
    for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
    return counts;
  };
  const everything = [
    ...code,
    ...filesIn('test', 'scripts', 'config', 'bench', 'faults', 'dev').filter((file) =>
      isCode(file.path),
    ),
  ];

  test('declares no name with a word that is not used, in tests and tools neither', () => {
    // Parsing is slow, so only files in which any word would be judged are parsed.
    const mayDeclare = (text: string): boolean =>
      [...new Set(text.match(/[A-Za-z_$][\w$]*/g))].some((name) => judgeName(name) !== null);
    const named = everything.flatMap((file) => {
      const names = mayDeclare(file.text) ? declaredNames(file) : [];
      // A script has the name of its npm command, such as `npm run bench`.
      const ofFile = file.path.startsWith('scripts/') ? [] : [fileNameOf(file.path)];
      return [...names, ...ofFile]
        .filter((name) => judgeName(name) !== null)
        .map((name) => `${file.path}: ${name}`);
    });
    expect(named).toEqual([]);
  }, 120_000);

  test('has plain titles of tests', () => {
    const word = new RegExp(`\\b(?:${NOT_IN_TITLES.join('|')})\\b`, 'i');
    const titles = filesIn('test')
      .filter((file) => isCode(file.path) && word.test(file.text))
      .flatMap((file) => testTitles(file).map((title) => `${file.path}: ${title}`));
    expect(titles.length).toBeGreaterThan(0);
    expect(titles.filter((title) => word.test(title.slice(title.indexOf(': '))))).toEqual([]);
  });

  test('uses no such word in the names of folders', () => {
    const folders = new Set(product.flatMap((file) => file.path.split('/').slice(0, -1)));
    expect([...folders].filter((folder) => judgeName(folder) !== null)).toEqual([]);
  });

  test('gives each type name one meaning', () => {
    const types = code
      .flatMap((file) => [...new Set(declaredTypes(file))])
      .filter((name) => !LOCAL_TYPE_NAMES.includes(name));
    const repeated = [...countsOf(types)].filter(([, count]) => count > 1);
    expect(repeated.map(([name]) => name)).toEqual([]);
  });

  test('recognises an error by isError and nothing else', () => {
    const tests = everything.flatMap((file) =>
      propertyTests(file)
        .filter((name) => NOT_TESTED_WITH_IN.includes(name))
        .map((name) => `${file.path}: '${name}' in`),
    );
    expect(tests).toEqual([]);
  });
});

const fileNameOf = (path: string): string => path.split('/').at(-1)?.split('.')[0] ?? '';
