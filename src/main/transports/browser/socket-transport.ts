/** MCP over one WebSocket: each message a text of its own. */
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { readStrictJson } from '../../../shared/base/strict-json.ts';
import {
  cancelledBy,
  isMessage,
  isRequest,
  isResponse,
  type JsonRpcMessage,
  type JsonRpcId,
} from '../mcp/json-rpc.ts';
import { rpc } from '../mcp/registry.ts';

interface Deps {
  readonly send: (message: object) => void;
  readonly close: () => void;
}

const maxOpen = 64;

export class SocketTransport implements Transport {
  onmessage?: (message: JSONRPCMessage) => void;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  readonly #deps: Deps;
  readonly #open = new Set<JsonRpcId>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  async start(): Promise<void> {}

  async close(): Promise<void> {
    this.#deps.close();
  }

  /** The socket is gone; whatever was asked on it is withdrawn. */
  closed(): void {
    this.#open.clear();
    this.onclose?.();
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const outgoing = message as JsonRpcMessage;
    if (isResponse(outgoing) && outgoing.id !== undefined && !this.#open.delete(outgoing.id))
      return;
    this.#deps.send(outgoing);
  }

  receive(text: string): void {
    const read = readStrictJson(text);
    if ('problem' in read)
      return this.#refuse(null, rpc.parseError, 'That is no JSON we can read.');
    const { json } = read;
    if (!isMessage(json)) return this.#refuse(null, rpc.invalidRequest, 'That is no message.');
    if (isRequest(json) && !this.#expect(json.id)) return;
    const cancelled = cancelledBy(json);
    this.onmessage?.(json as JSONRPCMessage);
    // What was cancelled gets no answer.
    if (cancelled !== null) this.#open.delete(cancelled);
  }

  #expect(id: JsonRpcId): boolean {
    const again = this.#open.has(id);
    const full = this.#open.size >= maxOpen;
    if (again) this.#refuse(id, rpc.invalidRequest, 'A request with the same id is still open.');
    else if (full) this.#refuse(id, rpc.badRequest, 'Too many requests are open.');
    else this.#open.add(id);
    return !again && !full;
  }

  #refuse(id: JsonRpcId | null, code: number, message: string): void {
    this.#deps.send({ jsonrpc: '2.0', id, error: { code, message } });
  }
}
