/** Notices in the window about the ledger and about limits that a client has reached. */
import { notices } from '../../shared/app/notices.ts';
import { Disposables, type Disposable } from '../../shared/base/disposable.ts';
import type { AppState } from './app-state.ts';
import type { AskQueue } from './asks/ask-queue.ts';
import type { Needs } from './dependencies.ts';
import type { Ledger } from './ledger/ledger.ts';
import { CapacityNotices } from './limits/capacity-notices.ts';
import type { AccessRequestFlow } from './sessions/access-request-flow.ts';

interface NoticeSources {
  readonly ledger: Ledger;
  readonly asks: AskQueue;
  readonly requests: AccessRequestFlow;
  readonly needs: Needs;
  readonly state: AppState;
}

export function showNotices({ ledger, asks, requests, needs, state }: NoticeSources): Disposable {
  for (const notice of ledger.notices) state.addNotice(notice);
  const shown = new Disposables();
  shown.add(
    ledger.onNotice(({ notice, holds }) =>
      holds ? state.addNotice(notice) : state.dismissNotice(notice.id),
    ),
  );
  const capacity = new CapacityNotices(needs.clock, (notice) => state.addNotice(notice));
  shown.add(
    requests.onSessionLimit((client) =>
      capacity.report(notices.tooManySessions(client, needs.settings.limits.sessions)),
    ),
  );
  shown.add(
    asks.onFull((client) =>
      capacity.report(notices.tooManyAsks(client, needs.settings.limits.pendingAsksPerClient)),
    ),
  );
  return shown;
}
