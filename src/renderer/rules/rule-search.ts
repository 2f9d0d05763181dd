/** Which rules a search shows, and which are not used any more. */
import type { RuleView } from '../../shared/rules/rules.ts';

/** Every word occurs somewhere in the rule. */
export function matchingRules(rules: readonly RuleView[], words: string): readonly RuleView[] {
  const wanted = words
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  return rules.filter(({ sentence, folder, client, effect }) => {
    const text = [sentence, folder ?? '', client ?? '', effect].join(' ').toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
}

const dayMs = 24 * 3600 * 1000;
const unusedDays = 30;

/**
 * Rules that allow something and were not used for 30 days, or never since they were made a day ago or
 * earlier. A rule that asks or denies protects by being there, so it never counts as unused.
 */
export const unusedRules = (rules: readonly RuleView[], now: number): readonly RuleView[] =>
  rules.filter(({ effect, lastUsedAt, createdAt }) => {
    if (effect !== 'allow') return false;
    return lastUsedAt === null ? now - createdAt > dayMs : now - lastUsedAt > unusedDays * dayMs;
  });
