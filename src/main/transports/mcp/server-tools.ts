/**
 * The tools of MCP servers behind the gate, as clients see them. Names, texts and schemas are the
 * servers' own: they are marked as such and cut at a length. Where their list would cost a model too
 * much, `find_tools` and `call_tool` stand for it.
 */
import type { Tool } from '@modelcontextprotocol/sdk/types.js';
import type { ContributedTool } from '../../core/core.ts';

export type ListedServerTool = ContributedTool & {
  readonly server: NonNullable<ContributedTool['server']>;
};

export const findToolsName = 'find_tools';
export const callToolName = 'call_tool';

const longestDescription = 2_000;
const longestTitle = 100;

export const isListedServerTool = (tool: ContributedTool): tool is ListedServerTool =>
  tool.server?.method === 'tool';

/** Our own words stand first: what follows was written by the server and could imitate them. */
export function describeServerTool(tool: ListedServerTool): Tool {
  const { name, scope, server, description, inputSchema, annotations } = tool;
  const title = `${server.name}: ${tool.title.slice(0, longestTitle)}`;
  const said = cut(description, longestDescription);
  return {
    name,
    title,
    description: `(needs ${scope}) A tool of the MCP server ${server.name}. The server's own words, not checked: ${said}`,
    inputSchema: inputSchema as Tool['inputSchema'],
    annotations: {
      title,
      readOnlyHint: false,
      destructiveHint: true,
      idempotentHint: false,
      openWorldHint: true,
      ...annotations,
    },
  };
}

const cut = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most - 1)}…` : text;

/** As models count: about four characters each. */
export const tokensIn = (tools: readonly Tool[]): number =>
  Math.ceil(tools.reduce((sum, tool) => sum + JSON.stringify(tool).length, 0) / 4);

/** In place of the servers' tools. */
export const finderTools = (servers: readonly string[]): readonly Tool[] => [
  {
    name: findToolsName,
    title: 'Find tools of MCP servers',
    description: `Finds tools of these MCP servers by words: ${servers.join(', ')}. Returns names, descriptions and input schemas; call one with ${callToolName}.`,
    inputSchema: {
      type: 'object',
      properties: { query: { type: 'string', description: 'Words, such as "github issues"' } },
      required: ['query'],
    },
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  {
    name: callToolName,
    title: 'Call a tool of an MCP server',
    description: `Calls a tool that ${findToolsName} has found. It needs the scope that the tool names.`,
    inputSchema: {
      type: 'object',
      properties: {
        name: { type: 'string', description: `As ${findToolsName} returns it` },
        arguments: { type: 'object', description: 'As its input schema says' },
      },
      required: ['name'],
    },
    annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: true },
  },
];

const mostFound = 10;
const mostTokensFound = 4_000;

/** The best matches first, by how many of the words they contain; without any word, the first ones. */
export function findTools(tools: readonly ListedServerTool[], query: string): readonly Tool[] {
  const words = query
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .slice(0, 20);
  const scored = tools
    .map((tool) => ({ tool, score: scoreOf(tool, words) }))
    .filter(({ score }) => score > 0 || words.length === 0)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, mostFound);
  const found: Tool[] = [];
  for (const { tool } of scored) {
    const described = describeServerTool(tool);
    if (found.length > 0 && tokensIn([...found, described]) > mostTokensFound) break;
    found.push(described);
  }
  return found;
}

/** A word in the name counts more than one in the text. */
function scoreOf({ name, title, description }: ListedServerTool, words: readonly string[]): number {
  const inName = name.toLowerCase();
  const inText = `${title} ${description.slice(0, longestDescription)}`.toLowerCase();
  return words.reduce(
    (sum, word) => sum + (inName.includes(word) ? 3 : 0) + (inText.includes(word) ? 1 : 0),
    0,
  );
}
