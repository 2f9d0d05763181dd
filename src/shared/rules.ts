/** The owner's standing word: what it says, for whom, where, and for how long. */
import { z } from 'zod';
import { isAction, type ActionName } from './actions.ts';
import { ClientId } from './ids.ts';
import { visibleText } from './visible-text.ts';

const actionName = z
  .string()
  .refine(isAction, 'unknown action') as unknown as z.ZodType<ActionName>;

/** A longer call cannot be shown as a rule, and so cannot be one. */
export const longestExactCall = 32 * 1024;

export const Rule = z.strictObject({
  ruleId: z.uuid(),
  effect: z.enum(['allow', 'ask', 'deny']),
  /** Null: every client. */
  client: ClientId.nullable(),
  /** Empty: every action. */
  actions: z.array(actionName).max(64).readonly(),
  /** Null: anywhere. Else in this folder: one path in it is enough to ask or deny; to allow, all. */
  within: z.string().max(4096).nullable(),
  /** Null: any arguments. Else exactly the call with this digest. */
  exactly: z.string().length(64).nullable(),
  /** The very bytes that have that digest, so that the rule is shown as what it matches. */
  exactCall: z.string().max(longestExactCall).nullable().default(null),
  /** What the exact call is, for people. */
  exactSentence: z.string().max(500).nullable(),
  createdAt: z.int(),
  /** Null: until it is deleted. */
  until: z.int().nullable(),
  lastUsedAt: z.int().nullable(),
});
export type Rule = z.infer<typeof Rule>;

export const RuleList = z.array(Rule).max(1000).readonly();

const verbs = { allow: 'Let', ask: 'Ask before letting', deny: 'Never let' } as const;

/** "Never let opencode do delete_file in /home/me/notes." */
export function ruleSentence(rule: Rule): string {
  const who = rule.client ?? 'any client';
  const what =
    rule.exactSentence !== null
      ? `do exactly this: ${visibleText(rule.exactSentence)}`
      : `do ${rule.actions.length > 0 ? rule.actions.join(', ') : 'anything'}`;
  const where = rule.within === null ? '' : ` in ${visibleText(rule.within)}`;
  return `${verbs[rule.effect]} ${who} ${what}${where}.`;
}

const args = z.record(z.string(), z.unknown());
const command = z.looseObject({ keep: z.enum(['once', 'rule', 'session']), whyOnce: z.string() });

const ExactCall = z.union([
  z.tuple([z.string(), args]),
  z.tuple([z.string(), args, command]),
  /** Of a contributed tool: the digest of its definition. */
  z.tuple([z.string(), args, z.string()]),
]);

export interface ExactCall {
  readonly action: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** What it would start, if anything: program, words, folder, environment. */
  readonly command: Readonly<Record<string, unknown>> | null;
  readonly keep: 'once' | 'rule' | 'session';
  readonly whyOnce: string;
}

/** The bytes of an exact rule, ready to be shown; null when they are none. */
export function exactCallOf(text: string): ExactCall | null {
  const parsed = ExactCall.safeParse(jsonOf(text));
  if (!parsed.success) return null;
  const [action, given, more] = parsed.data;
  const started = typeof more === 'object' ? more : null;
  const { keep = 'rule', whyOnce = '' } = started ?? {};
  return { action, args: given, command: started, keep, whyOnce };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** A rule as people read it. */
export interface RuleView {
  readonly ruleId: string;
  readonly effect: Rule['effect'];
  readonly sentence: string;
  readonly createdAt: number;
  /** Null: until it is deleted. */
  readonly until: number | null;
  readonly lastUsedAt: number | null;
}

export const viewOfRule = (rule: Rule): RuleView => ({
  ruleId: rule.ruleId,
  effect: rule.effect,
  sentence: ruleSentence(rule),
  createdAt: rule.createdAt,
  until: rule.until,
  lastUsedAt: rule.lastUsedAt,
});
