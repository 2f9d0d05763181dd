/** What may never start without asking. Pure. */
import type { Root } from '../../../shared/access/access.ts';
import type { StandingOffer } from '../../../shared/access/remembered.ts';
import type { Scope } from '../../../shared/access/scopes.ts';
import type { Rule } from '../../../shared/rules/rules.ts';
import { isInside } from '../../../shared/files/inside.ts';
import { rootWarning, type HomeAndOwnPaths } from '../roots/grantable.ts';

/**
 * Not bound to a folder, or a terminal or debugger in which anything can be typed later. Calls that
 * run outside the sandbox or cannot be undone are asked about in every session.
 */
const neverStanding: ReadonlySet<Scope> = new Set([
  'exec:terminal',
  'debug:session',
  'editor:theme',
  'browser:tools',
  'backend:read',
  'backend:send',
  'manage:plugins',
  'manage:workspace',
]);

export const isNeverStanding = (scope: Scope): boolean => neverStanding.has(scope);

export function standingOffer(
  { scopes, roots }: { readonly scopes: readonly Scope[]; readonly roots: readonly Root[] },
  places: HomeAndOwnPaths,
): StandingOffer {
  const isSensitive = roots.some(({ path }) => rootWarning(path, places) !== null);
  return {
    whyNot: isSensitive
      ? 'This folder is too wide or too sensitive to start without asking.'
      : null,
    never: scopes.filter(isNeverStanding),
  };
}

/** A rule of the user that asks about or denies everything in one of the folders. */
export const isRuledOut = (
  rules: readonly Rule[],
  client: string,
  roots: readonly Root[],
): boolean =>
  rules.some(
    ({ effect, client: ofClient, actions, within, exactly, host }) =>
      effect !== 'allow' &&
      (ofClient === null || ofClient === client) &&
      actions.length === 0 &&
      exactly === null &&
      host === undefined &&
      (within === null || roots.some(({ path }) => isInside(path, within))),
  );
