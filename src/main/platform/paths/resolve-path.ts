/**
 * Resolves where a path really leads, for one use. The answer is valid only at this moment;
 * whoever then opens or changes the file walks the path again without following links
 * (src/workbench/confined).
 */
import fs from 'node:fs';
import path from 'node:path';
import type { Root } from '../../../shared/access/access.ts';
import type { PathUse } from '../../../shared/actions/actions.ts';
import { isInside } from '../../../shared/files/inside.ts';
import { refused, type Refused } from '../../../shared/actions/outcomes.ts';
import type { ResolvedPath } from '../../core/dependencies.ts';
import { isMountedApart, mountsBelow } from '../files/mounts.ts';
import { isMissing } from '../files/private-file.ts';
import { gitFacts } from '../git/git-facts.ts';
import { isLink, nearestReal, nearestRealOfNew, type NearestReal } from './nearest-real.ts';
import { newNamesProblem, plainPath } from './path-text.ts';
import { isStill } from './pinned-root.ts';

export function resolve(
  wanted: string,
  roots: readonly Root[],
  use: PathUse = 'read',
): ResolvedPath | Refused {
  const name = plainPath(wanted);
  if (typeof name !== 'string') return name;
  const place = use === 'create' ? nearestRealOfNew(name) : nearestReal(name);
  // Checked after resolving, and reported first: a replaced granted folder leads to places that
  // were never granted.
  const named = stillAmong(roots.filter((root) => isInside(name, root.path)));
  if (named === 'changed') return refused('root-changed');
  const around = place ? roots.filter((root) => isInside(place.real, root.path)) : [];
  if (!place || around.length === 0) return named ? linkedAway() : refused('outside-roots');
  const own = around.filter((root) => !isMountedApart(place.real, root));
  if (own.length === 0) return mountedThere();
  const root = named && own.includes(named) ? named : stillAmong(own);
  if (root === 'changed' || root === null) return refused('root-changed');
  if (use === 'delete' && isLink(name)) return refused('is-a-link');
  // A mount would be moved or removed together with the folder around it.
  if (use === 'delete' && mountsBelow(place.real).length > 0) return mountedThere();
  return resolveExisting(place, root, use);
}

// The same text for every link, so that it reveals nothing about what is outside.
const linkedAway = (): Refused =>
  refused('outside-roots', 'A link on the way leads outside, in a circle or nowhere.');

/** A file system mounted below a granted folder is not part of the grant. */
const mountedThere = (): Refused =>
  refused(
    'outside-roots',
    'Another file system is mounted there. Request it as a separate folder.',
  );

/** The first root that still is the folder that was granted. */
function stillAmong(roots: readonly Root[]): Root | 'changed' | null {
  for (const root of roots) if (isStill(root)) return root;
  return roots.length > 0 ? 'changed' : null;
}

function resolveExisting(
  { real, missing }: NearestReal,
  root: Root,
  use: PathUse,
): ResolvedPath | Refused {
  const there = whatIs(real);
  // It disappeared between two checks.
  if (there.kind === 'missing') return refused('not-found');
  if (missing.length === 0)
    return refusedFor(use, there.kind, real === root.path) ?? at(real, root, there, use);
  if (use !== 'create') return refused('not-found');
  if (there.kind !== 'folder')
    return refused('not-a-folder', 'A part of the path is a file, not a folder.');
  return newNamesProblem(missing) ?? at(path.join(real, ...missing), root, nothing, use);
}

type PathKind = Pick<ResolvedPath, 'kind' | 'links'>;

const nothing: PathKind = { kind: 'missing', links: 0 };

function whatIs(real: string): PathKind {
  try {
    const stat = fs.lstatSync(real);
    if (stat.isFile()) return { kind: 'file', links: stat.nlink };
    return { kind: stat.isDirectory() ? 'folder' : 'other', links: 1 };
  } catch (error) {
    if (isMissing(error)) return nothing;
    throw error;
  }
}

function refusedFor(use: PathUse, kind: ResolvedPath['kind'], isRoot: boolean): Refused | null {
  if (use === 'delete')
    return isRoot ? refused('outside-roots', 'It is the granted folder itself.') : null;
  // Pipes, sockets and devices can only be removed.
  if (kind === 'other') return refused('not-a-file');
  if (use === 'list' && kind !== 'folder') return refused('not-a-folder');
  return use === 'write' && kind !== 'file' ? refused('not-a-file') : null;
}

function at(real: string, root: Root, { kind, links }: PathKind, use: PathUse): ResolvedPath {
  const resolvedPath = { path: real, root, exists: kind !== 'missing', kind, links };
  const isChanged = use !== 'read' && use !== 'list';
  const git = isChanged ? gitFacts(real, kind === 'folder') : undefined;
  return Object.freeze(git ? { ...resolvedPath, git } : resolvedPath);
}
