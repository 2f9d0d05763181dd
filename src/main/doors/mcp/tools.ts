/** The tool list, prepared once from plain JSON Schema, and how a call of a tool is answered. */
import type { CallToolResult, Tool } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import type { Agent } from '../../../shared/access.ts';
import { actionInfo, actionNames, isAction, type ActionName } from '../../../shared/actions.ts';
import type { Outcome } from '../../../shared/outcomes.ts';
import { workbenchActions } from '../../../shared/plugin-protocol.ts';
import type { Core } from '../../core/offers.ts';
import { accessTools, type AccessTool } from './access-tools.ts';
import type { Waiting } from './waiting.ts';

export class Tools {
  readonly #core: Core;
  readonly #accessTools: Readonly<Record<string, AccessTool>>;
  readonly #described: readonly Tool[];

  constructor(core: Core) {
    this.#core = core;
    this.#accessTools = accessTools(core);
    // Converted once: schemas are the costly part of a tool list.
    this.#described = Object.freeze([
      ...Object.entries(this.#accessTools).map(describeAccessTool),
      ...actionNames.map(describeAction),
    ]);
  }

  /** What can be done now: our own tools, and actions somebody is there to carry out. */
  get list(): readonly Tool[] {
    return this.#described.filter(({ name }) => !isAction(name) || this.#canDo(name));
  }

  /** Null when there is no such tool. */
  async call(
    name: string,
    args: unknown,
    agent: Agent,
    waiting: Waiting,
  ): Promise<CallToolResult | null> {
    if (isAction(name)) {
      return toResult(await this.#core.gate.pass({ action: name, args }, agent, waiting.signal));
    }
    const tool = Object.hasOwn(this.#accessTools, name) ? this.#accessTools[name] : undefined;
    return tool ? toResult(await tool.run(args ?? {}, agent, waiting)) : null;
  }

  #canDo(action: ActionName): boolean {
    return workbenchActions.some((name) => name === action) || this.#core.executors.canDo(action);
  }
}

type JsonObjectSchema = Tool['inputSchema'];

const jsonSchema = (schema: z.ZodObject, io: 'input' | 'output'): JsonObjectSchema =>
  z.toJSONSchema(schema, { io, target: 'draft-7' }) as JsonObjectSchema;

function describeAction(name: ActionName): Tool {
  const { title, description, args, result, kind } = actionInfo(name);
  return {
    name,
    title,
    description,
    inputSchema: jsonSchema(args, 'input'),
    outputSchema: jsonSchema(result, 'output'),
    annotations: {
      readOnlyHint: kind === 'read',
      ...(kind === 'read' ? {} : { destructiveHint: kind === 'run' || kind === 'destroy' }),
      openWorldHint: kind === 'run',
    },
  };
}

function describeAccessTool([name, tool]: [string, AccessTool]): Tool {
  return {
    name,
    title: tool.title,
    description: tool.description,
    inputSchema: jsonSchema(tool.args, 'input'),
    annotations: {
      readOnlyHint: tool.readOnly,
      ...(tool.readOnly ? {} : { destructiveHint: false }),
      openWorldHint: false,
    },
  };
}

/** A refusal is a result that says what to do next, never a protocol error. */
export function toResult(outcome: Outcome): CallToolResult {
  if (outcome.kind === 'done') {
    return {
      content: [{ type: 'text', text: JSON.stringify(outcome.data) }],
      structuredContent: { ...outcome.data },
    };
  }
  const { code, message, hint, retry } = outcome;
  const told = { status: statusOf(outcome), code, reason: message, hint, retry };
  return {
    isError: true,
    content: [{ type: 'text', text: `${message} ${hint} (${code})` }],
    structuredContent: told,
  };
}

function statusOf(outcome: Exclude<Outcome, { kind: 'done' }>): string {
  if (outcome.kind === 'failed') return 'failed';
  return outcome.code === 'ask-timed-out' || outcome.code === 'session-expired'
    ? 'expired'
    : 'denied';
}
