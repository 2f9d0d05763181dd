/** The middle of request_access: what is asked for, the question to the person, and the session it becomes. */
import {
  defaultSessionSeconds,
  RequestAccessArgs,
  type AccessAsk,
  type Agent,
  type Root,
} from '../../../shared/access.ts';
import type { AskId, RequestId, SessionId } from '../../../shared/ids.ts';
import { done, refused, type Outcome, type Refused } from '../../../shared/outcomes.ts';
import { expandScopes, type Scope } from '../../../shared/scopes.ts';
import type { AskQueue, Settlement } from '../asks/ask-queue.ts';
import type { AuditEntryWriter } from '../audit/audit-entry-writer.ts';
import { firstProblem } from '../gate/intake.ts';
import type { Needs } from '../needs.ts';
import { notGrantable, rootWarning } from '../roots/grantable.ts';
import type { SessionBook } from './session-book.ts';

export interface RequestedAccess {
  readonly requestId: RequestId;
  readonly agent: Agent;
  readonly args: unknown;
}

interface Wanted {
  readonly scopes: readonly Scope[];
  readonly roots: readonly Root[];
  readonly reason: string;
  readonly seconds: number;
}

interface Deps {
  readonly needs: Needs;
  readonly asks: AskQueue;
  readonly sessions: SessionBook;
}

type Allow = Extract<Settlement, { kind: 'allow' }>;

export class AccessDesk {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  async serve(
    requested: RequestedAccess,
    entry: AuditEntryWriter,
    signal: AbortSignal,
  ): Promise<Outcome> {
    const wanted = await this.#wanted(requested.args);
    if ('kind' in wanted) return wanted;
    const full = this.#full(requested.agent);
    if (full) return full;

    const ask = this.#ask(requested, wanted);
    const settlement = await this.#deps.asks.ask(ask, signal);
    if (settlement.kind === 'allow') return this.#open(requested, wanted, settlement, entry);
    return this.#decline(settlement, entry);
  }

  async #wanted(args: unknown): Promise<Wanted | Refused> {
    const parsed = RequestAccessArgs.safeParse(args);
    if (!parsed.success) return refused('invalid-arguments', firstProblem(parsed.error.issues));
    const { scopes, unknown } = expandScopes(parsed.data.scopes);
    if (unknown.length > 0) return refused('unknown-scope', `Asked for: ${unknown.join(', ')}.`);
    const roots = await this.#pinned(parsed.data.roots);
    if ('kind' in roots) return roots;
    const seconds = parsed.data.ttl_seconds ?? defaultSessionSeconds;
    return { scopes, roots, reason: parsed.data.reason, seconds };
  }

  async #pinned(folders: readonly string[]): Promise<readonly Root[] | Refused> {
    const pinned = new Map<string, Root>();
    for (const folder of folders) {
      const root = await this.#deps.needs.paths.pin(folder);
      if ('kind' in root) return root;
      const never = notGrantable(root.path, this.#deps.needs);
      if (never) return never;
      pinned.set(root.path, root);
    }
    return [...pinned.values()];
  }

  #full(agent: Agent): Refused | null {
    const { asks, sessions, needs } = this.#deps;
    const { pendingAsksPerClient, sessions: most } = needs.settings.limits;
    if (asks.countOf(agent.clientId) >= pendingAsksPerClient) return refused('too-many-asks');
    return sessions.countLive() >= most ? refused('too-many-sessions') : null;
  }

  #ask({ requestId, agent }: RequestedAccess, wanted: Wanted): AccessAsk {
    const { needs } = this.#deps;
    const roots = wanted.roots.map((root) => root.path);
    const warnings = roots.flatMap((root) => {
      const warning = rootWarning(root, needs);
      return warning ? [[root, warning] as const] : [];
    });
    const askedAt = needs.clock.now();
    return Object.freeze({
      kind: 'access',
      askId: needs.newId() as AskId,
      requestId,
      agent,
      scopes: wanted.scopes,
      roots,
      rootWarnings: Object.fromEntries(warnings),
      reason: wanted.reason,
      requestedSeconds: wanted.seconds,
      askedAt,
      deadline: askedAt + needs.settings.askTimeoutSeconds * 1000,
    });
  }

  async #open(
    requested: RequestedAccess,
    wanted: Wanted,
    allow: Allow,
    entry: AuditEntryWriter,
  ): Promise<Outcome> {
    const sessionId = this.#deps.needs.newId() as SessionId;
    const unrecorded = await entry.decide({
      decidedBy: 'person',
      rule: 'asked',
      result: 'allow',
      granted: { scopes: allow.scopes, roots: allow.roots, seconds: allow.seconds },
      sessionId,
      msToDecide: entry.elapsedMs,
    });
    if (unrecorded) return unrecorded;
    const session = this.#deps.sessions.start({
      sessionId,
      requestId: requested.requestId,
      agent: requested.agent,
      scopes: allow.scopes,
      roots: wanted.roots.filter((root) => allow.roots.includes(root.path)),
      seconds: allow.seconds,
    });
    return done({
      session_id: session.sessionId,
      scopes: session.scopes,
      roots: session.roots.map((root) => root.path),
      expires_at: new Date(session.expiresAt).toISOString(),
    });
  }

  async #decline(
    settlement: Exclude<Settlement, Allow>,
    entry: AuditEntryWriter,
  ): Promise<Outcome> {
    const refusal = refusalOf(settlement);
    const unrecorded = await entry.decide({
      decidedBy: settlement.kind === 'deny' ? 'person' : 'nobody',
      rule: 'asked',
      result: 'deny',
      code: refusal.code,
      detail: refusal.message,
      msToDecide: entry.elapsedMs,
    });
    return unrecorded ?? refusal;
  }
}

function refusalOf(settlement: Exclude<Settlement, Allow>): Refused {
  if (settlement.kind === 'timed-out') return refused('ask-timed-out');
  if (settlement.kind === 'withdrawn') return refused('ask-withdrawn');
  return refused('denied-by-person', settlement.reason ? `They wrote: ${settlement.reason}` : '');
}
