/** The listener, whom it lets in, and what is remembered of those it does not. */
import type { Disposables } from '../../shared/base/disposable.ts';
import type { ErrorCode } from '../../shared/errors.ts';
import type { ClientId } from '../../shared/ids.ts';
import type { Clock } from '../core/needs.ts';
import type { Core } from '../core/offers.ts';
import type { BrowserKeys } from '../platform/browser-keys.ts';
import type { ClientKeys } from '../platform/client-keys.ts';
import type { PluginKeys } from '../platform/plugin-keys.ts';
import { makeProve, newProofKey } from '../platform/server-proof.ts';
import { newToken } from '../platform/tokens.ts';
import { Metrics } from './management/metrics.ts';
import { KeyRack } from './wire/key-rack.ts';
import { LoopbackServer } from './wire/loopback-server.ts';
import { RefusalLog } from './wire/refusal-log.ts';

interface Deps {
  readonly core: Core;
  readonly clock: Clock;
  readonly clientKeys: ClientKeys;
  readonly pluginKeys: PluginKeys;
  readonly browserKeys: BrowserKeys;
  /** As the owner set it; else one is made for this run. */
  readonly managementToken: string | null;
  readonly onTrouble: (text: string) => void;
}

export function openFront(deps: Deps, held: Disposables) {
  const { core, clock, onTrouble } = deps;
  const managementToken = deps.managementToken ?? newToken('management');
  const keys = new KeyRack({ ...deps, managementToken });
  const { authenticate, revoke } = keys;
  const maySitInPath = (client: ClientId): boolean => deps.clientKeys.maySitInPath(client);
  const proofKey = newProofKey();
  const prove = makeProve(proofKey);
  const metrics = held.add(new Metrics(core));
  const refusals = held.add(new RefusalLog({ clock, record: (...told) => core.note(...told) }));
  const onRefused = (code: ErrorCode): void => {
    refusals.note(code);
    metrics.refused(code);
  };
  const guards = { authenticate, revoke, onRefused, onTrouble };
  const server = held.add(new LoopbackServer({ ...guards, prove, maySitInPath }));
  return { server, guards, keys, metrics, proofKey, managementToken };
}
