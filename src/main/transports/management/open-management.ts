/** Opens the routes for the management token, including events and metrics. */
import { Disposables, type Disposable } from '../../../shared/base/disposable.ts';
import type { Clock } from '../../core/dependencies.ts';
import type { RequestRouter } from '../http/request-router.ts';
import { AgentRunRoute, type StartAgentRun } from './agent-run-route.ts';
import { ManagementApi, type ManagementDeps } from './api.ts';
import type { Metrics } from './metrics.ts';
import { EventSocket, EventStreamResponse } from './event-feed.ts';

interface Deps extends ManagementDeps {
  readonly startAgentRun?: StartAgentRun;
  readonly clock: Clock;
  readonly metrics: Metrics;
  readonly onError: (text: string) => void;
  /**
   * Fires when the management token was replaced; connections opened with the old one are closed.
   */
  readonly onTokenReplaced: (listener: () => void) => Disposable;
}

export function openManagement(router: RequestRouter, deps: Deps): Disposable {
  const disposables = new Disposables();
  const feed = { events: deps.core.events, clock: deps.clock, onError: deps.onError };
  router.open(new ManagementApi(deps));
  deps.metrics.showServers(deps.findServers);
  router.open(deps.metrics);
  const { startAgentRun: start, findCaller } = deps;
  if (start) router.open(new AgentRunRoute({ start, findCaller }));
  const stream = disposables.add(new EventStreamResponse(feed));
  const socket = disposables.add(new EventSocket(feed));
  router.open(stream);
  router.openSocket(socket);
  disposables.add(
    deps.onTokenReplaced(() => {
      stream.endAll();
      socket.endAll();
    }),
  );
  return disposables;
}
