/** The state that windows and the tray show, as one snapshot with one "changed" signal. */
import type { NoSandbox, SandboxStatus } from '../../shared/sandbox/sandbox-status.ts';
import type { Disposable } from '../../shared/base/disposable.ts';
import { Disposables } from '../../shared/base/disposable.ts';
import { Emitter } from '../../shared/base/emitter.ts';
import { noBackend } from '../../shared/integrations/backend.ts';
import { noDemo } from '../../shared/integrations/demo.ts';
import type { IndexSummary } from '../../shared/ledger/query.ts';
import type { Notice, Snapshot } from '../../shared/ipc/main-window.ts';
import { notices } from '../../shared/app/notices.ts';
import { viewOfRule } from '../../shared/rules/rules.ts';
import { defaultSettings, type Settings } from '../../shared/app/settings.ts';
import { visibleText } from '../../shared/base/visible-text.ts';
import type { AskQueue } from './asks/ask-queue.ts';
import type { Ledger } from './ledger/ledger.ts';
import type { Executors } from './gate/executors.ts';
import type { LeftBehind } from './gate/left-behind.ts';
import type { StandingGrants } from './remembered/standing-grants.ts';
import type { Mutes } from './limits/mutes.ts';
import type { RoleStore } from './policy/role-store.ts';
import type { RuleStore } from './policy/rule-store.ts';
import type { SessionStore } from './sessions/session-store.ts';

/** Facts that other layers contribute to the state. */
export interface AppFacts {
  readonly version: string;
  readonly mcpUrl: string | null;
  readonly settings: Settings;
  readonly demo: Snapshot['demo'];
  readonly pairings: Snapshot['pairings'];
  readonly browsers: Snapshot['browsers'];
  readonly browserPort: number | null;
  readonly backend: Snapshot['backend'];
  readonly projects: Snapshot['projects'];
  readonly clientsRevision: number;
  readonly serversRevision?: number;
  readonly serversUnreviewed?: number;
  readonly startedWith: readonly string[];
  readonly networks: NonNullable<Snapshot['networks']>;
  readonly sandbox?: SandboxStatus;
  readonly hasShortcutFailed?: boolean;
  readonly update?: Snapshot['update'];
}

interface StateSources {
  readonly asks: AskQueue;
  readonly sessions: SessionStore;
  readonly rules: Pick<RuleStore, 'list' | 'onChanged'>;
  readonly roles: Pick<RoleStore, 'list' | 'onChanged'>;
  readonly standing: Pick<StandingGrants, 'views' | 'onChanged'>;
  readonly mutes: Pick<Mutes, 'list' | 'onChanged'>;
  readonly ledger: Ledger;
  readonly executors: Executors;
  readonly left: Pick<LeftBehind, 'shownOf' | 'onChanged'>;
}

const ledgerFailed = (why: string): Notice => ({
  id: 'ledger-trouble',
  tone: 'trouble',
  title: 'The ledger cannot be written',
  text: `Nothing is carried out until it can. What is wrong: ${visibleText(why)}. Free some disk space or put the data folder back as it was; if it is lost, restart Gatehouse to begin a new ledger.`,
});

const indexFailedId = notices.indexFailed('').id;

export class AppState implements Disposable {
  readonly #sources: StateSources;
  readonly #changed = new Emitter<void>();
  readonly #disposables = new Disposables();
  readonly #notices = new Map<string, Notice>();
  #facts: AppFacts = {
    version: '',
    mcpUrl: null,
    settings: defaultSettings,
    demo: noDemo,
    pairings: [],
    browsers: [],
    browserPort: null,
    backend: noBackend,
    projects: [],
    clientsRevision: 0,
    startedWith: [],
    networks: [],
  };
  #index: IndexSummary = { phase: 'asleep', reason: null, rebuilt: 0 };
  #scheduled = false;

  constructor(sources: StateSources) {
    this.#sources = sources;
    const touch = (): void => this.#touch();
    const { asks, sessions, rules, roles, standing, mutes, ledger, executors, left } = sources;
    const access = [asks, sessions, rules, roles, standing, mutes];
    for (const source of [...access, ledger, executors, left]) {
      this.#disposables.add(source.onChanged(touch));
    }
  }

  readonly onChanged = this.#changed.on;

  snapshot(): Snapshot {
    const { asks, sessions, rules, roles, standing, mutes } = this.#sources;
    const { ledger, executors, left } = this.#sources;
    return {
      ...this.#facts,
      asks: asks.list(),
      sessions: sessions.list().map((session) => {
        const own = session.ended ? left.shownOf(session.sessionId) : undefined;
        return own ? { ...session, left: own } : session;
      }),
      rules: rules.list().map(viewOfRule),
      roles: roles.list(),
      standing: standing.views(),
      mutes: mutes.list(),
      entries: ledger.recent(),
      index: this.#index,
      editors: executors.editors(sessions.list().filter(({ ended }) => !ended)),
      editorChoices: executors.choices(),
      notices: [
        ...(ledger.error === null ? [] : [ledgerFailed(ledger.error)]),
        ...ledger.notices,
        ...this.#notices.values(),
      ],
    };
  }

  /** Whether commands run in a sandbox on this computer. */
  get hasSandbox(): boolean {
    return this.#facts.sandbox?.kind === 'ready';
  }

  /** Why they do not; undefined if they do, or if it was not checked. */
  get noSandbox(): NoSandbox | undefined {
    const { sandbox } = this.#facts;
    if (sandbox?.kind !== 'unavailable') return undefined;
    return { sentence: sandbox.sentence, fix: sandbox.fix };
  }

  setFacts(facts: Partial<AppFacts>): void {
    this.#facts = { ...this.#facts, ...facts };
    this.#touch();
  }

  /**
   * The index reports every line it reads; only changes that the user would see are passed on.
   */
  showIndex({ phase, reason, rebuilt }: IndexSummary): void {
    const next = { phase, reason, rebuilt: Math.floor(rebuilt * 100) / 100 };
    const before = this.#index;
    this.#index = next;
    if (phase === before.phase && reason === before.reason && next.rebuilt === before.rebuilt)
      return;
    if (phase === 'troubled') this.addNotice(notices.indexFailed(reason ?? 'unknown'));
    else this.dismissNotice(indexFailedId);
    this.#touch();
  }

  addNotice(notice: Notice): void {
    this.#notices.set(notice.id, notice);
    this.#touch();
  }

  dismissNotice(id: string): void {
    if (this.#notices.delete(id)) this.#touch();
  }

  dispose(): Promise<void> {
    return this.#disposables.dispose();
  }

  readonly #emitChange = (): void => {
    this.#scheduled = false;
    if (!this.#disposables.closed) this.#changed.emit();
  };

  /** Several changes in one turn of the event loop produce one signal. */
  #touch(): void {
    if (this.#scheduled || this.#disposables.closed) return;
    this.#scheduled = true;
    void Promise.resolve().then(this.#emitChange);
  }
}
