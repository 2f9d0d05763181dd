/** A wish as it comes in, and the frozen thing it becomes before anybody judges it. */
import type { Agent, Session } from '../../../shared/access.ts';
import type { ActionKind, PathUse, ValidArgs } from '../../../shared/actions.ts';
import type { EffectName } from '../../../shared/command-effects.ts';
import type { Plan } from '../../../shared/plan.ts';
import type { Scope } from '../../../shared/scopes.ts';
import type { SettledPath } from '../needs.ts';
import type { Protection } from '../roots/protected-paths.ts';
import type { ContributedTool } from './contributed-tools.ts';
import { wantedPlan } from './wants-plan.ts';

export interface Call {
  readonly action: string;
  readonly args: unknown;
}

export interface ShapedCall {
  /** A name of the catalogue, or of a contributed tool. */
  readonly action: string;
  /** Null for actions of the catalogue. */
  readonly tool: ContributedTool | null;
  readonly args: ValidArgs;
  readonly kind: ActionKind;
  readonly scopes: readonly Scope[];
  readonly editBytes: number;
}

/** A path of the call as it really is. */
export interface Place extends SettledPath {
  readonly use: PathUse;
  readonly protection: Protection | null;
}

/** One thing a command can do, and the word of it that says so. */
export interface CommandEffect {
  readonly effect: EffectName;
  /** Empty where no single word is meant. */
  readonly word: string;
  readonly sentence: string;
}

/** What a call would start: exactly this, with exactly this around it. */
export interface SettledCommand {
  /** Word by word, the program first; empty where whoever carries it out finds the words. */
  readonly argv: readonly string[];
  /** Absolute, as it was found; null where the project says which. */
  readonly program: string | null;
  /** The same with links followed. */
  readonly programFile: string | null;
  readonly cwd: string | null;
  /** What the project says that this runs; empty where it says nothing. */
  readonly says: string;
  /** In the order of `effectNames`. */
  readonly effects: readonly EffectName[];
  readonly does: readonly CommandEffect[];
  readonly environment: Readonly<Record<string, string>>;
  /** The longest that a yes may be kept: for this once, as a rule of the owner, or for the session too. */
  readonly keep: 'once' | 'rule' | 'session';
  /** Why it can only be allowed once; empty where that is not so. */
  readonly whyOnce: string;
}

/** What it would do, and who says so: nobody else is to do it then. */
export interface SettledPlan extends Plan {
  readonly by: string;
}

/** What is judged, shown, run and recorded: one object, frozen. */
export interface SettledCall extends ShapedCall {
  readonly agent: Agent;
  readonly session: Session;
  /** Of the arguments first, in their order; then those of its command and its plan. */
  readonly places: readonly Place[];
  /** Null where the action starts no program. */
  readonly command: SettledCommand | null;
  /** Null where the arguments say it all; `unknown` where they do not, and nobody else can. */
  readonly plan: SettledPlan | 'unknown' | null;
  /** Folders that whoever walks the tree must leave out. */
  readonly skip: readonly string[];
  /** SHA-256 of what `canonical` says. */
  readonly digest: string;
}

/**
 * The exact bytes that a yes or a rule is about. Another definition of a tool is another call, so
 * that no answer to the old one counts for it.
 */
export const canonical = (call: Canonical): string =>
  JSON.stringify([
    call.action,
    call.args,
    ...(call.tool ? [call.tool.definitionHash] : []),
    ...(call.command ? [call.command] : []),
    ...filesOf(call),
  ]);

type Canonical = Pick<SettledCall, 'action' | 'args' | 'tool' | 'command' | 'plan'>;

/** Which files are changed, and how, where the arguments do not say it. */
const filesOf = (call: Pick<SettledCall, 'action' | 'args' | 'plan'>): readonly object[] => {
  const { plan } = call;
  if (!isPlanned(plan) || !plan.files || wantedPlan(call) !== 'targets') return [];
  return [{ planned: plan.digest ?? plan.files }];
};

export const isPlanned = (plan: SettledCall['plan']): plan is SettledPlan =>
  plan !== null && plan !== 'unknown';
