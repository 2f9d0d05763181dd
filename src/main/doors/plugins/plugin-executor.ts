/** Carries calls to one connected plugin and matches its results to them. */
import { randomUUID } from 'node:crypto';
import { actionInfo, isAction } from '../../../shared/actions.ts';
import { errors, type ErrorCode } from '../../../shared/errors.ts';
import { done, failed, refused, type Outcome } from '../../../shared/outcomes.ts';
import type { Cancel, Command, FromPlugin } from '../../../shared/plugin-protocol.ts';
import type { ContributedTool, Executor, SettledCall } from '../../core/offers.ts';

type Result = Extract<FromPlugin, { type: 'result' }>;

export interface PluginFacts {
  readonly id?: string;
  readonly name: string;
  readonly actions: ReadonlySet<string>;
  readonly folders?: readonly string[];
  readonly tools?: readonly ContributedTool[];
  readonly builtIn?: boolean;
}

interface Deps extends PluginFacts {
  readonly send: (message: Command | Cancel) => void;
  readonly resultBytes: number;
}

interface Waiting {
  readonly call: SettledCall;
  readonly settle: (outcome: Outcome) => void;
}

const usualAnswerMs = 30_000;
/** A program that was given so long needs a little more until its end is told. */
const graceMs = 10_000;

export class PluginExecutor implements Executor {
  readonly #deps: Deps;
  readonly #waiting = new Map<string, Waiting>();

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
    const id = randomUUID();
    const { promise, resolve } = Promise.withResolvers<Outcome>();
    const giveUp = (code: ErrorCode): void => {
      this.#deps.send({ type: 'cancel', id });
      settle(failed(code));
    };
    const cancel = (): void => giveUp('ask-withdrawn');
    const late = setTimeout(() => giveUp('editor-timed-out'), answerMsOf(call));
    const settle = (outcome: Outcome): void => {
      if (!this.#waiting.delete(id)) return;
      clearTimeout(late);
      signal.removeEventListener('abort', cancel);
      resolve(outcome);
    };
    this.#waiting.set(id, { call, settle });
    signal.addEventListener('abort', cancel, { once: true });
    if (signal.aborted) settle(failed('ask-withdrawn'));
    else this.#send(id, call, entryId);
    return promise;
  }

  receive(result: Result): void {
    const waiting = this.#waiting.get(result.id);
    waiting?.settle(outcomeOf(result, waiting.call, this.#deps.resultBytes));
  }

  disconnected(): void {
    for (const { settle } of [...this.#waiting.values()]) settle(failed('editor-disconnected'));
  }

  #send(id: string, call: SettledCall, entryId: string): void {
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
      entry_id: entryId,
    });
  }
}

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
  if (result.status === 'error') {
    const { code, message } = result.data;
    return isErrorCode(code) ? said(code, message) : failed('action-failed', message);
  }
  const { data, changes } = result;
  if (!isAction(action)) return toolOutcome(data, resultBytes);
  const parsed = actionInfo(action).result.safeParse(data);
  return parsed.success
    ? done(parsed.data, changes)
    : failed('action-failed', 'The editor answered nonsense.');
}

/** What a contributed tool answers only its plugin knows; how much is ours to say. */
function toolOutcome(data: Readonly<Record<string, unknown>>, resultBytes: number): Outcome {
  return JSON.stringify(data).length > resultBytes
    ? failed('action-failed', 'The answer is longer than may be given.')
    : done(data);
}

/** What the editor would not do is a refusal; what it could not do is a failure. */
const said = (code: ErrorCode, message: string): Outcome =>
  errors[code].http < 500 ? refused(code, message) : failed(code, message);

const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(errors, code);
