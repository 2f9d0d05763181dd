/** Sends calls to one connected plugin as commands and returns its results as outcomes. */
import { randomUUID } from 'node:crypto';
import { actionInfo, isAction } from '../../../shared/actions/actions.ts';
import { errors, type ErrorCode } from '../../../shared/errors/errors.ts';
import {
  isError,
  done,
  failed,
  refused,
  type Failed,
  type Outcome,
  type Refused,
} from '../../../shared/actions/outcomes.ts';
import { Plan } from '../../../shared/actions/plan.ts';
import type { Cancel, Command, FromPlugin, Go } from '../../../shared/protocols/plugin-protocol.ts';
import { PendingReplies } from '../../../shared/base/pending-replies.ts';
import { readAs } from '../../../shared/base/parse.ts';
import type { SandboxLaunch } from '../../../shared/sandbox/sandbox-launch.ts';
import {
  namedDeletes,
  stepsInstead,
  type ContributedTool,
  type Executor,
  type StartCheck,
  type ResolvedCall,
} from '../../core/core.ts';
import { ResultPaths } from './result-paths.ts';

type Result = Extract<FromPlugin, { type: 'result' }>;

export interface PluginFacts {
  readonly id?: string;
  readonly name: string;
  readonly actions: ReadonlySet<string>;
  readonly previews?: ReadonlySet<string>;
  readonly folders?: readonly string[];
  readonly tools?: readonly ContributedTool[];
  readonly builtIn?: boolean;
  /** It asks once more before a command takes effect. */
  readonly asksToBegin?: boolean;
}

interface Deps extends PluginFacts {
  readonly send: (message: Command | Cancel | Go) => void;
  readonly resultBytes: number;
}

type PluginReply = Result | Refused | Failed;

type OnlyOnWire = Pick<Command, 'entry_id' | 'preview' | 'planned' | 'begin'>;

interface CommandOptions {
  readonly own: OnlyOnWire;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly mayBegin?: StartCheck | undefined;
  readonly sandbox?: SandboxLaunch | null | undefined;
}

/** For previews too: a language server may have to be started for one. */
const usualTimeoutMs = 30_000;
/** Time for the result to arrive after a program has used up its own time limit. */
const graceMs = 10_000;
/** The first checkpoint of a large folder, and the search for what may not stay behind. */
const checkpointMs = 120_000;

export class PluginExecutor implements Executor {
  readonly #deps: Deps;
  readonly #pending = new PendingReplies<string, PluginReply>();
  /** Commands that ask before they take effect, and the answer to that question. */
  readonly #beginnings = new Map<string, () => void>();
  /** Part of every id, so that a result for an earlier connection matches no command of this one. */
  readonly #run = randomUUID();
  #sent = 0;
  #wasLost = false;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  get id(): string {
    return this.#deps.id ?? this.#deps.name;
  }

  get name(): string {
    return this.#deps.name;
  }

  get actions(): ReadonlySet<string> {
    return this.#deps.actions;
  }

  get previews(): ReadonlySet<string> {
    return this.#deps.previews ?? none;
  }

  get folders(): readonly string[] {
    return this.#deps.folders ?? [];
  }

  get tools(): readonly ContributedTool[] {
    return this.#deps.tools ?? [];
  }

  get builtIn(): boolean {
    return this.#deps.builtIn ?? false;
  }

  async run(
    call: ResolvedCall,
    entryId: string,
    signal: AbortSignal,
    mayBegin?: StartCheck,
    sandbox?: SandboxLaunch | null,
  ): Promise<Outcome> {
    const { plan } = call;
    const digest = plan === null || plan === 'unknown' ? undefined : plan.digest;
    const asksToBegin = this.#deps.asksToBegin === true && call.kind !== 'read';
    const own: OnlyOnWire = {
      entry_id: entryId,
      ...(digest ? { planned: digest } : {}),
      ...(asksToBegin ? { begin: true } : {}),
    };
    const timeoutMs = timeoutMsOf(call);
    const reply = await this.#send(call, { own, timeoutMs, signal, mayBegin, sandbox });
    if (isError(reply)) return reply;
    return this.#limitOutcome(call, outcomeOf(reply, call, this.#deps.resultBytes));
  }

  async preview(
    call: ResolvedCall,
    entryId: string,
    signal: AbortSignal,
    sandbox?: SandboxLaunch | null,
  ): Promise<Plan | Refused | Failed> {
    const own = { entry_id: entryId, preview: true } as const;
    const reply = await this.#send(call, { own, timeoutMs: usualTimeoutMs, signal, sandbox });
    if (isError(reply)) return reply;
    const plan = planOf(reply);
    return isError(plan) ? this.#withoutOutsidePaths(call, plan) : plan;
  }

  /** False when nothing waits for this result. */
  receive(result: Result): boolean {
    return this.#pending.resolve(result.id, result);
  }

  /** The plugin is ready to begin. A command that is over gets no answer: its `cancel` is on the way. */
  begin(id: string): void {
    if (this.#pending.has(id)) this.#beginnings.get(id)?.();
  }

  /** Read when the plugin has disconnected. */
  get wasLost(): boolean {
    return this.#wasLost;
  }

  /** The connection broke. A plugin that closed it, or was disconnected by us, is not expected back. */
  lost(): void {
    this.#wasLost = true;
  }

  disconnected(): void {
    this.#pending.resolveAll(
      failed(
        'editor-disconnected',
        'It disconnected before it answered. It is not known whether the call was carried out.',
      ),
    );
  }

  /** Passes on only what concerns the session's folders. */
  #limitOutcome(call: ResolvedCall, outcome: Outcome): Outcome {
    if (outcome.kind !== 'done') return this.#withoutOutsidePaths(call, outcome);
    const places = this.#resultPathsOf(call);
    const data = places.within(outcome.data);
    if (data === null) return refused('outside-roots', 'The editor answered about another path.');
    const changes = outcome.changes?.filter((change) => places.holds(change.path));
    // What happened in a sandbox only our own workbench can say.
    const { run, texts = [] } = this.builtIn ? outcome : {};
    return { ...done(data, changes), ...(run ? { run, texts } : {}) };
  }

  #withoutOutsidePaths<ActionError extends Refused | Failed>(
    call: ResolvedCall,
    error: ActionError,
  ): ActionError {
    if (this.builtIn) return error;
    return { ...error, message: this.#resultPathsOf(call).inWords(error.message) };
  }

  #resultPathsOf(call: ResolvedCall): ResultPaths {
    return new ResultPaths(call, { isConfined: this.builtIn });
  }

  async #send(
    call: ResolvedCall,
    { own, timeoutMs, signal, mayBegin, sandbox }: CommandOptions,
  ): Promise<PluginReply> {
    if (signal.aborted) return failed('ask-withdrawn');
    this.#sent += 1;
    const id = `${this.#run}-${this.#sent}`;
    let hasBegun = own.begin !== true;
    const cancelled = <Why extends PluginReply>(why: Why): Why => {
      this.#deps.send({ type: 'cancel', id });
      return why;
    };
    const replied = this.#pending.wait(id, {
      timeoutMs,
      onTimeout: () => cancelled(failed('editor-timed-out', hasBegun ? '' : nothingDone)),
      signal,
      onAbort: () =>
        cancelled(hasBegun ? failed('ask-withdrawn') : refused('ask-withdrawn', nothingDone)),
    });
    this.#deps.send(this.#commandOf(id, call, own, sandbox));
    if (hasBegun) return replied;
    this.#beginnings.set(id, () => {
      const refusal = mayBegin?.() ?? null;
      if (refusal) return void this.#pending.resolve(id, cancelled(refusal));
      hasBegun = true;
      this.#deps.send({ type: 'go', id });
    });
    return replied.finally(() => this.#beginnings.delete(id));
  }

  #commandOf(
    id: string,
    call: ResolvedCall,
    own: OnlyOnWire,
    sandbox: CommandOptions['sandbox'],
  ): Command {
    const { action, tool, args, session, agent, command } = call;
    const launch = sandbox ? { sandbox } : {};
    const deletes = own.preview && sandbox ? namedDeletes(call) : null;
    const named = deletes ? { deletes: [...deletes] } : {};
    const steps = own.preview ? command?.steps : stepsInstead(call);
    return {
      type: 'cmd',
      id,
      action: tool?.ownName ?? action,
      args,
      roots: session.roots.map((root) => ({ ...root })),
      ...(call.skip.length > 0 ? { skip: [...call.skip] } : {}),
      ...(command
        ? {
            start: {
              ...startOf(command, this.#deps.asksToBegin),
              ...{ ...named, ...launch },
              ...(steps ? { steps: [...steps] } : {}),
            },
          }
        : launch),
      result_bytes: this.#deps.resultBytes,
      session_id: session.sessionId,
      agent_id: agent.clientId,
      ...own,
    };
  }
}

const none: ReadonlySet<string> = new Set();
const nothingDone = 'Nothing was done.';

/** A contributed tool names its own limit; a program's `timeout` argument is in seconds. */
function timeoutMsOf({ tool, args, kind }: ResolvedCall): number {
  if (tool) return tool.timeoutMs;
  const { timeout } = args;
  const own = typeof timeout === 'number' ? timeout * 1000 + graceMs : 0;
  return Math.max(usualTimeoutMs, own) + (kind === 'run' ? checkpointMs : 0);
}

type StartedCommand = NonNullable<ResolvedCall['command']>;

/** Older plugins do not know `pins`. */
const startOf = (
  { argv, parts, program, cwd, environment, pins, isOwnGit }: StartedCommand,
  knowsPins = false,
): NonNullable<Command['start']> => ({
  argv: [...argv],
  program,
  cwd,
  env: { ...environment },
  ...(knowsPins && pins ? { pins: pinsOnWire(pins) } : {}),
  ...(parts ? { parts: parts.map(partOnWire) } : {}),
  ...(isOwnGit && !parts ? { git: true } : {}),
});

const pinsOnWire = ({ program, files, parts }: NonNullable<StartedCommand['pins']>) => ({
  program,
  files: [...files],
  ...(parts ? { parts: [...parts] } : {}),
});

type StartedPart = NonNullable<StartedCommand['parts']>[number];

const partOnWire = ({ argv, program, stdout, stderr, join, isOwnGit }: StartedPart) => ({
  ...{ argv: [...argv], program, stdout, stderr, join },
  ...(isOwnGit ? ({ git: true } as const) : {}),
});

/** A plugin's result must match the schema of its action. */
function outcomeOf(result: Result, { action }: ResolvedCall, resultBytes: number): Outcome {
  if (result.status === 'error') return errorOf(result);
  const { data, changes, run, texts } = result;
  if (!isAction(action)) return toolOutcome(data, resultBytes);
  const parsed = readAs(actionInfo(action).result, data);
  if (!parsed.success) return failed('action-failed', 'The editor returned an invalid result.');
  return { ...done(parsed.data, changes), ...(run ? { run, texts: texts ?? [] } : {}) };
}

function planOf(result: Result): Plan | Refused | Failed {
  if (result.status === 'error') return errorOf(result);
  const parsed = readAs(Plan, result.data);
  return parsed.success
    ? parsed.data
    : failed('action-failed', 'The editor returned an invalid result.');
}

function errorOf({ data }: Extract<Result, { status: 'error' }>): Refused | Failed {
  const { message } = data;
  const code = seedCodes.get(data.code) ?? data.code;
  return isErrorCode(code) ? errorOutcome(code, message) : failed('action-failed', message);
}

/** Words of the seed documents, which plugins may use. A plugin checks paths, so it forbids those. */
const seedCodes: ReadonlyMap<string, ErrorCode> = new Map([
  ['forbidden', 'outside-roots'],
  ['invalid-input', 'invalid-arguments'],
  ['internal-error', 'action-failed'],
]);

/** Only its plugin knows what a contributed tool returns, so only the size is checked. */
function toolOutcome(data: Readonly<Record<string, unknown>>, resultBytes: number): Outcome {
  return JSON.stringify(data).length > resultBytes
    ? failed('action-failed', 'The result is too long.')
    : done(data);
}

/** Codes below 500 mean that the editor would not do it; the others that it could not. */
const errorOutcome = (code: ErrorCode, message: string): Refused | Failed =>
  errors[code].http < 500 ? refused(code, message) : failed(code, message);

const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(errors, code);
