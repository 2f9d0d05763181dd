/**
 * Parses MCP server entries in clients' files. Runs in the parsing thread. An entry is only
 * accepted if every setting in it is known, because an unknown one could change what runs.
 */
import path from 'node:path';
import { isObject } from '../../../../shared/base/is-object.ts';
import type { SystemEnvironment } from '../../../../shared/app/data-dir.ts';
import type { KnownClient } from '../../../../shared/integrations/clients.ts';
import type { McpServerKind } from '../../../../shared/servers/server-views.ts';
import { catalogue } from '../catalogue/catalogue.ts';
import type { ClientSpec } from '../catalogue/client-spec.ts';
import { ourName } from '../entry-edit.ts';
import type { ConfigEdit } from '../edit/config-edits.ts';
import { isJsonObject, isList, valueAt, type Json, type JsonObject } from '../edit/json-value.ts';
import { configPathsOf } from '../reading/client-files.ts';
import { readConfig, type ReadingNotes } from '../reading/read-config.ts';

export interface ReadServers {
  readonly client: KnownClient;
  readonly at: SystemEnvironment;
  readonly project: string | null;
}

/** One entry, with the values of its secrets; these never leave main. */
export interface ReadServer {
  readonly client: KnownClient;
  readonly file: string;
  readonly entry: string;
  readonly kind: McpServerKind;
  /** Empty for a URL. */
  readonly command: readonly string[];
  readonly url: string | null;
  /** Environment variables or headers. */
  readonly values: Readonly<Record<string, string>>;
  /** Why it cannot be moved, as a sentence. */
  readonly whyNot: string | null;
}

export async function readServers(
  { client, at, project }: ReadServers,
  notes: ReadingNotes,
): Promise<readonly ReadServer[]> {
  const spec = catalogue[client];
  const found: ReadServer[] = [];
  for (const { path: file } of configPathsOf(spec, at, project)) {
    const { value } = await readConfig(spec.format, file, notes);
    if (value === undefined) continue;
    for (const [entry, fields] of entriesIn(spec, value))
      found.push(...serverOf(spec, file, entry, fields));
  }
  return found;
}

/** The entries besides ours, by name. */
export function entriesIn(
  { entry: { path: at, listBy } }: Pick<ClientSpec, 'entry'>,
  value: Json,
): readonly (readonly [string, JsonObject])[] {
  const there = valueAt(value, listBy === undefined ? at.slice(0, -1) : at);
  const all: readonly (readonly [unknown, Json])[] =
    listBy === undefined
      ? isJsonObject(there)
        ? Object.entries(there)
        : []
      : isList(there)
        ? there.map((item) => [isJsonObject(item) ? item[listBy] : undefined, item] as const)
        : [];
  return all.flatMap(([name, item]) =>
    typeof name === 'string' && name !== ourName && isJsonObject(item) ? [[name, item]] : [],
  );
}

export const entryRemoval = (
  { entry: { path: at, listBy } }: Pick<ClientSpec, 'entry'>,
  name: string,
): ConfigEdit =>
  listBy === undefined
    ? { kind: 'remove', path: [...at.slice(0, -1), name] }
    : { kind: 'remove', path: at, item: { by: listBy, name } };

/** Where clients keep values that only the server should see. */
export const valueFields = ['env', 'environment', 'envs', 'headers', 'http_headers'];
const startFields = ['command', 'cmd', 'args', 'url', 'serverUrl', 'httpUrl', 'uri'];
/** Settings about how a client shows, times or asks about a server, not about what runs. */
const ownFields = [
  ...['type', 'name', 'title', 'display_name', 'description', 'icon', 'source', 'bundled'],
  ...['enabled', 'disabled', 'timeout', 'startup_timeout_sec', 'tool_timeout_sec', 'trust'],
  ...['autoApprove', 'alwaysAllow', 'tools', 'available_tools', 'oauth', 'env_keys'],
];

function serverOf(
  spec: ClientSpec,
  file: string,
  entry: string,
  fields: JsonObject,
): readonly ReadServer[] {
  const program = fields['command'] ?? fields['cmd'];
  const args = fields['args'] ?? [];
  const url = fields['url'] ?? fields['serverUrl'] ?? fields['httpUrl'] ?? fields['uri'];
  const command = [...(isList(program) ? program : [program]), ...(isList(args) ? args : [args])];
  const isRemote = program === undefined && typeof url === 'string';
  // Built into the client or one of its extensions: there is nothing to start.
  if (program === undefined && !isRemote) return [];
  const values = Object.assign({}, ...valueFields.map((field) => fields[field] ?? {})) as object;
  const server = {
    ...{ client: spec.id, file, entry },
    kind: isRemote ? remoteKind(fields) : ('stdio' as const),
    command: isRemote ? [] : command.map(String),
    url: isRemote ? url : null,
    values: Object.fromEntries(Object.entries(values).map(([name, item]) => [name, String(item)])),
  };
  return [{ ...server, whyNot: whyNot(spec, fields, server, isRemote ? [] : command) }];
}

/** Gemini CLI's `url` is the older transport, `httpUrl` the newer. */
const remoteKind = (fields: JsonObject): 'http' | 'sse' =>
  fields['type'] === 'sse' ? 'sse' : 'http';

function whyNot(
  spec: ClientSpec,
  fields: JsonObject,
  { command, url, values, kind }: Pick<ReadServer, 'command' | 'url' | 'values' | 'kind'>,
  parts: readonly (Json | undefined)[],
): string | null {
  const unknown = Object.keys(fields).filter(
    (field) => ![...valueFields, ...startFields, ...ownFields].includes(field),
  );
  if (unknown.length > 0)
    return `Its entry has settings that Gatehouse does not know: ${unknown.slice(0, 5).join(', ')}.`;
  if (parts.some((part) => typeof part !== 'string') || parts[0] === '')
    return 'Its command is not a list of words.';
  if (!valueFields.every((field) => isPlain(fields[field])))
    return 'Its variables or headers are not texts.';
  if (fields['disabled'] === true || fields['enabled'] === false)
    return `It is turned off in ${spec.name}.`;
  const keys = fields['env_keys'];
  if (isList(keys) && keys.length > 0) return `${spec.name} keeps its secrets in its own store.`;
  const texts = [...command, ...(url === null ? [] : [url]), ...Object.values(values)];
  const marks = [...spec.expands, '${', '{env:', '{file:'];
  if (texts.some((text) => marks.some((mark) => text.includes(mark))))
    return `It uses a placeholder that only ${spec.name} replaces.`;
  const [program = ''] = command;
  if (kind === 'stdio' && /[/\\]/.test(program) && !path.isAbsolute(program))
    return 'Its command is relative to a folder that Gatehouse does not know.';
  if (url !== null && !/^https?:\/\//i.test(url)) return 'Its URL is not one of the web.';
  return null;
}

const isPlain = (value: Json | undefined): boolean =>
  value === undefined ||
  (isObject(value) && Object.values(value).every((item) => typeof item === 'string'));
