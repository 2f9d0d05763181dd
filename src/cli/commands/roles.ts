/** Roles: lists, shows, exports, imports and assigns them. Only the window lets a client do more. */
import { readFile } from 'node:fs/promises';
import { callApp } from '../app-client.ts';
import { CliError } from '../cli-error.ts';
import {
  expectNone,
  oneArg,
  type CommandDefinition,
  type CommandInput,
  type CommandOutput,
} from '../command.ts';
import { table } from '../terminal/table.ts';
import { ruleSentence } from '../../shared/rules/rule-sentence.ts';

interface ListedRole {
  readonly name: string;
  readonly scopes: readonly string[];
  readonly folders: readonly string[];
  readonly rules: readonly {
    readonly effect: 'ask' | 'deny';
    readonly actions: readonly string[];
    readonly within: string | null;
  }[];
  readonly is_limit: boolean;
  readonly clients: readonly string[];
}

export const roles: CommandDefinition = {
  summary: 'list, export, import and assign roles',
  help: `  gatehouse roles list                list the roles and the clients that have them
  gatehouse roles show NAME           show one role
  gatehouse roles export [NAME...]    print roles as a file that can be imported
  gatehouse roles import FILE         add roles, or change those of the same name
  gatehouse roles assign CLIENT NAME  give a client a role
Import and assign are refused if a client could do more afterwards; that needs the window.`,
  options: {},
  async run({ args: [verb, ...rest], paint, width }) {
    if (verb === 'list') return list(rest, { paint, width });
    if (verb === 'show') return show(oneArg(rest, 'name (gatehouse roles list shows them)'));
    if (verb === 'export') return exported(rest);
    if (verb === 'import') return importFrom(oneArg(rest, 'file'));
    if (verb === 'assign') return assign(rest);
    throw new CliError('usage', 'Use roles list, show, export, import or assign.');
  },
};

async function list(
  rest: readonly string[],
  terminal: Pick<CommandInput, 'paint' | 'width'>,
): Promise<CommandOutput> {
  expectNone(rest);
  const all = await listed();
  const rows = all.map((role) => [
    ...[role.name, role.clients.join(' ') || '-', role.is_limit ? 'yes' : 'no'],
    ...[String(role.rules.length), role.folders.join(' ') || 'any', role.scopes.join(' ')],
  ]);
  const head = ['ROLE', 'CLIENTS', 'LIMIT', 'RULES', 'FOLDERS', 'SCOPES'];
  return { data: all, text: rows.length > 0 ? table(head, rows, terminal) : 'No roles.' };
}

const listed = async (): Promise<readonly ListedRole[]> =>
  (await callApp<{ roles: ListedRole[] }>('GET', '/roles')).roles;

async function named(name: string): Promise<ListedRole> {
  const role = (await listed()).find((item) => item.name.toLowerCase() === name.toLowerCase());
  if (!role) throw new CliError('refused', `There is no role called ${name}.`);
  return role;
}

async function show(name: string): Promise<CommandOutput> {
  const role = await named(name);
  const client = role.clients.length === 1 ? (role.clients[0] ?? null) : `any ${role.name}`;
  const lines = [
    `${role.name}: ${role.clients.join(', ') || 'nobody has it'}`,
    `Scopes: ${role.scopes.join(' ')}`,
    `Folders: ${role.folders.join(' ') || 'any'}`,
    ...role.rules.map((rule) => ruleSentence({ ...rule, client, exactSentence: null })),
    role.is_limit ? 'Its clients never get more than this.' : 'Its clients may ask for more.',
  ];
  return { data: role, text: lines.join('\n') };
}

async function exported(names: readonly string[]): Promise<CommandOutput> {
  const all = names.length === 0 ? await listed() : await Promise.all(names.map(named));
  const file = {
    ...{ format: 'gatehouse-roles', version: 1 },
    roles: all.map(({ name, scopes, folders, rules, is_limit: isLimit }) => ({
      ...{ name, scopes, folders, rules, isLimit },
    })),
  };
  return { data: file, text: JSON.stringify(file, null, 2) };
}

async function importFrom(file: string): Promise<CommandOutput> {
  const data = await callApp<{ imported: number }>('POST', '/roles/import', await jsonIn(file));
  return { data, text: `Imported ${data.imported} ${data.imported === 1 ? 'role' : 'roles'}.` };
}

async function jsonIn(file: string): Promise<object> {
  try {
    const value: unknown = JSON.parse(await readFile(file, 'utf8'));
    if (typeof value === 'object' && value !== null) return value;
  } catch (error) {
    throw new CliError('refused', `${file} cannot be read as roles: ${String(error)}`);
  }
  throw new CliError('refused', `${file} is not a file of roles.`);
}

async function assign(args: readonly string[]): Promise<CommandOutput> {
  const [client, role, ...more] = args;
  if (!client || !role || more.length > 0)
    throw new CliError('usage', 'Use roles assign CLIENT NAME.');
  const data = await callApp<{ role: string }>('POST', '/roles/assign', { client, role });
  return { data, text: `${client} has the role ${data.role} now.` };
}
