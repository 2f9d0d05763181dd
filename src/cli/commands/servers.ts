/** The MCP servers behind the gate. Only the window can accept changes of a server or allow its tools. */
import {
  expectNone,
  oneArg,
  textOption,
  type CommandDefinition,
  type CommandInput,
  type CommandOutput,
} from '../command.ts';
import { callApp } from '../app-client.ts';
import { CliError } from '../cli-error.ts';
import { listServers, stateOfServer } from '../servers.ts';
import { table } from '../terminal/table.ts';
import { localTime } from '../terminal/text.ts';

interface ListedTool {
  readonly name: string;
  readonly listed_as: string | null;
  readonly claims: { readonly read_only: boolean | null; readonly destructive: boolean | null };
  readonly pin: string;
  readonly policy: string;
  readonly tokens: number;
}

interface FoundEntry {
  readonly entry: string;
  readonly name: string;
  readonly address: string;
  readonly clients: readonly { readonly client: string }[];
  readonly why_not: string | null;
}

interface FoundList {
  readonly found: readonly FoundEntry[];
  readonly moved: readonly { readonly names: readonly string[]; readonly at: string }[];
}

type Verb = (input: CommandInput, args: readonly string[]) => Promise<CommandOutput>;

export const servers: CommandDefinition = {
  summary: 'list and manage the MCP servers behind the gate',
  help: `  gatehouse servers [list]             list servers: state, isolation, tools, last use
  gatehouse servers tools NAME         list what a server offers, and what happens to its calls
  gatehouse servers log NAME           print the last lines that a server wrote
  gatehouse servers add NAME -- COMMAND [ARGS]
  gatehouse servers add NAME --url URL [--sse]
      --folder PATH, --host HOST       what it may use in the sandbox; repeat them
      --env NAME                       read the value of this variable here and save it as a secret;
                                       with --url it is sent as the header of that name; repeat it
  gatehouse servers remove NAME        stop it, delete what was accepted and its secrets
  gatehouse servers enable NAME        turn it on again
  gatehouse servers disable NAME
  gatehouse servers restart NAME
  gatehouse servers found              list servers that clients start by themselves
  gatehouse servers move NAME...       move them from the clients' files behind Gatehouse
  gatehouse servers undo               undo the last move, byte for byte

A server that is added or moved here stays off until you turn it on in the window. No command accepts
what a server says, allows a tool, or runs a server without the sandbox.`,
  options: {
    url: { type: 'string' },
    sse: { type: 'boolean' },
    folder: { type: 'string', multiple: true },
    host: { type: 'string', multiple: true },
    env: { type: 'string', multiple: true },
  },
  async run(input) {
    const [name = 'list', ...args] = input.args;
    const verb = Object.hasOwn(verbs, name) ? verbs[name] : undefined;
    if (!verb) throw new CliError('usage', `Unknown: servers ${name}.`);
    return verb(input, args);
  },
};

const verbs: Readonly<Record<string, Verb>> = {
  async list({ paint, width }, args) {
    expectNone(args);
    const { servers: all, error } = await listServers();
    if (error !== null) throw new CliError('refused', `No MCP server runs. ${error}`);
    const rows = all.map((server) => [
      server.name,
      stateOfServer(server),
      { sandboxed: 'sandboxed', none: 'NO SANDBOX', remote: 'remote' }[server.isolation],
      server.tools === null ? '-' : String(server.tools),
      String(server.processes),
      server.last_used === null ? 'never' : localTime(server.last_used),
      server.address,
    ]);
    const head = ['SERVER', 'STATE', 'ISOLATION', 'TOOLS', 'PROCESSES', 'LAST USED', 'ADDRESS'];
    const text = table(head, rows, { paint, width });
    return { data: all, text: rows.length > 0 ? text : 'No MCP server is behind the gate.' };
  },
  async tools({ paint, width }, args) {
    const name = oneArg(args, 'name of a server');
    const data = await callApp<{ tools: ListedTool[] }>('GET', `/mcp/servers/tools?${query(name)}`);
    const rows = data.tools.map((tool) => [
      tool.listed_as ?? tool.name,
      tool.pin === 'pinned' ? tool.policy : `blocked (${tool.pin})`,
      claimOf(tool),
      String(tool.tokens),
    ]);
    const text = table(['TOOL', 'CALLS', 'IT SAYS', 'TOKENS'], rows, { paint, width });
    return { data, text: rows.length > 0 ? text : 'It has listed no tools yet.' };
  },
  async log(_input, args) {
    const name = oneArg(args, 'name of a server');
    const data = await callApp<{ lines: string[] }>('GET', `/mcp/servers/log?${query(name)}`);
    return { data, text: data.lines.length > 0 ? data.lines.join('\n') : 'Nothing was written.' };
  },
  add,
  remove: (_input, args) => change('remove', { name: oneArg(args, 'name of a server') }),
  enable: (_input, args) =>
    change('enable', { name: oneArg(args, 'name of a server'), enabled: true }),
  disable: (_input, args) =>
    change('enable', { name: oneArg(args, 'name of a server'), enabled: false }),
  restart: (_input, args) => change('restart', { name: oneArg(args, 'name of a server') }),
  async found({ paint, width }, args) {
    expectNone(args);
    const data = await callApp<FoundList>('GET', '/mcp/servers/found');
    const rows = data.found.map(({ name, clients, why_not, address }) => [
      name,
      clients.map(({ client }) => client).join(', '),
      why_not ?? `can be moved: ${address}`,
    ]);
    const text = table(['SERVER', 'STARTED BY', ''], rows, { paint, width });
    return { data, text: rows.length > 0 ? text : 'No client starts MCP servers by itself.' };
  },
  async move(_input, names) {
    if (names.length === 0)
      throw new CliError('usage', 'Expected names (gatehouse servers found shows them).');
    return change('move', { names });
  },
  async undo(_input, args) {
    expectNone(args);
    return change('undo', {});
  },
};

const query = (name: string): string => new URLSearchParams({ name }).toString();

async function change(route: string, body: object): Promise<CommandOutput> {
  const data = await callApp<{ done: string }>('POST', `/mcp/servers/${route}`, body);
  return { data, text: data.done };
}

async function add({ values }: CommandInput, args: readonly string[]): Promise<CommandOutput> {
  const [name, command, ...rest] = args;
  const url = textOption(values['url']);
  if (name === undefined || (command === undefined) === (url === undefined))
    throw new CliError('usage', 'Expected a name and either -- COMMAND or --url URL.');
  const list = (option: string): readonly string[] => {
    const value: unknown = values[option];
    return Array.isArray(value) ? value.map(String) : [];
  };
  const env = list('env');
  const secrets = Object.fromEntries(env.map((variable) => [variable, valueOf(variable)]));
  const spec =
    url === undefined
      ? {
          ...{ kind: 'stdio', command, args: rest, env },
          ...{ folders: list('folder'), hosts: list('host') },
        }
      : { kind: values['sse'] === true ? 'sse' : 'http', url, headers: env };
  const data = await callApp<{ done: string }>('POST', '/mcp/servers/add', { name, spec, secrets });
  return { data, text: `${data.done} It is off until you turn it on in the window.` };
}

function valueOf(variable: string): string {
  const value = process.env[variable];
  if (value === undefined || value === '')
    throw new CliError('usage', `The environment has no value of ${variable}.`);
  return value;
}

const claimOf = ({ claims }: ListedTool): string => {
  if (claims.read_only === true) return 'only reads';
  return claims.destructive === true ? 'may delete or overwrite' : '';
};
