/** Opens the MCP servers behind the gate. */
import type { Disposable, Disposables } from '../shared/base/disposable.ts';
import type { SessionId } from '../shared/base/ids.ts';
import { notices } from '../shared/app/notices.ts';
import type { Core } from './core/core.ts';
import type { Clock } from './core/dependencies.ts';
import { ServerMoves, type MovesDeps } from './integrations/clients/servers/server-moves.ts';
import { Servers } from './integrations/servers/servers.ts';
import { endMarked } from './integrations/opencode/marked-processes.ts';
import { markOf, serverMark } from './integrations/servers/server-start.ts';
import type { LoadedState } from './load-state.ts';
import { ownPortsOf } from './open-networks.ts';
import type { Keyring } from './platform/keys/install-key.ts';
import { makeRedact } from './platform/keys/tokens.ts';
import { realHome } from './platform/paths/real-home.ts';
import type { SandboxNetworks } from './platform/sandbox/network/sandbox-networks.ts';
import { checkWith, parseObject } from './transports/plugins/schema-checks.ts';
import { problemWithSchema } from './transports/plugins/schema-shape.ts';

interface Deps {
  readonly loaded: LoadedState;
  readonly core: Core;
  readonly shell: { readonly keyring: Keyring; openExternal(url: string): Promise<void> };
  readonly networks: SandboxNetworks;
  readonly clock: Clock;
  readonly version: string;
}

const idleMs = 10 * 60_000;

export async function openServers(deps: Deps, disposables: Disposables): Promise<Servers> {
  const { loaded, core, shell, networks, clock, version } = deps;
  const { isOwn: isOwnPort } = ownPortsOf(() => core);
  const { dataDir, clientKeys, settings, key } = loaded;
  // What a killed run left behind outside of sandboxes.
  await endMarked(markOf(dataDir), serverMark);
  const servers = disposables.add(
    await Servers.open({
      ...{ dataDir, core, clock, version, isOwnPort, idleMs, keyring: shell.keyring },
      ...{ home: realHome(), path: process.env['PATH'] ?? '/usr/bin:/bin' },
      schemas: { problemWithSchema, checkWith, parseObject },
      redact: makeRedact(key),
      resultBytes: settings.limits.resultBytes,
      tokenBudget: () => settings.limits.serverToolTokens,
      clients: () => clientKeys.list().map(({ name }) => name),
      stopNetwork: (sandboxId) => networks.stop(sandboxId as SessionId),
      openBrowser: (url) => shell.openExternal(url),
      askForInput: core.serverInput.ask,
    }),
  );
  core.serverInput.opensWith((url) => shell.openExternal(url));
  disposables.add(core.serverLists.connect(servers.forwarding));
  if (servers.error !== null) core.state.addNotice(notices.brokenServers(servers.error));
  return servers;
}

export interface ManagedServers {
  readonly servers: Servers;
  readonly moves: ServerMoves;
}

/** What the user does with them: moves from clients' files, and what the window shows. */
export async function manageServers(
  deps: MovesDeps & { readonly servers: Servers; readonly core: Pick<Core, 'state'> },
  disposables: Disposables,
): Promise<ManagedServers> {
  const { servers } = deps;
  disposables.add(showServers(servers, deps.core));
  return { servers, moves: await ServerMoves.open(deps) };
}

/** What the window shows of them is read again when something has changed. */
function showServers(servers: Servers, core: Pick<Core, 'state'>): Disposable {
  let revision = 0;
  const show = async (): Promise<void> => {
    revision += 1;
    const current = revision;
    const { servers: all } = await servers.list();
    if (current !== revision) return;
    const serversUnreviewed = all.reduce((sum, { unreviewed }) => sum + unreviewed, 0);
    core.state.setFacts({ serversRevision: revision, serversUnreviewed });
  };
  void show();
  return servers.onChange(() => void show());
}
