/** Opens the loopback listener with its authentication and the record of refused requests. */
import { defaultSettings, type Settings } from '../../../shared/app/settings.ts';
import type { Disposables } from '../../../shared/base/disposable.ts';
import type { ErrorCode } from '../../../shared/errors/errors.ts';
import type { ClientId } from '../../../shared/base/ids.ts';
import type { Clock } from '../../core/dependencies.ts';
import type { Core } from '../../core/core.ts';
import type { BrowserKeys } from '../../platform/keys/browser-keys.ts';
import type { ClientKeys } from '../../platform/keys/client-keys.ts';
import type { PluginKeys } from '../../platform/keys/plugin-keys.ts';
import { makeProve, newProofKey } from '../../platform/keys/server-proof.ts';
import { newToken } from '../../platform/keys/tokens.ts';
import { HubPages } from '../hub/hub-pages.ts';
import { Metrics } from '../management/metrics.ts';
import { Authenticator } from './authenticator.ts';
import { LoopbackServer } from './loopback-server.ts';
import { RefusalLog } from './refusal-log.ts';
import { refuseOtherUsers } from './other-users.ts';

interface Deps {
  readonly core: Core;
  readonly clock: Clock;
  readonly clientKeys: ClientKeys;
  readonly pluginKeys: PluginKeys;
  readonly browserKeys: BrowserKeys;
  /** Set by the user; otherwise a new one is made for each run. */
  readonly managementToken: string | null;
  readonly settings?: Pick<Settings, 'backend'>;
  readonly runOwnerOf?: (digest: string) => ClientId | null;
  readonly onError: (text: string) => void;
  readonly debug?: (text: string) => void;
}

export function openHttp(deps: Deps, disposables: Disposables) {
  const { core, clock, onError } = deps;
  const managementToken = deps.managementToken ?? newToken('management');
  const keys = new Authenticator({ ...deps, managementToken });
  const { authenticate, revoke } = keys;
  const pathKeyAllowed = (client: ClientId): boolean => deps.clientKeys.pathKeyAllowed(client);
  const proofKey = newProofKey();
  const prove = makeProve(proofKey);
  const metrics = disposables.add(new Metrics(core));
  const refusals = disposables.add(
    new RefusalLog({ clock, record: (...note) => core.note(...note) }),
  );
  const onRefused = (code: ErrorCode): void => {
    refusals.note(code);
    metrics.refused(code);
    deps.debug?.(`refused code=${code}`);
  };
  const refusePeer = refuseOtherUsers({ clock, core });
  const guards = { authenticate, revoke, onRefused, onError, refusePeer };
  const pages = new HubPages({ clock, settings: deps.settings ?? defaultSettings });
  const byPages = { mayComeFrom: pages.mayComeFrom, byTicket: pages.take };
  const server = disposables.add(
    new LoopbackServer({ ...guards, ...byPages, prove, pathKeyAllowed }),
  );
  return { pages, server, guards, keys, metrics, prove, proofKey, managementToken };
}
