/** POST, GET and DELETE /mcp: both eras of MCP on one address. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { classifyInboundRequest } from '@modelcontextprotocol/server';
import { Disposables, type Disposable } from '../../../shared/base/disposable.ts';
import type { Refused } from '../../../shared/outcomes.ts';
import { errors, type ErrorCode } from '../../../shared/errors.ts';
import type { Callers } from '../../platform/peers/callers.ts';
import type { Credential } from '../wire/credentials.ts';
import type { Door } from '../wire/loopback-server.ts';
import { readJson } from '../wire/replies.ts';
import { claimedWorkspaceOf } from './caller.ts';
import { replyError } from './json-rpc.ts';
import { LegacyLeg } from './legacy-leg.ts';
import { ModernLeg } from './modern-leg.ts';
import { rpc, type Registry } from './registry.ts';

type ClientCredential = Extract<Credential, { audience: 'client' }>;

interface Deps {
  readonly registry: Registry;
  readonly callers: Pick<Callers, 'of'>;
  readonly monotonic: () => number;
  readonly onTrouble: (text: string) => void;
}

export class McpEndpoint implements Door<'client'>, Disposable {
  readonly audience = 'client';
  readonly #held = new Disposables();
  readonly #callers: Deps['callers'];
  readonly #legacy: LegacyLeg;
  readonly #modern: ModernLeg;

  constructor(deps: Deps) {
    this.#callers = deps.callers;
    this.#legacy = this.#held.add(new LegacyLeg(deps));
    this.#modern = this.#held.add(new ModernLeg(deps));
  }

  matches(method: string, path: string): boolean {
    return path === '/mcp' && ['POST', 'GET', 'DELETE'].includes(method);
  }

  async serve(
    request: IncomingMessage,
    response: ServerResponse,
    { clientId }: Pick<ClientCredential, 'clientId'>,
  ): Promise<void> {
    const body = request.method === 'POST' ? await readJson(request) : { json: undefined };
    if ('kind' in body) return replyUnread(response, body);
    const leg = isOfFirstEra(request, body.json) ? this.#legacy : this.#modern;
    const caller = {
      clientId,
      verified: await this.#callers.of(request.socket, clientId),
      claimedWorkspace: claimedWorkspaceOf(request.headers),
    };
    if (response.destroyed) return;
    await leg.serve(request, response, caller, body.json);
  }

  dispose(): Promise<void> {
    return this.#held.dispose();
  }
}

/** What is no message at all, or says two things at once, is answered by the second era. */
function isOfFirstEra({ method = '', headers }: IncomingMessage, body: unknown): boolean {
  if (method !== 'POST') return true;
  const version = headers['mcp-protocol-version'];
  const named = typeof version === 'string' ? { protocolVersionHeader: version } : {};
  return classifyInboundRequest({ httpMethod: method, body, ...named }).kind === 'legacy';
}

const unreadable: Readonly<Partial<Record<ErrorCode, number>>> = {
  'bad-json': rpc.parseError,
  'invalid-arguments': rpc.invalidParams,
};

/** MCP clients read JSON-RPC errors only. */
function replyUnread(response: ServerResponse, { code, message, hint }: Refused): void {
  response.setHeader('Connection', 'close');
  const rpcCode = unreadable[code] ?? rpc.badRequest;
  replyError(response, errors[code].http, rpcCode, `${message} ${hint} (${code})`);
}
