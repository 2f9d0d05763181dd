/**
 * Between a client on stdin and stdout and the app's /mcp: every message passes as it is, ids kept,
 * both ways, in both eras. When the app is restarted the proxy finds it again and opens the MCP
 * session anew; a call that was on its way is answered with an error, since nobody knows its end.
 */
import { Problem } from '../problem.ts';
import { Connections, sleep, type Connection, type Finder } from './connection.ts';
import { exchange, type Ending, type Wish } from './mcp-exchange.ts';
import { LegacySession } from './legacy-session.ts';
import { changesFor, withoutAcknowledgement } from './listening.ts';
import { isAnswerTo, isRequest, modernHeaders, modernVersionOf, type Message } from './message.ts';
import { PendingCalls, type PendingCall } from './pending-calls.ts';
import { lostOnItsWay, notThere, reasonOf, refusalOf } from './trouble.ts';

interface Deps {
  readonly finder: Finder;
  say(message: Message): Promise<void>;
  log(text: string): void;
}

/** How long a message waits for an app that is being restarted. */
const patienceMs = 15_000;
const breathMs = 250;

export class StdioProxy {
  readonly #deps: Deps;
  readonly #closing = new AbortController();
  readonly #connections: Connections;
  readonly #calls = new PendingCalls();
  #queue: Promise<void> = Promise.resolve();
  #legacy: LegacySession | null = null;
  /** The connection the MCP session of the first era was opened on. */
  #openedOn: Connection | null = null;
  #reopening: Promise<void> | null = null;
  #holding = false;
  #modernVersion: string | null = null;
  #reopened = 0;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#connections = new Connections(deps.finder, this.#closing.signal);
  }

  /** Looks for the app at once, so that it is there when the first message comes. */
  start(): void {
    void this.#connections.get(0).catch((error: unknown) => this.#deps.log(reasonOf(error)));
  }

  /** One message of the client. They reach the app in the order in which they came. */
  receive(message: Message): void {
    if (message.method === 'notifications/cancelled' && this.#cancel(message)) return;
    const call = isRequest(message) ? this.#calls.add(message) : null;
    this.#queue = this.#queue.then(async () => {
      if (call) void this.#call(call);
      else await this.#tell(message);
    });
  }

  /** What waits is given up, which withdraws its questions; the MCP session is closed. */
  async close(): Promise<void> {
    if (this.#closing.signal.aborted) return;
    this.#closing.abort();
    this.#calls.stopAll();
    const connection = this.#openedOn;
    if (connection && this.#legacy?.hasId) {
      const wish = { method: 'DELETE', headers: this.#legacy.headers } as const;
      await this.#exchange(connection, wish, AbortSignal.timeout(1_000));
    }
    await this.#connections.close();
  }

  /** True when the message has done its work. */
  #cancel(message: Message): boolean {
    const call = this.#calls.find(message.params?.['requestId']);
    if (!call) return modernVersionOf(message) !== null;
    call.cancelled = true;
    if (modernVersionOf(call.request) !== null) {
      call.stop.abort();
      return true;
    }
    this.#queue = this.#queue.then(() => this.#tell(message)).finally(() => call.stop.abort());
    return true;
  }

  async #call(call: PendingCall): Promise<void> {
    const { request } = call;
    const listens = request.method === 'subscriptions/listen';
    const attempts = listens ? Infinity : 3;
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      if (this.#closing.signal.aborted || call.stop.signal.aborted) break;
      const again = await this.#attempt(call, attempt > 0).catch((error: unknown) => error);
      if (again === false) return;
      if (again !== true && !listens) return this.#answer(call, notThere(request.id, again));
      await sleep(attempt === 0 ? 0 : breathMs, this.#closing.signal);
    }
    await this.#answer(call, notThere(request.id, null));
  }

  /** True when it is to be tried again: then nothing of it has reached the app. */
  async #attempt(call: PendingCall, later: boolean): Promise<boolean> {
    const { request, stop } = call;
    const first = request.method === 'initialize' && modernVersionOf(request) === null;
    const connection = await this.#ready(first);
    if (first) {
      this.#legacy = new LegacySession(request);
      this.#openedOn = null;
    }
    const listens = request.method === 'subscriptions/listen';
    const pass = listens && later ? withoutAcknowledgement(request) : (one: Message) => one;
    if (listens && later) for (const change of changesFor(request)) await this.#deps.say(change);
    let answered = false;
    const wish: Partial<Wish> & Pick<Wish, 'method' | 'headers'> = {
      method: 'POST',
      headers: this.#headersFor(request),
      body: request,
      onHead: ({ sessionId }) => {
        if (first) this.#legacy?.began(sessionId);
      },
      onMessage: async (message) => {
        if (!isAnswerTo(message, request.id)) {
          const passed = pass(message);
          if (passed) await this.#deps.say(passed);
          return;
        }
        // A list of changes that the app closes on its way out is opened again by us.
        if (listens && 'result' in message) return;
        answered = true;
        if (first) this.#opened(message, connection);
        await this.#answer(call, message);
      },
    };
    const ending = await this.#exchange(connection, wish, stop.signal);
    if (answered || stop.signal.aborted) {
      this.#calls.settle(call);
      return false;
    }
    return this.#unanswered(call, connection, ending);
  }

  async #unanswered(call: PendingCall, connection: Connection, ending: Ending): Promise<boolean> {
    const { id, method } = call.request;
    if (ending.kind === 'refused') {
      if (this.#sessionIsOver(ending)) return true;
      await this.#answer(call, refusalOf(id, ending.head.status, ending.error));
      return false;
    }
    await this.#connections.drop(connection);
    if (ending.kind === 'unreachable' || method === 'subscriptions/listen') return true;
    await this.#answer(call, lostOnItsWay(id));
    return false;
  }

  /** Notifications, and the client's answers to the app's own questions. */
  async #tell(message: Message): Promise<void> {
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const connection = await this.#ready(false).catch((error: unknown) => {
        this.#deps.log(`${message.method ?? 'an answer'} was not passed on: ${reasonOf(error)}`);
        return null;
      });
      if (!connection) return;
      const wish = { method: 'POST', headers: this.#headersFor(message), body: message } as const;
      const ending = await this.#exchange(connection, wish, this.#closing.signal);
      if (message.method === 'notifications/initialized') void this.#hold();
      if (ending.kind === 'complete' || ending.kind === 'broken') return;
      if (ending.kind === 'unreachable') await this.#connections.drop(connection);
      else if (!this.#sessionIsOver(ending)) return;
    }
  }

  /** The app, with the first era's MCP session open there if the client has one. */
  async #ready(first: boolean): Promise<Connection> {
    const connection = await this.#connections.get(patienceMs);
    if (!first && this.#legacy?.open === false && this.#openedOn) await this.#reopen(connection);
    else if (!first && this.#openedOn && this.#openedOn !== connection)
      await this.#reopen(connection);
    return connection;
  }

  #opened(answer: Message, connection: Connection): void {
    this.#legacy?.answered(answer);
    if (this.#legacy?.open) this.#openedOn = connection;
  }

  #reopen(connection: Connection): Promise<void> {
    this.#reopening ??= this.#openAgain(connection).finally(() => (this.#reopening = null));
    return this.#reopening;
  }

  async #openAgain(connection: Connection): Promise<void> {
    const session = this.#legacy;
    if (!session || (session.open && this.#openedOn === connection)) return;
    session.over();
    const question = session.again(`gatehouse-stdio-${(this.#reopened += 1)}`);
    const { signal } = this.#closing;
    const opening = {
      method: 'POST',
      headers: {},
      body: question,
      onHead: (head: { readonly sessionId: string | null }) => session.began(head.sessionId),
      onMessage: async (message: Message) => this.#opened(message, connection),
    } as const;
    const ending = await this.#exchange(connection, opening, signal);
    if (!session.open) {
      if (ending.kind !== 'refused') await this.#connections.drop(connection);
      throw new Problem('not-running', 'Gatehouse did not open the MCP session again.');
    }
    const body: Message = { jsonrpc: '2.0', method: 'notifications/initialized' };
    const told = { method: 'POST', headers: session.headers, body } as const;
    await this.#exchange(connection, told, signal);
    this.#deps.log('found Gatehouse again and opened the MCP session anew');
    for (const change of session.changes()) await this.#deps.say(change);
  }

  /** Keeps the first era's stream of the app's own messages open for as long as we live. */
  async #hold(): Promise<void> {
    if (this.#holding) return;
    this.#holding = true;
    const { signal } = this.#closing;
    while (!signal.aborted) {
      const connection = await this.#ready(false).catch(() => null);
      if (connection && this.#legacy) {
        const wish = { method: 'GET', headers: this.#legacy.headers } as const;
        const ending = await this.#exchange(connection, wish, signal);
        if (ending.kind === 'refused' && !this.#sessionIsOver(ending)) break;
        if (ending.kind === 'unreachable') await this.#connections.drop(connection);
      }
      await sleep(breathMs, signal);
    }
    this.#holding = false;
  }

  #sessionIsOver(ending: Extract<Ending, { kind: 'refused' }>): boolean {
    if (ending.head.status !== 404 || !this.#legacy?.hasId) return false;
    this.#legacy.over();
    return true;
  }

  #headersFor(message: Message): Record<string, string> {
    const named = modernVersionOf(message);
    if (named !== null) this.#modernVersion = named;
    if (message.method === 'initialize' && named === null) return {};
    if (named !== null) return modernHeaders(message, named);
    if (this.#legacy) return this.#legacy.headers;
    return this.#modernVersion === null ? {} : modernHeaders(message, this.#modernVersion);
  }

  async #answer(call: PendingCall, answer: Message): Promise<void> {
    if (this.#calls.settle(call)) await this.#deps.say(answer);
  }

  #exchange(
    { mcpUrl, key, agent }: Connection,
    wish: Partial<Wish> & Pick<Wish, 'method' | 'headers'>,
    signal: AbortSignal,
  ): Promise<Ending> {
    const headers = { ...wish.headers, Authorization: `Bearer ${key}` };
    const onMessage = wish.onMessage ?? ((message: Message) => this.#deps.say(message));
    return exchange({ ...wish, url: mcpUrl, agent, signal, headers, onMessage });
  }
}
