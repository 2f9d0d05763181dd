/**
 * Serves run_agent: a whole agent inside the sandbox of a session that was granted for it. The entry
 * stays open until the agent has ended; the session's end ends the agent.
 */
import type { Session } from '../../../shared/access/access.ts';
import type { AgentName } from '../../../shared/agents/agent-programs.ts';
import { runAgentAction } from '../../../shared/agents/agent-programs.ts';
import { failed, isError, type Outcome } from '../../../shared/actions/outcomes.ts';
import type { SessionId } from '../../../shared/base/ids.ts';
import type { Disposable } from '../../../shared/base/disposable.ts';
import type { HostAndPort } from '../../../shared/network/host-pattern.ts';
import { patternOf } from '../../../shared/network/host-pattern.ts';
import type { SandboxLaunch } from '../../../shared/sandbox/sandbox-launch.ts';
import type { Needs } from '../dependencies.ts';
import type { AuditEntryWriter } from '../ledger/entry-writer.ts';
import { allowShownHost } from '../network/connection-asks.ts';
import type { Grants } from '../policy/grants.ts';
import type { AgentLaunchSpec, Sandboxes } from '../sandbox/sandboxes.ts';
import type { SessionStore } from '../sessions/session-store.ts';
import { withAnySignal } from './evaluator.ts';
import type { HeldBackAsks } from './held-back-asks.ts';
import type { LeftBehind } from './left-behind.ts';

export interface AgentRun {
  readonly sessionId: SessionId;
  readonly agent: AgentName;
  /** As the user typed them. */
  readonly args: readonly string[];
  /** Hosts that the ask for access named. */
  readonly hosts: readonly HostAndPort[];
  readonly launch: (session: Session) => AgentLaunchSpec;
  /** Starts it and resolves when it has ended; an aborted signal ends it. */
  readonly run: (launch: SandboxLaunch, entryId: string, signal: AbortSignal) => Promise<Outcome>;
}

interface Deps {
  readonly needs: Pick<Needs, 'clock' | 'sha256'>;
  readonly sessions: SessionStore;
  readonly sandboxes: Pick<Sandboxes, 'launchAgent'>;
  readonly grants: Grants;
  readonly heldBack: Pick<HeldBackAsks, 'askAbout'>;
  readonly left: Pick<LeftBehind, 'add'>;
}

const awakeEveryMs = 30_000;

export class AgentRunFlow {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  async serve(run: AgentRun, entry: AuditEntryWriter, signal: AbortSignal): Promise<Outcome> {
    const { sessions, sandboxes, needs } = this.#deps;
    const { sessionId, hosts } = run;
    const session = sessions.current(sessionId);
    if (!session) return sessions.whyNotLive(sessionId);
    const launch = await sandboxes.launchAgent(run.launch(session));
    if (isError(launch)) return launch;
    const named = hosts.map(patternOf);
    const unrecorded = await entry.decide({
      ...{ decidedBy: 'policy', rule: 'granted with access', result: 'allow', sessionId },
      payloadSha256: needs.sha256(JSON.stringify([runAgentAction, run.agent, run.args, named])),
      granted: { sandbox: launch.profileSha256, hosts: named },
    });
    if (unrecorded) return unrecorded;
    // Creating the sandbox and recording took time.
    const stopped = sessions.use(sessionId, runAgentAction);
    if (stopped) return stopped;
    for (const host of hosts) allowShownHost(this.#deps.grants, sessionId, host);
    return this.#carryOut(run, session, launch, entry, signal);
  }

  async #carryOut(
    run: AgentRun,
    session: Session,
    launch: SandboxLaunch,
    entry: AuditEntryWriter,
    signal: AbortSignal,
  ): Promise<Outcome> {
    const { sessions, heldBack, left } = this.#deps;
    const { sessionId } = run;
    const over = sessions.overSignal(sessionId);
    entry.carriedOutBy('workbench');
    const awake = this.#keepAwake(sessionId);
    try {
      const outcome = await withAnySignal([signal, over], (stop) =>
        run.run(launch, entry.id, stop),
      );
      if (outcome.kind === 'done' && outcome.run) {
        const command = { argv: [run.agent, ...run.args] };
        heldBack.askAbout({ session, agent: session.agent, command }, outcome, entry.id);
        left.add(sessionId, outcome);
      }
      return outcome;
    } catch (error) {
      return failed('action-failed', String(error));
    } finally {
      void awake.dispose();
      sessions.ran(sessionId, entry.isBegun);
    }
  }

  /** A session is not idle while a program runs in it, even if it makes no call. */
  #keepAwake(sessionId: SessionId): Disposable {
    const { needs, sessions } = this.#deps;
    const next = (): Disposable =>
      needs.clock.after(awakeEveryMs, () => {
        sessions.touch(sessionId);
        timer = next();
      });
    let timer = next();
    return { dispose: () => timer.dispose() };
  }
}
