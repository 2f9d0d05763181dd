/**
 * A repository inside a sandbox. Commands see it read-only: a single file there, such as `commondir`
 * or `config`, makes the next git of the user run a program of the agent's. Our own git actions get
 * what they change, and never hooks or the files that say where the repository is.
 */
import { isInside } from '../../../shared/files/inside.ts';
import type { GitPlace } from '../../../shared/sandbox/machine-facts.ts';
import type { SandboxMount, ProfileSpec } from './sandbox-profile.ts';

const bind =
  (kind: 'read-only' | 'writable') =>
  (path: string): SandboxMount => ({ kind, from: path, path });
const readOnly = bind('read-only');
const writable = bind('writable');

/** What a commit in a linked worktree changes outside of its own folder. */
const changedByCommits = ['objects', 'refs', 'logs'];

export function gitMounts(place: GitPlace, spec: ProfileSpec): readonly SandboxMount[] {
  const changes = spec.purpose === 'git' && spec.canWrite;
  if (place.kind === 'folder') {
    if (!changes) return [readOnly(place.path)];
    // As a mount of its own it can be neither moved away nor replaced.
    return [writable(place.path), ...place.guarded.map(readOnly)];
  }
  return [readOnly(place.path), ...linkedMounts(place, changes, spec)];
}

/** The repository that a worktree belongs to may lie outside of the granted folders. */
function linkedMounts(
  { gitDir, commonDir, guarded }: GitPlace,
  changes: boolean,
  { facts }: ProfileSpec,
): readonly SandboxMount[] {
  if (gitDir === null || commonDir === null) return [];
  const isGranted = facts.folders.some(({ path }) => isInside(commonDir, path));
  if (!changes) return isGranted ? [] : [readOnly(commonDir)];
  return [
    readOnly(commonDir),
    ...changedByCommits.map((name) => writable(`${commonDir}/${name}`)),
    writable(gitDir),
    ...guarded.map(readOnly),
  ];
}
