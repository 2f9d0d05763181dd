/**
 * Answers plain tool calls of 2026-07-28 without the SDK, which creates a web request, a server and
 * a web response for each and so costs more than the rest of a call. Unusual calls and all other
 * methods go to the SDK.
 */
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  PROTOCOL_VERSION_META_KEY,
  SERVER_INFO_META_KEY,
} from '@modelcontextprotocol/server';
import type { ClientId } from '../../../shared/base/ids.ts';
import { agentOf, type McpCaller } from './caller.ts';
import { isMessage, isObject, isRequest, type RequestMessage } from './json-rpc.ts';
import { DirectAnswers } from './direct-answers.ts';
import { PostExchange } from './post-exchange.ts';
import { cannotBeAsked, type MethodHandler, type McpRegistry } from './registry.ts';

const version = '2026-07-28';
const callMethod = 'tools/call';

interface PlainCall extends RequestMessage {
  readonly params: {
    readonly name: string;
    readonly _meta: { readonly [CLIENT_INFO_META_KEY]: { name: string; version: string } };
  };
}

/** True when headers and body agree and contain nothing that only the SDK handles. */
export function isPlainCall(headers: IncomingHttpHeaders, body: unknown): body is PlainCall {
  if (headers['mcp-protocol-version'] !== version || headers['mcp-method'] !== callMethod)
    return false;
  if (!isMessage(body) || !isRequest(body) || body.method !== callMethod) return false;
  const { params } = body;
  if (
    !hasOnlyKeys(body, requestKeys) ||
    !hasOnlyKeys(params, callKeys) ||
    !isPlainMeta(params['_meta'])
  )
    return false;
  const { name, arguments: args } = params;
  if (typeof name !== 'string' || headers['mcp-name'] !== name || !plainName.test(name))
    return false;
  return args === undefined || isObject(args);
}

function isPlainMeta(meta: unknown): boolean {
  if (!hasOnlyKeys(meta, metaKeys) || meta[PROTOCOL_VERSION_META_KEY] !== version) return false;
  const { [CLIENT_INFO_META_KEY]: client, progressToken = 0 } = meta;
  if (typeof progressToken !== 'string' && !Number.isSafeInteger(progressToken)) return false;
  if (!hasOnlyKeys(client, clientKeys) || !hasObjectValues(meta[CLIENT_CAPABILITIES_META_KEY]))
    return false;
  const { name, title = '', version: clientVersion } = client;
  return [name, title, clientVersion].every((item) => typeof item === 'string');
}

const hasOnlyKeys = (value: unknown, keys: ReadonlySet<string>): value is Record<string, unknown> =>
  isObject(value) && Object.keys(value).every((key) => keys.has(key));

/** Each capability is an object. */
const hasObjectValues = (value: unknown): boolean =>
  isObject(value) && Object.values(value).every(isObject);

const requestKeys: ReadonlySet<string> = new Set(['jsonrpc', 'id', 'method', 'params']);
const callKeys: ReadonlySet<string> = new Set(['name', 'arguments', '_meta']);
const clientKeys: ReadonlySet<string> = new Set(['name', 'title', 'version']);
const metaKeys: ReadonlySet<string> = new Set([
  PROTOCOL_VERSION_META_KEY,
  CLIENT_INFO_META_KEY,
  CLIENT_CAPABILITIES_META_KEY,
  'progressToken',
]);
/** Names that the header can contain without encoding. */
const plainName = /^[\w.\-/]+$/;

interface Deps {
  readonly registry: McpRegistry;
  readonly onError: (text: string) => void;
}

export class StatelessCalls {
  readonly #onError: Deps['onError'];
  readonly #answers: McpRegistry['answers'];
  readonly #open = new Map<
    PostExchange,
    { readonly clientId: ClientId; readonly own: DirectAnswers }
  >();

  constructor({ registry, onError }: Deps) {
    this.#onError = onError;
    const { about, answers } = registry;
    const call: MethodHandler = async (params, exchange) =>
      complete(await (answers[callMethod] as MethodHandler)(params, exchange), about);
    this.#answers = { [callMethod]: call };
  }

  serve(call: PlainCall, response: ServerResponse, caller: McpCaller): void {
    const { id, params } = call;
    const own = new DirectAnswers({
      answers: this.#answers,
      agentOf: (who) => agentOf(who, params._meta[CLIENT_INFO_META_KEY]),
      sendNotification: (_id, method, notificationParams) =>
        exchange.sendNotification(
          JSON.stringify({ jsonrpc: '2.0', method, params: notificationParams }),
        ),
      ask: () => Promise.reject(cannotBeAsked),
      onError: this.#onError,
    });
    const over = (): void => {
      this.#open.delete(exchange);
      own.cancelAll();
    };
    const how = { batch: false, prefersStream: false };
    const exchange = new PostExchange({ response, caller, ...how, ids: [id], over });
    this.#open.set(exchange, { clientId: caller.clientId, own });
    void own.to(call, caller).then((text) => exchange.answer(id, text));
  }

  endAllOf(clientId: ClientId): void {
    this.#end((item) => item === clientId);
  }

  endAll(): void {
    this.#end(() => true);
  }

  #end(isMeant: (clientId: ClientId) => boolean): void {
    for (const [exchange, { clientId, own }] of [...this.#open]) {
      if (!isMeant(clientId)) continue;
      exchange.close();
      own.cancelAll();
    }
  }
}

/** Adds the fields that every stateless result has. */
function complete(result: object, about: McpRegistry['about']): object {
  const meta = '_meta' in result ? result._meta : {};
  return {
    resultType: 'complete',
    ...result,
    ...(isObject(meta) ? { _meta: { [SERVER_INFO_META_KEY]: about, ...meta } } : {}),
  };
}
