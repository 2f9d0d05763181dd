/**
 * One paired browser, connected or not. Browsers suspend and wake the extension's worker as they
 * like, so a short absence is no loss: calls wait and are sent again with the same id, which the
 * extension carries out once.
 */
import type { Disposable } from '../../../shared/base/disposable.ts';
import { carriesOutOnce, type TaggedMessage } from '../../../shared/integrations/browser.ts';
import type { Clock } from '../../core/dependencies.ts';
import { closeCodes, type CloseCode } from '../sockets/close-codes.ts';
import type { LiveSocket } from '../sockets/live-socket.ts';
import { isObject } from '../../../shared/base/is-object.ts';
import { TaggedMessages, type TabReply, type TabRequest } from './tagged-messages.ts';

interface Deps {
  readonly browserId: string;
  readonly clock: Clock;
  readonly version: string;
  /** Called with its new list of tools. */
  readonly listed: (tools: unknown) => void;
  /** It connected, or it did not reconnect in time. */
  readonly changed: () => void;
}

/** After this time without a connection its tabs are removed. */
export const awayMs = 15_000;
/** Many changes in a row lead to one request for the list. */
const quietMs = 100;
const maxWaiting = 64;
const mcpVersion = '2025-06-18';
/** The connection for our own requests, such as listing tools. */
const ownConnection = 'gatehouse';

interface Attached {
  readonly socket: LiveSocket;
  /** Connections that were initialized on this socket. */
  readonly initialized: Map<string, Promise<boolean>>;
  readonly sent: Set<string | number>;
  /** Whether it promises to carry out a request once, even if it receives it twice. */
  once: boolean;
}

/** No reply will come. `sent`: the browser had received the request. */
export interface LostRequest {
  readonly kind: 'lost';
  readonly sent: boolean;
}

export class BrowserLink implements Disposable {
  readonly #deps: Deps;
  readonly #messages = new TaggedMessages();
  readonly #own = new TaggedMessages();
  readonly #everSent = new Set<string | number>();
  #attached: Attached | null = null;
  #away: Disposable | null = null;
  #listing: Disposable | null = null;
  #closed = false;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  get browserId(): string {
    return this.#deps.browserId;
  }

  get connected(): boolean {
    return this.#attached !== null;
  }

  /** Connected, or disconnected so recently that it may reconnect. */
  get present(): boolean {
    return this.connected || this.#away !== null;
  }

  attach(socket: LiveSocket): void {
    this.close(closeCodes.replaced, 'it connected again');
    void this.#away?.dispose();
    this.#away = null;
    this.#own.giveUpAll();
    const attached: Attached = { socket, initialized: new Map(), sent: new Set(), once: false };
    this.#attached = attached;
    void this.#begin(attached);
    this.#deps.changed();
  }

  detach(socket: LiveSocket): void {
    if (this.#attached?.socket !== socket) return;
    this.#attached = null;
    this.#own.giveUpAll();
    if (this.#closed) return;
    this.#away = this.#deps.clock.after(awayMs, () => this.#gone());
    this.#deps.changed();
  }

  close(code: CloseCode, reason: string): void {
    this.#attached?.socket.close(code, reason);
  }

  /** False for a message that an extension must not send: it may only reply, notify and ping. */
  receive(socket: LiveSocket, message: TaggedMessage): boolean {
    const { method, id, connectionId } = message;
    if (this.#attached?.socket !== socket) return true;
    if (method === undefined) {
      this.#own.take(message);
      this.#messages.take(message);
      return true;
    }
    if (method === 'notifications/tools/list_changed') this.#scheduleList();
    if (id === undefined) return true;
    if (method === 'ping') socket.send({ jsonrpc: '2.0', id, connectionId, result: {} });
    return method === 'ping';
  }

  /** Waits for the reply, the abort of the signal, or the time limit for reconnecting. */
  async ask(request: TabRequest, signal: AbortSignal): Promise<TabReply | LostRequest | 'full'> {
    if (this.#messages.size >= maxWaiting) return 'full';
    const { message, answered, giveUp } = this.#messages.open(request);
    const { id = '' } = message;
    const stop = (): void => {
      if (this.#everSent.has(id)) this.#sendMessage(cancelling(message));
      giveUp();
    };
    signal.addEventListener('abort', stop, { once: true });
    try {
      if (signal.aborted || !this.present) giveUp();
      else void this.#deliver(message);
      return (await answered) ?? { kind: 'lost', sent: this.#everSent.has(id) };
    } finally {
      signal.removeEventListener('abort', stop);
      this.#everSent.delete(id);
    }
  }

  dispose(): void {
    this.#closed = true;
    void this.#away?.dispose();
    this.#away = null;
    void this.#listing?.dispose();
    this.#own.giveUpAll();
    this.#messages.giveUpAll();
  }

  /** Sends unanswered requests again, in their original order. */
  async #begin(attached: Attached): Promise<void> {
    if (!(await this.#initialize(attached, ownConnection))) return;
    if (!attached.once) this.#messages.giveUp(this.#everSent);
    for (const message of this.#messages.unanswered()) void this.#deliver(message);
    await this.#list();
  }

  async #deliver(message: TaggedMessage): Promise<void> {
    const attached = this.#attached;
    if (!attached || !(await this.#initialize(attached, message.connectionId))) return;
    const { id = '' } = message;
    if (this.#attached !== attached || attached.sent.has(id) || !this.#messages.has(id)) return;
    attached.sent.add(id);
    this.#everSent.add(id);
    attached.socket.send(message);
  }

  /**
   * Each connection is one MCP client of the extension, and must be initialized before its first
   * call.
   */
  #initialize(attached: Attached, connectionId: string): Promise<boolean> {
    const before = attached.initialized.get(connectionId);
    if (before) return before;
    const clientInfo = { name: 'gatehouse', version: this.#deps.version };
    const params = { protocolVersion: mcpVersion, capabilities: {}, clientInfo };
    const initializing = this.#askNow({ method: 'initialize', params, connectionId }).then(
      (answer) => {
        if (answer?.kind !== 'result' || this.#attached !== attached) return false;
        attached.once = declaresOnce(answer.result);
        this.#sendMessage({ jsonrpc: '2.0', method: 'notifications/initialized', connectionId });
        return true;
      },
    );
    attached.initialized.set(connectionId, initializing);
    return initializing;
  }

  #scheduleList(): void {
    this.#listing ??= this.#deps.clock.after(quietMs, () => {
      this.#listing = null;
      void this.#list();
    });
  }

  async #list(): Promise<void> {
    const list = { method: 'tools/list', params: {}, connectionId: ownConnection };
    const answer = await this.#askNow(list);
    if (answer?.kind === 'result' && !this.#closed) this.#deps.listed(answer.result);
  }

  /** Only on the current connection; it is not sent again on the next. */
  #askNow(request: TabRequest): Promise<TabReply | null> {
    const asked = this.#own.open(request);
    if (this.#attached) this.#attached.socket.send(asked.message);
    else asked.giveUp();
    return asked.answered;
  }

  #sendMessage(message: TaggedMessage): void {
    this.#attached?.socket.send(message);
  }

  #gone(): void {
    this.#away = null;
    this.#messages.giveUpAll();
    this.#deps.changed();
  }
}

function declaresOnce(initialized: unknown): boolean {
  const capabilities = isObject(initialized) ? initialized['capabilities'] : undefined;
  const own = isObject(capabilities) ? capabilities['experimental'] : undefined;
  return isObject(own) && Object.hasOwn(own, carriesOutOnce);
}

const cancelling = ({ id, connectionId }: TaggedMessage): TaggedMessage => ({
  jsonrpc: '2.0',
  method: 'notifications/cancelled',
  params: { requestId: id },
  connectionId,
});

/** Checks the shape of a message. Without a connection id it belongs to our own connection. */
export function readTagged(json: unknown): TaggedMessage | null {
  if (!isObject(json) || json['jsonrpc'] !== '2.0') return null;
  const { connectionId = ownConnection, id, method, result, error } = json;
  if (typeof connectionId !== 'string' || (id !== undefined && !isId(id))) return null;
  if (method !== undefined && typeof method !== 'string') return null;
  if (method === undefined && !isObject(result) && !isProblem(error)) return null;
  return { ...json, connectionId } as unknown as TaggedMessage;
}

const isId = (id: unknown): boolean => typeof id === 'string' || typeof id === 'number';
const isProblem = (error: unknown): boolean =>
  isObject(error) && typeof error['code'] === 'number' && typeof error['message'] === 'string';
