/** Matches rules against a call, and says which part of the call each rule matched. Pure. */
import type { ShownFamily } from '../../../shared/asks/asks.ts';
import { isInside } from '../../../shared/files/inside.ts';
import { matchesHost, type HostAndPort } from '../../../shared/network/host-pattern.ts';
import type { Rule } from '../../../shared/rules/rules.ts';

/** The fields that rules match: of a resolved call, or of an earlier ledger entry. */
export interface JudgedCall {
  readonly client: string;
  readonly action: string;
  /** Actions that do the same, for a native call: a rule that denies, asks or keeps a command holds for it too. */
  readonly alike?: readonly string[];
  readonly paths: readonly string[];
  /** The paths that are moved or deleted with everything below them. */
  readonly trees?: readonly string[];
  /** For connections only. */
  readonly connection?: HostAndPort;
  /** For commands that are kept by program and first word. */
  readonly family?: ShownFamily | null;
  /** Null for ledger entries, which exact rules do not match. */
  readonly digest: string | null;
}

/** The part of the call that the rule matched; null when it does not match. */
export function matchOf(rule: Rule, call: JudgedCall, now: number): string | null {
  if (rule.until !== null && rule.until <= now) return null;
  if (rule.client !== null && rule.client !== call.client) return null;
  if (rule.actions.length > 0 && !isAbout(rule, call)) return null;
  const { host } = rule;
  if (host !== undefined && !(call.connection && matchesHost(host, call.connection))) return null;
  if (rule.command !== undefined) return matchOfCommand(rule, call);
  if (rule.exactly !== null) return rule.exactly === call.digest ? 'the whole call' : null;
  if (rule.within === null) return host ?? (rule.actions.length > 0 ? call.action : call.client);
  const { within } = rule;
  const inside = call.paths.filter((path) => isInside(path, within));
  // To be denied or asked about, one path in the folder is enough; to be allowed, all must be in it.
  if (rule.effect === 'allow')
    return inside.length === call.paths.length ? (inside[0] ?? null) : null;
  return inside[0] ?? call.trees?.find((tree) => isInside(within, tree)) ?? null;
}

/** What a rule allows for one action, it does not allow for another that only does something similar. */
function isAbout({ actions, effect, command }: Rule, { action, alike = [] }: JudgedCall): boolean {
  const isWide = effect !== 'allow' || command !== undefined;
  const names: readonly string[] = isWide ? [action, ...alike] : [action];
  return actions.some((name) => names.includes(name));
}

/** In exactly the rule's folder: the same words elsewhere run other code. */
function matchOfCommand({ command, within }: Rule, { family }: JudgedCall): string | null {
  if (!command || !family || within !== family.folder) return null;
  const isSame =
    command.program === family.program &&
    command.words === family.words &&
    command.isSandboxed === family.isSandboxed;
  return isSame ? family.words : null;
}

export interface Match {
  readonly rule: Rule;
  readonly token: string;
}

export function strongestMatch(
  rules: readonly Rule[],
  effect: Rule['effect'],
  call: JudgedCall,
  now: number,
): Match | null {
  for (const rule of rules) {
    const token = rule.effect === effect ? matchOf(rule, call, now) : null;
    if (token !== null) return { rule, token };
  }
  return null;
}

/** An earlier call, as far as the ledger recorded it. */
export interface PastCall extends JudgedCall {
  /** Whether `paths` is complete. */
  readonly whole: boolean;
}

export interface Trial<Call> {
  readonly matched: readonly Call[];
  /** How many may or may not have been in the rule's folder. */
  readonly unclear: number;
}

/** Which earlier calls a rule would have matched; shown before the rule is saved. */
export function tryRule<Call extends PastCall>(
  rule: Rule,
  past: readonly Call[],
  now: number,
): Trial<Call> {
  const matched = past.filter((call) => matchOf(rule, call, now) !== null);
  const anywhere = { ...rule, within: null };
  const unclear = past.filter(
    (call) =>
      !call.whole && matchOf(rule, call, now) === null && matchOf(anywhere, call, now) !== null,
  );
  return { matched, unclear: unclear.length };
}
