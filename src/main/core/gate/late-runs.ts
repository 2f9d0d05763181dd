/**
 * What a program left behind that ended with its session, such as a terminal: its call was
 * answered before, so this is a separate entry.
 */
import { done, isError } from '../../../shared/actions/outcomes.ts';
import type { Agent } from '../../../shared/access/access.ts';
import type { ClientId, SessionId } from '../../../shared/base/ids.ts';
import type { FileChange } from '../../../shared/files/file-change.ts';
import type { HeldBackText, RunRecord } from '../../../shared/sandbox/run-record.ts';
import type { Needs } from '../dependencies.ts';
import { AuditEntryWriter } from '../ledger/entry-writer.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { SessionStore } from '../sessions/session-store.ts';
import type { HeldBackAsks } from './held-back-asks.ts';
import type { LeftBehind } from './left-behind.ts';

export const runEndedAction = 'run_ended';

export interface LateRun {
  readonly sessionId: SessionId;
  /** The entry of the call that started it. */
  readonly ofEntry: string;
  /** The owner; needed for a session of an earlier run of the app. */
  readonly agentId?: string | undefined;
  readonly changes: readonly FileChange[];
  readonly run: RunRecord;
  readonly texts: readonly HeldBackText[];
}

interface Deps {
  readonly needs: Needs;
  readonly ledger: Ledger;
  readonly sessions: Pick<SessionStore, 'get'>;
  readonly heldBack: Pick<HeldBackAsks, 'askAbout'>;
  readonly left: Pick<LeftBehind, 'add'>;
}

export class LateRuns {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Only of the built-in workbench. */
  async record({ sessionId, ofEntry, agentId, changes, run, texts }: LateRun): Promise<void> {
    const { needs, ledger, sessions, heldBack, left } = this.#deps;
    const known = sessions.get(sessionId);
    const session =
      known ?? (agentId === undefined ? null : sessionBefore(sessionId, agentId, run));
    const { created, changed, deleted } = run.files;
    const isNothing = created + changed + deleted + run.held_back.length === 0;
    if (!session || isNothing) return;
    const { agent } = session;
    const entry = AuditEntryWriter.open(ledger, needs.clock, {
      ...{ entry: needs.newId(), actor: agent.clientId, action: runEndedAction },
      args: { of_entry: ofEntry },
    });
    if (isError(entry)) return;
    const outcome = { ...done({}, changes), run, texts };
    await entry.decide({ decidedBy: 'policy', rule: 'session-end', result: 'allow', sessionId });
    await entry.close(outcome);
    heldBack.askAbout({ session, agent, command: null }, outcome, entry.id);
    if (known) left.add(sessionId, outcome);
  }
}

/** What is still known about a session that ended with the app. */
const sessionBefore = (sessionId: SessionId, agentId: string, { folders }: RunRecord) => ({
  sessionId,
  roots: folders.map(({ root }) => ({ path: root })),
  agent: {
    ...{ clientId: agentId as ClientId, claimedName: agentId, claimedVersion: '' },
    ...({ door: 'mcp', verified: null } satisfies Pick<Agent, 'door' | 'verified'>),
  },
});
