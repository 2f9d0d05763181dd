/**
 * Shows the user inside the editor what agents do in its folders, and lets them stop agents.
 * Granting anything needs the Gatehouse window.
 */
import type { Session } from '../../../shared/access/access.ts';
import { cutMiddle } from '../../../shared/actions/sentence-parts.ts';
import type { Ask } from '../../../shared/asks/asks.ts';
import type { Disposable } from '../../../shared/base/disposable.ts';
import { Emitter } from '../../../shared/base/emitter.ts';
import { isInside } from '../../../shared/files/inside.ts';
import { agentIdOf } from '../../../shared/protocols/management-views.ts';
import type {
  Overview,
  ToPlugin,
  PluginRequest,
} from '../../../shared/protocols/plugin-protocol.ts';
import { visibleText } from '../../../shared/base/visible-text.ts';
import type { Clock } from '../../core/dependencies.ts';
import { TokenBucket, type Core } from '../../core/core.ts';

export interface EditorConnection {
  readonly pluginId: string;
  readonly folders: readonly string[];
  readonly wantsOverview: boolean;
  sendMessage(message: ToPlugin): void;
}

interface Deps {
  readonly core: Pick<Core, 'asks' | 'sessions' | 'events' | 'note' | 'state'>;
  readonly clock: Clock;
  readonly connections: () => Iterable<EditorConnection>;
  /** A new key for the MCP client inside that editor; null when it cannot be stored. */
  readonly newClientKey: (pluginId: string) => Promise<string | null>;
}

/** Changes within this time are sent as one update. */
const gatherMs = 100;
const maxShown = 100;
/** Editors store their key, so repeated requests are limited and cannot fill the ledger. */
const keys = { perSecond: 0.05, burst: 10 };
const maxSentenceLength = 1_000;

export class EditorOverview implements Disposable {
  readonly #deps: Deps;
  readonly #events: Disposable;
  readonly #windowRequested = new Emitter<void>();
  readonly #keys: TokenBucket;
  #refreshTimer: Disposable | null = null;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#keys = new TokenBucket(deps.clock, keys);
    this.#events = deps.core.events.onItem(() => this.#scheduleUpdate());
  }

  /** Fires when the user asks for the Gatehouse window. */
  readonly onWindowRequested = this.#windowRequested.on;

  show(connection: EditorConnection): void {
    if (connection.wantsOverview) connection.sendMessage(this.#overviewFor(connection));
  }

  async carryOut(
    connection: EditorConnection,
    { wish: action, session_id: only }: PluginRequest,
  ): Promise<void> {
    if (action === 'show-window') return this.#windowRequested.emit();
    if (action === 'client-key') return this.#giveClientKey(connection);
    const { sessions } = this.#deps.core;
    const own = this.#sessionsOf(connection).filter(({ sessionId }) => !only || sessionId === only);
    for (const { sessionId } of own) {
      if (action === 'pause') await sessions.pause(sessionId);
      else sessions.end(sessionId, 'person');
    }
  }

  async dispose(): Promise<void> {
    await this.#events.dispose();
    await this.#refreshTimer?.dispose();
  }

  async #giveClientKey(connection: EditorConnection): Promise<void> {
    const { core, newClientKey } = this.#deps;
    const { pluginId } = connection;
    const recorded = this.#keys.take() && (await core.note('plugin.client-key', pluginId));
    const key = recorded ? await newClientKey(pluginId) : null;
    connection.sendMessage({ type: 'client_key', mcp_url: core.state.snapshot().mcpUrl, key });
  }

  #scheduleUpdate(): void {
    this.#refreshTimer ??= this.#deps.clock.after(gatherMs, () => {
      this.#refreshTimer = null;
      for (const connection of this.#deps.connections()) this.show(connection);
    });
  }

  #overviewFor(connection: EditorConnection): Overview {
    const { core } = this.#deps;
    const asks = core.asks.list().filter((ask) => concerns(connection, this.#rootsOf(ask)));
    return {
      type: 'overview',
      asks: asks.slice(0, maxShown).map(shownAsk),
      sessions: this.#sessionsOf(connection).slice(0, maxShown).map(shownSession),
    };
  }

  #sessionsOf(connection: EditorConnection): readonly Session[] {
    const live = this.#deps.core.sessions.list().filter((session) => !session.ended);
    return live.filter(({ roots }) => concerns(connection, roots));
  }

  #rootsOf(ask: Ask): readonly { readonly path: string }[] {
    if (ask.kind === 'access') return ask.pins;
    return this.#deps.core.sessions.get(ask.sessionId)?.roots ?? [];
  }
}

/** An editor sees only what concerns its own folders. */
const concerns = (
  { folders }: EditorConnection,
  roots: readonly { readonly path: string }[],
): boolean =>
  folders.some((folder) =>
    roots.some(({ path }) => isInside(path, folder) || isInside(folder, path)),
  );

const shownAsk = (ask: Ask): Overview['asks'][number] => ({
  ask_id: ask.askId,
  agent_id: agentIdOf(ask.agent),
  sentence: cutMiddle(sentenceOf(ask), maxSentenceLength - 1),
  asked_at: ask.askedAt,
});

function sentenceOf(ask: Ask): string {
  if (ask.kind === 'confirm') return `wants to ${ask.sentence}`;
  const summary = `asks for ${ask.scopes.join(', ')}`;
  const reason = visibleText(ask.reason);
  return ask.inOurWords ? `${summary} and gave no reason. ${reason}` : `${summary}: ${reason}`;
}

const shownSession = (session: Session): Overview['sessions'][number] => ({
  session_id: session.sessionId,
  agent_id: agentIdOf(session.agent),
  state: session.state === 'PAUSED' || session.state === 'DEGRADED' ? session.state : 'ACTIVE',
  scopes: [...session.scopes],
  roots: session.roots.map(({ path }) => path),
  expires_at: session.expiresAt,
});
