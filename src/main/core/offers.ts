/** What the core does for the other rooms: the one place they may import it from. */
import type { Session } from '../../shared/access.ts';
import { Disposables, type Disposable } from '../../shared/base/disposable.ts';
import { AppState } from './app-state.ts';
import { AskQueue } from './asks/ask-queue.ts';
import { Ledger } from './audit/ledger.ts';
import { Executors } from './gate/executors.ts';
import { Gate } from './gate/gate.ts';
import { CallLimits } from './limits/call-limits.ts';
import type { Needs } from './needs.ts';
import { AccessDesk } from './sessions/access-desk.ts';
import { AccessRequests } from './sessions/access-requests.ts';
import { SessionBook } from './sessions/session-book.ts';

export type { Call, SettledCall } from './gate/calls.ts';
export type { Executor } from './gate/executors.ts';
export type { AccessRequest } from './sessions/access-requests.ts';
export { follow, firstHead, type ChainHead } from './audit/chain.ts';

export interface Core extends Disposable {
  readonly gate: Pick<Gate, 'pass'>;
  readonly requests: AccessRequests;
  readonly asks: Pick<AskQueue, 'answer' | 'withdraw' | 'list'>;
  readonly sessions: Pick<SessionBook, 'end' | 'endAll' | 'liveOf' | 'list' | 'onEnded'>;
  readonly executors: Pick<Executors, 'register' | 'canDo' | 'onChanged'>;
  readonly state: AppState;
  /** Something worth remembering that no call caused. */
  note(action: string, detail: string): Promise<boolean>;
}

export async function openCore(needs: Needs): Promise<Core> {
  const held = new Disposables();
  const { clock, settings } = needs;
  const ledger = new Ledger(needs);
  const { tornBytes } = await ledger.start();
  held.add({ dispose: () => ledger.settle() });

  const sessions = new SessionBook({ clock });
  const { callsPerSecond, burst } = settings.limits;
  const limits = new CallLimits(clock, { perSecond: callsPerSecond, burst });
  const note = (action: string, detail: string): Promise<boolean> =>
    ledger.record({ phase: 'note', entry: needs.newId(), actor: 'gatehouse', action, detail });
  held.add(
    sessions.onEnded((session) => {
      limits.forget(session.sessionId);
      void ledger.record(endRecord(session, needs.newId()));
    }),
  );
  held.add(sessions);
  // Questions are withdrawn first; what is on its way then gets its outcome written.
  held.add({ dispose: () => gate.settle() });

  const asks = held.add(new AskQueue({ clock }));
  const executors = new Executors();
  const desk = new AccessDesk({ needs, asks, sessions });
  const gate = new Gate({ needs, ledger, sessions, limits, desk, executors });
  const requests = new AccessRequests({ needs, gate });
  const state = held.add(new AppState({ asks, sessions, ledger }));

  if (tornBytes > 0) await note('ledger.torn-tail', `${tornBytes} bytes of a torn line set aside`);
  return { gate, requests, asks, sessions, executors, state, note, dispose: () => held.dispose() };
}

function endRecord(session: Session, entry: string) {
  return {
    phase: 'note',
    entry,
    actor: session.agent.clientId,
    action: session.state === 'REVOKED' ? 'session.revoked' : 'session.expired',
    session_id: session.sessionId,
    request_id: session.requestId,
    detail: `ended by ${session.ended?.by ?? 'nobody'} after ${session.calls} calls`,
  } as const;
}
