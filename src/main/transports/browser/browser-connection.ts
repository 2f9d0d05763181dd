/**
 * One paired browser, whether or not it is connected just now. Its worker is put to sleep and woken
 * again as the browser likes; for a short while that is no loss: calls wait, and are sent again under
 * the same id, which the extension carries out once.
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
  /** Its tools, as it told them anew. */
  readonly listed: (tools: unknown) => void;
  /** It came, or it did not come back in time. */
  readonly changed: () => void;
}

/** How long a browser may be away before its tabs count as gone. */
export const awayMs = 15_000;
/** A storm of changes is asked about once. */
const quietMs = 100;
const maxWaiting = 64;
const mcpVersion = '2025-06-18';
/** For what we ask on our own behalf. */
const ownConnection = 'gatehouse';

interface Attached {
  readonly socket: LiveSocket;
  /** Connections the extension was told of on this socket. */
  readonly greeted: Map<string, Promise<boolean>>;
  readonly sent: Set<string | number>;
  /** Whether it says that it carries out a request once, however often it hears it. */
  once: boolean;
}

/** Nobody answers any more; whether it had been told to the browser by then. */
export interface Lost {
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

  /** Connected, or away for so short a time that it may come back. */
  get present(): boolean {
    return this.connected || this.#away !== null;
  }

  attach(socket: LiveSocket): void {
    this.close(closeCodes.replaced, 'it connected again');
    void this.#away?.dispose();
    this.#away = null;
    this.#own.giveUpAll();
    const attached: Attached = { socket, greeted: new Map(), sent: new Set(), once: false };
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

  /** False when it is out of its role: an extension answers, and asks for nothing but a sign of life. */
  receive(socket: LiveSocket, message: TaggedMessage): boolean {
    const { method, id, connectionId } = message;
    if (this.#attached?.socket !== socket) return true;
    if (method === undefined) {
      this.#own.take(message);
      this.#messages.take(message);
      return true;
    }
    if (method === 'notifications/tools/list_changed') this.#listSoon();
    if (id === undefined) return true;
    if (method === 'ping') socket.send({ jsonrpc: '2.0', id, connectionId, result: {} });
    return method === 'ping';
  }

  /** Until it is answered, or the signal says stop, or the browser does not come back. */
  async ask(request: TabRequest, signal: AbortSignal): Promise<TabReply | Lost | 'full'> {
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

  /** What waited for it goes out again, in the order it was asked. */
  async #begin(attached: Attached): Promise<void> {
    if (!(await this.#greet(attached, ownConnection))) return;
    if (!attached.once) this.#messages.giveUp(this.#everSent);
    for (const message of this.#messages.unanswered()) void this.#deliver(message);
    await this.#list();
  }

  async #deliver(message: TaggedMessage): Promise<void> {
    const attached = this.#attached;
    if (!attached || !(await this.#greet(attached, message.connectionId))) return;
    const { id = '' } = message;
    if (this.#attached !== attached || attached.sent.has(id) || !this.#messages.has(id)) return;
    attached.sent.add(id);
    this.#everSent.add(id);
    attached.socket.send(message);
  }

  /** An MCP server answers nobody before it was initialized, and each connection is one client. */
  #greet(attached: Attached, connectionId: string): Promise<boolean> {
    const before = attached.greeted.get(connectionId);
    if (before) return before;
    const clientInfo = { name: 'gatehouse', version: this.#deps.version };
    const params = { protocolVersion: mcpVersion, capabilities: {}, clientInfo };
    const greeting = this.#askNow({ method: 'initialize', params, connectionId }).then((answer) => {
      if (answer?.kind !== 'result' || this.#attached !== attached) return false;
      attached.once = saysOnce(answer.result);
      this.#sendMessage({ jsonrpc: '2.0', method: 'notifications/initialized', connectionId });
      return true;
    });
    attached.greeted.set(connectionId, greeting);
    return greeting;
  }

  #listSoon(): void {
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

  /** On this connection or not at all. */
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

function saysOnce(initialized: unknown): boolean {
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

/** A message of an extension by its shape; connections of none of ours are ours. */
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
