/**
 * Decides a resolved call by the user's rules. Pure. Deny beats ask beats allow, and nothing lifts
 * a deny. What the session's grant covers is not asked again (covered.ts). Any other call that runs
 * code, destroys something or changes a protected path is confirmed, unless a rule covers exactly
 * that call; a call whose effect is unknown, or that only starts other code, is confirmed even then.
 */
import { refused, type Refused } from '../../../shared/actions/outcomes.ts';
import { ruleSentence, type Rule } from '../../../shared/rules/rules.ts';
import {
  type AffectedPath,
  type ResolvedCall,
  isPlanned,
  type ResolvedCommand,
} from '../call/call.ts';
import { holdsOwnData, ownData } from '../roots/protected-paths.ts';
import { commandFamily } from './command-family.ts';
import { coveredBy } from './covered.ts';
import { reasonsToConfirm, whyInert } from './reasons.ts';
import { strongestMatch, type JudgedCall } from './rules.ts';

/** The rule that decided, the part of the call it matched, and both in a sentence. */
interface Explained {
  readonly rule: string;
  readonly token: string;
  readonly explain: string;
}

export type Verdict = Explained &
  /** `needsCheckpoint`: only as long as the folders are recorded before it starts. */
  (
    | { readonly kind: 'allow'; readonly needsCheckpoint?: true }
    | { readonly kind: 'ask'; readonly because: readonly string[] }
    | { readonly kind: 'deny'; readonly refusal: Refused }
  );

export interface PolicyInput {
  readonly home: string;
  readonly ownPaths: readonly string[];
  readonly rules: readonly Rule[];
  readonly now: number;
  /** The workbench runs it in the session's sandbox, and the folders can be restored to how they are now. */
  readonly sandboxCovers?: boolean;
  /** Its search would print what files such as `.env` hold. */
  readonly findsSecrets?: boolean;
}

export function judge(call: ResolvedCall, input: PolicyInput): Verdict {
  for (const place of call.places) {
    const refusal = refusalForOwnData(place, input);
    if (!refusal) continue;
    const explain = `${place.path} belongs to Gatehouse itself.`;
    return { kind: 'deny', rule: 'own-data', token: place.path, explain, refusal };
  }
  const seen = asSeenByRules(call);
  const denied = strongestMatch(input.rules, 'deny', seen, input.now);
  if (denied) {
    const refusal = refused('denied-by-rule', ruleSentence(denied.rule));
    return { kind: 'deny', ...byRule(denied), refusal };
  }
  return deniedByServerPolicy(call) ?? verdictWithoutDeny(call, seen, input);
}

/** The user does not allow this tool of the server, for any agent. */
function deniedByServerPolicy({ tool, action }: ResolvedCall): Verdict | null {
  if (tool?.server?.policy !== 'deny') return null;
  const explain = `The user does not allow ${action} of the MCP server ${tool.server.name}.`;
  const refusal = refused('denied-by-rule', explain);
  return { kind: 'deny', rule: 'server-policy', token: action, explain, refusal };
}

/** Includes Gatehouse's own data that would be moved or deleted together with an enclosing folder. */
function refusalForOwnData({ path, use }: AffectedPath, input: PolicyInput): Refused | null {
  const goesAlong = use === 'delete' && holdsOwnData(path, input);
  return goesAlong ? refused('own-data') : ownData(path, input);
}

function verdictWithoutDeny(call: ResolvedCall, seen: JudgedCall, input: PolicyInput): Verdict {
  const covered = coveredBy(call, input);
  const reasons = reasonsToConfirm(call, covered !== null);
  const because = reasons.map(({ sentence }) => sentence);
  const asked = strongestMatch(input.rules, 'ask', seen, input.now);
  if (asked) {
    const why = `One of your rules requires it: ${ruleSentence(asked.rule)}`;
    return { kind: 'ask', ...byRule(asked), because: [why, ...because] };
  }
  const [strongest] = reasons;
  const lifting = strongest ? rulesThatLift(call, input.rules) : input.rules;
  const allowed = strongestMatch(lifting, 'allow', seen, input.now);
  if (allowed) return { kind: 'allow', ...byRule(allowed) };
  if (strongest) {
    const { token, sentence } = strongest;
    return {
      kind: 'ask',
      rule: 'confirm',
      token: token || call.action,
      explain: sentence,
      because,
    };
  }
  const rule = `scope ${call.scopes.join(' ')}`;
  return {
    ...{ kind: 'allow', rule, token: call.action, explain: covered?.why ?? whyInert(call) },
    ...(covered?.needsCheckpoint ? { needsCheckpoint: true } : {}),
  };
}

/**
 * Not even an exact rule covers a call that may do something different next time; a rule for a program and its
 * first word does, but only its effects, not the paths that they concern.
 */
function rulesThatLift(call: ResolvedCall, rules: readonly Rule[]): readonly Rule[] {
  const { command, plan } = call;
  const isOnce = command?.keep === 'once' || plan === 'unknown';
  const isOnlyForItsKind = reasonsToConfirm(call, true).length === 0;
  return rules.filter((rule) =>
    rule.command === undefined ? rule.exactly !== null && !isOnce : isOnlyForItsKind,
  );
}

const byRule = ({ rule, token }: { readonly rule: Rule; readonly token: string }): Explained => ({
  rule: rule.ruleId,
  token,
  explain: `${ruleSentence(rule)} It matches ${token}.`,
});

export const asSeenByRules = (call: ResolvedCall): JudgedCall => ({
  client: call.agent.clientId,
  action: call.action,
  ...(call.native ? { alike: call.native.alike } : {}),
  paths: call.places.map((place) => place.path),
  trees: call.places.filter(({ use }) => use === 'delete').map((place) => place.path),
  digest: call.digest,
  family: call.command && commandFamily(call),
});

/** What the ledger records with a decision. Undefined when the rule's name is enough: the session has the scope. */
export function explained(call: ResolvedCall, verdict: Verdict): unknown {
  const { command, plan } = call;
  const files = isPlanned(plan) ? plan.files : undefined;
  if (verdict.explain === '' && command === null && !files) return undefined;
  return {
    ...(verdict.explain === '' ? {} : { token: verdict.token, explain: verdict.explain }),
    ...(verdict.kind === 'ask' ? { because: verdict.because } : {}),
    ...(command === null ? {} : { command: recorded(command) }),
    ...(files ? { planned: files.slice(0, maxFiles).map(({ path }) => path) } : {}),
  };
}

/** The outcome lists all files that were really changed. */
const maxFiles = 50;

/** Without the effects, which the sentences describe already. */
const recorded = ({ does: _sentences, each: _each, ...command }: ResolvedCommand) => command;
