/**
 * The backend integration: its connection, received messages, tools, and state for tray and window.
 */
import { Disposables, type Disposable } from '../../../shared/base/disposable.ts';
import type { BackendView } from '../../../shared/integrations/backend.ts';
import type { Settings } from '../../../shared/app/settings.ts';
import type { Clock } from '../../core/dependencies.ts';
import type { Core } from '../../core/core.ts';
import type { BackendToken } from '../../platform/keys/backend-token.ts';
import { Bridge } from './bridge.ts';
import { Channels } from './channels.ts';
import { IdeExecutor } from './ide-executor.ts';

interface Deps {
  readonly core: Core;
  readonly clock: Clock;
  readonly token: BackendToken;
  /** The current settings. */
  readonly settings: Settings;
  readonly resultBytes: number;
  readonly onError: (text: string) => void;
}

/** Limits updates of the window while many messages arrive. */
const statusEveryMs = 1_000;

export class Backend implements Disposable {
  readonly channels: Channels;
  readonly #deps: Deps;
  readonly #disposables = new Disposables();
  readonly #bridge: Bridge;
  readonly #executor: IdeExecutor;
  #registered: Disposable | null = null;
  #lastMessageAt: number | null = null;

  constructor(deps: Deps) {
    this.#deps = deps;
    const { clock, settings, onError } = deps;
    this.channels = new Channels(clock.now);
    this.#bridge = new Bridge({ clock, onError });
    this.#executor = new IdeExecutor({
      ...deps,
      bridge: this.#bridge,
      channels: this.channels,
      replyMs: () => settings.backend.replySeconds * 1000,
      workspaceRoot: () => settings.backend.workspaceRoot,
      view: () => this.view(),
    });
    this.#disposables.add(this.#bridge.onChanged(() => this.#show()));
    this.#disposables.add(this.#bridge.onBroken(() => this.#executor.broken()));
    this.#disposables.add(
      this.#bridge.onMessage(({ message, bytes }) => {
        const { size } = this.channels;
        const isNew = clock.now() - (this.#lastMessageAt ?? 0) >= statusEveryMs;
        this.#lastMessageAt = clock.now();
        this.#executor.arrived(message, bytes);
        if (isNew || this.channels.size !== size) this.#show();
      }),
    );
    this.#disposables.add(this.#bridge);
  }

  /** Applies the current settings. Its tools exist while a backend is configured. */
  apply(): void {
    const { settings, token, core } = this.#deps;
    const { url, reconnectSeconds, maxReconnectSeconds } = settings.backend;
    const intervals = { reconnectSeconds, maxReconnectSeconds };
    this.#bridge.use(url === null ? null : { url, token: token.value, ...intervals });
    if (url !== null) this.#registered ??= core.executors.register(this.#executor);
    else this.#unregister();
    this.#show();
  }

  view(): BackendView {
    const { settings, token } = this.#deps;
    return {
      ...this.#bridge.status,
      url: settings.backend.url,
      hasToken: token.value !== null,
      lastMessageAt: this.#lastMessageAt,
      channels: this.channels.size,
    };
  }

  /** Stores the token that the user entered; it is never shown again. */
  async setToken(token: string | null): Promise<boolean> {
    const { core, token: kept } = this.#deps;
    const what = token === null ? 'removed' : 'replaced';
    if (!(await core.note('backend.token', `the backend's token was ${what}`, 'person')))
      return false;
    await kept.set(token);
    this.apply();
    return true;
  }

  async dispose(): Promise<void> {
    this.#unregister();
    this.#executor.broken();
    await this.#disposables.dispose();
  }

  #unregister(): void {
    void this.#registered?.dispose();
    this.#registered = null;
  }

  #show(): void {
    this.#deps.core.state.setFacts({ backend: this.view() });
  }
}
