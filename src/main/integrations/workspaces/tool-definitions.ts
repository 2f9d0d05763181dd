/** The five workspace tools: their arguments, and what the gate needs to know about them. */
import { z } from 'zod';
import {
  guardedTools,
  type GuardedTool,
  type GuardedToolName,
} from '../../../shared/actions/guarded-tools.ts';
import { isObject } from '../../../shared/base/is-object.ts';
import { isError, refused, type Refused } from '../../../shared/actions/outcomes.ts';
import { parseArgs, type ParsedArgs } from '../../../shared/actions/actions.ts';
import { MetadataKey, MetadataValue } from '../../../shared/integrations/workspaces.ts';
import type { ContributedTool, OwnTool, ResolvedCall } from '../../core/core.ts';
import { sha256 } from '../../platform/keys/tokens.ts';

const workspace = z.string().min(1).max(4096).describe('Its folder; default: the one you work in');

const inWorkspace = z.strictObject({ workspace });

export const toolArgs = {
  workspace_get_status: inWorkspace,
  workspace_get_metadata: inWorkspace,
  workspace_set_metadata: inWorkspace.extend({
    key: MetadataKey.describe('Letters, digits and hyphens'),
    value: MetadataValue.nullable().describe('null removes it'),
  }),
  workspace_get_opencode_port: inWorkspace,
  workspace_delete: inWorkspace.extend({
    keepBranch: z.boolean().default(false).describe('Keep its branch'),
  }),
} as const satisfies Partial<Record<GuardedToolName, z.ZodObject>>;

export type WorkspaceToolName = keyof typeof toolArgs;

/** The arguments of a call that passed the gate, with their type. */
export const argsOf = <Name extends WorkspaceToolName>(_name: Name, { args }: ResolvedCall) =>
  args as z.infer<(typeof toolArgs)[Name]>;

export const workspaceToolNames = Object.keys(toolArgs) as readonly WorkspaceToolName[];

const toolTexts: Readonly<
  Record<WorkspaceToolName, readonly [title: string, description: string]>
> = {
  workspace_get_status: [
    'Status of the workspace',
    'Uncommitted changes of the workspace, and how busy its agents are.',
  ],
  workspace_get_metadata: ['Notes of the workspace', 'All notes of the workspace, by key.'],
  workspace_set_metadata: [
    'Note in the workspace',
    'Set a note of the workspace, or remove it with null.',
  ],
  workspace_get_opencode_port: [
    'Port of OpenCode',
    'The port of the OpenCode that runs in the workspace, or null.',
  ],
  workspace_delete: [
    'Delete the workspace',
    'Delete the workspace and end its OpenCode. Refused while work in it would be lost.',
  ],
};

/** `realPathOf` finds the registered folder for a name; null if there is none. */
export const workspaceTools = (
  realPathOf: (name: string) => string | null,
): readonly ContributedTool[] => workspaceToolNames.map((name) => toolFor(name, realPathOf));

function toolFor(
  name: WorkspaceToolName,
  realPathOf: (name: string) => string | null,
): ContributedTool {
  const { scope, kind, sentence }: GuardedTool = guardedTools[name];
  const [title, description] = toolTexts[name];
  const facts = {
    name,
    title,
    description,
    inputSchema: schemaOf(name),
    annotations: { readOnlyHint: kind === 'read', destructiveHint: kind === 'destroy' },
    scope,
    pluginId: 'gatehouse',
    ownName: name,
    timeoutMs: 60_000,
  };
  const own: OwnTool = {
    sentence: (args) => `${sentence}: ${String(args['workspace'])}`,
    pathsIn: ({ workspace: named }) => [
      {
        field: 'workspace',
        path: realPathOf(String(named)) ?? '',
        use: 'list',
        mayBeAbsent: false,
      },
    ],
    workspaceField: 'workspace',
    ...(kind === 'destroy' ? { wantsPlan: true, runsAlone: true } : {}),
  };
  return Object.freeze({
    ...facts,
    definitionHash: sha256(JSON.stringify(facts)),
    parse: (args: unknown) => parse(toolArgs[name], args, realPathOf),
    own,
  });
}

/** The workspace header replaces this argument, so that clients need not send it. */
function schemaOf(name: WorkspaceToolName): ContributedTool['inputSchema'] {
  const schema = z.toJSONSchema(toolArgs[name], { io: 'input', target: 'draft-7' });
  return { ...schema, required: (schema.required ?? []).filter((item) => item !== 'workspace') };
}

const noWorkspace = refused(
  'invalid-arguments',
  'The X-Workspace-Path header is missing or is no absolute path, and the arguments name no workspace.',
);

function parse(
  schema: z.ZodObject,
  args: unknown,
  realPathOf: (name: string) => string | null,
): ParsedArgs | Refused {
  if (isObject(args) && args['workspace'] === undefined) return noWorkspace;
  const parsed = parseArgs(schema, args);
  if (isError(parsed)) return parsed;
  const named = String(parsed.args['workspace']);
  return realPathOf(named) === null ? refused('workspace-not-found') : parsed;
}
