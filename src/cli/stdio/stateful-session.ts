/**
 * The stateful MCP session behind the proxy. The client's initialize messages are kept, so that the
 * session can be reopened after an app restart without the client noticing.
 */
import { isObject } from '../../shared/base/is-object.ts';
import type { JsonRpcMessage } from '../../shared/protocols/json-rpc.ts';

export class ProxySession {
  readonly #initialize: JsonRpcMessage;
  #sessionId: string | null = null;
  #protocolVersion: string | null = null;
  #capabilities: Readonly<Record<string, unknown>> = {};

  constructor(initialize: JsonRpcMessage) {
    this.#initialize = initialize;
  }

  /** The initialize request again, with our own id. */
  again(id: string): JsonRpcMessage {
    return { ...this.#initialize, id };
  }

  get open(): boolean {
    return this.#protocolVersion !== null;
  }

  get headers(): Record<string, string> {
    return {
      ...(this.#sessionId === null ? {} : { 'Mcp-Session-Id': this.#sessionId }),
      ...(this.#protocolVersion === null ? {} : { 'MCP-Protocol-Version': this.#protocolVersion }),
    };
  }

  get hasId(): boolean {
    return this.#sessionId !== null;
  }

  onStarted(sessionId: string | null): void {
    this.#sessionId = sessionId;
  }

  answered({ result }: JsonRpcMessage): void {
    if (!isObject(result)) return;
    const { protocolVersion, capabilities } = result;
    if (typeof protocolVersion === 'string') this.#protocolVersion = protocolVersion;
    if (isObject(capabilities)) this.#capabilities = capabilities;
  }

  reset(): void {
    this.#sessionId = null;
    this.#protocolVersion = null;
  }

  /** Notifications after a restart: every list the client may have read can have changed. */
  changes(): readonly JsonRpcMessage[] {
    return ['tools', 'prompts', 'resources']
      .filter((kind) => {
        const capability = this.#capabilities[kind];
        return isObject(capability) && capability['listChanged'] === true;
      })
      .map((kind) => ({ jsonrpc: '2.0', method: `notifications/${kind}/list_changed` }));
  }
}
