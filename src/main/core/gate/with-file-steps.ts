/**
 * Without a sandbox, the workbench carries out plain file commands itself, like file actions.
 * policy/file-commands.ts lists which ones; every path must be inside, without a link,
 * unprotected, and the session needs the scopes of the action. Otherwise it stays an ordinary
 * command, which needs an ask.
 */
import type { FileStep } from '../../../shared/commands/file-steps.ts';
import { isError } from '../../../shared/actions/outcomes.ts';
import { lastNameOf } from '../../../shared/files/path-separators.ts';
import { isOutsideRequested, type AffectedPath, type ResolvedCall } from '../call/call.ts';
import { placeOf } from '../commands/path-words.ts';
import type { Needs, ResolvedPath } from '../dependencies.ts';
import { fileCommand, fileUseOf, type FileCommand } from '../policy/file-commands.ts';
import { isProtectedChange } from '../policy/reasons.ts';
import { marksMadeBy } from '../roots/git-structure.ts';
import { protectionAt } from '../roots/protected-paths.ts';
import type { Executors } from './executors.ts';
import { frozen, hasScopes, type IntakeNeeds } from './resolve-call.ts';
import { eachOnce } from './resolve-parts.ts';

interface Deps {
  readonly needs: IntakeNeeds & Pick<Needs, 'sandbox'>;
  readonly executors: Pick<Executors, 'isBuiltInFor'>;
}

export function withFileSteps(call: ResolvedCall, { needs, executors }: Deps): ResolvedCall {
  const { command, digest: _digest, ...rest } = call;
  if (call.action !== 'exec_command' || !command || command.parts) return call;
  if (isOutsideRequested(call) || needs.sandbox?.status().kind === 'ready') return call;
  const given = fileCommand(command.argv);
  if (!given || call.skip.length > 0) return call;
  const steps = stepsOf(given, call, needs);
  if (!steps) return call;
  const { scopes } = fileUseOf(steps);
  if (!hasScopes(call.session, scopes) || !executors.isBuiltInFor(call)) return call;
  const made = madeBy(steps, call, needs);
  const places = eachOnce([...call.places, ...(made ?? [])]);
  if (!made || places.some(isProtectedChange)) return call;
  return frozen(
    {
      ...{ ...rest, places, scopes: [...new Set([...call.scopes, ...scopes])] },
      command: Object.freeze({ ...command, steps: Object.freeze(steps) }),
    },
    needs,
  );
}

/** Null if a name leads elsewhere, or something would be replaced. */
function stepsOf(
  { op, names, target, options }: FileCommand,
  call: ResolvedCall,
  needs: IntakeNeeds,
): readonly FileStep[] | null {
  const found = names.map((name) => placeNamed(name, call, needs));
  const places = found.filter((place) => place !== null);
  if (places.length < found.length) return null;
  switch (op) {
    case 'delete':
      return places.map(({ path }) => ({
        ...{ op, path },
        ...{ recursive: options.has('r') || options.has('R'), mayBeAbsent: options.has('f') },
      }));
    case 'make-folder':
      return places.map(({ path }) => ({ op, path, withParents: options.has('p') }));
    case 'touch':
      return places.every(isFileOrAbsent) ? places.map(({ path }) => ({ op, path })) : null;
    case 'move':
    case 'copy': {
      if (op === 'copy' && !places.every(({ kind }) => kind === 'file')) return null;
      const newPaths = newPathsOf(places, target ?? '', call, needs);
      return newPaths && places.map(({ path }, at) => ({ op, path, newPath: newPaths[at] ?? '' }));
    }
  }
}

const isFileOrAbsent = ({ exists, kind }: ResolvedPath): boolean => !exists || kind === 'file';

/** Like `mv`: into an existing folder, or to a free name. */
function newPathsOf(
  places: readonly ResolvedPath[],
  target: string,
  call: ResolvedCall,
  needs: IntakeNeeds,
): readonly string[] | null {
  const to = placeNamed(target, call, needs, { mayBeRoot: true });
  if (!to) return null;
  const isFolder = to.exists && to.kind === 'folder';
  if (!isFolder) return to.exists || target.endsWith('/') || places.length > 1 ? null : [to.path];
  const paths = places.map(({ path }) => `${to.path}/${lastNameOf(path)}`);
  const isFree = (path: string): boolean => {
    const there = placeNamed(path, call, needs);
    return there !== null && !there.exists;
  };
  return new Set(paths).size === paths.length && paths.every(isFree) ? paths : null;
}

/** Null unless the name leads to a path inside a granted folder, without any link. */
function placeNamed(
  name: string,
  { command, session }: ResolvedCall,
  { paths }: IntakeNeeds,
  { mayBeRoot = false } = {},
): ResolvedPath | null {
  const path = command?.cwd ? placeOf(name, command.cwd, undefined) : null;
  if (path === null) return null;
  const place = paths.resolve(path, session.roots, 'create');
  if (isError(place) || place.path !== path) return null;
  return mayBeRoot || !session.roots.some((root) => root.path === path) ? place : null;
}

/** The paths that only the steps name; null if one of them is not inside. */
function madeBy(
  steps: readonly FileStep[],
  call: ResolvedCall,
  needs: IntakeNeeds,
): readonly AffectedPath[] | null {
  const paths = steps.flatMap((step) => {
    if (step.op === 'delete') return [];
    return 'newPath' in step ? [step.newPath] : [step.path];
  });
  const alsoMade = marksMadeBy(paths);
  const places = paths.map((path) => {
    const resolved = placeNamed(path, call, needs);
    if (!resolved) return null;
    const use = resolved.exists ? 'write' : 'create';
    const protection = protectionAt(resolved, { use, isTree: true, alsoMade }, needs);
    return Object.freeze<AffectedPath>({ ...resolved, use, protection });
  });
  const inside = places.filter((place) => place !== null);
  return inside.length === places.length ? inside : null;
}
