/** POST, GET and DELETE /mcp: both eras of MCP on one address. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/sdk/types.js';
import { classifyInboundRequest, PROTOCOL_VERSION_META_KEY } from '@modelcontextprotocol/server';
import { Disposables, type Disposable } from '../../../shared/base/disposable.ts';
import type { VerifiedCaller } from '../../../shared/access.ts';
import type { ClientId } from '../../../shared/ids.ts';
import type { Refused } from '../../../shared/outcomes.ts';
import { errors, type ErrorCode } from '../../../shared/errors.ts';
import type { Callers } from '../../platform/peers/callers.ts';
import { isStillLetIn, type Credential } from '../wire/credentials.ts';
import type { Door } from '../wire/loopback-server.ts';
import { readJson, replyRefused } from '../wire/replies.ts';
import { claimedWorkspaceOf } from './caller.ts';
import { isMessage, isObject, replyProblem } from './json-rpc.ts';
import { LegacyLeg } from './legacy-leg.ts';
import { isPlainCall } from './modern-calls.ts';
import { ModernLeg } from './modern-leg.ts';
import { ProtocolProblem, rpc, type Registry } from './registry.ts';

type ClientCredential = Extract<Credential, { audience: 'client' }>;

interface Deps {
  readonly registry: Registry;
  readonly callers: Pick<Callers, 'find' | 'known'>;
  readonly monotonic: () => number;
  /** Told of every request whose key was accepted. */
  readonly saw?: (clientId: ClientId, verified: VerifiedCaller | null) => void;
  readonly onTrouble: (text: string) => void;
}

export class McpEndpoint implements Door<'client'>, Disposable {
  readonly audience = 'client';
  readonly #held = new Disposables();
  readonly #callers: Deps['callers'];
  readonly #saw: Deps['saw'];
  readonly #legacy: LegacyLeg;
  readonly #modern: ModernLeg;

  constructor(deps: Deps) {
    this.#callers = deps.callers;
    this.#saw = deps.saw;
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
    const { socket } = request;
    let verified = this.#callers.known(socket, clientId);
    if (!verified) {
      await this.#callers.find(socket);
      // That took time, and a key that was taken away is not to be known by this program.
      if (!isStillLetIn(request)) return replyRefused(response, 'unauthorized');
      verified = this.#callers.known(socket, clientId);
    }
    if (response.destroyed) return;
    this.#saw?.(clientId, verified);
    const caller = { clientId, verified, claimedWorkspace: claimedWorkspaceOf(request.headers) };
    await leg.serve(request, response, caller, body.json);
  }

  /** The client's key was taken away: its sessions and streams end, whatever they wait for. */
  async endAllOf(clientId: ClientId): Promise<void> {
    await Promise.all([this.#legacy.endAllOf(clientId), this.#modern.endAllOf(clientId)]);
  }

  dispose(): Promise<void> {
    return this.#held.dispose();
  }
}

/** What is no message at all, or says two things at once, is answered by the second era. */
function isOfFirstEra({ method = '', headers }: IncomingMessage, body: unknown): boolean {
  if (method !== 'POST') return true;
  if (isPlainCall(headers, body)) return false;
  const version = headers['mcp-protocol-version'];
  if (isPlainlyOfFirstEra(version, body)) return true;
  const named = typeof version === 'string' ? { protocolVersionHeader: version } : {};
  return classifyInboundRequest({ httpMethod: method, body, ...named }).kind === 'legacy';
}

/** As nearly every message of that era is, told without a schema: no version of the second is named. */
function isPlainlyOfFirstEra(version: string | string[] | undefined, body: unknown): boolean {
  if (version !== undefined && !firstEra.has(String(version))) return false;
  if (Array.isArray(body) || !isMessage(body) || body.method === undefined) return false;
  if (!Object.keys(body).every((key) => ofMessages.has(key))) return false;
  const meta = body.params?.['_meta'];
  return meta === undefined || (isObject(meta) && !Object.hasOwn(meta, PROTOCOL_VERSION_META_KEY));
}

const firstEra: ReadonlySet<string> = new Set(SUPPORTED_PROTOCOL_VERSIONS);
const ofMessages: ReadonlySet<string> = new Set(['jsonrpc', 'id', 'method', 'params']);

const unreadable: Readonly<Partial<Record<ErrorCode, number>>> = {
  'bad-json': rpc.parseError,
  'invalid-arguments': rpc.invalidParams,
};

/** MCP clients read JSON-RPC errors only, but for a key that is worth nothing. */
function replyUnread(response: ServerResponse, refusal: Refused): void {
  const { code, message, hint } = refusal;
  if (code === 'unauthorized') return replyRefused(response, refusal);
  response.setHeader('Connection', 'close');
  const rpcCode = unreadable[code] ?? rpc.badRequest;
  const problem = new ProtocolProblem(rpcCode, `${message} (${code})`, hint, { code });
  replyProblem(response, errors[code].http, problem);
}
