/**
 * The methods of the registry, answered without the SDK: it reads every message by several schemas,
 * which costs more than the rest of a call. What belongs to the handshake it keeps.
 */
import type { Agent } from '../../../shared/access.ts';
import type { Caller } from './caller.ts';
import type { RequestId, RequestMessage } from './json-rpc.ts';
import { problemText, resultText } from './json-rpc.ts';
import type { Answer, Exchange, Params, Registry } from './registry.ts';

interface Deps {
  readonly answers: Registry['answers'];
  readonly agentOf: (caller: Caller) => Agent;
  readonly tell: (id: RequestId, method: string, params: Params) => void;
  readonly ask: (id: RequestId, method: string, params: Params) => Promise<Params>;
  readonly onTrouble: (text: string) => void;
}

export class OwnAnswers {
  readonly #deps: Deps;
  readonly #open = new Map<RequestId, AbortController>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  has(method: string): boolean {
    return Object.hasOwn(this.#deps.answers, method);
  }

  /** The whole response as text. */
  async to(request: RequestMessage, caller: Caller): Promise<string> {
    const { id, method, params = {} } = request;
    const withdrawal = new AbortController();
    this.#open.set(id, withdrawal);
    try {
      const answer = this.#deps.answers[method] as Answer;
      return resultText(id, await answer(params, this.#exchange(request, caller, withdrawal)));
    } catch (error) {
      return problemText(id, error, this.#deps.onTrouble);
    } finally {
      this.#open.delete(id);
    }
  }

  cancel(id: RequestId): void {
    this.#open.get(id)?.abort();
  }

  cancelAll(): void {
    for (const withdrawal of this.#open.values()) withdrawal.abort();
  }

  #exchange({ id, params }: RequestMessage, caller: Caller, { signal }: AbortController): Exchange {
    const { agentOf, tell, ask } = this.#deps;
    return {
      agent: agentOf(caller),
      claimedWorkspace: caller.claimedWorkspace,
      signal,
      progressToken: progressTokenIn(params),
      notify: (method, told) => tell(id, method, told),
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
