/** A backend on a real socket that speaks exactly the messages of core-agentic, and can drop, delay and restart. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { WebSocketServer, type WebSocket } from 'ws';

export interface Message {
  readonly type: string;
  readonly channel?: string;
  readonly sessionId?: string;
  readonly data?: unknown;
  readonly timestamp?: string;
}

export class StandInBackend {
  readonly received: Message[] = [];
  readonly authorizations: (string | undefined)[] = [];
  /** What it answers; nothing when null. */
  reply: (message: Message) => Message | null = () => null;
  #server: WebSocketServer | null = null;
  #port = 0;

  static async start(): Promise<StandInBackend> {
    const backend = new StandInBackend();
    await backend.listen();
    onTestFinished(() => backend.stop());
    return backend;
  }

  get url(): string {
    return `ws://localhost:${this.#port}/ws`;
  }

  get connections(): number {
    return this.#server?.clients.size ?? 0;
  }

  /** At the same port as before. */
  async listen(): Promise<void> {
    const server = new WebSocketServer({ host: '127.0.0.1', port: this.#port, path: '/ws' });
    this.#server = server;
    server.on('connection', (socket, request) => {
      this.authorizations.push(request.headers.authorization);
      socket.on('message', (data) => this.#receive(socket, (data as Buffer).toString('utf8')));
    });
    await once(server, 'listening');
    this.#port = (server.address() as AddressInfo).port;
  }

  push(message: Message): void {
    const timestamp = new Date().toISOString();
    for (const socket of this.#server?.clients ?? [])
      socket.send(JSON.stringify({ timestamp, ...message }));
  }

  raw(text: string): void {
    for (const socket of this.#server?.clients ?? []) socket.send(text);
  }

  drop(): void {
    for (const socket of this.#server?.clients ?? []) socket.terminate();
  }

  async stop(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    if (!server) return;
    for (const socket of server.clients) socket.terminate();
    await new Promise((resolve) => server.close(resolve));
  }

  #receive(socket: WebSocket, text: string): void {
    const message = JSON.parse(text) as Message;
    this.received.push(message);
    const answer = this.reply(message);
    if (answer) socket.send(JSON.stringify({ timestamp: new Date().toISOString(), ...answer }));
  }
}
