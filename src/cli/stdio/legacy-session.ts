/**
 * The first era's MCP session behind the proxy. What the client said to open it is kept, so that it
 * can be opened again after the app was restarted, without the client noticing.
 */
import { isObject, type Message } from './message.ts';

export class LegacySession {
  readonly #initialize: Message;
  #sessionId: string | null = null;
  #protocolVersion: string | null = null;
  #capabilities: Readonly<Record<string, unknown>> = {};

  constructor(initialize: Message) {
    this.#initialize = initialize;
  }

  /** The same question under an id of ours. */
  again(id: string): Message {
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

  began(sessionId: string | null): void {
    this.#sessionId = sessionId;
  }

  answered({ result }: Message): void {
    if (!isObject(result)) return;
    const { protocolVersion, capabilities } = result;
    if (typeof protocolVersion === 'string') this.#protocolVersion = protocolVersion;
    if (isObject(capabilities)) this.#capabilities = capabilities;
  }

  over(): void {
    this.#sessionId = null;
    this.#protocolVersion = null;
  }

  /** What to tell the client after a restart: every list it may have read can be another one now. */
  changes(): readonly Message[] {
    return ['tools', 'prompts', 'resources']
      .filter((kind) => {
        const capability = this.#capabilities[kind];
        return isObject(capability) && capability['listChanged'] === true;
      })
      .map((kind) => ({ jsonrpc: '2.0', method: `notifications/${kind}/list_changed` }));
  }
}
