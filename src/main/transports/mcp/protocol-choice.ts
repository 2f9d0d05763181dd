/**
 * Decides, once per request, which MCP the client speaks: stateful (to 2025-11-25) or stateless
 * (2026-07-28). Plain stateless calls are told apart from the rest, because we answer them without
 * the SDK (exchange.ts).
 */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/sdk/types.js';
import { classifyInboundRequest } from '@modelcontextprotocol/server';
import { isObject } from '../../../shared/base/is-object.ts';
import { isMessage, isRequest, type JsonRpcRequest } from '../../../shared/protocols/json-rpc.ts';
import { metaKeys, statelessVersion } from '../../../shared/protocols/mcp-versions.ts';

export type ProtocolChoice =
  | { readonly protocol: 'stateful' }
  | { readonly protocol: 'stateless' }
  | { readonly protocol: 'stateless-call'; readonly call: PlainCall };

/** A stateless tools/call whose headers and body agree and contain nothing that only the SDK handles. */
export interface PlainCall extends JsonRpcRequest {
  readonly params: {
    readonly name: string;
    readonly _meta: { readonly [metaKeys.clientInfo]: { name: string; version: string } };
  };
}

const stateful: ProtocolChoice = { protocol: 'stateful' };
const stateless: ProtocolChoice = { protocol: 'stateless' };

/** Invalid or contradictory messages are answered by the stateless protocol. */
export function protocolOf(
  { method = '', headers }: IncomingMessage,
  body: unknown,
): ProtocolChoice {
  if (method !== 'POST') return stateful;
  const version = headers['mcp-protocol-version'];
  if (isPlainStatefulMessage(version, body)) return stateful;
  if (isPlainCall(headers, body)) return { protocol: 'stateless-call', call: body };
  const named = typeof version === 'string' ? { protocolVersionHeader: version } : {};
  const { kind } = classifyInboundRequest({ httpMethod: method, body, ...named });
  return kind === 'legacy' ? stateful : stateless;
}

/** Recognises the common stateful message without a schema: it names no stateless version. */
function isPlainStatefulMessage(version: string | string[] | undefined, body: unknown): boolean {
  if (version !== undefined && !statefulVersions.has(String(version))) return false;
  if (!isMessage(body) || body.method === undefined || !hasOnlyKeys(body, messageKeys))
    return false;
  const meta = body.params?.['_meta'];
  return meta === undefined || (isObject(meta) && !Object.hasOwn(meta, metaKeys.protocolVersion));
}

function isPlainCall(headers: IncomingHttpHeaders, body: unknown): body is PlainCall {
  if (headers['mcp-protocol-version'] !== statelessVersion) return false;
  if (headers['mcp-method'] !== callMethod || !isMessage(body)) return false;
  if (!isRequest(body) || body.method !== callMethod || !hasOnlyKeys(body, messageKeys))
    return false;
  const { params } = body;
  if (!hasOnlyKeys(params, callKeys) || !isPlainMeta(params['_meta'])) return false;
  const { name, arguments: args } = params;
  if (typeof name !== 'string' || headers['mcp-name'] !== name || !plainName.test(name))
    return false;
  return args === undefined || isObject(args);
}

function isPlainMeta(meta: unknown): boolean {
  if (!hasOnlyKeys(meta, plainMetaKeys) || meta[metaKeys.protocolVersion] !== statelessVersion)
    return false;
  const { [metaKeys.clientInfo]: client, progressToken = 0 } = meta;
  if (typeof progressToken !== 'string' && !Number.isSafeInteger(progressToken)) return false;
  if (!hasOnlyKeys(client, clientKeys) || !hasObjectValues(meta[metaKeys.clientCapabilities]))
    return false;
  const { name, title = '', version: clientVersion } = client;
  return [name, title, clientVersion].every((item) => typeof item === 'string');
}

function hasOnlyKeys(value: unknown, keys: ReadonlySet<string>): value is Record<string, unknown> {
  return isObject(value) && Object.keys(value).every((key) => keys.has(key));
}

/** Each capability is an object. */
const hasObjectValues = (value: unknown): boolean =>
  isObject(value) && Object.values(value).every(isObject);

const callMethod = 'tools/call';
const statefulVersions: ReadonlySet<string> = new Set(SUPPORTED_PROTOCOL_VERSIONS);
const messageKeys: ReadonlySet<string> = new Set(['jsonrpc', 'id', 'method', 'params']);
const callKeys: ReadonlySet<string> = new Set(['name', 'arguments', '_meta']);
const clientKeys: ReadonlySet<string> = new Set(['name', 'title', 'version']);
const plainMetaKeys: ReadonlySet<string> = new Set([
  metaKeys.protocolVersion,
  metaKeys.clientInfo,
  metaKeys.clientCapabilities,
  'progressToken',
]);
/** Names that the header can contain without encoding. */
const plainName = /^[\w.\-/]+$/;
