/** The view of one server for the page, and why a description of a server is not usable. */
import path from 'node:path';
import type { ShownRefusal } from '../../../shared/integrations/clients.ts';
import { canonicalPattern } from '../../../shared/network/host-pattern.ts';
import type { ServerSpec } from '../../../shared/servers/server-commands.ts';
import type { McpServerView, ServerState } from '../../../shared/servers/server-views.ts';
import type { Core } from '../../core/core.ts';
import type { ManagedServer } from './managed-server.ts';
import type { ServerPins } from './pin-store.ts';
import { secretsOf } from './secret-references.ts';
import { isolationOf } from './server-start.ts';
import type { StoredServer } from './server-store.ts';
import {
  clientIds,
  contributedTools,
  detailsOf,
  unreviewedIn,
  type SchemaFunctions,
} from './server-tools.ts';

export interface ViewSource {
  readonly name: string;
  readonly stored: StoredServer;
  readonly pins: ServerPins;
  readonly schemas: SchemaFunctions;
  /** Null while it is off. */
  readonly server: ManagedServer | null;
  readonly pinError: string | null;
  readonly lastUsedAt: number | null;
  readonly hasSecret: (name: string) => boolean;
  readonly isLoggedIn: boolean;
  readonly core: Pick<Core, 'state' | 'launchServer'>;
}

export const refusal = (why: string, hint: string): ShownRefusal => ({
  kind: 'refused',
  why,
  hint,
});

export function viewOf(source: ViewSource): McpServerView {
  const { name, stored, pins, schemas, server, core, lastUsedAt } = source;
  const { spec } = stored;
  const details = detailsOf(name, stored, pins, schemas);
  const unreviewed = unreviewedIn(details);
  const callable = contributedTools(name, stored, pins, schemas).length;
  const hasListed = pins.offered !== null || details.tools.length > 0;
  const shown = details.tools.filter(({ pin }) => pin !== 'removed');
  return {
    ...{ name, kind: spec.kind, address: addressOf(spec), isEnabled: stored.isEnabled },
    state: stateOf(source, unreviewed, callable),
    isolation: server?.isolation ?? isolationOf(spec, core),
    folders: spec.kind === 'stdio' ? spec.folders : [],
    hosts: spec.kind === 'stdio' ? spec.hosts : [],
    secrets: secretsOf(spec).map((item) => ({ ...item, isSet: source.hasSecret(item.name) })),
    account: source.isLoggedIn && spec.kind !== 'stdio' ? hostOf(spec.url) : null,
    clients: clientIds(stored.usedBy.filter((client) => !stored.hiddenFrom.includes(client))),
    hiddenFrom: clientIds(stored.hiddenFrom),
    processes: server?.processes ?? 0,
    memoryBytes: server?.memoryBytes() ?? null,
    lastUsedAt,
    tools: hasListed ? shown.length : null,
    unreviewed,
    tokens: hasListed ? shown.reduce((sum, { tokens }) => sum + tokens, 0) : null,
  };
}

function stateOf(
  { server, pinError, name }: ViewSource,
  unreviewed: number,
  callable: number,
): ServerState {
  if (!server) return { kind: 'stopped', why: 'It is off.', hint: 'Turn it on to use it.' };
  if (pinError !== null)
    return {
      kind: 'blocked',
      why: 'What you accepted of your servers could not be read.',
      hint: pinError,
    };
  const { state } = server;
  const isIdle = state.kind === 'stopped' || state.kind === 'running';
  return isIdle && callable === 0 && unreviewed > 0
    ? {
        kind: 'blocked',
        why: 'You have not looked at its tools yet.',
        hint: `Review the tools of ${name}.`,
      }
    : state;
}

const addressOf = (spec: ServerSpec): string =>
  spec.kind === 'stdio' ? [spec.command, ...spec.args].join(' ') : spec.url;

const hostOf = (url: string): string | null => (URL.canParse(url) ? new URL(url).host : null);

interface SpecChecks {
  readonly isOwnPort: (address: string, port: number) => boolean;
}

export function whySpecUnfit(spec: ServerSpec, { isOwnPort }: SpecChecks): ShownRefusal | null {
  if (spec.kind !== 'stdio') {
    const { hostname, port, protocol } = new URL(spec.url);
    const address = hostname === 'localhost' ? '127.0.0.1' : hostname.replaceAll(/[[\]]/g, '');
    const number = port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);
    return isOwnPort(address, number)
      ? refusal('That is the address of Gatehouse itself.', 'Name the address of the server.')
      : null;
  }
  const host = spec.hosts.find((pattern) => canonicalPattern(pattern) === null);
  if (host !== undefined)
    return refusal(`${host} is no host.`, 'Write example.com, *.example.com or example.com:443.');
  const folder = spec.folders.find((item) => !path.isAbsolute(item));
  return folder === undefined
    ? null
    : refusal(`${folder} is no full path.`, 'Write the full path of the folder.');
}
