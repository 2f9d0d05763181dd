/**
 * The management API for scripts, panels and the command line: status, sessions, access requests
 * and keys.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { refused } from '../../../shared/actions/outcomes.ts';
import type { Clock } from '../../core/dependencies.ts';
import type { Core } from '../../core/core.ts';
import type { AuditReader } from '../../platform/ledger-index/ledger-index.ts';
import type { ClientKeys } from '../../platform/keys/client-keys.ts';
import { pathOf, type HttpRoute } from '../http/loopback-server.ts';
import { replyJson, replyRefused } from '../http/replies.ts';
import { statusRoutes } from './status-routes.ts';
import { clientRoutes, type ListClients } from './client-routes.ts';
import { historyRoutes, type ReadHistory } from './history-routes.ts';
import { grantRoutes } from './grant-routes.ts';
import { roleRoutes } from './role-routes.ts';
import { keyRoutes } from './key-routes.ts';
import { requestRoutes, type FindCaller } from './request-routes.ts';
import { serverRoutes, type FindServers } from './server-routes.ts';
import { isRefusal, type Routes } from './routes.ts';

export interface ManagementDeps {
  readonly core: Core;
  readonly index: AuditReader;
  readonly clientKeys: ClientKeys;
  readonly version: string;
  readonly clock: Pick<Clock, 'now'>;
  /** Read for every approval, so that a change of the setting takes effect immediately. */
  readonly approveOverHttp: () => Promise<boolean>;
  /**
   * True when a command-line switch lets other programs control the app; then approving over HTTP
   * is refused.
   */
  readonly isControlled?: boolean;
  readonly findCaller: FindCaller;
  readonly listClients: ListClients;
  readonly readHistory: ReadHistory;
  readonly findServers: FindServers;
}

export class ManagementApi implements HttpRoute<'management'> {
  readonly audience = 'management';
  readonly #routes: Routes;

  constructor(deps: ManagementDeps) {
    const startedAt = deps.clock.now();
    this.#routes = {
      ...statusRoutes({ ...deps, startedAt }),
      ...requestRoutes(deps),
      ...keyRoutes(deps.core, deps.clientKeys),
      ...grantRoutes(deps.core),
      ...roleRoutes(deps.core),
      ...clientRoutes(deps.listClients),
      ...historyRoutes(deps.readHistory),
      ...serverRoutes(deps.findServers),
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
