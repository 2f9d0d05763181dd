/**
 * What people see of agents inside their editor, and what they can wish for there: that agents
 * stop. To let them do anything takes the window of Gatehouse.
 */
import type { Session } from '../../../shared/access.ts';
import type { Ask } from '../../../shared/asks.ts';
import type { Disposable } from '../../../shared/base/disposable.ts';
import { Emitter } from '../../../shared/base/emitter.ts';
import { isInside } from '../../../shared/inside.ts';
import { agentIdOf } from '../../../shared/management-views.ts';
import type { Overview, ToPlugin, Wish } from '../../../shared/plugin-protocol.ts';
import { visibleText } from '../../../shared/visible-text.ts';
import type { Clock } from '../../core/needs.ts';
import { TokenBucket, type Core } from '../../core/offers.ts';

/** An editor as this desk knows it. */
export interface EditorGuest {
  readonly pluginId: string;
  readonly folders: readonly string[];
  readonly wantsOverview: boolean;
  tell(message: ToPlugin): void;
}

interface Deps {
  readonly core: Pick<Core, 'asks' | 'sessions' | 'news' | 'note' | 'state'>;
  readonly clock: Clock;
  readonly guests: () => Iterable<EditorGuest>;
  /** A new key for the MCP client inside that editor; null when it cannot be kept. */
  readonly newClientKey: (pluginId: string) => Promise<string | null>;
}

/** Much can happen at once, and people read it once. */
const gatherMs = 100;
const mostShown = 100;
/** An editor keeps its key; whoever asks again and again does not fill the ledger. */
const keys = { perSecond: 0.05, burst: 10 };
const longestSentence = 1_000;

export class EditorDesk implements Disposable {
  readonly #deps: Deps;
  readonly #news: Disposable;
  readonly #windowWished = new Emitter<void>();
  readonly #keys: TokenBucket;
  #soon: Disposable | null = null;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#keys = new TokenBucket(deps.clock, keys);
    this.#news = deps.core.news.onItem(() => this.#showSoon());
  }

  /** The person wants to see the window of Gatehouse. */
  readonly onWindowWished = this.#windowWished.on;

  show(guest: EditorGuest): void {
    if (guest.wantsOverview) guest.tell(this.#overviewFor(guest));
  }

  async carryOut(guest: EditorGuest, { wish, session_id: only }: Wish): Promise<void> {
    if (wish === 'show-window') return this.#windowWished.emit();
    if (wish === 'client-key') return this.#giveClientKey(guest);
    const { sessions } = this.#deps.core;
    const own = this.#sessionsOf(guest).filter(({ sessionId }) => !only || sessionId === only);
    for (const { sessionId } of own) {
      if (wish === 'pause') await sessions.pause(sessionId);
      else sessions.end(sessionId, 'person');
    }
  }

  async dispose(): Promise<void> {
    await this.#news.dispose();
    await this.#soon?.dispose();
  }

  async #giveClientKey(guest: EditorGuest): Promise<void> {
    const { core, newClientKey } = this.#deps;
    const { pluginId } = guest;
    const recorded = this.#keys.take() && (await core.note('plugin.client-key', pluginId));
    const key = recorded ? await newClientKey(pluginId) : null;
    guest.tell({ type: 'client_key', mcp_url: core.state.snapshot().mcpUrl, key });
  }

  #showSoon(): void {
    this.#soon ??= this.#deps.clock.after(gatherMs, () => {
      this.#soon = null;
      for (const guest of this.#deps.guests()) this.show(guest);
    });
  }

  #overviewFor(guest: EditorGuest): Overview {
    const { core } = this.#deps;
    const asks = core.asks.list().filter((ask) => concerns(guest, this.#rootsOf(ask)));
    return {
      type: 'overview',
      asks: asks.slice(0, mostShown).map(shownAsk),
      sessions: this.#sessionsOf(guest).slice(0, mostShown).map(shownSession),
    };
  }

  #sessionsOf(guest: EditorGuest): readonly Session[] {
    const live = this.#deps.core.sessions.list().filter((session) => !session.ended);
    return live.filter(({ roots }) => concerns(guest, roots));
  }

  #rootsOf(ask: Ask): readonly { readonly path: string }[] {
    if (ask.kind === 'access') return ask.pins;
    return this.#deps.core.sessions.get(ask.sessionId)?.roots ?? [];
  }
}

/** Other folders are none of this editor's business. */
const concerns = ({ folders }: EditorGuest, roots: readonly { readonly path: string }[]): boolean =>
  folders.some((folder) =>
    roots.some(({ path }) => isInside(path, folder) || isInside(folder, path)),
  );

const shownAsk = (ask: Ask): Overview['asks'][number] => ({
  ask_id: ask.askId,
  agent_id: agentIdOf(ask.agent),
  sentence: sentenceOf(ask).slice(0, longestSentence),
  asked_at: ask.askedAt,
});

function sentenceOf(ask: Ask): string {
  if (ask.kind === 'confirm') return `wants to ${ask.sentence}`;
  const wish = `asks for ${ask.scopes.join(', ')}`;
  const reason = visibleText(ask.reason);
  return ask.inOurWords ? `${wish} and gave no reason. ${reason}` : `${wish}: ${reason}`;
}

const shownSession = (session: Session): Overview['sessions'][number] => ({
  session_id: session.sessionId,
  agent_id: agentIdOf(session.agent),
  state: session.state === 'PAUSED' || session.state === 'DEGRADED' ? session.state : 'ACTIVE',
  scopes: [...session.scopes],
  roots: session.roots.map(({ path }) => path),
  expires_at: session.expiresAt,
});
