/**
 * Routes about the MCP servers behind the gate. They can never accept what a server says, allow a
 * tool, or run something outside the sandbox: only the window does that. A server that is added or
 * moved here stays off until the user turns it on in the window, so that no program gets another
 * one started by writing it down here.
 */
import { z } from 'zod';
import { refused, type Refused } from '../../../shared/actions/outcomes.ts';
import {
  RemoteServer,
  Secrets,
  ServerName,
  StdioServer,
  type ServerSpec,
} from '../../../shared/servers/server-commands.ts';
import type { ServerMovesApi, ServersApi } from '../../../shared/servers/servers-api.ts';
import type {
  FoundServer,
  McpServerView,
  MovedServers,
  ServerReceipt,
  ToolView,
} from '../../../shared/servers/server-views.ts';
import { withBody, withQuery, type RouteReply, type Routes } from './routes.ts';

export interface ServersForRoutes {
  readonly servers: ServersApi;
  readonly moves: ServerMovesApi;
}

/** Null until they are open. */
export type FindServers = () => ServersForRoutes | null;

const OneServer = z.strictObject({ name: ServerName });
const SandboxedServer = StdioServer.omit({ isOutsideSandbox: true }).partial({
  ...{ args: true, env: true, folders: true, hosts: true },
});
const AddedServer = z.strictObject({
  name: ServerName,
  spec: z.discriminatedUnion('kind', [SandboxedServer, RemoteServer.partial({ headers: true })]),
  secrets: Secrets.optional(),
});
const Enabled = z.strictObject({ name: ServerName, enabled: z.boolean() });
const MovedNames = z.strictObject({ names: z.array(ServerName).min(1).max(200) });
const UndoneMove = z.strictObject({ move_id: z.uuid().optional() });

export function serverRoutes(find: FindServers): Routes {
  const withServers = async (
    act: (open: ServersForRoutes) => Promise<RouteReply>,
  ): Promise<RouteReply> => {
    const open = find();
    return open ? act(open) : refused('shutting-down');
  };
  return {
    'GET /mcp/servers': () =>
      withServers(async ({ servers }) => {
        const { servers: all, error, tokenBudget } = await servers.list();
        return { servers: all.map(serverToWire), error, token_budget: tokenBudget };
      }),
    'GET /mcp/servers/tools': withQuery(OneServer, ({ name }) =>
      withServers(async ({ servers }) => {
        const details = await servers.details(name);
        if (!details) return noServer;
        const { tools, instructions, pinError } = details;
        return {
          ...{ name, tools: tools.map(toolToWire), pin_error: pinError },
          instructions: instructions && {
            pin: instructions.pin,
            rejected: instructions.isRejected,
          },
        };
      }),
    ),
    'GET /mcp/servers/log': withQuery(OneServer, ({ name }) =>
      withServers(async ({ servers }) => {
        const log = await servers.log(name);
        return log ? { name, lines: log.lines } : noServer;
      }),
    ),
    'GET /mcp/servers/found': () =>
      withServers(async ({ moves }) => {
        const { found, moved } = await moves.found();
        return { found: found.map(foundToWire), moved: moved.map(movedToWire) };
      }),
    ...changes(withServers),
  };
}

type WithServers = (act: (open: ServersForRoutes) => Promise<RouteReply>) => Promise<RouteReply>;

const changes = (withServers: WithServers): Routes => ({
  'POST /mcp/servers/add': withBody(AddedServer, ({ name, spec, secrets = {} }) =>
    withServers(async ({ servers }) => {
      const receipt = await servers.add(name, wholeSpec(spec), secrets, false);
      return answerTo(receipt, { name, enabled: false });
    }),
  ),
  'POST /mcp/servers/remove': withBody(OneServer, ({ name }) =>
    withServers(async ({ servers }) => answerTo(await servers.remove(name), { name })),
  ),
  'POST /mcp/servers/enable': withBody(Enabled, ({ name, enabled }) =>
    withServers(async ({ servers }) =>
      answerTo(await servers.enable(name, enabled, reviewed), { name, enabled }),
    ),
  ),
  'POST /mcp/servers/restart': withBody(OneServer, ({ name }) =>
    withServers(async ({ servers }) => answerTo(await servers.restart(name, reviewed), { name })),
  ),
  'POST /mcp/servers/move': withBody(MovedNames, ({ names }) =>
    withServers(async ({ moves }) => {
      const shown = await moves.preview(names);
      if (shown.kind === 'refused') return answerTo(shown, {});
      const files = shown.files.map(({ file }) => file);
      return answerTo(await moves.move(names, shown.files, false), { names, files });
    }),
  ),
  'POST /mcp/servers/undo': withBody(UndoneMove, ({ move_id }) =>
    withServers(async ({ moves }) => {
      const { moved } = await moves.found();
      const last = moved.toSorted((a, b) => a.at - b.at).at(-1);
      const moveId = move_id ?? last?.moveId;
      if (moveId === undefined) return refused('invalid-arguments', 'Nothing was moved.');
      return answerTo(await moves.undo(moveId), { move_id: moveId });
    }),
  ),
});

const noServer: Refused = refused('invalid-arguments', 'name: there is no such server.');

/** Only a server of which the user accepted something may be started from outside the window. */
const reviewed = { onlyReviewed: true } as const;

function wholeSpec(spec: z.infer<typeof AddedServer>['spec']): ServerSpec {
  if (spec.kind !== 'stdio') return { ...spec, headers: spec.headers ?? [] };
  const { args = [], env = [], folders = [], hosts = [] } = spec;
  return { ...spec, args, env, folders, hosts, isOutsideSandbox: false };
}

const answerTo = (receipt: ServerReceipt, facts: Readonly<Record<string, unknown>>): RouteReply =>
  receipt.kind === 'done'
    ? { ...facts, done: receipt.words }
    : refused('action-failed', `${receipt.why} ${receipt.hint}`.trim());

const timeOf = (at: number | null): string | null =>
  at === null ? null : new Date(at).toISOString();

const serverToWire = (server: McpServerView) => ({
  name: server.name,
  kind: server.kind,
  address: server.address,
  enabled: server.isEnabled,
  state: server.state.kind,
  why: server.state.why,
  hint: server.state.hint,
  isolation: server.isolation.kind,
  why_no_sandbox: server.isolation.kind === 'none' ? server.isolation.why : null,
  folders: server.folders,
  hosts: server.hosts,
  secrets: server.secrets.map(({ name, use, isSet }) => ({ name, use, set: isSet })),
  account: server.account,
  clients: server.clients,
  hidden_from: server.hiddenFrom,
  processes: server.processes,
  memory_bytes: server.memoryBytes,
  last_used: timeOf(server.lastUsedAt),
  tools: server.tools,
  unreviewed: server.unreviewed,
  tokens: server.tokens,
});

const toolToWire = (tool: ToolView) => ({
  name: tool.name,
  listed_as: tool.listedAs,
  left_out: tool.leftOut,
  claims: { read_only: tool.claims.isReadOnly, destructive: tool.claims.isDestructive },
  pin: tool.pin,
  rejected: tool.isRejected,
  policy: tool.policy,
  hidden_from: tool.hiddenFrom,
  tokens: tool.tokens,
});

const foundToWire = ({
  entry,
  name,
  kind,
  address,
  sources,
  secretNames,
  whyNot,
}: FoundServer) => ({
  ...{ entry, name, kind, address },
  clients: sources.map(({ client, file }) => ({ client, file })),
  secret_names: secretNames,
  why_not: whyNot,
});

const movedToWire = ({ moveId, at, names, files }: MovedServers) => ({
  ...{ move_id: moveId, at: timeOf(at), names, files },
});
