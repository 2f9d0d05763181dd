/** A call as it arrives, with valid arguments, and fully resolved: the frozen object that is judged, shown, run and recorded. */
import type { Agent, Session } from '../../../shared/access/access.ts';
import type { ActionKind, PathUse, ValidArgs } from '../../../shared/actions/actions.ts';
import type { PartJoin, PartStreams } from '../../../shared/commands/command-parts.ts';
import type { EffectName } from '../../../shared/commands/command-effects.ts';
import type { FilePin } from '../../../shared/files/file-pin.ts';
import type { Plan } from '../../../shared/actions/plan.ts';
import type { Scope } from '../../../shared/access/scopes.ts';
import type { ResolvedPath } from '../dependencies.ts';
import type { Protection } from '../roots/protected-paths.ts';
import type { ContributedTool } from './contributed-tools.ts';
import { requiredPlan } from './needs-plan.ts';

export interface Call {
  readonly action: string;
  readonly args: unknown;
}

export interface ShapedCall {
  /** The name of a built-in action or of a contributed tool. */
  readonly action: string;
  /** Null for built-in actions. */
  readonly tool: ContributedTool | null;
  readonly args: ValidArgs;
  readonly kind: ActionKind;
  readonly scopes: readonly Scope[];
  readonly editBytes: number;
}

/** A path of the call, with links resolved. */
export interface AffectedPath extends ResolvedPath {
  readonly use: PathUse;
  readonly protection: Protection | null;
}

/** One effect of a command, and the word of the command line that causes it. */
export interface CommandEffect {
  readonly effect: EffectName;
  /** Empty when no single word causes it. */
  readonly word: string;
  readonly sentence: string;
  /** The word names a place outside the folders of the session. */
  readonly isOutside?: true;
}

export interface CommandPins {
  readonly program: FilePin | null;
  readonly files: readonly FilePin[];
  /** The program of each part, in their order. */
  readonly parts?: readonly (FilePin | null)[];
}

/** One program of a line such as `a | b && c`. */
export interface CommandPart extends PartStreams {
  readonly argv: readonly string[];
  readonly program: string;
  readonly programFile: string | null;
  readonly programSha256?: string | null;
  readonly effects: readonly EffectName[];
  readonly join: PartJoin;
}

/** The program that a call would start. Its fields are part of the call's digest, which saved rules refer to: renaming one invalidates them. */
export interface ResolvedCommand {
  /** The program first; empty when the executor works out the command, and for a line of `parts`. */
  readonly argv: readonly string[];
  /** The programs of a line of several; left out for a single one. */
  readonly parts?: readonly CommandPart[];
  /** Absolute path as found on PATH; null when the project decides which. */
  readonly program: string | null;
  /** The same path with links resolved. */
  readonly programFile: string | null;
  /** Other content under the same name makes another call. */
  readonly programSha256?: string | null;
  /** The program and its script files as they are now; compared again when the program starts. */
  readonly pins?: CommandPins;
  readonly cwd: string | null;
  /** The command as the project's own files describe it; empty when they do not. */
  readonly says: string;
  /** In the order of `effectNames`. */
  readonly effects: readonly EffectName[];
  readonly does: readonly CommandEffect[];
  readonly environment: Readonly<Record<string, string>>;
  /** How far an approval may reach: this call only, a rule for exactly this call, or the session. */
  readonly keep: 'once' | 'rule' | 'session';
  /** Why it can be allowed only once; empty when it can be allowed for longer. */
  readonly whyOnce: string;
  /** The profile of the sandbox it runs in; null or left out when it runs with the user's rights. */
  readonly sandbox?: SandboxedAs | null;
  /** Why it does not run in a sandbox; empty or left out when it does. */
  readonly whyNotSandboxed?: string;
}

export interface SandboxedAs {
  readonly profileSha256: string;
}

/** What the call would do, and the executor that said so: only that one may run it. */
export interface ResolvedPlan extends Plan {
  readonly by: string;
}

/** The one frozen object that is judged, shown, run and recorded. */
export interface ResolvedCall extends ShapedCall {
  readonly agent: Agent;
  readonly session: Session;
  /** Paths of the arguments in their order, then those of the command and the plan. */
  readonly places: readonly AffectedPath[];
  /** Null when the action starts no program. */
  readonly command: ResolvedCommand | null;
  /** Null when the arguments are complete; `unknown` when they are not and no executor can say more. */
  readonly plan: ResolvedPlan | 'unknown' | null;
  /** Folders that a search through the tree must leave out. */
  readonly skip: readonly string[];
  /** SHA-256 of `canonical`. */
  readonly digest: string;
}

/**
 * The exact bytes that an approval or a rule refers to. A tool's definition is part of them, so an
 * approval never carries over to a changed tool.
 */
export const canonical = (call: Canonical): string =>
  JSON.stringify([
    call.action,
    call.args,
    ...(call.tool ? [call.tool.definitionHash] : []),
    ...(call.command ? [withoutPins(call.command)] : []),
    ...filesOf(call),
  ]);

/**
 * Pins contain modification times, which do not identify a call. A profile names what exists in the
 * folder at the moment, which does not either; but whether there is a sandbox does: what was allowed
 * inside is not allowed outside.
 */
const withoutPins = ({
  pins: _pins,
  sandbox,
  whyNotSandboxed: _why,
  ...command
}: ResolvedCommand): object => (sandbox ? { ...command, sandboxed: true } : command);

type Canonical = Pick<ResolvedCall, 'action' | 'args' | 'tool' | 'command' | 'plan'>;

/** Which files are changed, and how, when the arguments alone do not say it. */
const filesOf = (call: Pick<ResolvedCall, 'action' | 'args' | 'plan'>): readonly object[] => {
  const { plan } = call;
  if (!isPlanned(plan) || !plan.files || requiredPlan(call) !== 'targets') return [];
  return [{ planned: plan.digest ?? plan.files }];
};

/** The agent asked to run it with the user's rights: never without a question. */
export const isOutsideRequested = ({ args }: Pick<ResolvedCall, 'args'>): boolean =>
  args['outside_sandbox'] === true;

export const isPlanned = (plan: ResolvedCall['plan']): plan is ResolvedPlan =>
  plan !== null && plan !== 'unknown';
