/** What a client can read about itself: the folders it was given, and its part of the ledger. */
import { z } from 'zod';
import type { Agent } from '../../../shared/access.ts';
import { queryFromParams, type AuditQuery } from '../../../shared/audit-query.ts';
import type { Core } from '../../core/offers.ts';
import type { AuditReader } from '../../platform/audit-index/audit-index.ts';
import { parsedParams, unfitField } from './params.ts';
import { ProtocolProblem, rpc, type Answer } from './registry.ts';

interface Deps {
  readonly core: Core;
  readonly index: Pick<AuditReader, 'query'>;
}

const rootsUri = 'gatehouse://roots';
const ledgerUri = 'gatehouse://ledger';
const mimeType = 'application/json';
const usualPage = 50;

const listed = [
  {
    uri: rootsUri,
    name: 'roots',
    title: 'The folders you were given',
    description: 'Each folder of your live sessions, with its scopes and when the session ends.',
    mimeType,
  },
  {
    uri: ledgerUri,
    name: 'ledger',
    title: 'What is on record about you',
    description: 'The newest entries of the ledger about your own requests, calls and sessions.',
    mimeType,
  },
];

const template = {
  uriTemplate: `${ledgerUri}{?before,after,limit,action,outcome,session_id,since,until,q}`,
  name: 'ledger-page',
  title: 'A page of what is on record about you',
  description: 'Give the "next" of one page as "before" of the following one.',
  mimeType,
};

const readParams = z.object({ uri: z.string().max(2048) });

export function resourceAnswers(deps: Deps): Readonly<Record<string, Answer>> {
  return {
    'resources/list': () => ({ resources: listed }),
    'resources/templates/list': () => ({ resourceTemplates: [template] }),
    async 'resources/read'(params, { agent, signal }) {
      const { uri } = parsedParams(readParams, params);
      const text = JSON.stringify(await read(uri, agent, signal, deps));
      return { contents: [{ uri, mimeType, text }] };
    },
  };
}

async function read(
  uri: string,
  agent: Agent,
  signal: AbortSignal,
  { core, index }: Deps,
): Promise<object> {
  const [base, search = ''] = uri.split('?', 2);
  if (uri === rootsUri) return rootsOf(core, agent);
  if (base !== ledgerUri) {
    const which = `There is no resource ${uri}.`;
    throw new ProtocolProblem(rpc.resourceNotFound, which, 'resources/list tells which.', { uri });
  }
  const page = await index.query(ownQuery(search, agent), signal);
  if ('kind' in page)
    throw new ProtocolProblem(
      rpc.internalError,
      'The ledger cannot be read just now.',
      'Try later.',
    );
  return page;
}

/** Whatever is asked, only entries of this client are found. */
function ownQuery(search: string, { clientId }: Agent): AuditQuery {
  const parsed = queryFromParams(new URLSearchParams(search));
  if (parsed.success) return { limit: usualPage, ...parsed.data, actor: clientId };
  const [issue] = parsed.error.issues;
  const field = issue?.path.map(String).join('.') ?? '';
  throw unfitField(`params.uri: ${field}`, issue?.message ?? 'unfit');
}

function rootsOf(core: Core, { clientId }: Agent): object {
  const live = core.sessions.liveOf(clientId);
  if ('kind' in live) return { roots: [] };
  const roots = live.flatMap(({ roots: given, scopes, expiresAt, sessionId }) =>
    given.map(({ path }) => ({
      path,
      scopes,
      session_id: sessionId,
      expires_at: new Date(expiresAt).toISOString(),
    })),
  );
  return { roots };
}
