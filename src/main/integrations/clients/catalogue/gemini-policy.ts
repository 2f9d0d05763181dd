/**
 * Evaluates the rules of Gemini CLI's policy files and its older settings together: of all rules
 * that match a tool, the one with the highest priority decides.
 */
import type { AbilityExposure } from '../../../../shared/integrations/clients.ts';
import { isJsonObject, isList, valueAt, type Json, type JsonObject } from '../edit/json-value.ts';
import { asks, denied, free, moreOpen, wordsAt } from './exposures.ts';

interface PolicyRule {
  readonly decision: string;
  readonly priority: number;
  /** The rule applies to some calls of the tool only. */
  readonly isPartial: boolean;
  readonly words: string;
}

/** The rank that Gemini CLI gives to its older settings among the user's rules. */
const rank = { exclude: 400, allowed: 300 };

/** The tools that Gatehouse denies: no user rule has a higher priority. */
export const denyPolicy = `# Written by Gatehouse: Gemini CLI's own shell and edit tools are off.
[[rule]]
toolName = ["run_shell_command", "write_file", "replace"]
decision = "deny"
priority = 999
`;

export function geminiStanding(
  settings: readonly Json[],
  policies: readonly Json[],
  tools: readonly string[],
  otherwise: AbilityExposure,
): AbilityExposure {
  return tools
    .map((tool) => standingOf(rulesFor(settings, policies, tool), otherwise))
    .reduce((a, b) => moreOpen(a, b));
}

function standingOf(rules: readonly PolicyRule[], otherwise: AbilityExposure): AbilityExposure {
  const ordered = rules.toSorted((a, b) => b.priority - a.priority);
  const deciding = ordered.find(({ isPartial }) => !isPartial);
  const standing = deciding ? exposedBy(deciding) : otherwise;
  const exceptions = ordered
    .slice(0, deciding ? ordered.indexOf(deciding) : undefined)
    .filter(({ decision }) => decision === 'allow');
  return exceptions.length === 0
    ? standing
    : moreOpen(standing, free('a rule of its policy allows some calls'));
}

function exposedBy({ decision, words }: PolicyRule): AbilityExposure {
  if (decision === 'deny') return denied(words);
  return decision === 'allow' ? free(words) : asks(words);
}

function rulesFor(
  settings: readonly Json[],
  policies: readonly Json[],
  tool: string,
): readonly PolicyRule[] {
  const named = (...paths: readonly (readonly string[])[]): boolean =>
    paths.some((path) => wordsAt(settings, path).includes(tool));
  return [
    ...(named(['tools', 'exclude'], ['excludeTools'])
      ? [older('deny', rank.exclude, 'tools.exclude has it')]
      : []),
    ...(named(['tools', 'allowed'], ['allowedTools'])
      ? [older('allow', rank.allowed, 'tools.allowed has it')]
      : []),
    ...policies.flatMap((policy) => {
      const rules = valueAt(policy, ['rule']);
      return isList(rules) ? rules.flatMap((rule) => ruleFor(rule, tool)) : [];
    }),
  ];
}

const older = (decision: string, priority: number, words: string): PolicyRule => ({
  ...{ decision, priority, words, isPartial: false },
});

/** Keys that restrict a rule to some calls. */
const conditions = ['commandPrefix', 'commandRegex', 'argsPattern', 'modes', 'mcpName'];

function ruleFor(rule: Json, tool: string): readonly PolicyRule[] {
  if (!isJsonObject(rule)) return [];
  const names = isList(rule['toolName']) ? rule['toolName'] : [rule['toolName'] ?? '*'];
  if (!names.includes(tool) && !names.includes('*')) return [];
  const { decision, priority } = rule;
  if (typeof decision !== 'string') return [];
  return [
    {
      decision,
      priority: typeof priority === 'number' ? priority : 0,
      isPartial: conditions.some((key) => isSet(rule, key)),
      words: `a rule of its policy says "${decision}"`,
    },
  ];
}

const isSet = (rule: JsonObject, key: string): boolean => Object.hasOwn(rule, key);
