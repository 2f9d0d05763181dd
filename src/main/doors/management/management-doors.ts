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
}

export function openManagement(front: Front, deps: Deps): Disposable {
  const held = new Disposables();
  const feed = { news: deps.core.news, clock: deps.clock, onTrouble: deps.onTrouble };
  front.open(new ManagementApi(deps));
  front.open(deps.metrics);
  front.open(held.add(new NewsStream(feed)));
  front.openSocket(held.add(new NewsSocket(feed)));
  return held;
}
