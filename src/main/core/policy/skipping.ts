/**
 * Folders that a walk through a tree must leave out. A rule about a folder speaks of paths; who
 * searches the folder around it names none in it, so whoever walks is told where not to go. What a
 * rule asks about is left out too: nobody can be asked in the middle of a search.
 */
import type { Agent, Session } from '../../../shared/access.ts';
import { isInside } from '../../../shared/inside.ts';
import type { Rule } from '../../../shared/rules.ts';
import type { Place } from '../gate/calls.ts';

interface Walker {
  readonly action: string;
  readonly agent: Agent;
  readonly session: Session;
  readonly places: readonly Place[];
}

export function foldersToSkip(
  call: Walker,
  rules: { list(): readonly Rule[] },
  { ownPlaces }: { readonly ownPlaces: readonly string[] },
): readonly string[] {
  const listed = call.places.filter(({ use }) => use === 'list').map(({ path }) => path);
  if (listed.length === 0 && call.places.length > 0) return nothing;
  const walked = listed.length > 0 ? listed : call.session.roots.map(({ path }) => path);
  const closed = [...ownPlaces, ...rules.list().flatMap((rule) => closedBy(rule, call))];
  const skip = closed.filter((folder) => walked.some((around) => isInside(folder, around)));
  return skip.length === 0 ? nothing : [...new Set(skip)];
}

const nothing: readonly string[] = Object.freeze([]);

function closedBy(rule: Rule, { action, agent }: Walker): readonly string[] {
  const speaks =
    rule.effect !== 'allow' &&
    rule.exactly === null &&
    (rule.client === null || rule.client === agent.clientId) &&
    (rule.actions.length === 0 || rule.actions.some((name) => name === action));
  return speaks && rule.within !== null ? [rule.within] : [];
}
