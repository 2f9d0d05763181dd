/** The user's rules: effect, client, actions, folder and expiry. */
import { z } from 'zod';
import { isAction } from '../actions/actions.ts';
import type { EntryOutcome } from '../ledger/entry-outcomes.ts';
import { ClientId } from '../base/ids.ts';
import { canonicalPattern, longestHostPattern } from '../network/host-pattern.ts';
import { ruleSentence, ruleSubject } from './rule-sentence.ts';

export { ruleSentence } from './rule-sentence.ts';

/** Of the catalogue, or a tool of a plugin or a page; `make` knows which exist. */
export const actionName = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_:-]{0,79}$/, 'unknown action');

const mostActions = 64;
const entryId = z.string().min(1).max(256);

/** A longer call could not be displayed as a rule, so it cannot be one. */
export const longestExactCall = 32 * 1024;

/** The effects of a contributed tool are unknown, so it is never allowed without an ask. */
const allowsKnownActions = (rule: z.infer<typeof AnyRule>): boolean => {
  const { effect, exactly, actions, host } = rule;
  return effect !== 'allow' || exactly !== null || host !== undefined || actions.every(isAction);
};

/** A program and its first word, with any further arguments: `npm test`. */
const RuleCommand = z.strictObject({
  /** The program's file, as found. */
  program: z.string().min(1).max(4096),
  /** As a user would type it. */
  words: z.string().min(1).max(300),
  /** Only inside the sandbox, or only without one. */
  isSandboxed: z.boolean(),
});
export type RuleCommand = z.infer<typeof RuleCommand>;

const isPattern = (text: string): boolean => canonicalPattern(text) === text;

const AnyRule = z.strictObject({
  ruleId: z.uuid(),
  effect: z.enum(['allow', 'ask', 'deny']),
  /** Null: every client. */
  client: ClientId.nullable(),
  /** Empty: all actions. */
  actions: z.array(actionName).max(mostActions).readonly(),
  /**
   * Null: anywhere. Otherwise this folder: one path in it is enough to ask or deny; to allow, all
   * must be in it.
   */
  within: z.string().max(4096).nullable(),
  /**
   * Only connections to this host or, with `*.`, to its subdomains; left out: not about hosts.
   */
  host: z.string().max(longestHostPattern).refine(isPattern, 'unknown host').optional(),
  /**
   * Only this command, started in exactly the folder `within`; left out: not about one command.
   */
  command: RuleCommand.optional(),
  /** Null: any arguments. Otherwise exactly the call with this digest. */
  exactly: z.string().length(64).nullable(),
  /** The bytes that have that digest, so that the rule is displayed as what it matches. */
  exactCall: z.string().max(longestExactCall).nullable().default(null),
  /** The exact call, in words. */
  exactSentence: z.string().max(500).nullable(),
  /** The ledger entry it was made from. */
  fromEntry: entryId.nullable().default(null),
  createdAt: z.int(),
  /** Null: until it is removed. */
  until: z.int().nullable(),
  lastUsedAt: z.int().nullable(),
  /** The role it comes from; left out: none. */
  role: z.string().max(40).optional(),
});
export const Rule = AnyRule.refine(allowsKnownActions);
export type Rule = z.infer<typeof Rule>;

export const mostRules = 1000;
export const RuleList = z.array(Rule).max(mostRules).readonly();

export const ruleSeconds = z
  .int()
  .min(60)
  .max(366 * 24 * 3600)
  .nullable();

/** What the user entered for a rule. Core turns it into a rule, or explains why it cannot. */
export const RuleDraft = z.strictObject({
  /** Calls are allowed by a session, or by a rule made from exactly that call. */
  effect: z.enum(['ask', 'deny']),
  client: z.string().max(200).nullable(),
  actions: z.array(actionName).max(mostActions).readonly(),
  within: z.string().max(4096).nullable(),
  /** A host, for rules about connections; left out: not about hosts. */
  host: z.string().max(longestHostPattern).optional(),
  /** Starting now; null: until it is removed. */
  seconds: ruleSeconds,
  fromEntry: entryId.nullable(),
});
export type RuleDraft = z.infer<typeof RuleDraft>;

const args = z.record(z.string(), z.unknown());
const command = z.looseObject({ keep: z.enum(['once', 'rule', 'session']), whyOnce: z.string() });

const ExactCall = z.union([
  z.tuple([z.string(), args]),
  z.tuple([z.string(), args, command]),
  /** For a contributed tool: the digest of its definition. */
  z.tuple([z.string(), args, z.string()]),
]);

export interface ExactCall {
  readonly action: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** What it would start, if anything: program, arguments, folder, environment. */
  readonly command: Readonly<Record<string, unknown>> | null;
  readonly keep: 'once' | 'rule' | 'session';
  readonly whyOnce: string;
}

/** The bytes of an exact rule, formatted for display; null if they are not valid. */
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

/** A rule in words. */
export interface RuleView {
  readonly ruleId: string;
  readonly effect: Rule['effect'];
  readonly sentence: string;
  /** What it is about, without agent and folder. */
  readonly what: string;
  /** Null: every agent. */
  readonly client: string | null;
  /** Null: anywhere. */
  readonly folder: string | null;
  /** The exact bytes it matches; null if it matches more than one call. */
  readonly exactCall: string | null;
  /** The program and first word that it matches in its folder; left out for all other rules. */
  readonly command?: RuleCommand;
  readonly fromEntry: string | null;
  readonly createdAt: number;
  /** Null: until it is removed. */
  readonly until: number | null;
  readonly lastUsedAt: number | null;
}

/** The folder in which an exact call starts its command. */
function folderOf(exactCall: string | null): string | null {
  const cwd = exactCall === null ? null : exactCallOf(exactCall)?.command?.['cwd'];
  return typeof cwd === 'string' ? cwd : null;
}

export const viewOfRule = (rule: Rule): RuleView => ({
  ruleId: rule.ruleId,
  effect: rule.effect,
  sentence: ruleSentence(rule),
  what: ruleSubject(rule),
  client: rule.client,
  folder: rule.within ?? folderOf(rule.exactCall),
  exactCall: rule.exactCall,
  ...(rule.command ? { command: rule.command } : {}),
  fromEntry: rule.fromEntry,
  createdAt: rule.createdAt,
  until: rule.until,
  lastUsedAt: rule.lastUsedAt,
});

/** A past call that a rule matches. */
export interface TriedCall {
  readonly entry: string;
  readonly ts: string;
  readonly actor: string;
  readonly action: string;
  readonly subject: string;
  readonly outcome: EntryOutcome;
}

/** What a rule would have done with the calls of the last days. */
export interface RuleTrial {
  readonly days: number;
  /**
   * Calls of that period by that agent and of those actions, and how many of them were checked.
   */
  readonly all: number;
  readonly looked: number;
  readonly matched: number;
  /**
   * How many of the matched calls were carried out, which the rule would have denied or asked
   * about.
   */
  readonly carriedOut: number;
  /** Calls for which the index does not know whether they were in that folder. */
  readonly unclear: number;
  /** The newest of the matched calls. */
  readonly examples: readonly TriedCall[];
  /** False if the index was still catching up. */
  readonly complete: boolean;
}
