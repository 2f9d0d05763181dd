/** The tools as clients read them, prepared once from plain JSON Schema. */
import type { Tool } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { actionInfo, actionNames, type ActionName } from '../../../shared/actions.ts';
import type { ContributedTool } from '../../core/offers.ts';
import type { AccessTool } from './access-tools.ts';
import { hintsOf } from './tool-hints.ts';

type JsonObjectSchema = Tool['inputSchema'];

// Converted once: schemas are the costly part of a tool list.
const jsonSchema = (schema: z.ZodObject, io: 'input' | 'output'): JsonObjectSchema =>
  z.toJSONSchema(schema, { io, target: 'draft-7' }) as JsonObjectSchema;

/** What `toResult` says of a call that was not carried out; kept short, it stands in every tool. */
const refusal = { type: 'object', required: ['status', 'code', 'reason', 'hint', 'retry'] };

// Clients hold refusals against the schema too (the SDK's does), so it names both.
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
  const { title, description, args, result } = actionInfo(name);
  return {
    name,
    title,
    description,
    inputSchema: jsonSchema(args, 'input'),
    outputSchema: outputSchema(result),
    annotations: { title, ...hintsOf(name) },
  };
}

/** What a plugin says about its tool, where it says something; else the worst. */
export function describeContributed(contributed: ContributedTool): Tool {
  const { name, title, description, inputSchema, annotations } = contributed;
  return {
    name,
    title,
    description,
    inputSchema: inputSchema as JsonObjectSchema,
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
    inputSchema: jsonSchema(args, 'input'),
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
