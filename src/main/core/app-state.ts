/** One read model with one "changed" signal, for windows, tray and events. */
import type { Disposable } from '../../shared/base/disposable.ts';
import { Disposables } from '../../shared/base/disposable.ts';
import { Emitter } from '../../shared/base/emitter.ts';
import { noBackend } from '../../shared/backend.ts';
import { noDemo } from '../../shared/demo.ts';
import type { IndexSummary } from '../../shared/audit-query.ts';
import type { Notice, Snapshot } from '../../shared/ipc.ts';
import { notices } from '../../shared/notices.ts';
import { viewOfRule } from '../../shared/rules.ts';
import { defaultSettings, type Settings } from '../../shared/settings.ts';
import type { AskQueue } from './asks/ask-queue.ts';
import type { Ledger } from './audit/ledger.ts';
import type { Executors } from './gate/executors.ts';
import type { RuleBook } from './policy/rule-book.ts';
import type { SessionBook } from './sessions/session-book.ts';

/** Facts that other rooms contribute to the picture. */
export interface HouseFacts {
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
}

interface Sources {
  readonly asks: AskQueue;
  readonly sessions: SessionBook;
  readonly rules: Pick<RuleBook, 'list' | 'onChanged'>;
  readonly ledger: Ledger;
  readonly executors: Executors;
}

const ledgerTrouble: Notice = {
  id: 'ledger-trouble',
  tone: 'trouble',
  title: 'The ledger cannot be written',
  text: 'Nothing is carried out until it can. Free some disk space or repair the data folder.',
};

const indexTroubleId = notices.indexTrouble('').id;

export class AppState implements Disposable {
  readonly #sources: Sources;
  readonly #changed = new Emitter<void>();
  readonly #held = new Disposables();
  readonly #notices = new Map<string, Notice>();
  #facts: HouseFacts = {
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
  };
  #index: IndexSummary = { phase: 'asleep', reason: null, rebuilt: 0 };
  #scheduled = false;

  constructor(sources: Sources) {
    this.#sources = sources;
    const touch = (): void => this.#touch();
    const { asks, sessions, rules, ledger, executors } = sources;
    for (const source of [asks, sessions, rules, ledger, executors]) {
      this.#held.add(source.onChanged(touch));
    }
  }

  readonly onChanged = this.#changed.on;

  snapshot(): Snapshot {
    const { asks, sessions, rules, ledger, executors } = this.#sources;
    return {
      ...this.#facts,
      asks: asks.list(),
      sessions: sessions.list(),
      rules: rules.list().map(viewOfRule),
      entries: ledger.recent(),
      index: this.#index,
      editors: executors.editors(sessions.list().filter(({ ended }) => !ended)),
      editorChoices: executors.choices(),
      notices: [
        ...(ledger.healthy ? [] : [ledgerTrouble]),
        ...ledger.notices,
        ...this.#notices.values(),
      ],
    };
  }

  setFacts(facts: Partial<HouseFacts>): void {
    this.#facts = { ...this.#facts, ...facts };
    this.#touch();
  }

  /** The index speaks after every line it takes; only what a person would see is a change. */
  showIndex({ phase, reason, rebuilt }: IndexSummary): void {
    const next = { phase, reason, rebuilt: Math.floor(rebuilt * 100) / 100 };
    const before = this.#index;
    this.#index = next;
    if (phase === before.phase && reason === before.reason && next.rebuilt === before.rebuilt)
      return;
    if (phase === 'troubled') this.addNotice(notices.indexTrouble(reason ?? 'unknown'));
    else this.dismissNotice(indexTroubleId);
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
    return this.#held.dispose();
  }

  readonly #tell = (): void => {
    this.#scheduled = false;
    if (!this.#held.closed) this.#changed.emit();
  };

  /** Many changes in one turn are one signal. */
  #touch(): void {
    if (this.#scheduled || this.#held.closed) return;
    this.#scheduled = true;
    void Promise.resolve().then(this.#tell);
  }
}
