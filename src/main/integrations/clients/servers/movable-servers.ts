/** Servers that can be moved: the same server in several clients is listed once. */
import { isDeepStrictEqual } from 'node:util';
import type { KnownClient } from '../../../../shared/integrations/clients.ts';
import {
  HeaderName,
  SecretName,
  ServerName,
  ServerSpec,
  type Secrets,
} from '../../../../shared/servers/server-commands.ts';
import { splitSecrets } from './secret-arguments.ts';
import type { ReadServer } from './server-entries.ts';

export interface MovableServer {
  /** The clients' name for it. */
  readonly entry: string;
  /** Unique among these and the servers behind the gate. */
  readonly name: ServerName;
  readonly spec: ServerSpec;
  readonly secrets: Secrets;
  readonly sources: readonly {
    readonly client: KnownClient;
    readonly file: string;
    readonly entry: string;
  }[];
  readonly whyNot: string | null;
}

export function movables(
  read: readonly ReadServer[],
  taken: readonly string[],
): readonly MovableServer[] {
  const groups: (readonly [ReadServer, ...ReadServer[]])[] = [];
  for (const server of read) {
    const at = groups.findIndex(([first]) => isSame(first, server));
    const group = groups[at];
    if (group) groups[at] = [...group, server];
    else groups.push([server]);
  }
  const names = new Set(taken);
  return groups.map((group) => {
    const [first] = group;
    const name = freeName(first.entry, names);
    names.add(name);
    const sources = group.map(({ client, file, entry }) => ({ client, file, entry }));
    return { entry: first.entry, name, sources, ...specOf(first) };
  });
}

const isSame = (a: ReadServer, b: ReadServer): boolean =>
  a.entry === b.entry &&
  a.kind === b.kind &&
  a.url === b.url &&
  (a.whyNot === null) === (b.whyNot === null) &&
  isDeepStrictEqual(a.command, b.command) &&
  isDeepStrictEqual(a.values, b.values);

/** Converted to the characters of our names. */
function freeName(entry: string, taken: ReadonlySet<string>): ServerName {
  const plain = entry
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 28)
    .replaceAll(/^-|-$/g, '');
  const base = plain === '' ? 'server' : plain;
  let name = base;
  for (let count = 2; taken.has(name); count += 1) name = `${base}-${count}`;
  return ServerName.parse(name);
}

function specOf(server: ReadServer): Pick<MovableServer, 'spec' | 'secrets' | 'whyNot'> {
  const [command = '', ...rest] = server.command;
  const { args, secrets: inArguments } = splitSecrets(rest);
  const names = Object.keys(server.values);
  const spec: ServerSpec =
    server.url === null
      ? {
          ...{ kind: 'stdio', command, args, env: names, folders: [], hosts: [] },
          isOutsideSandbox: false,
        }
      : { kind: server.kind === 'sse' ? 'sse' : 'http', url: server.url, headers: names };
  const secrets = { ...inArguments, ...server.values };
  const empty = Object.entries(secrets).filter(([, value]) => value === '');
  const whyNot = server.whyNot ?? whyUnfit(spec, names) ?? (empty.length > 0 ? emptyWords : null);
  return { spec, secrets, whyNot };
}

const emptyWords = 'One of its variables or headers is empty.';

function whyUnfit(spec: ServerSpec, names: readonly string[]): string | null {
  const shape = spec.kind === 'stdio' ? SecretName : HeaderName;
  if (!names.every((name) => shape.safeParse(name).success))
    return 'The name of one of its variables or headers cannot be used.';
  return ServerSpec.safeParse(spec).success ? null : 'Its command or URL cannot be used.';
}
