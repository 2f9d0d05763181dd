/**
 * Asks the user for what an MCP server wants to know. The ask shows the server's words as the server's;
 * only the user can answer it, and no answer means that the server gets none. Each is an entry of its own,
 * with the names of the fields and never what was typed.
 */
import type { Agent } from '../../../shared/access/access.ts';
import { done, isError, refused, type Outcome } from '../../../shared/actions/outcomes.ts';
import type { ConfirmAsk, ShownServerInput } from '../../../shared/asks/asks.ts';
import type { AskId, ClientId, SessionId } from '../../../shared/base/ids.ts';
import { inputForm } from '../../../shared/servers/input-form.ts';
import type { AskQueue, AskResult } from '../asks/ask-queue.ts';
import { outcomeOf } from '../asks/confirm-result.ts';
import type { Needs } from '../dependencies.ts';
import { AuditEntryWriter } from '../ledger/entry-writer.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { FloodGuard } from '../limits/flood-guard.ts';
import { RecordLimit } from '../limits/record-limit.ts';
import type { ServerInputAnswer, ServerInputRequest } from './server-input.ts';

interface Deps {
  readonly needs: Needs;
  readonly asks: AskQueue;
  readonly ledger: Ledger;
  readonly flood: Pick<FloodGuard, 'refusal' | 'answered'>;
  readonly note: (action: string, detail: string) => Promise<unknown>;
}

type OpenAddress = (url: string) => Promise<void>;

export const serverInputAction = 'server_input';

/** More than any user could answer. */
const requestsOfServer = { perSecond: 0.2, burst: 20 };
const longestMessage = 4_000;
const longestAddress = 4_096;

export class ServerInputAsks {
  readonly #deps: Deps;
  readonly #limit: RecordLimit;
  readonly #open = new Set<Promise<unknown>>();
  #openAddress: OpenAddress | null = null;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#limit = new RecordLimit({
      ...{ clock: deps.needs.clock, size: requestsOfServer },
      note: (detail) => deps.note('server.input-refused', detail),
    });
  }

  /** Opens a page in the user's browser; only the user's answer leads here. */
  opensWith(open: OpenAddress): void {
    this.#openAddress = open;
  }

  readonly ask = (request: ServerInputRequest, signal: AbortSignal): Promise<ServerInputAnswer> => {
    const asking = this.#ask(request, signal);
    this.#open.add(asking);
    const forget = (): void => void this.#open.delete(asking);
    asking.then(forget, forget);
    return asking;
  };

  async drain(): Promise<void> {
    await Promise.allSettled(this.#open);
  }

  async #ask(request: ServerInputRequest, signal: AbortSignal): Promise<ServerInputAnswer> {
    if (!(await this.#limit.mayRecord(request.server))) return { action: 'cancel' };
    const { needs, ledger } = this.#deps;
    const agent = request.agent ?? serverAsAgent(request.server);
    const shown = shownInput(request);
    const args = recordedArgs(request, shown);
    const facts = { entry: needs.newId(), actor: agent.clientId, action: serverInputAction, args };
    const entry = AuditEntryWriter.open(ledger, needs.clock, facts);
    if (isError(entry)) return { action: 'cancel' };
    const { answer, outcome } = await this.#decide({ request, agent, shown }, entry, signal);
    await entry.close(outcome);
    return answer;
  }

  async #decide(
    { request, agent, shown }: ShownRequest,
    entry: AuditEntryWriter,
    signal: AbortSignal,
  ): Promise<Decided> {
    if (shown === null)
      return no('decline', refused('invalid-arguments', 'Gatehouse cannot show what it asks for.'));
    const { asks, flood, needs } = this.#deps;
    const { clientId } = agent;
    const full = asks.fullFor(clientId, needs.settings.limits.pendingAsksPerClient);
    const tooMany = full ?? flood.refusal(clientId) ?? (await entry.makeDurable());
    if (tooMany) return no('cancel', tooMany);
    const ask = this.#askFor(request, agent, shown);
    const result = await asks.ask(ask, signal);
    flood.answered(clientId, result);
    const { by, result: decision, refusal } = outcomeOf(result);
    const { sessionId } = request;
    const decided = {
      ...{ decidedBy: by, rule: serverInputAction, result: decision },
      ...(sessionId ? { sessionId } : {}),
    };
    const unrecorded = await entry.decide(decided);
    if (unrecorded) return no('cancel', unrecorded);
    if (refusal) return no(by === 'person' ? 'decline' : 'cancel', refusal);
    return this.#accepted(result, shown);
  }

  async #accepted(result: AskResult, { page }: ShownServerInput): Promise<Decided> {
    if (result.kind !== 'submit') return no('cancel', refused('action-failed'));
    if (page === null) {
      const fields = Object.keys(result.content);
      const answer = { action: 'accept', content: result.content } as const;
      return { answer, outcome: done({ submitted: fields }) };
    }
    const isOpen = await this.#openAddress?.(page.url).then(
      () => true,
      () => false,
    );
    return isOpen === true
      ? { answer: { action: 'accept' }, outcome: done({ opened: page.host }) }
      : no('cancel', refused('action-failed', 'The page could not be opened.'));
  }

  #askFor(request: ServerInputRequest, agent: Agent, shown: ShownServerInput): ConfirmAsk {
    const { needs } = this.#deps;
    const askedAt = needs.clock.now();
    const exact = JSON.stringify(recordedArgs(request, shown), null, 2);
    const digest = needs.sha256(JSON.stringify(shown));
    return Object.freeze({
      kind: 'confirm',
      ...{ askId: needs.newId() as AskId, agent },
      sessionId: request.sessionId ?? ('' as SessionId),
      action: serverInputAction,
      actionKind: 'run',
      sentence: `answer the MCP server ${request.server}`,
      ...{ exact, callDigest: digest, digest, because: [], explain: '' },
      ...{ command: null, changes: [], isIncomplete: false, carriedOutBy: null, folders: [] },
      ...{ recoverability: null, typeToAllow: null, forSession: null, ruleDraft: null },
      ...{ askedAt, deadline: askedAt + needs.settings.askTimeoutSeconds * 1000, waiting: 1 },
      serverInput: shown,
    } satisfies ConfirmAsk);
  }
}

interface ShownRequest {
  readonly request: ServerInputRequest;
  readonly agent: Agent;
  readonly shown: ShownServerInput | null;
}

interface Decided {
  readonly answer: ServerInputAnswer;
  readonly outcome: Outcome;
}

const no = (action: 'decline' | 'cancel', outcome: Outcome): Decided => ({
  answer: { action },
  outcome,
});

/** Where calls of several agents are under way, the server asks in its own name. */
const serverAsAgent = (server: string): Agent => ({
  clientId: server as ClientId,
  claimedName: server,
  claimedVersion: '',
  door: 'mcp',
  verified: null,
});

/** Null when it asks for something that no form can show, or leads to no web page. */
function shownInput({
  server,
  message,
  wants,
  action,
}: ServerInputRequest): ShownServerInput | null {
  const about = { server, message: message.slice(0, longestMessage), during: action };
  if (wants.kind === 'form') {
    const fields = inputForm(wants.schema);
    return fields && { ...about, fields, page: null };
  }
  const page = pageOf(wants.url);
  return page && { ...about, fields: [], page };
}

function pageOf(address: string): ShownServerInput['page'] {
  if (address.length > longestAddress || !URL.canParse(address)) return null;
  const { protocol, host, href, username, password } = new URL(address);
  const isWeb = protocol === 'https:' || protocol === 'http:';
  return isWeb && username === '' && password === '' ? { url: href, host } : null;
}

const recordedArgs = (
  { server, message, action }: ServerInputRequest,
  shown: ShownServerInput | null,
) => ({
  server,
  message: message.slice(0, longestMessage),
  ...(action === null ? {} : { during: action }),
  ...(shown === null || shown.page ? {} : { fields: shown.fields.map(({ name }) => name) }),
  ...(shown?.page ? { host: shown.page.host } : {}),
});
