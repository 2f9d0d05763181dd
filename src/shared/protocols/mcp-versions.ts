/**
 * How the two kinds of MCP state their version. Stateful MCP (to 2025-11-25) negotiates it once,
 * with `initialize`. Stateless MCP (2026-07-28) states it in the body of every message, under
 * `_meta`, and repeats parts of the body in HTTP headers.
 */
import { isObject } from '../base/is-object.ts';
import type { JsonRpcMessage } from './json-rpc.ts';

export const statelessVersion = '2026-07-28';

/** Keys of `_meta` in stateless MCP. */
export const metaKeys = {
  protocolVersion: 'io.modelcontextprotocol/protocolVersion',
  clientInfo: 'io.modelcontextprotocol/clientInfo',
  clientCapabilities: 'io.modelcontextprotocol/clientCapabilities',
  serverInfo: 'io.modelcontextprotocol/serverInfo',
  subscriptionId: 'io.modelcontextprotocol/subscriptionId',
  logLevel: 'io.modelcontextprotocol/logLevel',
} as const;

/** The version that a stateless message states; null for stateful MCP. */
export function versionNamedIn({ params }: JsonRpcMessage): string | null {
  const meta = params?.['_meta'];
  const version = isObject(meta) ? meta[metaKeys.protocolVersion] : undefined;
  return typeof version === 'string' ? version : null;
}
