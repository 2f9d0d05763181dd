/**
 * The accepted tools of a server as contributed tools, and all its tools as the page shows them.
 */
import type { Refused } from '../../../shared/actions/outcomes.ts';
import { ClientId } from '../../../shared/base/ids.ts';
import { isObject } from '../../../shared/base/is-object.ts';
import type {
  InstructionsView,
  PinState,
  ServerDetails,
  ToolPolicy,
  ToolView,
} from '../../../shared/servers/server-views.ts';
import {
  fileArguments,
  serverMethodTools,
  usualServerPolicy,
  type ContributedTool,
  type ToolAnnotations,
} from '../../core/core.ts';
import { serverScope } from '../../../shared/access/scopes.ts';
import type { ServerPins } from './pin-store.ts';
import type { StoredServer } from './server-store.ts';
import { sha256 } from '../../platform/keys/tokens.ts';
import {
  canonicalJson,
  changesOf,
  digestOfInstructions,
  digestOfRemoval,
  digestOfTool,
  instructionsChange,
  tokensOf,
  type OfferedTool,
} from './server-text.ts';
import { listedNames, type ListedName } from './tool-names.ts';

/** How untrusted schemas are compiled and used; the same as for plugins. */
export interface SchemaFunctions {
  readonly problemWithSchema: (schema: Readonly<Record<string, unknown>>) => string | null;
  readonly checkWith: (
    schema: Readonly<Record<string, unknown>>,
  ) => (args: unknown) => Promise<string | Refused | null>;
  readonly parseObject: ContributedTool['parse'];
}

/** Enforced by the connection. */
const timeoutMs = 30 * 60_000;
const maxShown = 8_000;

/** Accepted, and unchanged since. */
export function isCallable(pins: ServerPins, name: string): boolean {
  const pinned = Object.hasOwn(pins.tools, name) ? pins.tools[name] : undefined;
  if (!pinned) return false;
  if (pins.offered === null) return true;
  const offered = pins.offered.tools.find((tool) => tool.name === name);
  return offered !== undefined && digestOfTool(offered) === digestOfTool(pinned);
}

/** The same for its instructions; null where there are none. */
export function acceptedInstructions({ instructions, offered }: ServerPins): string | null {
  const isUnchanged = offered === null || offered.instructions === instructions;
  return isUnchanged && instructions !== '' ? instructions : null;
}

export function contributedTools(
  server: string,
  stored: StoredServer,
  pins: ServerPins,
  schemas: SchemaFunctions,
): readonly ContributedTool[] {
  const names = namesOf(server, pins, schemas);
  return Object.values(pins.tools).flatMap((tool) => {
    const listedAs = names.get(tool.name)?.listedAs ?? null;
    if (listedAs === null || !isCallable(pins, tool.name)) return [];
    return [contributed(server, listedAs, tool, stored, schemas)];
  });
}

function contributed(
  server: string,
  name: string,
  tool: OfferedTool,
  stored: StoredServer,
  schemas: SchemaFunctions,
): ContributedTool {
  const annotations = annotationsOf(tool.annotations);
  const { inputSchema } = tool;
  // Arguments for a remote server name no files on this machine.
  const files = stored.spec.kind === 'stdio' ? fileArguments(inputSchema, annotations) : null;
  return Object.freeze({
    ...{ name, title: tool.title ?? tool.name, description: cut(tool.description) },
    ...{ inputSchema, annotations, scope: serverScope(server), pluginId: `mcp:${server}` },
    ...{ ownName: tool.name, definitionHash: digestOfTool(tool), timeoutMs },
    answersInMcp: true,
    server: {
      ...{ name: server, method: 'tool' as const },
      policy: policyOf(stored, tool),
      isVisibleTo: (clientId: string) => isVisible(stored, tool.name, clientId),
    },
    parse: schemas.parseObject,
    checkArguments: schemas.checkWith(inputSchema),
    ...files,
  });
}

/** Resources, prompts and completions; available if the server is usable. */
export const methodTools = (server: string, stored: StoredServer): readonly ContributedTool[] =>
  serverMethodTools({
    server: {
      name: server,
      isVisibleTo: (clientId) => !stored.hiddenFrom.includes(clientId),
    },
    definitionHash: sha256(canonicalJson(stored.spec)),
    ...{ pluginId: `mcp:${server}`, timeoutMs, isLocal: stored.spec.kind === 'stdio' },
  });

export const policyOf = ({ policies }: StoredServer, tool: OfferedTool): ToolPolicy =>
  (Object.hasOwn(policies, tool.name) ? policies[tool.name] : undefined) ??
  usualServerPolicy(annotationsOf(tool.annotations));

const hiddenOf = ({ toolsHiddenFrom }: StoredServer, tool: string): readonly string[] =>
  (Object.hasOwn(toolsHiddenFrom, tool) ? toolsHiddenFrom[tool] : undefined) ?? [];

export const isVisible = (stored: StoredServer, tool: string, clientId: string): boolean =>
  !stored.hiddenFrom.includes(clientId) && !hiddenOf(stored, tool).includes(clientId);

/** Tools with an unusable schema get no name either. */
function namesOf(
  server: string,
  pins: ServerPins,
  { problemWithSchema }: SchemaFunctions,
): ReadonlyMap<string, ListedName> {
  const known = new Map(Object.entries(pins.tools));
  for (const tool of pins.offered?.tools ?? []) known.set(tool.name, tool);
  const names = listedNames(server, [...known.keys()]);
  return new Map(
    [...known].map(([name, tool]) => {
      const problem = problemWithSchema(tool.inputSchema);
      const leftOut = { listedAs: null, leftOut: `It can't be called: ${problem ?? ''}.` };
      return [name, problem === null ? (names.get(name) ?? leftOut) : leftOut];
    }),
  );
}

export function detailsOf(
  server: string,
  stored: StoredServer,
  pins: ServerPins,
  schemas: SchemaFunctions,
): Omit<ServerDetails, 'pinError'> {
  const names = namesOf(server, pins, schemas);
  const offered = pins.offered?.tools ?? Object.values(pins.tools);
  const removed = Object.values(pins.tools).filter(
    ({ name }) => !offered.some((tool) => tool.name === name),
  );
  const view = (tool: OfferedTool, isRemoved: boolean): ToolView => ({
    ...pinnedView(pins, tool, isRemoved),
    ...{ name: tool.name, title: tool.title, description: cut(tool.description) },
    ...(names.get(tool.name) ?? { listedAs: null, leftOut: null }),
    claims: claimsOf(tool.annotations),
    policy: policyOf(stored, tool),
    hiddenFrom: clientIds(hiddenOf(stored, tool.name)),
    tokens: tokensOf(tool),
  });
  return {
    tools: [
      ...offered.map((tool) => view(tool, false)),
      ...removed.map((tool) => view(tool, true)),
    ],
    instructions: instructionsView(pins),
  };
}

type PinnedFields = Pick<ToolView, 'pin' | 'changes' | 'seen' | 'isRejected'>;

function pinnedView(pins: ServerPins, tool: OfferedTool, isRemoved: boolean): PinnedFields {
  const pinned = (Object.hasOwn(pins.tools, tool.name) ? pins.tools[tool.name] : undefined) ?? null;
  const seen = isRemoved ? digestOfRemoval(tool) : digestOfTool(tool);
  const isRejected = pins.rejected.includes(seen);
  if (isRemoved) return { pin: 'removed', changes: changesOf(tool, null), seen, isRejected };
  const pin = stateOf(pinned && digestOfTool(pinned), seen);
  const changes = pin === 'pinned' ? [] : changesOf(pinned, tool);
  return { pin, changes, seen, isRejected };
}

const stateOf = (accepted: string | null, seen: string): PinState => {
  if (accepted === null) return 'new';
  return accepted === seen ? 'pinned' : 'changed';
};

function instructionsView(pins: ServerPins): InstructionsView | null {
  const text = pins.offered ? (pins.offered.instructions ?? '') : (pins.instructions ?? '');
  if (text === '' && (pins.instructions ?? '') === '') return null;
  const seen = digestOfInstructions(text);
  const accepted = pins.instructions === null ? null : digestOfInstructions(pins.instructions);
  const pin = text === '' ? 'removed' : stateOf(accepted, seen);
  const changes = pin === 'pinned' ? [] : instructionsChange(pins.instructions ?? '', text);
  return { text, pin, changes, seen, isRejected: pins.rejected.includes(seen) };
}

/** Except those that the user reviewed and keeps blocked. */
export function unreviewedIn({ tools, instructions }: Omit<ServerDetails, 'pinError'>): number {
  const all = [...tools, ...(instructions ? [instructions] : [])];
  return all.filter(({ pin, isRejected }) => pin !== 'pinned' && !isRejected).length;
}

const cut = (text: string): string =>
  text.length > maxShown ? `${text.slice(0, maxShown)}…` : text;

export const clientIds = (names: readonly string[]): readonly ClientId[] =>
  names.flatMap((name) => {
    const { success, data } = ClientId.safeParse(name);
    return success ? [data] : [];
  });

const claimsOf = (annotations: OfferedTool['annotations']): ToolView['claims'] => {
  const { readOnlyHint, destructiveHint } = annotationsOf(annotations);
  return { isReadOnly: readOnlyHint ?? null, isDestructive: destructiveHint ?? null };
};

function annotationsOf(declared: unknown): ToolAnnotations {
  if (!isObject(declared)) return {};
  const names = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'] as const;
  return Object.fromEntries(
    names.flatMap((name) => (typeof declared[name] === 'boolean' ? [[name, declared[name]]] : [])),
  );
}
