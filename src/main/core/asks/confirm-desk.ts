/**
 * The second look at one call. An answer counts for exactly what was shown: the call, and the
 * files as they were; if either changed before it runs, the answer is void.
 */
import { isYes, type AskAnswer, type ConfirmAsk } from '../../../shared/asks.ts';
import type { AskId } from '../../../shared/ids.ts';
import { refused, type Refused } from '../../../shared/outcomes.ts';
import type { AuditEntryWriter, Decision } from '../audit/audit-entry-writer.ts';
import type { SettledCall } from '../gate/calls.ts';
import type { FloodGuard } from '../limits/flood-guard.ts';
import type { Needs } from '../needs.ts';
import type { Grants } from '../policy/grants.ts';
import type { Verdict } from '../policy/judge.ts';
import type { AskQueue, Settlement } from './ask-queue.ts';

type AskVerdict = Extract<Verdict, { kind: 'ask' }>;

interface Deps {
  readonly needs: Needs;
  readonly asks: AskQueue;
  readonly grants: Grants;
  readonly flood: FloodGuard;
}

export class ConfirmDesk {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** A yes to a question that was put off counts once, when the same call comes again. */
  answeredLate({ digest, sessionId, action }: ConfirmAsk, answer: AskAnswer): void {
    const { grants } = this.#deps;
    if (isYes(answer)) grants.keepUnused(digest);
    if (answer.kind === 'deny-kind') grants.denyKind(sessionId, action, answer.reason);
  }

  /** Null means: go on, the yes is durable. */
  async confirm(
    call: SettledCall,
    verdict: AskVerdict,
    entry: AuditEntryWriter,
    signal: AbortSignal,
  ): Promise<Refused | null> {
    const { grants, needs } = this.#deps;
    const { sessionId } = call.session;
    const before = await this.#seal(call);
    const remembered = this.#remembered(call, before);
    if (remembered) {
      const unrecorded = await entry.decide(decisionOf(call, verdict, remembered));
      if (unrecorded) return unrecorded;
      return remembered.refusal;
    }
    const full = this.#full(call);
    if (full) return full;
    const undurable = await entry.makeDurable();
    if (undurable) return undurable;
    const settlement = await this.#deps.asks.ask(this.#ask(call, verdict, before), signal);
    this.#learn(call, settlement);
    const unrecorded = await entry.decide({
      ...decisionOf(call, verdict, outcomeOf(settlement)),
      msToDecide: entry.elapsedMs,
    });
    if (unrecorded) return unrecorded;
    const { refusal } = outcomeOf(settlement);
    if (refusal) return refusal;
    if ((await this.#seal(call)) !== before) return refused('stale');
    if (settlement.kind === 'session') grants.allowForSession(sessionId, needs.sha256(before));
    return null;
  }

  /** The call, its session and the files as they are now. */
  async #seal(call: SettledCall): Promise<string> {
    const paths = call.places.map((place) => place.path);
    const print = await this.#deps.needs.paths.fingerprint(paths);
    return JSON.stringify([call.digest, call.session.sessionId, print]);
  }

  #remembered(call: SettledCall, seal: string): Remembered | null {
    const { grants, needs } = this.#deps;
    const { sessionId } = call.session;
    const reason = grants.deniedKind(sessionId, call.action);
    if (reason !== null) {
      return { by: 'person', result: 'deny', refusal: refused('denied-by-person', saying(reason)) };
    }
    const digest = needs.sha256(seal);
    const yes = grants.isAllowed(sessionId, digest) || grants.takeUnused(digest);
    return yes ? { by: 'person', result: 'allow', refusal: null } : null;
  }

  #full({ agent }: SettledCall): Refused | null {
    const { asks, flood, needs } = this.#deps;
    const { pendingAsksPerClient } = needs.settings.limits;
    if (asks.countOf(agent.clientId) >= pendingAsksPerClient) return refused('too-many-asks');
    return flood.refusal(agent.clientId);
  }

  #ask(call: SettledCall, verdict: AskVerdict, seal: string): ConfirmAsk {
    const { needs } = this.#deps;
    const askedAt = needs.clock.now();
    return Object.freeze({
      kind: 'confirm',
      askId: needs.newId() as AskId,
      agent: call.agent,
      sessionId: call.session.sessionId,
      action: call.action,
      actionKind: call.kind,
      sentence: call.sentence,
      exact: JSON.stringify(call.args, null, 2),
      digest: needs.sha256(seal),
      because: verdict.because,
      rememberable: call.kind === 'write',
      askedAt,
      deadline: askedAt + needs.settings.askTimeoutSeconds * 1000,
      waiting: 1,
    });
  }

  #learn(call: SettledCall, settlement: Settlement): void {
    const { flood, grants } = this.#deps;
    const { clientId } = call.agent;
    if (settlement.kind === 'deny-kind') {
      grants.denyKind(call.session.sessionId, call.action, settlement.reason);
    }
    if (settlement.kind === 'deny' || settlement.kind === 'deny-kind')
      flood.note(clientId, 'denied');
    if (settlement.kind === 'timed-out') flood.note(clientId, 'timed-out');
    if (settlement.kind === 'once' || settlement.kind === 'session') flood.forgive(clientId);
  }
}

interface Remembered {
  readonly by: 'person' | 'nobody';
  readonly result: 'allow' | 'deny';
  readonly refusal: Refused | null;
}

const saying = (words: string): string => (words ? `They wrote: ${words}` : '');

function outcomeOf(settlement: Settlement): Remembered {
  switch (settlement.kind) {
    case 'once':
    case 'session':
    case 'allow':
      return { by: 'person', result: 'allow', refusal: null };
    case 'change':
      return {
        by: 'person',
        result: 'deny',
        refusal: refused('change-wanted', saying(settlement.text)),
      };
    case 'deny':
    case 'deny-kind':
      return {
        by: 'person',
        result: 'deny',
        refusal: refused('denied-by-person', saying(settlement.reason)),
      };
    case 'parked':
      return { by: 'person', result: 'deny', refusal: refused('ask-parked') };
    case 'timed-out':
      return { by: 'nobody', result: 'deny', refusal: refused('ask-timed-out') };
    case 'withdrawn':
      return { by: 'nobody', result: 'deny', refusal: refused('ask-withdrawn') };
    case 'closed':
      return { by: 'nobody', result: 'deny', refusal: refused('shutting-down') };
  }
}

function decisionOf(call: SettledCall, verdict: AskVerdict, told: Remembered): Decision {
  return {
    decidedBy: told.by,
    rule: verdict.rule,
    result: told.result,
    sessionId: call.session.sessionId,
    payloadSha256: call.digest,
    ...(told.refusal ? { code: told.refusal.code, detail: told.refusal.message } : {}),
  };
}
