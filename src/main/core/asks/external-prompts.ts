/**
 * Requests of programs that are not calls, such as an editor's to delete a workspace. They are shown to the user
 * in the same window, recorded like a call, and remembered until that program exits. Only the
 * prompt is answered here; nothing is run.
 */
import type { Agent } from '../../../shared/access/access.ts';
import type { ActionKind } from '../../../shared/actions/actions.ts';
import type { ConfirmAsk, ShownChange, ShownCommand } from '../../../shared/asks/asks.ts';
import type { AskId, SessionId } from '../../../shared/base/ids.ts';
import {
  isError,
  done,
  refused,
  type Outcome,
  type Refused,
} from '../../../shared/actions/outcomes.ts';
import { AuditEntryWriter, callerOf, type Decision } from '../ledger/entry-writer.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { FloodGuard } from '../limits/flood-guard.ts';
import type { Needs } from '../dependencies.ts';
import type { Grants } from '../policy/grants.ts';
import type { AskQueue, AskResult } from './ask-queue.ts';
import { outcomeOf, type ConfirmResult } from './confirm-result.ts';

export interface Prompt {
  readonly agent: Agent;
  /** Identifies one run of the program; a yes for the session is valid until it exits. */
  readonly runId: SessionId;
  readonly action: string;
  readonly kind: ActionKind;
  /** One sentence about what it would do, built by Gatehouse. */
  readonly sentence: string;
  readonly because: readonly string[];
  /** The full prompt, as shown and recorded. */
  readonly args: Readonly<Record<string, unknown>>;
  readonly folders: readonly string[];
  readonly command: ShownCommand | null;
  readonly changes: readonly ShownChange[];
  /** What "for this session" would allow, as text, and the key to remember it by. */
  readonly forSession: { readonly words: string; readonly key: string } | null;
  /** What would be lost and what can be had back, and the digest of the state that this is about. */
  readonly plan?: { readonly recoverability: string; readonly digest: string };
}

interface Deps {
  readonly needs: Needs;
  readonly ledger: Ledger;
  readonly asks: AskQueue;
  readonly grants: Grants;
  readonly flood: FloodGuard;
}

const rule = 'prompt';

export class ExternalPrompts {
  readonly #deps: Deps;
  readonly #open = new Set<Promise<Outcome>>();
  readonly #runs = new Set<SessionId>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** `done` means yes; anything else is a no with its reason. */
  ask(prompt: Prompt, signal: AbortSignal): Promise<Outcome> {
    const asking = this.#ask(prompt, signal);
    this.#open.add(asking);
    const forget = (): void => void this.#open.delete(asking);
    asking.then(forget, forget);
    return asking;
  }

  /** Forgets the remembered answers of a run and withdraws its open prompts. */
  endRun(runId: SessionId): void {
    this.#deps.grants.forget(runId);
    this.#deps.asks.withdrawAllIn(runId);
    this.#runs.delete(runId);
  }

  /** The user revoked everything. */
  forgetAll(): void {
    for (const runId of this.#runs) this.#deps.grants.forget(runId);
  }

  async drain(): Promise<void> {
    await Promise.allSettled(this.#open);
  }

  async #ask(prompt: Prompt, signal: AbortSignal): Promise<Outcome> {
    const { needs, ledger } = this.#deps;
    const { agent, action, args, runId } = prompt;
    this.#runs.add(runId);
    const facts = { entry: needs.newId(), actor: agent.clientId, action, args };
    const first = { ...facts, caller: callerOf(agent) };
    const entry = AuditEntryWriter.open(ledger, needs.clock, first);
    if (isError(entry)) return entry;
    const refusal = await this.#decide(prompt, entry, signal);
    return entry.close(refusal ?? done({ allowed: true }));
  }

  async #decide(
    prompt: Prompt,
    entry: AuditEntryWriter,
    signal: AbortSignal,
  ): Promise<Refused | null> {
    const ask = this.#askFor(prompt);
    const remembered = this.#remembered(prompt, ask);
    if (remembered) return (await entry.decide(decisionOf(ask, remembered))) ?? remembered.refusal;
    const full = this.#full(prompt);
    if (full) return full;
    const undurable = await entry.makeDurable();
    if (undurable) return undurable;
    const result = await this.#deps.asks.ask(ask, signal);
    this.#learn(prompt, result);
    const answer = outcomeOf(result);
    const decision = { ...decisionOf(ask, answer), msToDecide: entry.elapsedMs };
    const unrecorded = await entry.decide(decision);
    if (unrecorded ?? answer.refusal) return unrecorded ?? answer.refusal;
    if (result.kind === 'session' && prompt.forSession)
      this.#deps.grants.allowForSession(prompt.runId, prompt.forSession.key);
    return null;
  }

  #askFor(prompt: Prompt): ConfirmAsk {
    const { needs } = this.#deps;
    const { agent, runId, action, kind, sentence, because, args, folders, command } = prompt;
    const exact = JSON.stringify(args, null, 2);
    const planned = prompt.plan ? [prompt.plan.digest] : [];
    const callDigest = needs.sha256(JSON.stringify([action, args, ...planned]));
    const askedAt = needs.clock.now();
    return Object.freeze({
      kind: 'confirm',
      askId: needs.newId() as AskId,
      ...{ agent, action, sentence, exact, because, folders, command, callDigest },
      sessionId: runId,
      actionKind: kind,
      digest: needs.sha256(JSON.stringify([runId, callDigest])),
      explain: because[0] ?? '',
      changes: prompt.changes,
      carriedOutBy: null,
      recoverability: prompt.plan?.recoverability ?? null,
      isIncomplete: false,
      typeToAllow: null,
      forSession: prompt.forSession?.words ?? null,
      ruleDraft: null,
      askedAt,
      deadline: askedAt + needs.settings.askTimeoutSeconds * 1000,
      waiting: 1,
    } satisfies ConfirmAsk);
  }

  #remembered({ runId, action, forSession }: Prompt, { digest }: ConfirmAsk): ConfirmResult | null {
    const { grants } = this.#deps;
    const reason = grants.deniedKind(runId, action);
    if (reason !== null) {
      const refusal = refused('denied-by-person', reason ? `They wrote: ${reason}` : '');
      return { by: 'person', result: 'deny', refusal };
    }
    const isKept = forSession !== null && grants.isAllowed(runId, forSession.key);
    const yes = isKept || grants.takeUnused(digest);
    return yes ? { by: 'person', result: 'allow', refusal: null } : null;
  }

  #full({ agent: { clientId } }: Prompt): Refused | null {
    const { asks, flood, needs } = this.#deps;
    const { pendingAsksPerClient } = needs.settings.limits;
    return asks.fullFor(clientId, pendingAsksPerClient) ?? flood.refusal(clientId);
  }

  #learn({ agent: { clientId }, runId, action }: Prompt, result: AskResult): void {
    const { flood, grants } = this.#deps;
    if (result.kind === 'deny-kind') grants.denyKind(runId, action, result.reason);
    flood.answered(clientId, result);
  }
}

const decisionOf = (
  { sessionId, callDigest }: ConfirmAsk,
  { by, result, refusal }: ConfirmResult,
): Decision => ({
  ...{ decidedBy: by, rule, result, sessionId },
  payloadSha256: callDigest,
  ...(refusal ? { code: refusal.code, detail: refusal.message } : {}),
});
