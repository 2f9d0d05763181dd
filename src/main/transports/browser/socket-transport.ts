/** The SDK's transport for MCP over one WebSocket: one JSON-RPC message per text frame. */
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { readStrictJson } from '../../../shared/base/strict-json.ts';
import {
  cancelledBy,
  errorMessage,
  isMessage,
  isRequest,
  isResponse,
  rpcCodes,
  type JsonRpcId,
  type JsonRpcMessage,
} from '../../../shared/protocols/json-rpc.ts';

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

  /** The socket is closed. The SDK then cancels its open requests. */
  closed(): void {
    this.#open.clear();
    this.onclose?.();
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const outgoing = message as JsonRpcMessage;
    const { id } = outgoing;
    const isAnswer = isResponse(outgoing) && id !== undefined && id !== null;
    if (!isAnswer || this.#open.delete(id)) this.#deps.send(outgoing);
  }

  receive(text: string): void {
    const read = readStrictJson(text);
    if ('problem' in read)
      return this.#refuse(null, rpcCodes.parseError, 'That is not valid JSON.');
    const { json } = read;
    if (!isMessage(json))
      return this.#refuse(null, rpcCodes.invalidRequest, 'That is not a JSON-RPC message.');
    if (isRequest(json) && !this.#expect(json.id)) return;
    const cancelled = cancelledBy(json);
    this.onmessage?.(json as JSONRPCMessage);
    // A cancelled request gets no response.
    if (cancelled !== null) this.#open.delete(cancelled);
  }

  #expect(id: JsonRpcId): boolean {
    const again = this.#open.has(id);
    const full = this.#open.size >= maxOpen;
    if (again)
      this.#refuse(id, rpcCodes.invalidRequest, 'A request with the same id is still open.');
    else if (full) this.#refuse(id, rpcCodes.badRequest, 'Too many requests are open.');
    else this.#open.add(id);
    return !again && !full;
  }

  #refuse(id: JsonRpcId | null, code: number, message: string): void {
    this.#deps.send(errorMessage(id, code, message));
  }
}
