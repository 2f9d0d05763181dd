/**
 * Proxies between a client on stdin and stdout and the app's /mcp, for both stateful and stateless
 * MCP. Messages and ids pass unchanged. After an app restart the proxy reconnects and reopens the
 * MCP session; a call in flight is answered with an error, since its outcome is unknown.
 */
import { isRequest, isResponse, type JsonRpcMessage } from '../../shared/protocols/json-rpc.ts';
import { versionNamedIn } from '../../shared/protocols/mcp-versions.ts';
import { CliError } from '../cli-error.ts';
import { AppConnections, sleep, type AppConnection, type Finder } from './connection.ts';
import { exchange, type ExchangeResult, type HttpExchange } from './mcp-exchange.ts';
import { ProxySession } from './stateful-session.ts';
import { changesFor, withoutAcknowledgement } from './listening.ts';
import { ProxiedCalls, type ProxiedCall } from './pending-calls.ts';
import { statelessHeaders } from './stateless-headers.ts';
import { connectionLost, notThere, reasonOf, refusalOf } from './errors.ts';

interface Deps {
  readonly finder: Finder;
  write(message: JsonRpcMessage): Promise<void>;
  log(text: string): void;
}

/** How long a message waits for the app to restart. */
const timeoutMs = 15_000;
const retryMs = 250;

export class StdioProxy {
  readonly #deps: Deps;
  readonly #closing = new AbortController();
  readonly #connections: AppConnections;
  readonly #calls = new ProxiedCalls();
  #queue: Promise<void> = Promise.resolve();
  #stateful: ProxySession | null = null;
  /** The connection on which the stateful MCP session was opened. */
  #openedOn: AppConnection | null = null;
  #reopening: Promise<void> | null = null;
  #isStreaming = false;
  #statelessVersion: string | null = null;
  #reopened = 0;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#connections = new AppConnections(deps.finder, this.#closing.signal);
  }

  /** Connects early, so that the app is ready for the first message. */
  start(): void {
    void this.#connections.get(0).catch((error: unknown) => this.#deps.log(reasonOf(error)));
  }

  /** Takes one message of the client; order is preserved. */
  receive(message: JsonRpcMessage): void {
    if (message.method === 'notifications/cancelled' && this.#cancel(message)) return;
    const call = isRequest(message) ? this.#calls.add(message) : null;
    this.#queue = this.#queue.then(async () => {
      if (call) void this.#call(call);
      else await this.#notify(message);
    });
  }

  /** Cancels pending calls, which withdraws their questions, and closes the MCP session. */
  async close(): Promise<void> {
    if (this.#closing.signal.aborted) return;
    this.#closing.abort();
    this.#calls.stopAll();
    const connection = this.#openedOn;
    if (connection && this.#stateful?.hasId) {
      const options = { method: 'DELETE', headers: this.#stateful.headers } as const;
      await this.#exchange(connection, options, AbortSignal.timeout(1_000));
    }
    await this.#connections.close();
  }

  /** True if the message was a cancellation and is handled. */
  #cancel(message: JsonRpcMessage): boolean {
    const call = this.#calls.find(message.params?.['requestId']);
    if (!call) return versionNamedIn(message) !== null;
    call.cancelled = true;
    if (versionNamedIn(call.request) !== null) {
      call.stop.abort();
      return true;
    }
    this.#queue = this.#queue.then(() => this.#notify(message)).finally(() => call.stop.abort());
    return true;
  }

  async #call(call: ProxiedCall): Promise<void> {
    const { request } = call;
    const listens = request.method === 'subscriptions/listen';
    const attempts = listens ? Infinity : 3;
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      if (this.#closing.signal.aborted || call.stop.signal.aborted) break;
      const again = await this.#attempt(call, attempt > 0).catch((error: unknown) => error);
      if (again === false) return;
      if (again !== true && !listens) return this.#answer(call, notThere(request.id, again));
      await sleep(attempt === 0 ? 0 : retryMs, this.#closing.signal);
    }
    await this.#answer(call, notThere(request.id, null));
  }

  /** True if it must be retried because nothing reached the app. */
  async #attempt(call: ProxiedCall, later: boolean): Promise<boolean> {
    const { request, stop } = call;
    const first = request.method === 'initialize' && versionNamedIn(request) === null;
    const connection = await this.#ready(first);
    if (first) {
      this.#stateful = new ProxySession(request);
      this.#openedOn = null;
    }
    const listens = request.method === 'subscriptions/listen';
    const transform =
      listens && later ? withoutAcknowledgement(request) : (item: JsonRpcMessage) => item;
    if (listens && later) for (const change of changesFor(request)) await this.#deps.write(change);
    let answered = false;
    const options: Partial<HttpExchange> & Pick<HttpExchange, 'method' | 'headers'> = {
      method: 'POST',
      headers: this.#headersFor(request),
      body: request,
      onHead: ({ sessionId }) => {
        if (first) this.#stateful?.onStarted(sessionId);
      },
      onMessage: async (message) => {
        if (!isResponse(message) || message.id !== request.id) {
          const forwarded = transform(message);
          if (forwarded) await this.#deps.write(forwarded);
          return;
        }
        // The app closes the subscription when it exits; we reopen it.
        if (listens && 'result' in message) return;
        answered = true;
        if (first) this.#opened(message, connection);
        await this.#answer(call, message);
      },
    };
    const ending = await this.#exchange(connection, options, stop.signal);
    if (answered || stop.signal.aborted) {
      this.#calls.resolve(call);
      return false;
    }
    return this.#unanswered(call, connection, ending);
  }

  async #unanswered(
    call: ProxiedCall,
    connection: AppConnection,
    ending: ExchangeResult,
  ): Promise<boolean> {
    const { id, method } = call.request;
    if (ending.kind === 'refused') {
      if (this.#sessionIsOver(ending)) return true;
      await this.#answer(call, refusalOf(id, ending.head.status, ending.error));
      return false;
    }
    await this.#connections.drop(connection);
    if (ending.kind === 'unreachable' || method === 'subscriptions/listen') return true;
    await this.#answer(call, connectionLost(id));
    return false;
  }

  /** Sends notifications and the client's responses to the app's requests. */
  async #notify(message: JsonRpcMessage): Promise<void> {
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const connection = await this.#ready(false).catch((error: unknown) => {
        this.#deps.log(`${message.method ?? 'an answer'} was not passed on: ${reasonOf(error)}`);
        return null;
      });
      if (!connection) return;
      const options = {
        method: 'POST',
        headers: this.#headersFor(message),
        body: message,
      } as const;
      const ending = await this.#exchange(connection, options, this.#closing.signal);
      if (message.method === 'notifications/initialized') void this.#openStream();
      if (ending.kind === 'complete' || ending.kind === 'broken') return;
      if (ending.kind === 'unreachable') await this.#connections.drop(connection);
      else if (!this.#sessionIsOver(ending)) return;
    }
  }

  /** Connects to the app and opens the stateful MCP session if the client uses one. */
  async #ready(first: boolean): Promise<AppConnection> {
    const connection = await this.#connections.get(timeoutMs);
    if (!first && this.#stateful?.open === false && this.#openedOn) await this.#reopen(connection);
    else if (!first && this.#openedOn && this.#openedOn !== connection)
      await this.#reopen(connection);
    return connection;
  }

  #opened(answer: JsonRpcMessage, connection: AppConnection): void {
    this.#stateful?.answered(answer);
    if (this.#stateful?.open) this.#openedOn = connection;
  }

  #reopen(connection: AppConnection): Promise<void> {
    this.#reopening ??= this.#openAgain(connection).finally(() => (this.#reopening = null));
    return this.#reopening;
  }

  async #openAgain(connection: AppConnection): Promise<void> {
    const session = this.#stateful;
    if (!session || (session.open && this.#openedOn === connection)) return;
    session.reset();
    const question = session.again(`gatehouse-stdio-${(this.#reopened += 1)}`);
    const { signal } = this.#closing;
    const opening = {
      method: 'POST',
      headers: {},
      body: question,
      onHead: (head: { readonly sessionId: string | null }) => session.onStarted(head.sessionId),
      onMessage: async (message: JsonRpcMessage) => this.#opened(message, connection),
    } as const;
    const ending = await this.#exchange(connection, opening, signal);
    if (!session.open) {
      if (ending.kind !== 'refused') await this.#connections.drop(connection);
      throw new CliError('not-running', 'Gatehouse did not reopen the MCP session.');
    }
    const body: JsonRpcMessage = { jsonrpc: '2.0', method: 'notifications/initialized' };
    const options = { method: 'POST', headers: session.headers, body } as const;
    await this.#exchange(connection, options, signal);
    this.#deps.log('reconnected to Gatehouse and reopened the MCP session');
    for (const change of session.changes()) await this.#deps.write(change);
  }

  /** Keeps the stateful session's stream of server messages open. */
  async #openStream(): Promise<void> {
    if (this.#isStreaming) return;
    this.#isStreaming = true;
    const { signal } = this.#closing;
    while (!signal.aborted) {
      const connection = await this.#ready(false).catch(() => null);
      if (connection && this.#stateful) {
        const options = { method: 'GET', headers: this.#stateful.headers } as const;
        const ending = await this.#exchange(connection, options, signal);
        if (ending.kind === 'refused' && !this.#sessionIsOver(ending)) break;
        if (ending.kind === 'unreachable') await this.#connections.drop(connection);
      }
      await sleep(retryMs, signal);
    }
    this.#isStreaming = false;
  }

  #sessionIsOver(ending: Extract<ExchangeResult, { kind: 'refused' }>): boolean {
    if (ending.head.status !== 404 || !this.#stateful?.hasId) return false;
    this.#stateful.reset();
    return true;
  }

  #headersFor(message: JsonRpcMessage): Record<string, string> {
    const named = versionNamedIn(message);
    if (named !== null) this.#statelessVersion = named;
    if (message.method === 'initialize' && named === null) return {};
    if (named !== null) return statelessHeaders(message, named);
    if (this.#stateful) return this.#stateful.headers;
    return this.#statelessVersion === null ? {} : statelessHeaders(message, this.#statelessVersion);
  }

  async #answer(call: ProxiedCall, answer: JsonRpcMessage): Promise<void> {
    if (this.#calls.resolve(call)) await this.#deps.write(answer);
  }

  #exchange(
    { mcpUrl, key, agent }: AppConnection,
    options: Partial<HttpExchange> & Pick<HttpExchange, 'method' | 'headers'>,
    signal: AbortSignal,
  ): Promise<ExchangeResult> {
    const headers = { ...options.headers, Authorization: `Bearer ${key}` };
    const onMessage = options.onMessage ?? ((message: JsonRpcMessage) => this.#deps.write(message));
    return exchange({ ...options, url: mcpUrl, agent, signal, headers, onMessage });
  }
}
