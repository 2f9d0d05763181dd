/** Judges one import against the table of rooms; knows paths and names, never the disk. */
import { isBuiltin } from 'node:module';
import { posix } from 'node:path';
import { EXEMPTIONS, ROOMS } from './rooms.mjs';

/** @typedef {import('./rooms.mjs').Room} Room */
/** @typedef {{ readonly kind: 'file' | 'node' | 'electron' | 'package', readonly name: string }} Target */

/** @param {string} file from the root of the repository, with forward slashes */
export function roomOf(file) {
  return ROOMS.toSorted(byLongestPath).find((room) => covers(room.path, file));
}

/**
 * @param {{ from: string, specifier: string, typeOnly: boolean }} wish
 * @returns {string | null} what is wrong with it, in a sentence
 */
export function judgeImport({ from, specifier, typeOnly }) {
  const room = roomOf(from);
  if (room === undefined) return `${from} belongs to no room of config/rooms.mjs`;
  const target = targetOf(from, specifier);
  if (target.kind === 'file' && covers(room.path, target.name)) return null;
  if (isListed(room, target)) return null;
  if (typeOnly && isExempt(from, target)) return null;
  return `${room.path} may not import ${target.name}. ${allowanceOf(room)}`;
}

/** @param {string} file */
export function forbiddenGlobalsOf(file) {
  return roomOf(file)?.forbiddenGlobals ?? [];
}

/** @param {Room} a @param {Room} b */
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

/** @param {Room} room @param {Target} target */
function isListed(room, target) {
  if (target.kind === 'node') return room.node;
  if (target.kind === 'electron') return room.electron;
  if (target.kind === 'package') return room.packages.includes(target.name);
  return room.mayImport.some((path) => covers(path, target.name));
}

/** @param {string} from @param {Target} target */
function isExempt(from, target) {
  return EXEMPTIONS.some(({ file, typesOf }) => file === from && covers(typesOf, target.name));
}

/** @param {Room} room */
function allowanceOf(room) {
  const ours = room.mayImport.length > 0 ? room.mayImport.join(', ') : 'no other room';
  const theirs = [...room.packages];
  if (room.node) theirs.push('node:*');
  if (room.electron) theirs.push('electron');
  return `It may import ${ours}; and ${theirs.join(', ') || 'no package'} (config/rooms.mjs).`;
}
