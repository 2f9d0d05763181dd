/** A browser extension as somebody else would write it: the wire alone, and pages that do as the test says. */
import { createHmac, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { pageMeta } from '../../src/shared/integrations/browser.ts';
import { Discovery } from '../../src/shared/app/discovery.ts';
import { provenText } from '../../src/shared/app/server-proof.ts';
import { send, sendJson, type Reply } from '../transports/test-app.ts';
import { eventually, type TestApp } from '../fakes/test-app.ts';

export type Message = Readonly<Record<string, unknown>>;

export const someOrigin = `chrome-extension://${'abcdefghijklmnop'.repeat(2)}`;

export interface Paired {
  readonly browserId: string;
  readonly key: string;
  readonly proofKey: string;
}

export const browserPortOf = (app: TestApp): number => {
  const text = fs.readFileSync(path.join(app.dataDir, 'gatehouse.json'), 'utf8');
  return Discovery.parse(JSON.parse(text)).browserPort ?? 0;
};

export const jsonOf = (reply: Reply): Record<string, unknown> =>
  JSON.parse(reply.text) as Record<string, unknown>;

export const post = (
  port: number,
  route: string,
  json: unknown,
  { origin = someOrigin, token }: { readonly origin?: string | null; readonly token?: string } = {},
): Promise<Reply> =>
  sendJson(port, {
    path: route,
    json,
    ...(token === undefined ? {} : { token }),
    headers: origin === null ? {} : { Origin: origin },
  });

/** Asks, and the person lets it. */
export async function askToPair(app: TestApp, origin = someOrigin) {
  const port = browserPortOf(app);
  const ask = { name: 'Chromium', version: '1' };
  const asked = jsonOf(await post(port, '/browser/pair', ask, { origin }));
  const pairings = () => app.app.core.state.snapshot().pairings;
  const pairing = pairings().find(({ pairingId }) => pairingId === asked['pairing_id']);
  if (!pairing) throw new Error('nobody asks');
  app.forWindows.pairing.allow(pairing.pairingId);
  const { pairingId } = pairing;
  const code = pairings().find((item) => item.pairingId === pairingId)?.code ?? '';
  const guess = (typed: string) =>
    post(port, '/browser/pair/code', { pairing_id: pairingId, code: typed }, { origin });
  return { pairingId, code, guess };
}

export async function pair(app: TestApp, origin = someOrigin): Promise<Paired> {
  const { code, guess } = await askToPair(app, origin);
  const received = jsonOf(await guess(code));
  if (received['state'] !== 'paired') throw new Error(JSON.stringify(received));
  return {
    browserId: String(received['browser_id']),
    key: String(received['browser_key']),
    proofKey: String(received['proof_key']),
  };
}

export async function ticketFor(port: number, { key }: Paired, origin = someOrigin) {
  return String(jsonOf(await post(port, '/browser/ticket', {}, { origin, token: key }))['ticket']);
}

/** Whether whoever listens there knows the secret of the pairing. */
export async function isProven(port: number, { proofKey }: Paired): Promise<boolean> {
  const challenge = randomBytes(32).toString('base64url');
  const reply = await send(port, { headers: { 'Gatehouse-Challenge': challenge } });
  const wanted = createHmac('sha256', Buffer.from(proofKey, 'hex'))
    .update(provenText(port, challenge))
    .digest('hex');
  return reply.headers['gatehouse-proof'] === wanted;
}

interface Opening {
  readonly origin?: string | null;
  readonly ticket?: string;
  readonly target?: string;
  readonly protocols?: readonly string[];
}

export function openSocket(port: number, { origin = someOrigin, ...opening }: Opening): WebSocket {
  const { target = '/?type=extension', ticket } = opening;
  const protocols = opening.protocols ?? ['gatehouse.v1', ...(ticket ? [ticket] : [])];
  const socket = new WebSocket(`ws://127.0.0.1:${port}${target}`, [...protocols], {
    headers: origin === null ? {} : { Origin: origin },
  });
  socket.on('error', () => undefined);
  onTestFinished(() => socket.terminate());
  return socket;
}

/** "101", or the status it was refused with. */
export const becameOf = (socket: WebSocket): Promise<string> =>
  new Promise((resolve) => {
    socket.once('open', () => resolve('101'));
    socket.once('unexpected-response', (_request, { statusCode }) => resolve(String(statusCode)));
    socket.once('error', (error) => resolve(/\d{3}/.exec(error.message)?.[0] ?? error.message));
  });

export interface PageTool {
  readonly name: string;
  readonly description?: string;
  readonly inputSchema?: object;
  readonly annotations?: object;
  readonly site?: string | null;
  readonly document?: string;
}

/** What a page does with a call; it may take as long as it likes. */
export type Run = (name: string, args: Message, message: Message) => unknown;

const textResult = (text: string) => ({ content: [{ type: 'text', text }] });

export class FakeExtension {
  readonly receivedItems: Message[] = [];
  tools: readonly PageTool[] = [];
  run: Run = (name) => textResult(`${name} done`);
  /** Whether it says that it carries out each request once. */
  once = true;
  /** As pages do: by id, so that it outlives the worker. */
  readonly #ran = new Map<unknown, Promise<unknown>>();
  readonly #app: TestApp;
  readonly #paired: Paired;
  readonly #origin: string;
  socket: WebSocket | null = null;
  #pings = 0;

  constructor(app: TestApp, paired: Paired, origin = someOrigin) {
    this.#app = app;
    this.#paired = paired;
    this.#origin = origin;
  }

  /** Resolves once the hub has listed the tools. */
  async connect(): Promise<void> {
    const port = browserPortOf(this.#app);
    const ticket = await ticketFor(port, this.#paired, this.#origin);
    const lists = this.#lists();
    const socket = openSocket(port, { ticket, origin: this.#origin });
    this.socket = socket;
    socket.on('message', (data) => void this.#receive(socket, (data as Buffer).toString('utf8')));
    await eventually(() => this.#lists() > lists);
    await this.listed();
  }

  /** The hub has taken note of all that is on offer now. */
  async listed(): Promise<void> {
    const wanted = this.tools.length;
    const { browsers } = { browsers: () => this.#app.app.core.state.snapshot().browsers };
    const own = () => browsers().find(({ browserId }) => browserId === this.#paired.browserId);
    await eventually(
      () => own()?.tabs.reduce((sum, { tools }) => sum + tools.length, 0) === wanted,
    );
  }

  changed(tools: readonly PageTool[]): void {
    this.tools = tools;
    this.send({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' });
  }

  /** The hub has heard all that was sent before; it hears one after the other. */
  async received(): Promise<void> {
    const id = `ping-${(this.#pings += 1)}`;
    this.send({ jsonrpc: '2.0', id, method: 'ping' });
    await eventually(() => this.receivedItems.some((message) => message['id'] === id));
  }

  send(message: Message): void {
    this.socket?.send(JSON.stringify(message));
  }

  calls(): readonly Message[] {
    return this.receivedItems.filter(({ method }) => method === 'tools/call');
  }

  #lists(): number {
    return this.receivedItems.filter(({ method }) => method === 'tools/list').length;
  }

  async #receive(socket: WebSocket, text: string): Promise<void> {
    const message = JSON.parse(text) as Message;
    this.receivedItems.push(message);
    const { id, connectionId, method } = message;
    if (id === undefined || method === undefined) return;
    const result = await this.#answer(message);
    if (socket.readyState !== WebSocket.OPEN) return;
    socket.send(JSON.stringify({ jsonrpc: '2.0', id, connectionId, result }));
  }

  #answer(message: Message): unknown {
    const { method, id, params } = message;
    if (method === 'initialize') {
      const experimental = this.once ? { 'gatehouse/once': {} } : {};
      const capabilities = { tools: { listChanged: true }, experimental };
      return {
        protocolVersion: '2025-06-18',
        capabilities,
        serverInfo: { name: 'x', version: '1' },
      };
    }
    if (method === 'tools/list') return { tools: this.tools.map(onWire) };
    const { name, arguments: args } = params as { name: string; arguments: Message };
    const before = this.#ran.get(id);
    if (before) return before;
    const running = Promise.resolve(this.run(name, args, message));
    this.#ran.set(id, running);
    return running;
  }
}

function onWire({ site = 'https://todo.example', document = 'd1', ...tool }: PageTool): object {
  const meta = { [pageMeta.site]: site, [pageMeta.document]: document, [pageMeta.title]: 'Todos' };
  return { ...tool, ...(site === null ? {} : { _meta: meta }) };
}

export const createTodo: PageTool = {
  name: 'tab12_createTodo',
  description: 'Adds a todo to the list.',
  inputSchema: {
    type: 'object',
    properties: { text: { type: 'string' } },
    required: ['text'],
  },
};
