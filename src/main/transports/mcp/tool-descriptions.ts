/** The tools as clients read them: schemas as plain JSON Schema, and annotations. */
import type { Tool } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import type { Scope } from '../../../shared/access/scopes.ts';
import { actionInfo, actionNames, type ActionName } from '../../../shared/actions/actions.ts';
import type { ContributedTool } from '../../core/core.ts';
import type { AccessTool } from './access-tools.ts';
import { listedSchema } from './listed-schema.ts';

type JsonObjectSchema = Tool['inputSchema'];

// Converted once: schemas are the costly part of a tool list.
const jsonSchema = (schema: z.ZodObject, io: 'input' | 'output'): JsonObjectSchema =>
  z.toJSONSchema(schema, { io, target: 'draft-7' }) as JsonObjectSchema;

const inputSchema = (args: z.ZodObject): JsonObjectSchema =>
  listedSchema(jsonSchema(args, 'input')) as JsonObjectSchema;

/** Models see here which scope to request. */
const withScope = (description: string, scope: Scope): string => `${description} (needs ${scope})`;

/** Schema of a refused call, as `toResult` builds it; short, since every tool includes it. */
const refusal = { type: 'object', required: ['status', 'code', 'reason', 'hint', 'retry'] };

// Clients validate refusals too (the SDK's client does), so the schema allows both.
function outputSchema(result: z.ZodObject): JsonObjectSchema {
  const { $schema, ...done } = jsonSchema(result, 'output');
  return { $schema, type: 'object', anyOf: [done, refusal] };
}

export interface DescribedAction {
  readonly name: ActionName;
  readonly tool: Tool;
}

export const describedActions = (): readonly DescribedAction[] =>
  actionNames.map((name) => ({ name, tool: describeAction(name) }));

function describeAction(name: ActionName): Tool {
  const { title, description, scope, args, result } = actionInfo(name);
  return {
    name,
    title,
    description: withScope(description, scope),
    inputSchema: inputSchema(args),
    outputSchema: outputSchema(result),
    annotations: { title, ...hintsOf(name) },
  };
}

/** The plugin's own annotations; where they are missing, the worst case. */
export function describeContributed(contributed: ContributedTool): Tool {
  const { name, title, description, scope, inputSchema: schema, annotations, own } = contributed;
  return {
    name,
    title,
    // Our own words stand first: what follows was written by others and could imitate them.
    description: own ? withScope(description, scope) : `(needs ${scope}) ${description}`,
    // What others wrote is passed on as it is.
    inputSchema: (own ? listedSchema(schema) : schema) as JsonObjectSchema,
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

export function describeAccessTool(name: string, tool: AccessTool): Tool {
  const { title, description, args, result, readOnly } = tool;
  return {
    name,
    title,
    description,
    inputSchema: inputSchema(args),
    ...(result ? { outputSchema: outputSchema(result) } : {}),
    annotations: {
      title,
      readOnlyHint: readOnly,
      destructiveHint: false,
      idempotentHint: readOnly || name === 'end_session',
      openWorldHint: false,
    },
  };
}

/** MCP annotations that clients may show before a tool is called. */
interface ToolHints {
  readonly readOnlyHint: boolean;
  /** May delete or replace something; false when it only adds or only moves the view. */
  readonly destructiveHint: boolean;
  /** The same call again changes nothing more. */
  readonly idempotentHint: boolean;
  /** May reach beyond this machine. */
  readonly openWorldHint: boolean;
}

/** They read no secret and write no file, but they visibly change the editor. */
const movesTheView = new Set<ActionName>(['switch_buffer', 'split_pane', 'set_cursor_pos']);
const onlyAdds = new Set<ActionName>(['git_add', 'git_commit']);
const sameAgain = new Set<ActionName>([
  ...(['switch_buffer', 'set_cursor_pos', 'close_buffer', 'watch_file'] as const),
  ...(['create_file', 'delete_file', 'rename_file', 'format_code', 'git_add'] as const),
]);
const reachesOut = new Set<ActionName>(['manage_plugins']);

function hintsOf(name: ActionName): ToolHints {
  const { kind } = actionInfo(name);
  const readOnly = kind === 'read' && !movesTheView.has(name);
  return {
    readOnlyHint: readOnly,
    destructiveHint: kind !== 'read' && !onlyAdds.has(name),
    idempotentHint: readOnly || sameAgain.has(name),
    openWorldHint: kind === 'run' || reachesOut.has(name),
  };
}

/** Without its output schema, which costs a model more than the rest and tells it little. */
export function withoutOutputSchema({ outputSchema: _outputSchema, ...tool }: Tool): Tool {
  return tool;
}
