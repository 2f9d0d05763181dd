/** The owner's standing word: what it says, for whom, where, and for how long. */
import { z } from 'zod';
import { isAction, type ActionName } from './actions.ts';
import { ClientId } from './ids.ts';
import { visibleText } from './visible-text.ts';

const actionName = z
  .string()
  .refine(isAction, 'unknown action') as unknown as z.ZodType<ActionName>;

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
