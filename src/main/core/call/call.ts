/** A call as it arrives, with valid arguments, and fully resolved: the frozen object that is judged, shown, run and recorded. */
import type { Agent, Session } from '../../../shared/access/access.ts';
import {
  type ActionKind,
  type PathInArgs,
  type PathUse,
  type ValidArgs,
  isAction,
  type ActionArgs,
  type ActionName,
} from '../../../shared/actions/actions.ts';
import type { PartJoin, PartStreams } from '../../../shared/commands/command-parts.ts';
import type { EffectName } from '../../../shared/commands/command-effects.ts';
import type { FileStep } from '../../../shared/commands/file-steps.ts';
import type { FilePin } from '../../../shared/files/file-pin.ts';
import type { ActionError, Outcome } from '../../../shared/actions/outcomes.ts';
import type { Plan } from '../../../shared/actions/plan.ts';
import type { NativeAction, NativeFile } from '../../../shared/native/native-actions.ts';
import type { Scope } from '../../../shared/access/scopes.ts';
import type { ResolvedPath } from '../dependencies.ts';
import type { Protection } from '../roots/protected-group.ts';
import type { ContributedTool } from './contributed-tools.ts';

export interface Call {
  readonly action: string;
  readonly args: unknown;
  /** The agent carries it out with a tool of its own. */
  readonly native?: NativeEnd;
  /** Left out if nobody needs progress before the call is over. */
  readonly reports?: CallReports;
}

/**
 * Messages from an executor while it carries out a call. They are passed on to the agent, never
 * judged or recorded.
 */
export interface CallReports {
  progress(update: CallProgress): void;
  /** A log line of an MCP server, while only this agent's calls are in progress there. */
  log(line: ServerLogLine): void;
}

export interface CallProgress {
  readonly progress: number;
  readonly total?: number | undefined;
  readonly message?: string | undefined;
}

export interface ServerLogLine {
  /** One of MCP's log levels. */
  readonly level: string;
  readonly logger?: string | undefined;
  readonly data: unknown;
}

/** The agent's end of a native call: Gatehouse decides, the agent executes. */
export interface NativeEnd {
  /** As the vendor writes the agent's name. */
  readonly agentName: string;
  /**
   * The whole agent runs in the sandbox of its session: the sandbox is the limit, and this call is
   * the record.
   */
  readonly isSandboxed?: boolean;
  /** Of a sandboxed call that is recorded as its tool alone. */
  readonly judgedAs?: JudgedAs | null;
  /** What would change, without changing anything; null if there is nothing to show. */
  plan(call: ResolvedCall): Promise<Plan | ActionError | null>;
  /**
   * Lets the agent continue, and resolves when it has reported the outcome or can no longer report
   * it.
   */
  run(call: ResolvedCall, signal: AbortSignal): Promise<Outcome>;
  /** The outcome to record; the agent may have asked the user itself meanwhile. */
  recorded(outcome: Outcome): Outcome;
}

/**
 * What a call is that also names places which are only in its sandbox: rules hold for it as for
 * any other.
 */
export interface JudgedAs {
  readonly action: NativeAction;
  /** The files that are not only there. Null: it names none, and may change any. */
  readonly files: readonly NativeFile[] | null;
  readonly changes: readonly NativeFile['change'][];
}

/** What a native call's arguments reveal. */
export interface NativeUse {
  readonly end: NativeEnd;
  /** The agent's own name of the tool. */
  readonly tool: string;
  /** One sentence about what it would do. */
  readonly sentence: string;
  readonly paths: readonly PathInArgs[];
  /** What an approval for the session covers; null if it covers the same as for other calls. */
  readonly keep: { readonly key: string; readonly words: string } | null;
  /** Actions that do the same: a rule that denies or asks about one holds for this call. */
  readonly alike: readonly (ActionName | NativeAction)[];
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
  /** Left out for every call that Gatehouse itself has carried out. */
  readonly native?: NativeUse;
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
  /** The word names a path outside the session's folders. */
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
  /** Started with our own git settings. */
  readonly isOwnGit?: true;
}

/** One program of a line, resolved as if it were a command of its own. */
export interface LinePart {
  readonly command: ResolvedCommand;
  readonly places: readonly AffectedPath[];
}

/** The program that a call would start. Its fields are part of the call's digest, which saved rules refer to: renaming one invalidates them. */
export interface ResolvedCommand {
  /**
   * The program first; empty if the executor determines the command, and for a line of `parts`.
   */
  readonly argv: readonly string[];
  /** The programs of a line of several; left out for a single one. */
  readonly parts?: readonly CommandPart[];
  /**
   * The same programs with everything known about each; not part of the digest, which covers
   * `parts`.
   */
  readonly each?: readonly LinePart[];
  /** Its git is started as our own actions start it, without hooks and programs of the repository. */
  readonly isOwnGit?: true;
  /** Git that the agent itself starts: it runs no hook and no program that the repository names. */
  readonly gitStartsNothing?: true;
  /** What the workbench does instead of starting the program, if its plan says that all of it can be undone. */
  readonly steps?: readonly FileStep[];
  /** Parts of the line that the user left out, in words. */
  readonly leftOut?: readonly string[];
  /** Absolute path as found on PATH; null when the project decides which. */
  readonly program: string | null;
  /** The same path with links resolved. */
  readonly programFile: string | null;
  /** Another content under the same name makes it another call. */
  readonly programSha256?: string | null;
  /**
   * The program and its script files as they are now; compared again when the program starts.
   */
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
 * Pins contain modification times, and a profile lists what currently exists in the folder;
 * neither identifies a call. But whether there is a sandbox does: what was allowed inside is not
 * allowed outside.
 */
const withoutPins = ({
  pins: _pins,
  each: _each,
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

/** The agent asked to run it with the user's rights: this always needs an ask. */
export const isOutsideRequested = ({ args }: Pick<ResolvedCall, 'args'>): boolean =>
  args['outside_sandbox'] === true;

export const isPlanned = (plan: ResolvedCall['plan']): plan is ResolvedPlan =>
  plan !== null && plan !== 'unknown';

/**
 * `targets`: the arguments do not say what is changed or run, so the plan is part of the call.
 * `size`: they do, but not how much is written. `view`: they are complete, but the user should see
 * the result or what would be lost; planned only when the user is asked.
 */
export type RequiredPlan = 'targets' | 'size' | 'view';

type PlanByAction = {
  readonly [Name in ActionName]?: (args: ActionArgs<Name>) => RequiredPlan | null;
};

const branching = { list: null, create: null, switch: 'targets', delete: 'view' } as const;

const planByAction: PlanByAction = {
  build_project: () => 'targets',
  run_tests: () => 'targets',
  refactor_symbol: () => 'targets',
  apply_quick_fix: () => 'targets',
  replace_text: ({ globs }) => (globs ? 'targets' : 'size'),
  format_code: () => 'size',
  edit_buffer: () => 'view',
  create_file: ({ overwrite }) => (overwrite ? 'view' : null),
  delete_file: () => 'view',
  rename_file: ({ overwrite }) => (overwrite ? 'view' : null),
  git_branch: ({ op }) => branching[op],
  send_input: () => 'view',
  close_buffer: ({ save }) => (save === false ? 'view' : null),
  manage_plugins: ({ op }) => (op === 'list' ? null : 'view'),
};

export function requiredPlan({
  action,
  args,
}: {
  readonly action: string;
  readonly args: ValidArgs;
}): RequiredPlan | null {
  // The previous content is stored, so it is planned even if nobody is asked.
  if (action === 'native_edit') return 'size';
  if (!isAction(action)) return null;
  const wants = planByAction[action] as ((given: ValidArgs) => RequiredPlan | null) | undefined;
  return wants?.(args) ?? null;
}
