/**
 * Checks every kind of credential, and revokes one immediately when it appears where it may have
 * been logged, such as in a URL.
 */
import { Emitter } from '../../../shared/base/emitter.ts';
import { notices } from '../../../shared/app/notices.ts';
import type { ClientId } from '../../../shared/base/ids.ts';
import { workbenchPluginId } from '../../../shared/protocols/plugin-protocol.ts';
import type { Core } from '../../core/core.ts';
import type { BrowserKeys } from '../../platform/keys/browser-keys.ts';
import type { ClientKeys } from '../../platform/keys/client-keys.ts';
import type { PluginKeys } from '../../platform/keys/plugin-keys.ts';
import { newToken, sameDigest, sha256 } from '../../platform/keys/tokens.ts';
import { ownerOf, type Authenticate, type Credential } from './credentials.ts';

interface Deps {
  readonly core: Pick<Core, 'sessions' | 'asks' | 'note' | 'state'>;
  readonly clientKeys: ClientKeys;
  readonly pluginKeys: PluginKeys;
  readonly browserKeys: BrowserKeys;
  readonly managementToken: string;
  /** The client that runs in a sandbox and that this token is shown for. */
  readonly runOwnerOf?: (digest: string) => ClientId | null;
  readonly onError: (text: string) => void;
}

interface Listeners {
  /** Called with the new management token, which the token file must then contain. */
  readonly onManagementToken: (token: string) => Promise<void>;
  readonly disconnectPlugin: (pluginId: string) => void;
  readonly disconnectBrowser: (browserId: string) => void;
}

export class Authenticator {
  /** Key of the built-in workbench; valid for this run only. */
  readonly workbenchKey = newToken('plugin');
  readonly #deps: Deps;
  readonly #taken = new Set<string>();
  readonly #tokenReplaced = new Emitter<void>();
  #managementDigest: string;
  #workbenchDigest: string;
  #listeners: Listeners | null = null;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#managementDigest = sha256(deps.managementToken);
    this.#workbenchDigest = sha256(this.workbenchKey);
  }

  listen(listeners: Listeners): void {
    this.#listeners = listeners;
  }

  /** Fires when the management token was replaced; connections opened with the old one must close. */
  readonly onTokenReplaced = this.#tokenReplaced.on;

  readonly authenticate: Authenticate = (token) => {
    const credential = this.#holderOf(token);
    return credential && this.#taken.has(ownerOf(credential)) ? null : credential;
  };

  readonly revoke = (credential: Credential): void => {
    const owner = ownerOf(credential);
    if (this.#taken.has(owner)) return;
    this.#taken.add(owner);
    this.#deps.core.state.addNotice(notices.leakedCredential(owner));
    void this.#takeAway(credential)
      .then(() => this.#taken.delete(owner))
      .catch((error: unknown) =>
        this.#deps.onError(`${owner} could not be revoked: ${String(error)}`),
      );
  };

  /** Compares with every key, so that the timing does not reveal a near match. */
  #holderOf(token: string): Credential | null {
    const { core, clientKeys, pluginKeys, browserKeys } = this.#deps;
    const digest = sha256(token);
    const isManagement = sameDigest(digest, this.#managementDigest);
    const isWorkbench = sameDigest(digest, this.#workbenchDigest);
    const runs = this.#deps.runOwnerOf?.(digest) ?? null;
    const clientId = clientKeys.ownerOf(token, digest) ?? runs;
    const pluginId = isWorkbench ? workbenchPluginId : pluginKeys.ownerOf(token, digest);
    const browserId = browserKeys.ownerOf(token, digest);
    const session = core.sessions.holderOf(token, digest);
    if (isManagement) return { audience: 'management' };
    if (pluginId) return { audience: 'plugin', pluginId };
    if (browserId) return { audience: 'browser', browserId };
    if (clientId) return { audience: 'client', clientId };
    if (!session) return null;
    return { audience: 'session', sessionId: session.sessionId, clientId: session.agent.clientId };
  }

  async #takeAway(credential: Credential): Promise<void> {
    const { core } = this.#deps;
    switch (credential.audience) {
      case 'session':
        core.sessions.end(credential.sessionId, 'leaked');
        break;
      case 'client':
        await this.#takeClientKey(credential.clientId);
        break;
      case 'plugin':
        await this.#takePluginKey(credential.pluginId);
        break;
      case 'browser':
        await this.#deps.browserKeys.revoke(credential.browserId);
        this.#listeners?.disconnectBrowser(credential.browserId);
        break;
      case 'management':
        await this.#replaceManagementToken();
        break;
    }
    await core.note(
      'credential.leaked',
      `${ownerOf(credential)}: shown in the wrong place, revoked`,
    );
  }

  async #takeClientKey(clientId: Extract<Credential, { audience: 'client' }>['clientId']) {
    const { core, clientKeys } = this.#deps;
    core.asks.withdrawAllOf(clientId);
    for (const { sessionId, agent, ended } of core.sessions.list()) {
      if (agent.clientId === clientId && !ended) core.sessions.end(sessionId, 'leaked');
    }
    await clientKeys.revoke(clientId);
  }

  async #takePluginKey(pluginId: string): Promise<void> {
    if (pluginId === workbenchPluginId) this.#workbenchDigest = sha256(newToken('plugin'));
    else await this.#deps.pluginKeys.revoke(pluginId);
    this.#listeners?.disconnectPlugin(pluginId);
    // The client key was issued with the plugin's key, so it is revoked together with it.
    const clientId = this.#deps.clientKeys.clientInEditor(pluginId);
    if (clientId) await this.#takeClientKey(clientId);
  }

  async #replaceManagementToken(): Promise<void> {
    const token = newToken('management');
    this.#managementDigest = sha256(token);
    // The old token is already invalid; the new one takes effect before the file is written.
    this.#taken.delete('management');
    this.#tokenReplaced.emit();
    await this.#listeners?.onManagementToken(token);
  }
}
