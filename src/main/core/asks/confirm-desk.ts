/**
 * The second look at one call. An answer counts for exactly what was shown: the call, what its
 * action is, the program and the files as they were; if any changed before it runs, the answer is
 * void. A yes for the session counts for what the person read, whatever the files hold by then.
 */
import { isYes, type AskAnswer, type ConfirmAsk } from '../../../shared/asks.ts';
import { refused, type Refused } from '../../../shared/outcomes.ts';
import type { AuditEntryWriter, Decision } from '../audit/audit-entry-writer.ts';
import type { SettledCall } from '../gate/calls.ts';
import { definitionNow } from '../gate/definitions.ts';
import type { Executors } from '../gate/executors.ts';
import { whyNotShowable } from '../gate/settle-plan.ts';
import type { FloodGuard } from '../limits/flood-guard.ts';
import type { Needs } from '../needs.ts';
import { explained } from '../policy/explain.ts';
import type { Grants } from '../policy/grants.ts';
import type { SessionBook } from '../sessions/session-book.ts';
import type { AskQueue, Settlement } from './ask-queue.ts';
import { confirmAsk, planSeal, sessionKey, type AskVerdict } from './confirm-ask.ts';

interface Deps {
  readonly needs: Needs;
  readonly asks: AskQueue;
  readonly grants: Grants;
  readonly flood: FloodGuard;
  readonly sessions: Pick<SessionBook, 'isLive' | 'whyNotLive'>;
  readonly executors: Pick<Executors, 'contributed' | 'editorFor'>;
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
    const { grants } = this.#deps;
    const { sessionId } = call.session;
    const before = await this.#seal(call);
    const remembered = this.#remembered(call, verdict, before);
    if (remembered) {
      const unrecorded = await entry.decide(decisionOf(call, verdict, remembered));
      return unrecorded ?? remembered.refusal;
    }
    const full = whyNotShowable(call) ?? this.#full(call);
    if (full) return full;
    const undurable = await entry.makeDurable();
    if (undurable) return undurable;
    this.#withdrawParked(call);
    const ask = confirmAsk(call, verdict, before, this.#deps);
    const settlement = await this.#deps.asks.ask(ask, signal);
    this.#learn(call, settlement);
    const told = this.#outcomeOf(call, settlement);
    const unrecorded = await entry.decide({
      ...decisionOf(call, verdict, told),
      msToDecide: entry.elapsedMs,
    });
    if (unrecorded ?? told.refusal) return unrecorded ?? told.refusal;
    if ((await this.#seal(call)) !== before) return refused('stale');
    if (settlement.kind === 'session') grants.allowForSession(sessionId, sessionKey(call, verdict));
    return null;
  }

  /** The call, its session, what its action is, and files and folders as they are now. */
  async #seal(call: SettledCall): Promise<string> {
    const { needs, executors } = this.#deps;
    const { paths } = needs;
    const files = call.places.filter(({ use }) => use !== 'list').map(({ path }) => path);
    const program = call.command?.programFile;
    const print = await paths.fingerprint(program ? [...files, program] : files);
    // Of a folder that is only worked in, what matters is that it still is the same one.
    const folders: string[] = [];
    for (const { use, path, root } of call.places) {
      if (use !== 'list') continue;
      const now = paths.settle(path, [root], 'list');
      folders.push('code' in now ? now.code : now.path);
    }
    const definition = definitionNow(call, executors, needs);
    const shown = [call.digest, call.session.sessionId, planSeal(call)];
    return JSON.stringify([...shown, definition, print, folders]);
  }

  #remembered(call: SettledCall, verdict: AskVerdict, seal: string): Remembered | null {
    const { grants, needs } = this.#deps;
    const { sessionId } = call.session;
    const reason = grants.deniedKind(sessionId, call.action);
    if (reason !== null) {
      return { by: 'person', result: 'deny', refusal: refused('denied-by-person', saying(reason)) };
    }
    const yes =
      grants.isAllowed(sessionId, sessionKey(call, verdict)) ||
      grants.takeUnused(needs.sha256(seal));
    return yes ? { by: 'person', result: 'allow', refusal: null } : null;
  }

  /** Whoever asks again is shown anew, not twice. */
  #withdrawParked({ digest, session }: SettledCall): void {
    const { asks } = this.#deps;
    for (const ask of asks.list()) {
      const isSame =
        ask.kind === 'confirm' && ask.callDigest === digest && ask.sessionId === session.sessionId;
      if (isSame && ask.waiting === 0) asks.withdraw(ask.askId);
    }
  }

  /** An ended session takes its questions with it; that it ended says more than that they went. */
  #outcomeOf({ session }: SettledCall, settlement: Settlement): Remembered {
    const { sessions } = this.#deps;
    const { sessionId } = session;
    if (settlement.kind !== 'withdrawn' || sessions.isLive(sessionId)) return outcomeOf(settlement);
    return { by: 'nobody', result: 'deny', refusal: sessions.whyNotLive(sessionId) };
  }

  #full({ agent }: SettledCall): Refused | null {
    const { asks, flood, needs } = this.#deps;
    const { pendingAsksPerClient } = needs.settings.limits;
    if (asks.countOf(agent.clientId) >= pendingAsksPerClient) return refused('too-many-asks');
    return flood.refusal(agent.clientId);
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

export interface Remembered {
  readonly by: 'person' | 'nobody';
  readonly result: 'allow' | 'deny';
  readonly refusal: Refused | null;
}

const saying = (words: string): string => (words ? `They wrote: ${words}` : '');

export function outcomeOf(settlement: Settlement): Remembered {
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
    granted: explained(call, verdict),
    ...(told.refusal ? { code: told.refusal.code, detail: told.refusal.message } : {}),
  };
}
