/** The resources of a client: its granted folders and its own ledger entries. */
import { z } from 'zod';
import type { Agent } from '../../../shared/access/access.ts';
import { queryFromParams, type AuditQuery } from '../../../shared/ledger/query.ts';
import type { Core } from '../../core/core.ts';
import type { AuditReader } from '../../platform/ledger-index/ledger-index.ts';
import { rpcCodes } from '../../../shared/protocols/json-rpc.ts';
import { invalidField, parsedParams, ProtocolError } from './protocol-error.ts';
import type { MethodHandler } from './registry.ts';
import { isError } from '../../../shared/actions/outcomes.ts';
import { isAnswer } from '../../../shared/asks/no-answer.ts';

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
    title: 'Your granted folders',
    description: 'Each folder of your active sessions, with its scopes and when the session ends.',
    mimeType,
  },
  {
    uri: ledgerUri,
    name: 'ledger',
    title: 'Your ledger entries',
    description: 'The newest ledger entries about your own requests, calls and sessions.',
    mimeType,
  },
];

const template = {
  uriTemplate: `${ledgerUri}{?before,after,limit,action,outcome,session_id,since,until,q}`,
  name: 'ledger-page',
  title: 'One page of your ledger entries',
  description: 'Pass the "next" of one page as "before" of the following one.',
  mimeType,
};

const readParams = z.object({ uri: z.string().max(2048) });

export function resourceAnswers(deps: Deps): Readonly<Record<string, MethodHandler>> {
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
    const which = `Unknown resource ${uri}.`;
    throw new ProtocolError(
      rpcCodes.resourceNotFound,
      which,
      'Call resources/list to see which exist.',
      { uri },
    );
  }
  const page = await index.query(ownQuery(search, agent), signal);
  if (!isAnswer(page))
    throw new ProtocolError(
      rpcCodes.internalError,
      'The ledger cannot be read right now.',
      'Try later.',
    );
  return page;
}

/** Any query returns only entries of this client. */
function ownQuery(search: string, { clientId }: Agent): AuditQuery {
  const parsed = queryFromParams(new URLSearchParams(search));
  if (parsed.success) return { limit: usualPage, ...parsed.data, actor: clientId };
  const [issue] = parsed.error.issues;
  const field = issue?.path.map(String).join('.') ?? '';
  throw invalidField(`params.uri: ${field}`, issue?.message ?? 'invalid');
}

function rootsOf(core: Core, { clientId }: Agent): object {
  const live = core.sessions.liveOf(clientId);
  if (isError(live)) return { roots: [] };
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
