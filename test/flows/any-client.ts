/** A real MCP client of either kind, behind one interface. */
import {
  Client as StatelessClient,
  StreamableHTTPClientTransport as StatelessTransport,
} from '@modelcontextprotocol/client';
import { onTestFinished } from 'vitest';
import { statelessVersion } from '../../src/shared/protocols/mcp-versions.ts';
import type { TestApp } from '../fakes/test-app.ts';

/** What both clients of the SDK can do. */
export interface AnyClient {
  callTool(
    params: { name: string; arguments?: Record<string, unknown> },
    ...more: unknown[]
  ): Promise<object>;
  listTools(): Promise<{ tools: readonly { name: string; description?: string }[] }>;
  listResources(): Promise<{ resources: readonly { uri: string }[] }>;
  readResource(params: { uri: string }): Promise<object>;
  listPrompts(): Promise<{ prompts: readonly { name: string }[] }>;
  getPrompt(params: { name: string; arguments?: Record<string, string> }): Promise<object>;
  complete(params: object): Promise<object>;
}

export const mcpVersions = ['stateful', 'stateless'] as const;

export async function connectWith(
  app: TestApp,
  version: (typeof mcpVersions)[number],
  name = 'claude',
): Promise<AnyClient> {
  if (version === 'stateful') return (await app.connect(name)) as unknown as AnyClient;
  const client = new StatelessClient(
    { name, version: '1.0.0' },
    { versionNegotiation: { mode: { pin: statelessVersion } } },
  );
  const transport = new StatelessTransport(new URL(app.app.mcpUrl), {
    requestInit: { headers: { Authorization: `Bearer ${await app.newKey(name)}` } },
  });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return client as unknown as AnyClient;
}
