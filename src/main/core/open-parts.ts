/** Parts of core that are opened together, so that core.ts reads in one go. */
import type { Session } from '../../shared/access/access.ts';
import { serverScope, type ServerScope } from '../../shared/access/scopes.ts';
import type { Disposables } from '../../shared/base/disposable.ts';
import type { ContributedTool } from './call/contributed-tools.ts';
import type { AskQueue } from './asks/ask-queue.ts';
import type { Needs } from './dependencies.ts';
import { endRecord, followSessions } from './follow-sessions.ts';
import type { Ledger } from './ledger/ledger.ts';
import { CallLimits } from './limits/call-limits.ts';
import { EditBudgets } from './limits/edit-budgets.ts';
import { FloodGuard } from './limits/flood-guard.ts';
import type { Grants } from './policy/grants.ts';
import { RoleStore, RulesInForce } from './policy/role-store.ts';
import { RuleStore } from './policy/rule-store.ts';
import { RememberedAccess } from './remembered/remembered-access.ts';
import { AccessRequestFlow } from './sessions/access-request-flow.ts';
import { PriorAnswers } from './sessions/prior-answers.ts';
import type { SessionStore } from './sessions/session-store.ts';
import { showNotices } from './show-notices.ts';

interface Releasing {
  readonly grants: Grants;
  readonly asks: AskQueue;
  readonly ledger: Ledger;
  readonly needs: Needs;
}

/** What a session had ends with it. */
export function releaseAll(session: Session, { grants, asks, ledger, needs }: Releasing): void {
  grants.forget(session.sessionId);
  asks.withdrawAllIn(session.sessionId);
  void ledger.record(endRecord(session, needs));
}

export async function openRules(deps: ConstructorParameters<typeof RoleStore>[0]) {
  const rules = new RuleStore(deps);
  const roles = new RoleStore(deps);
  await Promise.all([rules.load(), roles.load()]);
  return { rules, roles, inForce: new RulesInForce({ rules, roles }) };
}

export async function openLimits(needs: Needs, disposables: Disposables): Promise<CallLimits> {
  const budgets = disposables.add(new EditBudgets(needs));
  await budgets.load();
  return new CallLimits(needs, budgets);
}

type Followed = Parameters<typeof showNotices>[0] & Parameters<typeof followSessions>[0];

export function followAll(sources: Followed, disposables: Disposables): void {
  disposables.add(showNotices(sources));
  disposables.add(followSessions(sources));
}

/** The scopes of the MCP servers that a client sees. */
export const scopesSeen =
  (tools: () => readonly ContributedTool[]): ServerScopesFor =>
  (clientId) => {
    const seen = tools().flatMap(({ server }) =>
      server?.isVisibleTo(clientId) === true ? [server.name] : [],
    );
    return [...new Set(seen)].toSorted().map(serverScope);
  };

type ServerScopesFor = (clientId: string) => readonly ServerScope[];

interface AccessSources {
  readonly needs: Needs;
  readonly ledger: Ledger;
  readonly rules: RulesInForce;
  readonly roles: RoleStore;
  readonly sessions: SessionStore;
  readonly asks: AskQueue;
  readonly disposables: Disposables;
  readonly serverScopes: ServerScopesFor;
}

/** The parts that decide about requests for access. */
export async function openAccess(sources: AccessSources) {
  const { needs, asks, disposables } = sources;
  const priors = disposables.add(new PriorAnswers({ needs, asks }));
  await priors.start();
  const flood = disposables.add(new FloodGuard(needs.clock));
  const remembered = disposables.add(await RememberedAccess.open(sources));
  const accessRequests = new AccessRequestFlow({ ...sources, flood, priors, remembered });
  const { standing, suggested } = remembered;
  return { flood, priors, remembered, standing, suggested, accessRequests };
}
