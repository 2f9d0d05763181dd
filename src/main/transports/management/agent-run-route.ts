/** POST /agent-runs: replies when the user has allowed the run, with the terminal to connect to. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { AgentRunRequest, type AgentRunStart } from '../../../shared/agents/agent-run.ts';
import type { VerifiedCaller } from '../../../shared/access/access.ts';
import { isError, refused, type Refused } from '../../../shared/actions/outcomes.ts';
import type { ClientId } from '../../../shared/base/ids.ts';
import { readAs } from '../../../shared/base/parse.ts';
import type { HttpRoute } from '../http/request-router.ts';
import { readJson, replyJson, replyRefused } from '../http/replies.ts';
import { remoteAddressOf } from '../http/connections.ts';
import type { FindCaller } from './request-routes.ts';
import { refusedField } from './routes.ts';

export type StartAgentRun = (
  request: AgentRunRequest,
  findCaller: (clientId: ClientId) => Promise<VerifiedCaller | null>,
  gone: AbortSignal,
) => Promise<AgentRunStart | Refused>;

interface Deps {
  readonly start: StartAgentRun;
  readonly findCaller: FindCaller;
}

export class AgentRunRoute implements HttpRoute<'management'> {
  readonly audience = 'management';
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  matches(method: string, path: string): boolean {
    return method === 'POST' && path === '/agent-runs';
  }

  async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const reply = await this.#start(request, response);
    if (response.destroyed) return;
    if (isError(reply)) replyRefused(response, reply);
    else replyJson(response, 200, reply);
  }

  async #start(
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<AgentRunStart | Refused> {
    // Its terminal is a socket of this computer.
    if (remoteAddressOf(request.socket) !== undefined) return refused('management-not-here');
    const body = await readJson(request);
    if (isError(body)) return body;
    const parsed = readAs(AgentRunRequest, body.json);
    if (!parsed.success) return refusedField(parsed.error);
    const gone = new AbortController();
    response.once('close', () => {
      if (!response.writableFinished) gone.abort();
    });
    const findCaller = (clientId: ClientId): Promise<VerifiedCaller | null> =>
      this.#deps.findCaller(request, clientId);
    return this.#deps.start(parsed.data, findCaller, gone.signal);
  }
}
