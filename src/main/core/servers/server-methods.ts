/**
 * What can be asked of an MCP server besides calling its tools, as contributed tools: so it passes the
 * gate, needs the server's scope and is recorded. They are in no list of tools. The executor of the
 * server registers them with its tools and looks at `tool.server.method`; outcomes are the server's MCP
 * results.
 */
import { z } from 'zod';
import { serverScope } from '../../../shared/access/scopes.ts';
import { parseArgs } from '../../../shared/actions/actions.ts';
import { fileArguments } from './file-arguments.ts';
import type { ContributedTool, ServerMethod, ServerTool } from '../call/contributed-tools.ts';

const uri = z.string().min(1).max(4096);
const name = z.string().min(1).max(256);
const text = z.string().max(64_000);

const Resource = z.strictObject({ uri });
const Prompt = z.strictObject({ name, arguments: z.record(z.string(), text).optional() });
const Completion = z.strictObject({
  ref: z.discriminatedUnion('type', [
    z.strictObject({ type: z.literal('ref/prompt'), name }),
    z.strictObject({ type: z.literal('ref/resource'), uri }),
  ]),
  argument: z.strictObject({ name, value: text }),
  context: z.strictObject({ arguments: z.record(z.string(), text).optional() }).optional(),
});

/** Of resources/read and resources/subscribe. */
export type ServerResourceArgs = z.infer<typeof Resource>;
/** Of prompts/get. */
export type ServerPromptArgs = z.infer<typeof Prompt>;
/** Of completion/complete. */
export type ServerCompletionArgs = z.infer<typeof Completion>;

type OtherMethod = Exclude<ServerMethod, 'tool'>;

const methods = {
  resource: { action: 'read_resource', title: 'Read a resource', schema: Resource },
  subscription: { action: 'subscribe', title: 'Follow a resource', schema: Resource },
  prompt: { action: 'get_prompt', title: 'Get a prompt', schema: Prompt },
  completion: { action: 'complete', title: 'Complete an argument', schema: Completion },
} as const satisfies Record<OtherMethod, object>;

/** A colon is in no name of a tool, so it cannot be mistaken for one. */
export const serverActionName = (server: string, method: OtherMethod): string =>
  `${server}:${methods[method].action}`;

interface MethodSource {
  readonly server: Omit<ServerTool, 'method' | 'policy'>;
  /** Identifies the server's entry: another command or URL is another definition. */
  readonly definitionHash: string;
  readonly pluginId: string;
  readonly timeoutMs: number;
  /** It runs on this machine, so `file:` addresses are files of it. */
  readonly isLocal: boolean;
}

export const serverMethodTools = ({
  server,
  definitionHash,
  pluginId,
  timeoutMs,
  isLocal,
}: MethodSource): readonly ContributedTool[] =>
  (Object.keys(methods) as OtherMethod[]).map((method) => {
    const { action, title, schema } = methods[method];
    const inputSchema = z.toJSONSchema(schema);
    const annotations = { readOnlyHint: true };
    return Object.freeze({
      name: serverActionName(server.name, method),
      title,
      description: `${title} of the MCP server ${server.name}`,
      ...{ inputSchema, annotations },
      scope: serverScope(server.name),
      pluginId,
      ownName: action,
      definitionHash: `${definitionHash}:${action}`,
      timeoutMs,
      answersInMcp: true,
      server: {
        name: server.name,
        isVisibleTo: (clientId: string) => server.isVisibleTo(clientId),
        ...{ method, policy: 'allow' as const },
      },
      parse: (args: unknown) => parseArgs(schema, args),
      ...(isLocal ? fileArguments(inputSchema, annotations) : {}),
    });
  });
