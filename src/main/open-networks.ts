/** The networks of sandboxed sessions: started with their first program, ended with them, shown on their card. */
import { Disposables, type Disposable } from '../shared/base/disposable.ts';
import type { SessionId } from '../shared/base/ids.ts';
import type { SessionNetworkView } from '../shared/network/session-network.ts';
import type { Outcome } from '../shared/actions/outcomes.ts';
import type { ConnectRequest, Core } from './core/core.ts';
import { findSystemProgram } from './platform/sandbox/find-bwrap.ts';
import { OwnPorts } from './platform/sandbox/network/own-ports.ts';
import { SandboxNetworks } from './platform/sandbox/network/sandbox-networks.ts';
import type { Shell } from './shell/shell.ts';

interface Deps {
  readonly core: Core;
  readonly shell: Pick<Shell, 'startSandboxHost'>;
  readonly onError: (text: string) => void;
  readonly mcpTokenOf: (sessionId: SessionId) => string | null;
  /** Null: it is no connection of an MCP server. */
  readonly connectServer: (request: ConnectRequest, signal: AbortSignal) => Promise<Outcome> | null;
}

/** How soon a new listener of a session is shown. */
const lookMs = 2_000;

export function openNetworks(deps: Deps, disposables: Disposables): SandboxNetworks {
  const { core, shell, onError } = deps;
  const host = disposables.add(
    shell.startSandboxHost(
      {
        onMessage: (message) => networks.receive(message),
        onEnded: () => networks.dropAll(),
      },
      onError,
    ),
  );
  const networks = new SandboxNetworks({
    ...{ bwrap: findSystemProgram('bwrap') ?? 'bwrap', send: host.send, onError },
    probably: (sessionId) => runningCommand(core, sessionId),
    connect: (request, signal) =>
      deps.connectServer(request, signal) ?? core.network.connect(request, signal),
    // Only for a whole agent: what a command sends that way would count as its agent's call.
    mcp: (sessionId) => {
      const token = deps.mcpTokenOf(sessionId);
      const { mcpUrl } = core.state.snapshot();
      return token === null || mcpUrl === null
        ? null
        : { port: Number(new URL(mcpUrl).port), token };
    },
  });
  disposables.add(core.sessions.onEnded(({ sessionId }) => void networks.stop(sessionId)));
  disposables.add(showNetworks(core, networks));
  return networks;
}

const startsPrograms = ['exec_command', 'open_terminal', 'build_project', 'run_tests'];

/** A guess: the one command of the session that runs now. */
function runningCommand(core: Core, sessionId: SessionId): string | null {
  const running = core.state
    .snapshot()
    .entries.filter(
      (entry) =>
        entry.outcome === 'open' &&
        entry.sessionId === sessionId &&
        startsPrograms.includes(entry.action),
    );
  const [only, ...others] = running;
  return only && others.length === 0 && only.subject !== '' ? only.subject : null;
}

/** What each live session has reached, listens on and forwards. */
function showNetworks(core: Core, networks: SandboxNetworks): Disposable {
  const showing = new Disposables();
  const ports = new Map<SessionId, readonly number[]>();
  const show = (): void => {
    const live = core.sessions.list().filter(({ ended }) => !ended);
    core.state.setFacts({
      networks: live.flatMap(({ sessionId }) => viewOf(sessionId, core, networks, ports)),
    });
  };
  const look = async (): Promise<void> => {
    for (const { sessionId } of core.sessions.list()) {
      const found = await networks.ports(sessionId).catch(() => []);
      const isSame = String(found) === String(ports.get(sessionId) ?? []);
      if (isSame) continue;
      if (found.length === 0) ports.delete(sessionId);
      else ports.set(sessionId, found);
      show();
    }
  };
  const timer = setInterval(() => void look(), lookMs);
  showing.add({ dispose: () => clearInterval(timer) });
  showing.add(core.network.onReached(show));
  showing.add(networks.onChanged(show));
  return showing;
}

function viewOf(
  sessionId: SessionId,
  core: Core,
  networks: SandboxNetworks,
  ports: ReadonlyMap<SessionId, readonly number[]>,
): readonly SessionNetworkView[] {
  const reached = core.network.reachedBy(sessionId);
  const forwards = networks.forwardsOf(sessionId);
  const others = (ports.get(sessionId) ?? []).filter(
    (port) => !forwards.some((forward) => forward.port === port),
  );
  const isEmpty = reached.length + forwards.length + others.length === 0;
  return isEmpty ? [] : [{ sessionId, reached, forwards, ports: others }];
}

/** Everything that Gatehouse listens on. Core is asked only once something connects. */
export const ownPortsOf = (core: () => Core): OwnPorts =>
  new OwnPorts(() => {
    const { mcpUrl, browserPort, settings } = core().state.snapshot();
    const mcpPort = mcpUrl === null ? null : Number(new URL(mcpUrl).port);
    return [mcpPort, browserPort, settings.listen?.port ?? null];
  });
