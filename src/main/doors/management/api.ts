/** The owner's door for scripts, panels and the command line: it asks, lists and takes away. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { refused } from '../../../shared/outcomes.ts';
import type { Clock } from '../../core/needs.ts';
import type { Core } from '../../core/offers.ts';
import type { AuditReader } from '../../platform/audit-index/audit-index.ts';
import type { ClientKeys } from '../../platform/client-keys.ts';
import { pathOf, type Door } from '../wire/loopback-server.ts';
import { replyJson, replyRefused } from '../wire/replies.ts';
import { houseRoutes } from './house-routes.ts';
import { keyRoutes } from './key-routes.ts';
import { requestRoutes, type FindCaller } from './request-routes.ts';
import { isRefusal, type Routes } from './routes.ts';

export interface ManagementDeps {
  readonly core: Core;
  readonly index: AuditReader;
  readonly clientKeys: ClientKeys;
  readonly version: string;
  readonly clock: Pick<Clock, 'now'>;
  /** Read anew for every approval, so that the owner's word counts at once. */
  readonly approveOverHttp: () => Promise<boolean>;
  readonly findCaller: FindCaller;
}

export class ManagementApi implements Door<'management'> {
  readonly audience = 'management';
  readonly #routes: Routes;

  constructor(deps: ManagementDeps) {
    const startedAt = deps.clock.now();
    this.#routes = {
      ...houseRoutes({ ...deps, startedAt }),
      ...requestRoutes(deps),
      ...keyRoutes(deps.core, deps.clientKeys),
    };
  }

  matches(method: string, path: string): boolean {
    return Object.hasOwn(this.#routes, `${method} ${path}`);
  }

  async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const handle = this.#routes[`${request.method} ${pathOf(request)}`];
    const answer = (await handle?.(request)) ?? refused('unknown-route');
    if (isRefusal(answer)) replyRefused(response, answer);
    else replyJson(response, 200, answer);
  }
}
