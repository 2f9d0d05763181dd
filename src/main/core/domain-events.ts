/** Numbered events about requests, sessions, asks and editors, with a short history. They only inform; no decision depends on them. */
import type { Session } from '../../shared/access/access.ts';
import { Disposables, type Disposable } from '../../shared/base/disposable.ts';
import { Emitter } from '../../shared/base/emitter.ts';
import type { RequestRecord } from '../../shared/protocols/management-views.ts';
import type { EditorView } from '../../shared/integrations/editors.ts';
import type {
  DomainEvent,
  DomainEventName,
  EventSubject,
} from '../../shared/protocols/management-events.ts';
import type { AskQueue } from './asks/ask-queue.ts';
import type { Executors } from './gate/executors.ts';
import type { Needs } from './dependencies.ts';
import type { AccessRequests } from './sessions/access-requests.ts';
import type { SessionStore } from './sessions/session-store.ts';

interface EventSources {
  readonly needs: Pick<Needs, 'clock' | 'newId'>;
  readonly requests: Pick<AccessRequests, 'onChanged'>;
  readonly sessions: Pick<SessionStore, 'onStarted' | 'onStateChanged' | 'onEnded' | 'list'>;
  readonly asks: Pick<AskQueue, 'onChanged' | 'list'>;
  readonly executors: Pick<Executors, 'onChanged' | 'editors'>;
}

const itemsKept = 1_000;
const expiringMs = 60_000;

export class DomainEvents implements Disposable {
  readonly #sources: EventSources;
  readonly #disposables = new Disposables();
  readonly #items: DomainEvent[] = [];
  readonly #emitter = new Emitter<DomainEvent>();
  readonly #run: string;
  readonly #warnings = new Map<string, Disposable>();
  #number = 0;

  constructor(sources: EventSources) {
    this.#sources = sources;
    this.#run = sources.needs.newId().slice(-8);
    const { requests, sessions, asks, executors } = sources;
    this.#disposables.add(requests.onChanged((request) => this.#emitRequest(request)));
    this.#disposables.add(sessions.onStarted((session) => this.#emitStarted(session)));
    this.#disposables.add(sessions.onStateChanged((session) => this.#emitState(session)));
    this.#disposables.add(sessions.onEnded((session) => this.#emitEnded(session)));
    this.#disposables.add(asks.onChanged(this.#asksWatch()));
    this.#disposables.add(executors.onChanged(this.#editorsWatch()));
  }

  readonly onItem = this.#emitter.on;

  /** The id of the newest item; before the first item, an id that precedes them all. */
  get newest(): string {
    return `${this.#run}-${this.#number}`;
  }

  /** The events after that id; null when the history no longer goes back that far. */
  since(id: string): readonly DomainEvent[] | null {
    const [run, text = ''] = id.split('-');
    const number = /^\d{1,15}$/.test(text) ? Number(text) : -1;
    const missed = this.#number - number;
    if (run !== this.#run || number < 0 || missed < 0 || missed > this.#items.length) return null;
    return this.#items.slice(this.#items.length - missed);
  }

  async dispose(): Promise<void> {
    // Stop listening first: a session may start at this very moment.
    await this.#disposables.dispose();
    for (const warning of this.#warnings.values()) await warning.dispose();
  }

  #emit(event: DomainEventName, subject: EventSubject): void {
    this.#number += 1;
    const item = Object.freeze({ id: this.newest, event, subject });
    this.#items.push(item);
    if (this.#items.length > itemsKept) this.#items.shift();
    this.#emitter.emit(item);
  }

  #emitRequest(request: RequestRecord): void {
    const { status } = request;
    if (status === 'PENDING') return this.#emit('request.created', { kind: 'request', request });
    const event = status === 'EXPIRED' ? 'request.expired' : 'request.decided';
    this.#emit(event, { kind: 'request', request });
  }

  #emitStarted(session: Session): void {
    this.#emit('session.created', { kind: 'session', session });
    this.#emitState(session);
    this.#warnBeforeEnd(session);
  }

  #emitState(session: Session): void {
    const { state } = session;
    if (state === 'ACTIVE') this.#emit('session.active', { kind: 'session', session });
    if (state === 'DEGRADED') this.#emit('session.degraded', { kind: 'session', session });
    if (state === 'PAUSED') this.#emit('session.paused', { kind: 'session', session });
  }

  #emitEnded(session: Session): void {
    void this.#warnings.get(session.sessionId)?.dispose();
    this.#warnings.delete(session.sessionId);
    const event = session.state === 'REVOKED' ? 'session.revoked' : 'session.expired';
    this.#emit(event, { kind: 'session', session });
  }

  /** Warns a minute before the end; checked again then, because the session may have been extended. */
  #warnBeforeEnd({ sessionId, expiresAt }: Session): void {
    const { clock } = this.#sources.needs;
    const wait = Math.max(expiresAt - clock.now() - expiringMs, 1);
    const warning = clock.after(wait, () => {
      const now = this.#sources.sessions.list().find((item) => item.sessionId === sessionId);
      if (!now || now.ended) return;
      if (now.expiresAt - clock.now() > expiringMs) return this.#warnBeforeEnd(now);
      this.#emit('session.expiring', { kind: 'session', session: now });
    });
    this.#warnings.set(sessionId, warning);
  }

  #asksWatch(): () => void {
    const { asks, needs } = this.#sources;
    let known = new Map(asks.list().map((ask) => [ask.askId, ask]));
    return () => {
      const now = new Map(asks.list().map((ask) => [ask.askId, ask]));
      const [before, endedAt] = [known, needs.clock.now()];
      known = now;
      for (const [id, ask] of now) {
        if (!before.has(id)) this.#emit('ask.created', { kind: 'ask', ask, endedAt: null });
      }
      for (const [id, ask] of before) {
        if (!now.has(id)) this.#emit('ask.settled', { kind: 'ask', ask, endedAt });
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
        if (!before.has(id)) this.#emit('plugin.connected', { kind: 'editor', editorId: id, name });
      }
      for (const [id, { name }] of before) {
        if (!known.has(id))
          this.#emit('plugin.disconnected', { kind: 'editor', editorId: id, name });
      }
    };
  }
}

const byId = (editors: readonly EditorView[]): ReadonlyMap<string, EditorView> =>
  new Map(editors.map((editor) => [editor.id, editor]));
