/**
 * Answers the registry's methods without the SDK, which parses every message with several schemas
 * and so costs more than the rest of a call. The SDK still handles the handshake.
 */
import type { Agent } from '../../../shared/access/access.ts';
import type { McpCaller } from './caller.ts';
import type { JsonRpcId, RequestMessage } from './json-rpc.ts';
import { problemText, resultText } from './json-rpc.ts';
import type { MethodHandler, Exchange, Params, McpRegistry } from './registry.ts';

interface Deps {
  readonly answers: McpRegistry['answers'];
  readonly agentOf: (caller: McpCaller) => Agent;
  readonly sendNotification: (id: JsonRpcId, method: string, params: Params) => void;
  readonly ask: (id: JsonRpcId, method: string, params: Params) => Promise<Params>;
  readonly onError: (text: string) => void;
}

export class DirectAnswers {
  readonly #deps: Deps;
  readonly #open = new Map<JsonRpcId, AbortController>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  has(method: string): boolean {
    return Object.hasOwn(this.#deps.answers, method);
  }

  /** The whole response as text. */
  async to(request: RequestMessage, caller: McpCaller): Promise<string> {
    const { id, method, params = {} } = request;
    const withdrawal = new AbortController();
    this.#open.set(id, withdrawal);
    try {
      const answer = this.#deps.answers[method] as MethodHandler;
      return resultText(id, await answer(params, this.#exchange(request, caller, withdrawal)));
    } catch (error) {
      return problemText(id, error, this.#deps.onError);
    } finally {
      this.#open.delete(id);
    }
  }

  cancel(id: JsonRpcId): void {
    this.#open.get(id)?.abort();
  }

  cancelAll(): void {
    for (const withdrawal of this.#open.values()) withdrawal.abort();
  }

  #exchange(
    { id, params }: RequestMessage,
    caller: McpCaller,
    { signal }: AbortController,
  ): Exchange {
    const { agentOf, sendNotification, ask } = this.#deps;
    return {
      agent: agentOf(caller),
      claimedWorkspace: caller.claimedWorkspace,
      signal,
      progressToken: progressTokenIn(params),
      notify: (method, notificationParams) => sendNotification(id, method, notificationParams),
      request: (method, asked) => ask(id, method, asked),
    };
  }
}

function progressTokenIn(params: Params | undefined): string | number | undefined {
  const meta = params?.['_meta'];
  if (typeof meta !== 'object' || meta === null || !('progressToken' in meta)) return undefined;
  const { progressToken } = meta;
  return typeof progressToken === 'string' || typeof progressToken === 'number'
    ? progressToken
    : undefined;
}
