/** Numbered events about requests, sessions, questions and editors, with a short memory. Nothing decides by them. */
import type { Session } from '../../shared/access.ts';
import { Disposables, type Disposable } from '../../shared/base/disposable.ts';
import { Emitter } from '../../shared/base/emitter.ts';
import {
  askView,
  requestView,
  seconds,
  sessionView,
  type RequestRecord,
} from '../../shared/management-views.ts';
import type { EditorView } from '../../shared/editors.ts';
import type { NewsItem, NewsName } from '../../shared/news.ts';
import type { AskQueue } from './asks/ask-queue.ts';
import type { Executors } from './gate/executors.ts';
import type { Needs } from './needs.ts';
import type { AccessRequests } from './sessions/access-requests.ts';
import type { SessionBook } from './sessions/session-book.ts';

interface Sources {
  readonly needs: Pick<Needs, 'clock' | 'newId'>;
  readonly requests: Pick<AccessRequests, 'onChanged'>;
  readonly sessions: Pick<SessionBook, 'onStarted' | 'onStateChanged' | 'onEnded' | 'list'>;
  readonly asks: Pick<AskQueue, 'onChanged' | 'list'>;
  readonly executors: Pick<Executors, 'onChanged' | 'editors'>;
}

const itemsKept = 1_000;
const expiringMs = 60_000;

export class News implements Disposable {
  readonly #sources: Sources;
  readonly #held = new Disposables();
  readonly #items: NewsItem[] = [];
  readonly #told = new Emitter<NewsItem>();
  readonly #run: string;
  readonly #warnings = new Map<string, Disposable>();
  #number = 0;

  constructor(sources: Sources) {
    this.#sources = sources;
    this.#run = sources.needs.newId().slice(-8);
    const { requests, sessions, asks, executors } = sources;
    this.#held.add(requests.onChanged((request) => this.#tellRequest(request)));
    this.#held.add(sessions.onStarted((session) => this.#tellStarted(session)));
    this.#held.add(sessions.onStateChanged((session) => this.#tellState(session)));
    this.#held.add(sessions.onEnded((session) => this.#tellEnded(session)));
    this.#held.add(asks.onChanged(this.#asksWatch()));
    this.#held.add(executors.onChanged(this.#editorsWatch()));
  }

  readonly onItem = this.#told.on;

  /** The id of the newest item; before the first, one that all items follow. */
  get newest(): string {
    return `${this.#run}-${this.#number}`;
  }

  /** What was told since; null when that is no longer known. */
  since(id: string): readonly NewsItem[] | null {
    const [run, text = ''] = id.split('-');
    const number = /^\d{1,15}$/.test(text) ? Number(text) : -1;
    const missed = this.#number - number;
    if (run !== this.#run || number < 0 || missed < 0 || missed > this.#items.length) return null;
    return this.#items.slice(this.#items.length - missed);
  }

  async dispose(): Promise<void> {
    // First nothing more is heard: a session may start at this very moment.
    await this.#held.dispose();
    for (const warning of this.#warnings.values()) await warning.dispose();
  }

  #tell(event: NewsName, data: NewsItem['data']): void {
    this.#number += 1;
    const item = Object.freeze({ id: this.newest, event, data });
    this.#items.push(item);
    if (this.#items.length > itemsKept) this.#items.shift();
    this.#told.emit(item);
  }

  #tellRequest(request: RequestRecord): void {
    const { status } = request;
    if (status === 'PENDING') return this.#tell('request.created', requestView(request));
    const event = status === 'EXPIRED' ? 'request.expired' : 'request.decided';
    this.#tell(event, requestView(request));
  }

  #tellStarted(session: Session): void {
    this.#tell('session.created', sessionView(session));
    this.#tellState(session);
    this.#warnBeforeEnd(session);
  }

  #tellState(session: Session): void {
    const { state } = session;
    if (state === 'ACTIVE') this.#tell('session.active', sessionView(session));
    if (state === 'DEGRADED') this.#tell('session.degraded', sessionView(session));
    if (state === 'PAUSED') this.#tell('session.paused', sessionView(session));
  }

  #tellEnded(session: Session): void {
    void this.#warnings.get(session.sessionId)?.dispose();
    this.#warnings.delete(session.sessionId);
    const event = session.state === 'REVOKED' ? 'session.revoked' : 'session.expired';
    this.#tell(event, sessionView(session));
  }

  /** A minute before the end; looked at again then, since it may have been extended meanwhile. */
  #warnBeforeEnd({ sessionId, expiresAt }: Session): void {
    const { clock } = this.#sources.needs;
    const wait = Math.max(expiresAt - clock.now() - expiringMs, 1);
    const warning = clock.after(wait, () => {
      const now = this.#sources.sessions.list().find((one) => one.sessionId === sessionId);
      if (!now || now.ended) return;
      if (now.expiresAt - clock.now() > expiringMs) return this.#warnBeforeEnd(now);
      this.#tell('session.expiring', sessionView(now));
    });
    this.#warnings.set(sessionId, warning);
  }

  #asksWatch(): () => void {
    const { asks, needs } = this.#sources;
    let known = new Map(asks.list().map((ask) => [ask.askId, ask]));
    return () => {
      const now = new Map(asks.list().map((ask) => [ask.askId, ask]));
      const [before, settledAt] = [known, seconds(needs.clock.now())];
      known = now;
      for (const [id, ask] of now) if (!before.has(id)) this.#tell('ask.created', askView(ask));
      for (const [id, ask] of before) {
        if (!now.has(id)) this.#tell('ask.settled', { ...askView(ask), settled_at: settledAt });
      }
    };
  }

  #editorsWatch(): () => void {
    const { executors } = this.#sources;
    let known = byId(executors.editors());
    return () => {
      const before = known;
      known = byId(executors.editors());
      for (const [id, { name }] of known) {
        if (!before.has(id)) this.#tell('plugin.connected', { plugin_id: id, name });
      }
      for (const [id, { name }] of before) {
        if (!known.has(id)) this.#tell('plugin.disconnected', { plugin_id: id, name });
      }
    };
  }
}

const byId = (editors: readonly EditorView[]): ReadonlyMap<string, EditorView> =>
  new Map(editors.map((editor) => [editor.id, editor]));
