/**
 * Parses what an agent may write into `scopes`: scopes, aliases, wildcards, and presets as words.
 */
import { actionInfo, isAction } from '../actions/actions.ts';
import { visibleText } from '../base/visible-text.ts';
import { requestableNames, requestedPresets, scopesOfPreset } from './presets.ts';
import {
  allScopes,
  expandScopes,
  serverOfScope,
  type ExpandedScopes,
  type Scope,
  type ServerScope,
} from './scopes.ts';

/**
 * `servers` are the scopes of the MCP servers that the agent sees; no other servers are accepted.
 */
export function expandRequested(
  requested: readonly string[],
  servers: readonly ServerScope[] = [],
): ExpandedScopes {
  const { scopes, unknown } = expandScopes(
    requested.flatMap((name): readonly string[] => {
      if (name === everyServer && servers.length > 0) return servers;
      const included = scopesOfPreset(name);
      return included.length > 0 ? included : [name];
    }),
  );
  const isThere = (scope: Scope): boolean =>
    serverOfScope(scope) === null || servers.some((server) => server === scope);
  return {
    scopes: scopes.filter(isThere),
    unknown: [...unknown, ...scopes.filter((scope) => !isThere(scope))],
  };
}

const everyServer = 'mcp:*';

const mostNamed = 5;

/** For an agent that guessed: what it wrote, what it may have meant, and all valid names. */
export function unknownScopesText(
  unknown: readonly string[],
  servers: readonly ServerScope[] = [],
): string {
  const named = unknown.slice(0, mostNamed).map((name) => {
    const meant = similarScopes(name);
    const guess = meant.length > 0 ? ` (did you mean ${meant.join(' or ')}?)` : '';
    return `${visibleText(name)}${guess}`;
  });
  const more = unknown.length > mostNamed ? ` and ${unknown.length - mostNamed} more` : '';
  const presetList = requestedPresets.join(', ');
  return `Asked for: ${named.join(', ')}${more}. Scopes: ${[...allScopes, ...servers].join(', ')}. Presets: ${presetList}.`;
}

const mostGuesses = 3;

/** The scope of a tool if a tool was named instead, otherwise the nearest names. */
export function similarScopes(name: string): readonly string[] {
  if (isAction(name)) return [actionInfo(name).scope];
  const words = wordsOf(name);
  const scored = requestableNames
    .map((candidate) => ({ candidate, score: similarity(words, wordsOf(candidate)) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score);
  const best = scored[0]?.score ?? 0;
  return scored
    .filter(({ score }) => score === best)
    .slice(0, mostGuesses)
    .map(({ candidate }) => candidate);
}

const wordsOf = (name: string): readonly string[] =>
  name
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '');

/** How many words match, in any order; an almost equal word counts half. */
function similarity(asked: readonly string[], offered: readonly string[]): number {
  const found = asked.map((word) =>
    Math.max(0, ...offered.map((candidate) => likeness(word, candidate))),
  );
  return found.reduce((sum, score) => sum + score, 0);
}

function likeness(word: string, candidate: string): number {
  if (word === candidate) return 2;
  const isPart = word.length > 2 && candidate.length > 2 && startsAlike(word, candidate);
  return isPart || isOneTypingErrorAway(word, candidate) ? 1 : 0;
}

const startsAlike = (word: string, candidate: string): boolean =>
  word.startsWith(candidate) || candidate.startsWith(word);

/** One letter added, removed, replaced, or two swapped. */
function isOneTypingErrorAway(word: string, candidate: string): boolean {
  if (word.length < 3 || Math.abs(word.length - candidate.length) > 1) return false;
  let start = 0;
  while (start < word.length && word[start] === candidate[start]) start += 1;
  let end = 0;
  const shorter = Math.min(word.length, candidate.length) - start;
  while (end < shorter && word.at(-1 - end) === candidate.at(-1 - end)) end += 1;
  const left = word.slice(start, word.length - end);
  const right = candidate.slice(start, candidate.length - end);
  if (left.length <= 1 && right.length <= 1) return true;
  return left.length === 2 && left[0] === right[1] && left[1] === right[0];
}
