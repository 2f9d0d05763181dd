/** POST, GET and DELETE /mcp: stateful MCP (to 2025-11-25) and stateless MCP (2026-07-28) at one URL. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/sdk/types.js';
import { classifyInboundRequest, PROTOCOL_VERSION_META_KEY } from '@modelcontextprotocol/server';
import { Disposables, type Disposable } from '../../../shared/base/disposable.ts';
import type { VerifiedCaller } from '../../../shared/access/access.ts';
import type { ClientId } from '../../../shared/base/ids.ts';
import { isError, type Refused } from '../../../shared/actions/outcomes.ts';
import { errors, type ErrorCode } from '../../../shared/errors/errors.ts';
import type { Callers } from '../../platform/peers/callers.ts';
import { isStillLetIn, type Credential } from '../http/credentials.ts';
import type { HttpRoute } from '../http/loopback-server.ts';
import { readJson, replyRefused } from '../http/replies.ts';
import { remoteAddressOf } from '../http/remote-address.ts';
import { claimedWorkspaceOf } from './caller.ts';
import { isMessage, isObject, replyProblem } from './json-rpc.ts';
import { StatefulMcp } from './stateful-mcp.ts';
import { isPlainCall } from './stateless-calls.ts';
import { StatelessMcp } from './stateless-mcp.ts';
import { ProtocolProblem, rpc, type McpRegistry } from './registry.ts';

type ClientCredential = Extract<Credential, { audience: 'client' }>;

interface Deps {
  readonly registry: McpRegistry;
  readonly callers: Pick<Callers, 'find' | 'known'>;
  readonly monotonic: () => number;
  /** Called for every request whose key was accepted. */
  readonly saw?: (clientId: ClientId, verified: VerifiedCaller | null) => void;
  readonly onError: (text: string) => void;
  /** Left out unless debug lines are wanted. */
  readonly debug?: (text: string) => void;
}

export class McpEndpoint implements HttpRoute<'client'>, Disposable {
  readonly audience = 'client';
  readonly #disposables = new Disposables();
  readonly #callers: Deps['callers'];
  readonly #saw: Deps['saw'];
  readonly #debug: Deps['debug'];
  readonly #stateful: StatefulMcp;
  readonly #stateless: StatelessMcp;

  constructor(deps: Deps) {
    this.#callers = deps.callers;
    this.#saw = deps.saw;
    this.#debug = deps.debug;
    this.#stateful = this.#disposables.add(new StatefulMcp(deps));
    this.#stateless = this.#disposables.add(new StatelessMcp(deps));
  }

  matches(method: string, path: string): boolean {
    return path === '/mcp' && ['POST', 'GET', 'DELETE'].includes(method);
  }

  async serve(
    request: IncomingMessage,
    response: ServerResponse,
    { clientId }: Pick<ClientCredential, 'clientId'>,
  ): Promise<void> {
    if (this.#debug) logHttpErrors(response, `${request.method} client=${clientId}`, this.#debug);
    const body = request.method === 'POST' ? await readJson(request) : { json: undefined };
    if (isError(body)) return replyUnread(response, body);
    const protocol = isStatefulRequest(request, body.json) ? this.#stateful : this.#stateless;
    const { socket } = request;
    let verified = this.#callers.known(socket, clientId);
    if (!verified) {
      await this.#callers.find(socket);
      // Finding the process took time; a key revoked meanwhile must not be linked to this program.
      if (!isStillLetIn(request)) return replyRefused(response, 'unauthorized');
      verified = this.#callers.known(socket, clientId);
    }
    if (response.destroyed) return;
    this.#saw?.(clientId, verified);
    const claimedWorkspace = claimedWorkspaceOf(request.headers);
    const caller = { clientId, verified, claimedWorkspace, remote: remoteAddressOf(socket) };
    await protocol.serve(request, response, caller, body.json);
  }

  /** Ends all sessions and streams of a client whose key was revoked. */
  async endAllOf(clientId: ClientId): Promise<void> {
    await Promise.all([this.#stateful.endAllOf(clientId), this.#stateless.endAllOf(clientId)]);
  }

  dispose(): Promise<void> {
    return this.#disposables.dispose();
  }
}

/** Refusals before any MCP method runs, such as an unknown session or a wrong Accept header. */
function logHttpErrors(
  response: ServerResponse,
  request: string,
  debug: (text: string) => void,
): void {
  response.once('finish', () => {
    if (response.statusCode >= 400) debug(`${request} HTTP ${response.statusCode}`);
  });
}

/** Invalid or contradictory messages are answered by the stateless protocol. */
function isStatefulRequest({ method = '', headers }: IncomingMessage, body: unknown): boolean {
  if (method !== 'POST') return true;
  if (isPlainCall(headers, body)) return false;
  const version = headers['mcp-protocol-version'];
  if (isPlainStatefulMessage(version, body)) return true;
  const named = typeof version === 'string' ? { protocolVersionHeader: version } : {};
  return classifyInboundRequest({ httpMethod: method, body, ...named }).kind === 'legacy';
}

/** Recognises the common stateful message without a schema: it names no stateless version. */
function isPlainStatefulMessage(version: string | string[] | undefined, body: unknown): boolean {
  if (version !== undefined && !statefulVersions.has(String(version))) return false;
  if (Array.isArray(body) || !isMessage(body) || body.method === undefined) return false;
  if (!Object.keys(body).every((key) => messageKeys.has(key))) return false;
  const meta = body.params?.['_meta'];
  return meta === undefined || (isObject(meta) && !Object.hasOwn(meta, PROTOCOL_VERSION_META_KEY));
}

const statefulVersions: ReadonlySet<string> = new Set(SUPPORTED_PROTOCOL_VERSIONS);
const messageKeys: ReadonlySet<string> = new Set(['jsonrpc', 'id', 'method', 'params']);

const unreadable: Readonly<Partial<Record<ErrorCode, number>>> = {
  'bad-json': rpc.parseError,
  'invalid-arguments': rpc.invalidParams,
};

/** MCP clients read JSON-RPC errors only, except for an invalid key. */
function replyUnread(response: ServerResponse, refusal: Refused): void {
  const { code, message, hint } = refusal;
  if (code === 'unauthorized') return replyRefused(response, refusal);
  response.setHeader('Connection', 'close');
  const rpcCode = unreadable[code] ?? rpc.badRequest;
  const problem = new ProtocolProblem(rpcCode, `${message} (${code})`, hint, { code });
  replyProblem(response, errors[code].http, problem);
}
