/** Routes for status, sessions, asks and ledger, and for ending or refusing them. */
import { z } from 'zod';
import { queryFromParams } from '../../../shared/ledger/query.ts';
import { SessionId } from '../../../shared/base/ids.ts';
import { askView, seconds, sessionView } from '../../../shared/protocols/management-views.ts';
import { logPage } from '../../../shared/protocols/log-views.ts';
import { refused } from '../../../shared/actions/outcomes.ts';
import type { Core } from '../../core/core.ts';
import type { AuditReader } from '../../platform/ledger-index/ledger-index.ts';
import { paramsOf, refusedField, withBody, type RouteReply, type Routes } from './routes.ts';
import { isAnswer } from '../../../shared/asks/no-answer.ts';

interface Deps {
  readonly core: Core;
  readonly index: AuditReader;
  readonly version: string;
  readonly startedAt: number;
  readonly approveOverHttp: () => Promise<boolean>;
}

const OneSession = z.strictObject({ session_id: SessionId });

export function statusRoutes(deps: Deps): Routes {
  const { core, index } = deps;
  return {
    'GET /status': () => statusOf(deps),
    'GET /pending': async () => ({ asks: core.asks.list().map(askView) }),
    'GET /sessions': async () => ({ sessions: core.sessions.list().map(sessionView) }),
    'POST /mcp/revoke': withBody(OneSession, async ({ session_id }) => {
      if (!core.sessions.get(session_id)) return refused('unknown-session');
      const revoked = core.sessions.end(session_id, 'management-api');
      return { session_id, revoked, state: core.sessions.get(session_id)?.state ?? null };
    }),
    'POST /revoke-all': async () => ({ revoked: core.sessions.endAll('management-api') }),
    'GET /mcp/logs': async (request) => {
      const query = queryFromParams(paramsOf(request));
      if (!query.success) return refusedField(query.error);
      const page = await index.query(query.data);
      if (!isAnswer(page)) return refused('log-unavailable');
      const recorded = await index.calls(page.entries.map(({ entry }) => entry));
      return isAnswer(recorded) ? { ...logPage(page, recorded) } : refused('log-unavailable');
    },
  };
}

async function statusOf({ core, index, version, startedAt, ...deps }: Deps): Promise<RouteReply> {
  core.ledger.place.look();
  const { asks, sessions, notices, mcpUrl, editors, sandbox = null } = core.state.snapshot();
  const live = sessions.filter((session) => !session.ended);
  return {
    version,
    pid: process.pid,
    started_at: seconds(startedAt),
    mcp_url: mcpUrl,
    pending: asks.length,
    sessions: live.length,
    editors,
    ledger: core.ledger.error === null ? 'ok' : 'trouble',
    ledger_trouble: core.ledger.error,
    index: index.state.phase,
    approve_over_http: await deps.approveOverHttp(),
    notices,
    sandbox,
    runtime: { node: process.versions.node, electron: process.versions['electron'] ?? null },
  };
}
