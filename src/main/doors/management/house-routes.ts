/** How things stand: sessions, questions, the ledger; and what ends them. */
import { z } from 'zod';
import { queryFromParams } from '../../../shared/audit-query.ts';
import { SessionId } from '../../../shared/ids.ts';
import { askView, seconds, sessionView } from '../../../shared/management-views.ts';
import { refused } from '../../../shared/outcomes.ts';
import type { Core } from '../../core/offers.ts';
import type { AuditReader } from '../../platform/audit-index/audit-index.ts';
import { paramsOf, refusedField, withBody, type Answer, type Routes } from './routes.ts';

interface Deps {
  readonly core: Core;
  readonly index: AuditReader;
  readonly version: string;
  readonly startedAt: number;
  readonly approveOverHttp: () => Promise<boolean>;
}

const OneSession = z.strictObject({ session_id: SessionId });

export function houseRoutes(deps: Deps): Routes {
  const { core, index } = deps;
  return {
    'GET /status': () => statusOf(deps),
    'GET /pending': async () => ({ asks: core.asks.list().map(askView) }),
    'GET /sessions': async () => ({ sessions: core.sessions.list().map(sessionView) }),
    'POST /mcp/revoke': withBody(OneSession, async ({ session_id }) => {
      if (!core.sessions.get(session_id)) return refused('unknown-session');
      const revoked = core.sessions.end(session_id, 'person');
      return { session_id, revoked, state: core.sessions.get(session_id)?.state ?? null };
    }),
    'POST /revoke-all': async () => ({ revoked: core.sessions.endAll('person') }),
    'GET /mcp/logs': async (request) => {
      const query = queryFromParams(paramsOf(request));
      if (!query.success) return refusedField(query.error);
      const page = await index.query(query.data);
      return 'kind' in page ? refused('log-unavailable') : page;
    },
  };
}

async function statusOf({ core, index, version, startedAt, ...deps }: Deps): Promise<Answer> {
  const { asks, sessions, notices, mcpUrl, editors } = core.state.snapshot();
  const live = sessions.filter((session) => !session.ended);
  const troubled = notices.some(({ id }) => id === 'ledger-trouble');
  return {
    version,
    pid: process.pid,
    started_at: seconds(startedAt),
    mcp_url: mcpUrl,
    pending: asks.length,
    sessions: live.length,
    editors,
    ledger: troubled ? 'trouble' : 'ok',
    index: index.state.phase,
    approve_over_http: await deps.approveOverHttp(),
    notices,
    runtime: { node: process.versions.node, electron: process.versions['electron'] ?? null },
  };
}
