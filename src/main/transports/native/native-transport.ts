/** Builds what answers hooks: endpoint, open calls, first access, and who stands behind a hook. */
import type { Socket } from 'node:net';
import type { VerifiedCaller } from '../../../shared/access/access.ts';
import type { Disposable } from '../../../shared/base/disposable.ts';
import { Emitter } from '../../../shared/base/emitter.ts';
import type { ClientId } from '../../../shared/base/ids.ts';
import type { Core } from '../../core/core.ts';
import type { Clock } from '../../core/dependencies.ts';
import type { HttpRoute } from '../http/request-router.ts';
import type { Prove } from '../http/server-proof.ts';
import { ImplicitAccess } from '../mcp/implicit-access.ts';
import { HookEndpoint, type AdapterFor, type HookSighting } from './hook-endpoint.ts';
import { nativeAccess } from './native-access.ts';
import { NativeCalls } from './native-calls.ts';
import { sandboxedHooks } from './sandboxed-hooks.ts';
import type { NativeFiles } from './native-files.ts';

interface Deps {
  readonly core: Core;
  readonly clock: Clock;
  readonly prove: Prove;
  readonly adapterFor: AdapterFor;
  readonly files: NativeFiles;
  readonly projectFolderOf: (path: string) => Promise<string | null>;
  readonly agentBehind: (socket: Socket, clientId: ClientId) => Promise<VerifiedCaller | null>;
  /** Who started a client's agent in a sandbox; undefined for every other client. */
  readonly runBy?: (clientId: ClientId) => VerifiedCaller | null | undefined;
  readonly onError: (text: string) => void;
}

/** A session of an agent that has ended may be asked for again: its own tools have no other way. */
const lifted: ReadonlySet<string> = new Set([
  ...['no-session', 'session-expired', 'session-revoked', 'scope-missing', 'outside-roots'],
]);

export class NativeTransport implements Disposable {
  readonly endpoint: HookEndpoint;
  /** For agents inside a sandbox, who have no private socket. */
  readonly sandboxed: HttpRoute<'client'>;
  readonly calls: NativeCalls;
  readonly #seen = new Emitter<HookSighting>();

  constructor(deps: Deps) {
    const { core, clock, prove, adapterFor, files, projectFolderOf, agentBehind, onError } = deps;
    const { runBy = () => undefined } = deps;
    const { monotonic } = clock;
    const accessFor = nativeAccess({ core, projectFolderOf });
    const access = new ImplicitAccess({ core, accessFor, lifted, monotonic });
    this.calls = new NativeCalls({ access, files, clock, onError });
    this.sandboxed = sandboxedHooks({ calls: this.calls, adapterFor, core, runBy });
    this.endpoint = new HookEndpoint({
      ...{ calls: this.calls, adapterFor, prove, agentBehind },
      onSeen: (sighting) => this.#seen.emit(sighting),
    });
  }

  /** Emitted for each hook, for the client's card. */
  readonly onSeen = this.#seen.on;

  /** Whoever waits is refused; what was released is recorded with an unknown outcome. */
  dispose(): void {
    this.calls.dispose();
  }
}
