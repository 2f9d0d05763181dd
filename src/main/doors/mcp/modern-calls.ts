/**
 * Plain tool calls of 2026-07-28, answered without the SDK: it makes a web request, a server and a web
 * response for each, which costs more than the rest of a call. Whatever is odd about a call, and all
 * that belongs to the protocol itself, stays with the SDK.
 */
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  PROTOCOL_VERSION_META_KEY,
  SERVER_INFO_META_KEY,
} from '@modelcontextprotocol/server';
import type { ClientId } from '../../../shared/ids.ts';
import { agentOf, type Caller } from './caller.ts';
import { isMessage, isObject, isRequest, type RequestMessage } from './json-rpc.ts';
import { OwnAnswers } from './own-answers.ts';
import { PostExchange } from './post-exchange.ts';
import { cannotBeAsked, type Answer, type Registry } from './registry.ts';

const version = '2026-07-28';
const callMethod = 'tools/call';

interface PlainCall extends RequestMessage {
  readonly params: {
    readonly name: string;
    readonly _meta: { readonly [CLIENT_INFO_META_KEY]: { name: string; version: string } };
  };
}

/** True when headers and body say the same in the plainest way, and nothing that only the SDK knows. */
export function isPlainCall(headers: IncomingHttpHeaders, body: unknown): body is PlainCall {
  if (headers['mcp-protocol-version'] !== version || headers['mcp-method'] !== callMethod)
    return false;
  if (!isMessage(body) || !isRequest(body) || body.method !== callMethod) return false;
  const { params } = body;
  if (!isOf(body, ofRequests) || !isOf(params, ofCalls) || !isPlainMeta(params['_meta']))
    return false;
  const { name, arguments: args } = params;
  if (typeof name !== 'string' || headers['mcp-name'] !== name || !plainName.test(name))
    return false;
  return args === undefined || isObject(args);
}

function isPlainMeta(meta: unknown): boolean {
  if (!isOf(meta, ofMeta) || meta[PROTOCOL_VERSION_META_KEY] !== version) return false;
  const { [CLIENT_INFO_META_KEY]: client, progressToken = 0 } = meta;
  if (typeof progressToken !== 'string' && !Number.isSafeInteger(progressToken)) return false;
  if (!isOf(client, ofClients) || !isNoOdd(meta[CLIENT_CAPABILITIES_META_KEY])) return false;
  const { name, title = '', version: clientVersion } = client;
  return [name, title, clientVersion].every((one) => typeof one === 'string');
}

const isOf = (value: unknown, keys: ReadonlySet<string>): value is Record<string, unknown> =>
  isObject(value) && Object.keys(value).every((key) => keys.has(key));

/** Each capability is an object. */
const isNoOdd = (value: unknown): boolean =>
  isObject(value) && Object.values(value).every(isObject);

const ofRequests: ReadonlySet<string> = new Set(['jsonrpc', 'id', 'method', 'params']);
const ofCalls: ReadonlySet<string> = new Set(['name', 'arguments', '_meta']);
const ofClients: ReadonlySet<string> = new Set(['name', 'title', 'version']);
const ofMeta: ReadonlySet<string> = new Set([
  PROTOCOL_VERSION_META_KEY,
  CLIENT_INFO_META_KEY,
  CLIENT_CAPABILITIES_META_KEY,
  'progressToken',
]);
/** As the header can say it without a code. */
const plainName = /^[\w.\-/]+$/;

interface Deps {
  readonly registry: Registry;
  readonly onTrouble: (text: string) => void;
}

export class ModernCalls {
  readonly #onTrouble: Deps['onTrouble'];
  readonly #answers: Registry['answers'];
  readonly #open = new Map<
    PostExchange,
    { readonly clientId: ClientId; readonly own: OwnAnswers }
  >();

  constructor({ registry, onTrouble }: Deps) {
    this.#onTrouble = onTrouble;
    const { about, answers } = registry;
    const call: Answer = async (params, exchange) =>
      complete(await (answers[callMethod] as Answer)(params, exchange), about);
    this.#answers = { [callMethod]: call };
  }

  serve(call: PlainCall, response: ServerResponse, caller: Caller): void {
    const { id, params } = call;
    const own = new OwnAnswers({
      answers: this.#answers,
      agentOf: (who) => agentOf(who, params._meta[CLIENT_INFO_META_KEY]),
      tell: (_id, method, told) =>
        exchange.tell(JSON.stringify({ jsonrpc: '2.0', method, params: told })),
      ask: () => Promise.reject(cannotBeAsked),
      onTrouble: this.#onTrouble,
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
    this.#end((one) => one === clientId);
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

/** What every result of that era says beside itself. */
function complete(result: object, about: Registry['about']): object {
  const meta = '_meta' in result ? result._meta : {};
  return {
    resultType: 'complete',
    ...result,
    ...(isObject(meta) ? { _meta: { [SERVER_INFO_META_KEY]: about, ...meta } } : {}),
  };
}
