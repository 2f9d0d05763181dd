/** Carries calls to one connected plugin and matches its results to them. */
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
import { readAs } from '../../../shared/base/parse.ts';
import type { ContributedTool, Executor, MayBegin, ResolvedCall } from '../../core/core.ts';
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

interface PendingCommand {
  readonly take: (result: Result) => void;
  readonly fail: (code: ErrorCode, detail?: string) => void;
  readonly begin: () => void;
}

type OnlyOnWire = Pick<Command, 'entry_id' | 'preview' | 'planned' | 'begin'>;

interface Conversation<Answer> {
  readonly own: OnlyOnWire;
  readonly withinMs: number;
  readonly signal: AbortSignal;
  readonly mayBegin?: MayBegin | undefined;
  readonly read: (result: Result) => Answer;
}

/** As long for a preview: a language server may have to be started for it. */
const usualAnswerMs = 30_000;
/** A program that was given so long needs a little more until its end is told. */
const graceMs = 10_000;

export class PluginExecutor implements Executor {
  readonly #deps: Deps;
  readonly #waiting = new Map<string, PendingCommand>();
  /** An answer to a command of an earlier connection is none to one of this. */
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

  run(
    call: ResolvedCall,
    entryId: string,
    signal: AbortSignal,
    mayBegin?: MayBegin,
  ): Promise<Outcome> {
    const { plan } = call;
    const digest = plan === null || plan === 'unknown' ? undefined : plan.digest;
    const asksToBegin = this.#deps.asksToBegin === true && call.kind !== 'read';
    const own = {
      entry_id: entryId,
      ...(digest ? { planned: digest } : {}),
      ...(asksToBegin ? ({ begin: true } as const) : {}),
    };
    const read = (result: Result): Outcome =>
      this.#limitOutcome(call, outcomeOf(result, call, this.#deps.resultBytes));
    return this.#exchange<Outcome>(call, {
      ...{ own, withinMs: answerMsOf(call), signal, mayBegin, read },
    });
  }

  preview(
    call: ResolvedCall,
    entryId: string,
    signal: AbortSignal,
  ): Promise<Plan | Refused | Failed> {
    const own = { entry_id: entryId, preview: true } as const;
    const read = (result: Result): Plan | Refused | Failed => {
      const plan = planOf(result);
      return isError(plan) ? this.#inWords(call, plan) : plan;
    };
    return this.#exchange(call, { own, withinMs: usualAnswerMs, signal, read });
  }

  receive(result: Result): void {
    this.#waiting.get(result.id)?.take(result);
  }

  /** It is ready to begin. Nobody answers for a call that is over: its `cancel` is on the way. */
  begin(id: string): void {
    this.#waiting.get(id)?.begin();
  }

  /** Read when it is gone. */
  get wasLost(): boolean {
    return this.#wasLost;
  }

  /** Whoever says goodbye, or is shown the door, is not expected back. */
  lost(): void {
    this.#wasLost = true;
  }

  disconnected(): void {
    for (const { fail } of [...this.#waiting.values()])
      fail(
        'editor-disconnected',
        'It stopped before it answered; whether this was carried out is not known.',
      );
  }

  /** Only what is about the folders of the session is passed on. */
  #limitOutcome(call: ResolvedCall, outcome: Outcome): Outcome {
    if (outcome.kind !== 'done') return this.#inWords(call, outcome);
    const places = this.#resultPathsOf(call);
    const data = places.within(outcome.data);
    if (data === null) return refused('outside-roots', 'The editor answered about another place.');
    return done(
      data,
      outcome.changes?.filter((change) => places.holds(change.path)),
    );
  }

  #inWords<ActionError extends Refused | Failed>(
    call: ResolvedCall,
    error: ActionError,
  ): ActionError {
    if (this.builtIn) return error;
    return { ...error, message: this.#resultPathsOf(call).inWords(error.message) };
  }

  #resultPathsOf(call: ResolvedCall): ResultPaths {
    return new ResultPaths(call, { isConfined: this.builtIn });
  }

  #exchange<Answer>(
    call: ResolvedCall,
    { own, withinMs, signal, mayBegin, read }: Conversation<Answer>,
  ): Promise<Answer | Refused | Failed> {
    this.#sent += 1;
    const id = `${this.#run}-${this.#sent}`;
    const { promise, resolve } = Promise.withResolvers<Answer | Refused | Failed>();
    let hasBegun = own.begin !== true;
    const stop = (why: Refused | Failed): void => {
      this.#deps.send({ type: 'cancel', id });
      finish(why);
    };
    const cancel = (): void =>
      stop(hasBegun ? failed('ask-withdrawn') : refused('ask-withdrawn', notBegun));
    const late = setTimeout(
      () => stop(failed('editor-timed-out', hasBegun ? '' : notBegun)),
      withinMs,
    );
    const begin = (): void => {
      const refusal = mayBegin?.() ?? null;
      if (refusal) return stop(refusal);
      hasBegun = true;
      this.#deps.send({ type: 'go', id });
    };
    const finish = (answer: Answer | Refused | Failed): void => {
      if (!this.#waiting.delete(id)) return;
      clearTimeout(late);
      signal.removeEventListener('abort', cancel);
      resolve(answer);
    };
    const take = (result: Result): void => finish(read(result));
    this.#waiting.set(id, { take, begin, fail: (code, detail) => finish(failed(code, detail)) });
    signal.addEventListener('abort', cancel, { once: true });
    if (signal.aborted) finish(failed('ask-withdrawn'));
    else this.#send(id, call, own);
    return promise;
  }

  #send(id: string, call: ResolvedCall, own: OnlyOnWire): void {
    const { action, tool, args, session, agent } = call;
    this.#deps.send({
      type: 'cmd',
      id,
      action: tool?.ownName ?? action,
      args,
      roots: session.roots.map((root) => ({ ...root })),
      ...(call.skip.length > 0 ? { skip: [...call.skip] } : {}),
      ...(call.command ? { start: startOf(call.command, this.#deps.asksToBegin) } : {}),
      result_bytes: this.#deps.resultBytes,
      session_id: session.sessionId,
      agent_id: agent.clientId,
      ...own,
    });
  }
}

const none: ReadonlySet<string> = new Set();
const notBegun = 'Nothing was done.';

/** As long as the tool asks for; programs bring their own limit along, in seconds. */
function answerMsOf({ tool, args }: ResolvedCall): number {
  if (tool) return tool.timeoutMs;
  const { timeout } = args;
  const own = typeof timeout === 'number' ? timeout * 1000 + graceMs : 0;
  return Math.max(usualAnswerMs, own);
}

/** Older plugins do not know of pins. */
const startOf = (
  { argv, program, cwd, environment, pins }: NonNullable<ResolvedCall['command']>,
  knowsPins = false,
): Command['start'] => ({
  argv: [...argv],
  program,
  cwd,
  env: { ...environment },
  ...(knowsPins && pins ? { pins: { program: pins.program, files: [...pins.files] } } : {}),
});

/** A plugin's word is checked against the catalogue like anybody else's. */
function outcomeOf(result: Result, { action }: ResolvedCall, resultBytes: number): Outcome {
  if (result.status === 'error') return errorOf(result);
  const { data, changes } = result;
  if (!isAction(action)) return toolOutcome(data, resultBytes);
  const parsed = readAs(actionInfo(action).result, data);
  return parsed.success
    ? done(parsed.data, changes)
    : failed('action-failed', 'The editor returned an invalid result.');
}

function planOf(result: Result): Plan | Refused | Failed {
  if (result.status === 'error') return errorOf(result);
  const parsed = readAs(Plan, result.data);
  return parsed.success
    ? parsed.data
    : failed('action-failed', 'The editor returned an invalid result.');
}

function errorOf({ data }: Extract<Result, { status: 'error' }>): Refused | Failed {
  const { code, message } = data;
  return isErrorCode(code) ? errorOutcome(code, message) : failed('action-failed', message);
}

/** What a contributed tool answers only its plugin knows; how much is ours to say. */
function toolOutcome(data: Readonly<Record<string, unknown>>, resultBytes: number): Outcome {
  return JSON.stringify(data).length > resultBytes
    ? failed('action-failed', 'The answer is longer than may be given.')
    : done(data);
}

/** What the editor would not do is a refusal; what it could not do is a failure. */
const errorOutcome = (code: ErrorCode, message: string): Refused | Failed =>
  errors[code].http < 500 ? refused(code, message) : failed(code, message);

const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(errors, code);
