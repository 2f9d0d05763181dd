/**
 * Asks the user to confirm one call. An answer is valid for exactly what was shown: the call, its
 * action, the program and the files as they were. If any of these changed before the call runs,
 * the answer is void. A yes for the session covers the call as shown, whatever the files contain later.
 */
import { isYes, type AskAnswer, type ConfirmAsk } from '../../../shared/asks/asks.ts';
import { isError, refused, type Refused } from '../../../shared/actions/outcomes.ts';
import type { AuditEntryWriter, Decision } from '../ledger/entry-writer.ts';
import type { ResolvedCall } from '../call/call.ts';
import { definitionNow } from './definitions.ts';
import type { Executors } from './executors.ts';
import { onlyParts } from './only-parts.ts';
import { whyNotShowable } from './resolve-plan.ts';
import type { FloodGuard } from '../limits/flood-guard.ts';
import type { Needs } from '../dependencies.ts';
import { explained } from '../policy/judge.ts';
import { commandFamily } from '../policy/command-family.ts';
import type { Grants } from '../policy/grants.ts';
import type { SessionStore } from '../sessions/session-store.ts';
import type { AskQueue, AskResult } from '../asks/ask-queue.ts';
import { outcomeOf, quoteOf, type ConfirmResult } from '../asks/confirm-result.ts';
import { confirmAsk, planFingerprint, sessionKey, type AskVerdict } from './confirm-ask.ts';

interface Deps {
  readonly needs: Needs;
  readonly asks: AskQueue;
  readonly grants: Grants;
  readonly flood: FloodGuard;
  readonly sessions: Pick<SessionStore, 'isLive' | 'whyNotLive'>;
  readonly executors: Pick<Executors, 'contributed' | 'editorFor'>;
}

export interface Confirmed {
  readonly call: ResolvedCall;
}

export class CallConfirmation {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** A yes to a postponed ask is valid once, when the same call comes again. */
  answeredLate({ digest, sessionId, action }: ConfirmAsk, answer: AskAnswer): void {
    const { grants } = this.#deps;
    if (isYes(answer)) grants.keepUnused(digest);
    if (answer.kind === 'deny-kind') grants.denyKind(sessionId, action, answer.reason);
  }

  /** The call that may run, with its approval recorded: the one that was shown, or the parts of it that were allowed. */
  async confirm(
    call: ResolvedCall,
    verdict: AskVerdict,
    entry: AuditEntryWriter,
    signal: AbortSignal,
  ): Promise<Refused | Confirmed> {
    const { grants } = this.#deps;
    const { sessionId } = call.session;
    const before = await this.#fingerprint(call);
    const remembered = this.#remembered(call, verdict, before);
    if (remembered) {
      const unrecorded = await entry.decide(decisionOf(call, verdict, remembered));
      return unrecorded ?? remembered.refusal ?? { call };
    }
    // Planning took time; meanwhile the user may have paused the session.
    if (!this.#deps.sessions.isLive(sessionId)) return this.#deps.sessions.whyNotLive(sessionId);
    const full = whyNotShowable(call) ?? this.#full(call);
    if (full) return full;
    const undurable = await entry.makeDurable();
    if (undurable) return undurable;
    this.#withdrawParked(call);
    const ask = confirmAsk(call, verdict, before, this.#deps);
    const result = await this.#deps.asks.ask(ask, signal);
    this.#learn(call, result);
    const answer = this.#outcomeOf(call, result);
    const allowed = this.#allowedOf(call, result);
    const unrecorded = await entry.decide({
      ...decisionOf(allowed, verdict, answer),
      msToDecide: entry.elapsedMs,
    });
    const refusal = unrecorded ?? answer.refusal;
    if (refusal) return refusal;
    if ((await this.#fingerprint(call)) !== before) return refused('stale');
    if (result.kind === 'session') grants.allowForSession(sessionId, sessionKey(call, verdict));
    return { call: allowed };
  }

  /** A line may be allowed in parts. */
  #allowedOf(call: ResolvedCall, result: AskResult): ResolvedCall {
    if (result.kind !== 'once' || !result.parts) return call;
    return onlyParts(call, result.parts, this.#deps.needs);
  }

  /** Identifies the call, its session, its action, and the files and folders as they are now. */
  async #fingerprint(call: ResolvedCall): Promise<string> {
    const { needs, executors } = this.#deps;
    const { paths } = needs;
    const files = call.places.filter(({ use }) => use !== 'list').map(({ path }) => path);
    const program = call.command?.programFile;
    const print = await paths.fingerprint(program ? [...files, program] : files);
    // For a working folder, only its identity matters, not its contents.
    const folders: string[] = [];
    for (const { use, path, root } of call.places) {
      if (use !== 'list') continue;
      const now = paths.resolve(path, [root], 'list');
      folders.push(isError(now) ? now.code : now.path);
    }
    const definition = definitionNow(call, executors, needs);
    const shown = [call.digest, call.session.sessionId, planFingerprint(call)];
    return JSON.stringify([...shown, definition, print, folders]);
  }

  #remembered(call: ResolvedCall, verdict: AskVerdict, fingerprint: string): ConfirmResult | null {
    const { grants, needs } = this.#deps;
    const { sessionId } = call.session;
    const reason = grants.deniedKind(sessionId, call.action);
    if (reason !== null) {
      return {
        by: 'person',
        result: 'deny',
        refusal: refused('denied-by-person', quoteOf(reason)),
      };
    }
    const yes =
      isShownCode(call, verdict) ||
      grants.isAllowed(sessionId, sessionKey(call, verdict)) ||
      grants.takeUnused(needs.sha256(fingerprint));
    return yes ? { by: 'person', result: 'allow', refusal: null } : null;
  }

  /** A repeated call replaces its earlier postponed ask. */
  #withdrawParked({ digest, session }: ResolvedCall): void {
    const { asks } = this.#deps;
    for (const ask of asks.list()) {
      const isSame =
        ask.kind === 'confirm' && ask.callDigest === digest && ask.sessionId === session.sessionId;
      if (isSame && ask.waiting === 0) asks.withdraw(ask.askId);
    }
  }

  /** Prefers the reason why the session ended over the fact that the ask was withdrawn. */
  #outcomeOf({ session }: ResolvedCall, result: AskResult): ConfirmResult {
    const { sessions } = this.#deps;
    const { sessionId } = session;
    if (result.kind !== 'withdrawn' || sessions.isLive(sessionId)) return outcomeOf(result);
    return { by: 'nobody', result: 'deny', refusal: sessions.whyNotLive(sessionId) };
  }

  #full({ agent }: ResolvedCall): Refused | null {
    const { asks, flood, needs } = this.#deps;
    const { pendingAsksPerClient } = needs.settings.limits;
    return asks.fullFor(agent.clientId, pendingAsksPerClient) ?? flood.refusal(agent.clientId);
  }

  #learn(call: ResolvedCall, result: AskResult): void {
    const { flood, grants } = this.#deps;
    const { clientId } = call.agent;
    if (result.kind === 'deny-kind') {
      grants.denyKind(call.session.sessionId, call.action, result.reason);
    }
    flood.answered(clientId, result);
  }
}

/**
 * One ask is enough for project code. A rule that asks, and anything else, needs its own ask.
 */
const isShownCode = (call: ResolvedCall, { wasShown, rule }: AskVerdict): boolean =>
  wasShown === true && rule === 'confirm' && commandFamily(call) !== null;

function decisionOf(call: ResolvedCall, verdict: AskVerdict, answer: ConfirmResult): Decision {
  return {
    decidedBy: answer.by,
    rule: verdict.rule,
    result: answer.result,
    sessionId: call.session.sessionId,
    payloadSha256: call.digest,
    granted: explained(call, verdict),
    ...(answer.refusal ? { code: answer.refusal.code, detail: answer.refusal.message } : {}),
  };
}
