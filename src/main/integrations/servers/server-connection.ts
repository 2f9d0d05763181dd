/**
 * One connection to a server, with either version of the protocol. Every wait has a deadline.
 * Requests that servers may not send us are refused with the reason, and logged.
 */
import {
  Client,
  ProtocolError,
  ProtocolErrorCode,
  type CallToolResult,
  type ElicitRequest,
  type ElicitResult,
  type jsonSchemaValidator,
  type JsonSchemaValidator,
  type McpSubscription,
  type Progress,
  type Transport,
} from '@modelcontextprotocol/client';
import { z } from 'zod';
import type {
  ServerCompletionArgs,
  ServerPromptArgs,
  ServerResourceArgs,
} from '../../core/core.ts';
import { digestOfTool, maxInstructions, OfferedTool } from './server-text.ts';

const connectMs = 60_000;
/** If there is no answer on stdio after this, the older protocol is assumed. */
const probeMs = 10_000;
const listMs = 30_000;
/** Time without an answer or progress. */
const callMs = 120_000;
const longestCallMs = 30 * 60_000;
const maxTools = 1_000;
const maxPages = 50;
/** Maximum size of a tool list, as JSON. */
const maxListLength = 4 * 1024 ** 2;
const maxRefusedRequests = 100;
/** Versions are dates. */
const streamsSince = '2026-07-28';

export interface OpenTransport {
  readonly transport: Transport;
  readonly kind: 'stdio' | 'remote';
}

export interface ConnectionEvents {
  readonly log: (line: string) => void;
  readonly onToolsChanged: () => void;
  readonly onPromptsChanged: () => void;
  readonly onResourcesChanged: () => void;
  readonly onResourceUpdated: (uri: string) => void;
  readonly onClosed: () => void;
  readonly onLogMessage: (params: unknown) => void;
  readonly onElicit: (
    params: ElicitRequest['params'],
    signal: AbortSignal,
  ) => Promise<ElicitResult>;
}

export interface OfferedText {
  readonly instructions: string | null;
  readonly tools: readonly OfferedTool[];
  readonly unreadable: number;
}

export interface ForwardOptions {
  readonly signal: AbortSignal;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

const ToolsPage = z.looseObject({
  tools: z.array(z.unknown()).max(maxTools),
  nextCursor: z.string().max(10_000).optional(),
});

export class ServerConnection {
  readonly client: Client;
  /** In the newer protocol, each is a request that stays open. */
  readonly #streams = new Map<string, McpSubscription>();

  private constructor(client: Client) {
    this.client = client;
  }

  /** Throws an error whose message is for the user. */
  static async open(
    { transport, kind }: OpenTransport,
    events: ConnectionEvents,
    options: { readonly version: string; readonly isLegacy: boolean },
  ): Promise<ServerConnection> {
    const client = newClient(events, options);
    client.onclose = events.onClosed;
    client.onerror = (error) => events.log(`protocol error: ${error.message.slice(0, 300)}`);
    const mode = options.isLegacy ? 'legacy' : 'auto';
    client.setVersionNegotiation({
      ...{ mode, ...(kind === 'stdio' ? { probe: { timeoutMs: probeMs } } : {}) },
    });
    await client.connect(transport, { timeout: connectMs });
    return new ServerConnection(client);
  }

  get version(): string {
    return this.client.getNegotiatedProtocolVersion() ?? 'unknown';
  }

  /** What it currently says about itself. */
  async offered(): Promise<OfferedText> {
    const instructions = this.client.getInstructions()?.slice(0, maxInstructions) ?? null;
    if (!this.client.getServerCapabilities()?.tools)
      return { instructions, tools: [], unreadable: 0 };
    const found: unknown[] = [];
    let cursor: string | undefined;
    let length = 0;
    for (let pages = 0; pages < maxPages; pages += 1) {
      const params = cursor === undefined ? {} : { cursor };
      const page = await this.client.request({ method: 'tools/list', params }, ToolsPage, {
        timeout: listMs,
      });
      found.push(...page.tools);
      length += JSON.stringify(page.tools).length;
      if (found.length > maxTools) throw new Error(`It lists more than ${maxTools} tools.`);
      if (length > maxListLength) throw new Error('Its list of tools is too long.');
      cursor = page.nextCursor;
      if (cursor === undefined) return { instructions, ...readTools(found) };
    }
    throw new Error(`Its list of tools has more than ${maxPages} pages.`);
  }

  call(
    tool: OfferedTool,
    args: Readonly<Record<string, unknown>>,
    { signal, onProgress }: ForwardOptions,
  ): Promise<CallToolResult> {
    const { name, inputSchema } = tool;
    return this.client.callTool(
      { name, arguments: { ...args } },
      {
        ...{ signal, timeout: callMs, resetTimeoutOnProgress: true },
        maxTotalTimeout: longestCallMs,
        ...(onProgress ? { onprogress: onProgress } : {}),
        // Without its output schema: to compile a stranger's schema could take forever.
        toolDefinition: { name, inputSchema: { ...inputSchema, type: 'object' } },
      },
    );
  }

  readResource({ uri }: ServerResourceArgs, { signal }: ForwardOptions): Promise<object> {
    return this.client.readResource({ uri }, { signal, timeout: callMs, cacheMode: 'bypass' });
  }

  get canFollow(): boolean {
    return this.client.getServerCapabilities()?.resources?.subscribe === true;
  }

  /** The server says when the resource changes, until `unfollow`. */
  async follow(uri: string, signal: AbortSignal): Promise<void> {
    if (!this.#hasStreams) {
      await this.client.subscribeResource({ uri }, { signal, timeout: listMs });
      return;
    }
    if (this.#streams.has(uri)) return;
    // Without the signal: it would end the stream, not only the request.
    const stream = await this.client.listen({ resourceSubscriptions: [uri] }, { timeout: listMs });
    this.#streams.set(uri, stream);
    void stream.closed.then(() => {
      if (this.#streams.get(uri) === stream) this.#streams.delete(uri);
    });
  }

  async unfollow(uri: string): Promise<void> {
    if (this.#hasStreams) await this.#streams.get(uri)?.close();
    else await this.client.unsubscribeResource({ uri }, { timeout: listMs });
  }

  get #hasStreams(): boolean {
    return this.version >= streamsSince;
  }

  getPrompt(
    { name, arguments: given }: ServerPromptArgs,
    { signal }: ForwardOptions,
  ): Promise<object> {
    const params = { name, ...(given ? { arguments: given } : {}) };
    return this.client.getPrompt(params, { signal, timeout: callMs });
  }

  complete(
    { ref, argument, context }: ServerCompletionArgs,
    { signal }: ForwardOptions,
  ): Promise<object> {
    const given = context?.arguments;
    const params = { ref, argument, ...(given ? { context: { arguments: given } } : {}) };
    return this.client.complete(params, { signal, timeout: listMs });
  }

  close(): Promise<void> {
    return this.client.close();
  }
}

function newClient(events: ConnectionEvents, { version }: { readonly version: string }): Client {
  const refresh = (onChanged: () => void) => ({ autoRefresh: false, debounceMs: 300, onChanged });
  const client = new Client(
    { name: 'gatehouse', version },
    {
      capabilities: { elicitation: { form: {}, url: {} } },
      listChanged: {
        tools: refresh(events.onToolsChanged),
        prompts: refresh(events.onPromptsChanged),
        resources: refresh(events.onResourcesChanged),
      },
      // Whether a result matches the server's schema is left to the model.
      jsonSchemaValidator: unchecked,
    },
  );
  client.setRequestHandler('elicitation/create', (request, { mcpReq }) =>
    events.onElicit(request.params, mcpReq.signal),
  );
  client.setNotificationHandler('notifications/message', ({ params }) =>
    events.onLogMessage(params),
  );
  client.setNotificationHandler('notifications/resources/updated', ({ params }) =>
    events.onResourceUpdated(params.uri),
  );
  let refusals = 0;
  client.fallbackRequestHandler = ({ method }) => {
    refusals += 1;
    const why = `${method} was refused: Gatehouse does not let servers use your model or see your folders.`;
    if (refusals <= maxRefusedRequests) events.log(why);
    throw new ProtocolError(ProtocolErrorCode.MethodNotFound, why);
  };
  return client;
}

const unchecked: jsonSchemaValidator = {
  getValidator<T>(): JsonSchemaValidator<T> {
    return (input) => ({ valid: true, data: input as T, errorMessage: undefined });
  },
};

/** Two tools with one name could not be told apart, so neither is offered. */
function readTools(found: readonly unknown[]): Omit<OfferedText, 'instructions'> {
  const tools = found.flatMap((raw) => {
    const { success, data } = OfferedTool.safeParse(raw);
    return success && isUsable(data) ? [data] : [];
  });
  const count = new Map<string, number>();
  for (const { name } of tools) count.set(name, (count.get(name) ?? 0) + 1);
  const unique = tools.filter(({ name }) => count.get(name) === 1);
  return { tools: unique, unreadable: found.length - unique.length };
}

function isUsable(tool: OfferedTool): boolean {
  try {
    return digestOfTool(tool) !== '' && tool.name !== '__proto__';
  } catch {
    return false;
  }
}
