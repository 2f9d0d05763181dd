/** POST, GET and DELETE /mcp: stateful MCP (to 2025-11-25) and stateless MCP (2026-07-28) at one URL. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Disposables, type Disposable } from '../../../shared/base/disposable.ts';
import type { VerifiedCaller } from '../../../shared/access/access.ts';
import type { ClientId } from '../../../shared/base/ids.ts';
import { isError, type Refused } from '../../../shared/actions/outcomes.ts';
import { errors, type ErrorCode } from '../../../shared/errors/errors.ts';
import { rpcCodes } from '../../../shared/protocols/json-rpc.ts';
import type { Callers } from '../../platform/peers/callers.ts';
import { isStillLetIn, type Credential } from '../http/credentials.ts';
import type { HttpRoute } from '../http/loopback-server.ts';
import { readJson, replyRefused } from '../http/replies.ts';
import { remoteAddressOf } from '../http/connections.ts';
import { claimedWorkspaceOf } from './exchange.ts';
import { protocolOf } from './protocol-choice.ts';
import { ProtocolError, replyError } from './protocol-error.ts';
import type { McpRegistry } from './registry.ts';
import { StatefulMcp } from './stateful-mcp.ts';
import { StatelessMcp } from './stateless-mcp.ts';

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

const servedMethods: ReadonlySet<string> = new Set(['POST', 'GET', 'DELETE']);

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
    return path === '/mcp' && servedMethods.has(method);
  }

  async serve(
    request: IncomingMessage,
    response: ServerResponse,
    { clientId }: Pick<Extract<Credential, { audience: 'client' }>, 'clientId'>,
  ): Promise<void> {
    if (this.#debug) logHttpErrors(response, `${request.method} client=${clientId}`, this.#debug);
    const body = request.method === 'POST' ? await readJson(request) : { json: undefined };
    if (isError(body)) return replyUnread(response, body);
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
    const choice = protocolOf(request, body.json);
    if (choice.protocol === 'stateful') {
      return this.#stateful.serve(request, response, caller, body.json);
    }
    if (choice.protocol === 'stateless-call') {
      return this.#stateless.call(choice.call, response, caller);
    }
    return this.#stateless.serve(request, response, caller, body.json);
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

const unreadable: Readonly<Partial<Record<ErrorCode, number>>> = {
  'bad-json': rpcCodes.parseError,
  'invalid-arguments': rpcCodes.invalidParams,
};

/** MCP clients read JSON-RPC errors only, except for an invalid key. */
function replyUnread(response: ServerResponse, refusal: Refused): void {
  const { code, message, hint } = refusal;
  if (code === 'unauthorized') return replyRefused(response, refusal);
  response.setHeader('Connection', 'close');
  const rpcCode = unreadable[code] ?? rpcCodes.badRequest;
  const error = new ProtocolError(rpcCode, `${message} (${code})`, hint, { code });
  replyError(response, errors[code].http, error);
}
