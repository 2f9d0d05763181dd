/**
 * Checks the import rules again, from the files on disk. It shares only the table with lint, so
 * that one mistake cannot break both checks.
 */
import { builtinModules } from 'node:module';
import { dirname, posix } from 'node:path';
import type { Exemption, Layer } from '../../config/layers.mjs';
import { importsOf, isCode, type SourceFile } from './source-files.ts';

export type Target =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'node' | 'package'; readonly name: string }
  | { readonly kind: 'lost'; readonly specifier: string };

export interface Edge {
  readonly from: string;
  readonly to: Target;
  readonly typeOnly: boolean;
}

const BUILTINS = new Set(builtinModules);
const TRIED_ENDINGS = ['', '.ts', '.tsx', '/index.ts', '/index.tsx'];

export function edgesOf(files: readonly SourceFile[]): Edge[] {
  const known = new Set(files.map((file) => file.path));
  return files
    .filter((file) => isCode(file.path))
    .flatMap((file) =>
      importsOf(file).map(({ specifier, typeOnly }) => ({
        from: file.path,
        to: specifier === null ? lost('a computed path') : resolve(file.path, specifier, known),
        typeOnly,
      })),
    );
}

export function brokenImports(
  edges: readonly Edge[],
  layers: readonly Layer[],
  exemptions: readonly Exemption[],
): string[] {
  return edges
    .filter((edge) => !isAllowed(edge, layers) && !isExempt(edge, exemptions))
    .map((edge) => `${edge.from} imports ${labelOf(edge.to)}${edge.typeOnly ? ' (type)' : ''}`);
}

export function layerHolding(path: string, layers: readonly Layer[]): Layer | undefined {
  const holding = layers.filter((layer) => lies(path, layer.path));
  return holding.reduce<Layer | undefined>(
    (best, layer) => (best === undefined || layer.path.length > best.path.length ? layer : best),
    undefined,
  );
}

/** Files that stand in a ring, each ring once, in the order they import each other. */
export function cyclesIn(edges: readonly Edge[]): string[] {
  const next = fileImports(edges);
  const finished = new Set<string>();
  const rings: string[] = [];
  const walk = (path: string, trail: readonly string[]): void => {
    const start = trail.indexOf(path);
    if (start >= 0) rings.push([...trail.slice(start), path].join(' → '));
    if (start >= 0 || finished.has(path)) return;
    for (const target of next.get(path) ?? []) walk(target, [...trail, path]);
    finished.add(path);
  };
  for (const path of next.keys()) walk(path, []);
  return rings;
}

/** Everything that is loaded when `entry` is loaded: files by path, the rest by name. */
export function loadedFrom(entry: string, edges: readonly Edge[]): Set<string> {
  const loaded = new Set([entry]);
  const valueEdges = edges.filter((edge) => !edge.typeOnly);
  for (const path of loaded) {
    for (const edge of valueEdges) if (edge.from === path) loaded.add(labelOf(edge.to));
  }
  return loaded;
}

function fileImports(edges: readonly Edge[]): Map<string, string[]> {
  const next = new Map<string, string[]>();
  for (const { from, to } of edges) {
    if (to.kind === 'file') next.set(from, [...(next.get(from) ?? []), to.path]);
  }
  return next;
}

function resolve(from: string, specifier: string, known: ReadonlySet<string>): Target {
  const [plain = ''] = specifier.split('?');
  if (plain.startsWith('.')) {
    const base = posix.normalize(`${dirname(from)}/${plain}`);
    const path = TRIED_ENDINGS.map((ending) => base + ending).find((tried) => known.has(tried));
    return path === undefined ? lost(specifier) : { kind: 'file', path };
  }
  const [first = '', second = ''] = plain.split('/');
  if (first.startsWith('node:') || BUILTINS.has(first)) return { kind: 'node', name: plain };
  return { kind: 'package', name: first.startsWith('@') ? `${first}/${second}` : first };
}

function isAllowed({ from, to }: Edge, layers: readonly Layer[]): boolean {
  const layer = layerHolding(from, layers);
  if (layer === undefined) return false;
  switch (to.kind) {
    case 'file':
      return [layer.path, ...layer.mayImport].some((path) => lies(to.path, path));
    case 'node':
      return layer.node;
    case 'package':
      return to.name === 'electron' ? layer.electron : layer.packages.includes(to.name);
    case 'lost':
      return false;
  }
}

function isExempt({ from, to, typeOnly }: Edge, exemptions: readonly Exemption[]): boolean {
  return exemptions.some(
    ({ file, typesOf }) => typeOnly && file === from && lies(labelOf(to), typesOf),
  );
}

function lies(path: string, where: string): boolean {
  return path === where || path.startsWith(`${where}/`);
}

function lost(specifier: string): Target {
  return { kind: 'lost', specifier };
}

function labelOf(target: Target): string {
  if (target.kind === 'file') return target.path;
  return target.kind === 'lost' ? `${target.specifier} (found nowhere)` : target.name;
}
