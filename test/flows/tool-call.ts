/** A tool called by a real MCP client, and a folder for it to work in. */
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { put, scratch } from '../fakes/scratch.ts';

export interface ToolAnswer {
  readonly isError: boolean;
  readonly data: Record<string, unknown>;
}

export async function callTool(
  client: Client,
  name: string,
  args: Record<string, unknown> = {},
): Promise<ToolAnswer> {
  const result = await client.callTool({ name, arguments: args });
  return {
    isError: result.isError === true,
    data: result.structuredContent as Record<string, unknown>,
  };
}

/** A folder with one file in it. */
export function projectWith(name: string, content: string) {
  const root = scratch();
  return { root, file: put(root, name, content) };
}
