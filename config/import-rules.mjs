/** Judges one import against the table of layers; knows paths and names, never the disk. */
import { isBuiltin } from 'node:module';
import { posix } from 'node:path';
import { EXEMPTIONS, LAYERS } from './layers.mjs';

/** @typedef {import('./layers.mjs').Layer} Layer */
/** @typedef {{ readonly kind: 'file' | 'node' | 'electron' | 'package', readonly name: string }} Target */

/** @param {string} file from the root of the repository, with forward slashes */
export function layerOf(file) {
  return LAYERS.toSorted(byLongestPath).find((layer) => covers(layer.path, file));
}

/**
 * @param {{ from: string, specifier: string, typeOnly: boolean }} wish
 * @returns {string | null} what is wrong with it, in a sentence
 */
export function judgeImport({ from, specifier, typeOnly }) {
  const layer = layerOf(from);
  if (layer === undefined) return `${from} belongs to no layer of config/layers.mjs`;
  const target = targetOf(from, specifier);
  if (target.kind === 'file' && covers(layer.path, target.name)) return null;
  if (isListed(layer, target)) return null;
  if (typeOnly && isExempt(from, target)) return null;
  return `${layer.path} may not import ${target.name}. ${allowanceOf(layer)}`;
}

/** @param {string} file */
export function forbiddenGlobalsOf(file) {
  return layerOf(file)?.forbiddenGlobals ?? [];
}

/** @param {Layer} a @param {Layer} b */
function byLongestPath(a, b) {
  return b.path.length - a.path.length;
}

/** @param {string} path @param {string} file */
function covers(path, file) {
  return file.startsWith(`${path}/`) || withoutExtension(file) === withoutExtension(path);
}

/** @param {string} path */
function withoutExtension(path) {
  return path.replace(/\.[cm]?[jt]sx?$/, '');
}

/** @param {string} from @param {string} specifier @returns {Target} */
function targetOf(from, specifier) {
  const plain = specifier.replace(/\?.*$/, '');
  if (plain.startsWith('.')) {
    return { kind: 'file', name: posix.join(posix.dirname(from), plain) };
  }
  if (plain.startsWith('node:') || isBuiltin(plain)) return { kind: 'node', name: plain };
  const name = plain
    .split('/')
    .slice(0, plain.startsWith('@') ? 2 : 1)
    .join('/');
  return { kind: name === 'electron' ? 'electron' : 'package', name };
}

/** @param {Layer} layer @param {Target} target */
function isListed(layer, target) {
  if (target.kind === 'node') return layer.node;
  if (target.kind === 'electron') return layer.electron;
  if (target.kind === 'package') return layer.packages.includes(target.name);
  return layer.mayImport.some((path) => covers(path, target.name));
}

/** @param {string} from @param {Target} target */
function isExempt(from, target) {
  return EXEMPTIONS.some(({ file, typesOf }) => file === from && covers(typesOf, target.name));
}

/** @param {Layer} layer */
function allowanceOf(layer) {
  const ours = layer.mayImport.length > 0 ? layer.mayImport.join(', ') : 'no other layer';
  const theirs = [...layer.packages];
  if (layer.node) theirs.push('node:*');
  if (layer.electron) theirs.push('electron');
  return `It may import ${ours}; and ${theirs.join(', ') || 'no package'} (config/layers.mjs).`;
}
