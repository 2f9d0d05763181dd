/** Carries calls to one connected plugin and matches its results to them. */
import { randomUUID } from 'node:crypto';
import { actionInfo, isAction } from '../../../shared/actions.ts';
import { errors, type ErrorCode } from '../../../shared/errors.ts';
import { done, failed, refused, type Outcome } from '../../../shared/outcomes.ts';
import type { Cancel, Command, FromPlugin } from '../../../shared/plugin-protocol.ts';
import type { Executor, SettledCall } from '../../core/offers.ts';

type Result = Extract<FromPlugin, { type: 'result' }>;

interface Deps {
  readonly name: string;
  readonly actions: ReadonlySet<string>;
  readonly send: (message: Command | Cancel) => void;
  readonly resultBytes: number;
}

interface Waiting {
  readonly call: SettledCall;
  readonly settle: (outcome: Outcome) => void;
}

const answerWithinMs = 30_000;

export class PluginExecutor implements Executor {
  readonly #deps: Deps;
  readonly #waiting = new Map<string, Waiting>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  get name(): string {
    return this.#deps.name;
  }

  get actions(): ReadonlySet<string> {
    return this.#deps.actions;
  }

  run(call: SettledCall, entryId: string, signal: AbortSignal): Promise<Outcome> {
    const id = randomUUID();
    const { promise, resolve } = Promise.withResolvers<Outcome>();
    const giveUp = (code: ErrorCode): void => {
      this.#deps.send({ type: 'cancel', id });
      settle(failed(code));
    };
    const cancel = (): void => giveUp('ask-withdrawn');
    const late = setTimeout(() => giveUp('editor-timed-out'), answerWithinMs);
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
    waiting?.settle(outcomeOf(result, waiting.call));
  }

  disconnected(): void {
    for (const { settle } of [...this.#waiting.values()]) settle(failed('editor-disconnected'));
  }

  #send(id: string, { action, args, session, agent }: SettledCall, entryId: string): void {
    this.#deps.send({
      type: 'cmd',
      id,
      action,
      args,
      roots: session.roots.map((root) => ({ ...root })),
      result_bytes: this.#deps.resultBytes,
      session_id: session.sessionId,
      agent_id: agent.clientId,
      entry_id: entryId,
    });
  }
}

/** A plugin's word is checked against the catalogue like anybody else's. */
function outcomeOf(result: Result, call: SettledCall): Outcome {
  if (result.status === 'error') {
    const { code, message } = result.data;
    return isErrorCode(code) ? said(code, message) : failed('action-failed', message);
  }
  const { action } = call;
  // What a contributed tool answers, only its plugin knows.
  if (!isAction(action)) return done(result.data, result.changes);
  const parsed = actionInfo(action).result.safeParse(result.data);
  return parsed.success
    ? done(parsed.data, result.changes)
    : failed('action-failed', 'The editor answered nonsense.');
}

/** What the editor would not do is a refusal; what it could not do is a failure. */
const said = (code: ErrorCode, message: string): Outcome =>
  errors[code].http < 500 ? refused(code, message) : failed(code, message);

const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(errors, code);
