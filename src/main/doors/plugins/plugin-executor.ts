/** Carries calls to one connected plugin and matches its results to them. */
import { randomUUID } from 'node:crypto';
import { actionInfo, isAction } from '../../../shared/actions.ts';
import { errors, type ErrorCode } from '../../../shared/errors.ts';
import {
  done,
  failed,
  refused,
  type Failed,
  type Outcome,
  type Refused,
} from '../../../shared/outcomes.ts';
import { Plan } from '../../../shared/plan.ts';
import type { Cancel, Command, FromPlugin } from '../../../shared/plugin-protocol.ts';
import { readAs } from '../../../shared/read-as.ts';
import type { ContributedTool, Executor, SettledCall } from '../../core/offers.ts';

type Result = Extract<FromPlugin, { type: 'result' }>;

export interface PluginFacts {
  readonly id?: string;
  readonly name: string;
  readonly actions: ReadonlySet<string>;
  readonly previews?: ReadonlySet<string>;
  readonly folders?: readonly string[];
  readonly tools?: readonly ContributedTool[];
  readonly builtIn?: boolean;
}

interface Deps extends PluginFacts {
  readonly send: (message: Command | Cancel) => void;
  readonly resultBytes: number;
}

interface Waiting {
  readonly take: (result: Result) => void;
  readonly fail: (code: ErrorCode) => void;
}

type OnlyOnWire = Pick<Command, 'entry_id' | 'preview' | 'planned'>;

/** As long for a preview: a language server may have to be started for it. */
const usualAnswerMs = 30_000;
/** A program that was given so long needs a little more until its end is told. */
const graceMs = 10_000;

export class PluginExecutor implements Executor {
  readonly #deps: Deps;
  readonly #waiting = new Map<string, Waiting>();
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

  run(call: SettledCall, entryId: string, signal: AbortSignal): Promise<Outcome> {
    const { plan } = call;
    const digest = plan === null || plan === 'unknown' ? undefined : plan.digest;
    const own = { entry_id: entryId, ...(digest ? { planned: digest } : {}) };
    const read = (result: Result): Outcome => outcomeOf(result, call, this.#deps.resultBytes);
    return this.#exchange(call, own, answerMsOf(call), signal, read);
  }

  preview(
    call: SettledCall,
    entryId: string,
    signal: AbortSignal,
  ): Promise<Plan | Refused | Failed> {
    const own = { entry_id: entryId, preview: true } as const;
    return this.#exchange(call, own, usualAnswerMs, signal, planOf);
  }

  receive(result: Result): void {
    this.#waiting.get(result.id)?.take(result);
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
    for (const { fail } of [...this.#waiting.values()]) fail('editor-disconnected');
  }

  #exchange<Answer>(
    call: SettledCall,
    own: OnlyOnWire,
    withinMs: number,
    signal: AbortSignal,
    read: (result: Result) => Answer,
  ): Promise<Answer | Failed> {
    this.#sent += 1;
    const id = `${this.#run}-${this.#sent}`;
    const { promise, resolve } = Promise.withResolvers<Answer | Failed>();
    const giveUp = (code: ErrorCode): void => {
      this.#deps.send({ type: 'cancel', id });
      settle(failed(code));
    };
    const cancel = (): void => giveUp('ask-withdrawn');
    const late = setTimeout(() => giveUp('editor-timed-out'), withinMs);
    const settle = (answer: Answer | Failed): void => {
      if (!this.#waiting.delete(id)) return;
      clearTimeout(late);
      signal.removeEventListener('abort', cancel);
      resolve(answer);
    };
    const take = (result: Result): void => settle(read(result));
    this.#waiting.set(id, { take, fail: (code) => settle(failed(code)) });
    signal.addEventListener('abort', cancel, { once: true });
    if (signal.aborted) settle(failed('ask-withdrawn'));
    else this.#send(id, call, own);
    return promise;
  }

  #send(id: string, call: SettledCall, own: OnlyOnWire): void {
    const { action, tool, args, session, agent } = call;
    this.#deps.send({
      type: 'cmd',
      id,
      action: tool?.ownName ?? action,
      args,
      roots: session.roots.map((root) => ({ ...root })),
      ...(call.skip.length > 0 ? { skip: [...call.skip] } : {}),
      ...(call.command ? { start: startOf(call.command) } : {}),
      result_bytes: this.#deps.resultBytes,
      session_id: session.sessionId,
      agent_id: agent.clientId,
      ...own,
    });
  }
}

const none: ReadonlySet<string> = new Set();

/** As long as the tool asks for; programs bring their own limit along, in seconds. */
function answerMsOf({ tool, args }: SettledCall): number {
  if (tool) return tool.timeoutMs;
  const { timeout } = args;
  const own = typeof timeout === 'number' ? timeout * 1000 + graceMs : 0;
  return Math.max(usualAnswerMs, own);
}

const startOf = ({
  argv,
  program,
  cwd,
  environment,
}: NonNullable<SettledCall['command']>): Command['start'] => ({
  argv: [...argv],
  program,
  cwd,
  env: { ...environment },
});

/** A plugin's word is checked against the catalogue like anybody else's. */
function outcomeOf(result: Result, { action }: SettledCall, resultBytes: number): Outcome {
  if (result.status === 'error') return troubleOf(result);
  const { data, changes } = result;
  if (!isAction(action)) return toolOutcome(data, resultBytes);
  const parsed = readAs(actionInfo(action).result, data);
  return parsed.success
    ? done(parsed.data, changes)
    : failed('action-failed', 'The editor answered nonsense.');
}

function planOf(result: Result): Plan | Refused | Failed {
  if (result.status === 'error') return troubleOf(result);
  const parsed = readAs(Plan, result.data);
  return parsed.success ? parsed.data : failed('action-failed', 'The editor answered nonsense.');
}

function troubleOf({ data }: Extract<Result, { status: 'error' }>): Refused | Failed {
  const { code, message } = data;
  return isErrorCode(code) ? said(code, message) : failed('action-failed', message);
}

/** What a contributed tool answers only its plugin knows; how much is ours to say. */
function toolOutcome(data: Readonly<Record<string, unknown>>, resultBytes: number): Outcome {
  return JSON.stringify(data).length > resultBytes
    ? failed('action-failed', 'The answer is longer than may be given.')
    : done(data);
}

/** What the editor would not do is a refusal; what it could not do is a failure. */
const said = (code: ErrorCode, message: string): Refused | Failed =>
  errors[code].http < 500 ? refused(code, message) : failed(code, message);

const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(errors, code);
