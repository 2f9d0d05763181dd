/** All that the management token opens, and what counts it. */
import { Disposables, type Disposable } from '../../../shared/base/disposable.ts';
import type { Clock } from '../../core/needs.ts';
import type { Front } from '../wire/front.ts';
import { ManagementApi, type ManagementDeps } from './api.ts';
import type { Metrics } from './metrics.ts';
import { NewsSocket, NewsStream } from './news-feed.ts';

interface Deps extends ManagementDeps {
  readonly clock: Clock;
  readonly metrics: Metrics;
  readonly onTrouble: (text: string) => void;
  /** Told when the management token is worth nothing any more: whoever came in with it goes. */
  readonly onTokenReplaced: (listener: () => void) => Disposable;
}

export function openManagement(front: Front, deps: Deps): Disposable {
  const held = new Disposables();
  const feed = { news: deps.core.news, clock: deps.clock, onTrouble: deps.onTrouble };
  front.open(new ManagementApi(deps));
  front.open(deps.metrics);
  const stream = held.add(new NewsStream(feed));
  const socket = held.add(new NewsSocket(feed));
  front.open(stream);
  front.openSocket(socket);
  held.add(
    deps.onTokenReplaced(() => {
      stream.endAll();
      socket.endAll();
    }),
  );
  return held;
}
