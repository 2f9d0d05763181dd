/**
 * Sets up clients when the user clicks: shows the exact change, records and writes it, waits until
 * the client connects, and can undo it. It never writes a file on its own, even if another program
 * changed it.
 */
import { randomUUID } from 'node:crypto';
import type {
  ChangePreview,
  ChangeReceipt,
  ClientChange,
  ClientsView,
} from '../../../shared/integrations/clients.ts';
import type { Disposable } from '../../../shared/base/disposable.ts';
import { Disposables } from '../../../shared/base/disposable.ts';
import type { Surroundings } from '../../../shared/app/data-dir.ts';
import type { ClientId } from '../../../shared/base/ids.ts';
import { notices } from '../../../shared/app/notices.ts';
import { done, refused, type Outcome } from '../../../shared/actions/outcomes.ts';
import type { Core } from '../../core/core.ts';
import type { ClientKeys } from '../../platform/keys/client-keys.ts';
import { catalogue } from './catalogue/catalogue.ts';
import type { ClientProgram } from './catalogue/client-spec.ts';
import { clientCards } from './client-cards.ts';
import { ClientPlans, type SetupPlan } from './client-plans.ts';
import { ConfigReader } from './reading/config-reader.ts';
import type { ConfigFileChange } from './reading/config-tasks.ts';
import type { ReaderLimits } from './reading/reader-thread.ts';
import { ChangeJournal } from './files/change-journal.ts';
import type { ChangeRecord } from './files/change-record.ts';
import { changedMeanwhile, ConfigChanges } from './files/config-changes.ts';
import type { ConfigFileState, NotTouched } from './files/config-snapshot.ts';
import type { OnStep } from './files/swap-file.ts';
import { StoredKeys } from './stored-keys.ts';
import type { Sightings } from './sightings.ts';
import { changeWords, notesOn } from './change-text.ts';

export interface ClientsDeps {
  readonly dataDir: string;
  readonly at: Surroundings;
  readonly core: Pick<Core, 'sessions' | 'asks' | 'note' | 'userActions' | 'state'>;
  readonly clientKeys: ClientKeys;
  readonly sightings: Sightings;
  readonly command: ClientProgram;
  readonly mcpUrl: string;
  readonly now: () => number;
  readonly onStep?: OnStep;
  readonly readerLimits?: Partial<ReaderLimits>;
}

const lostJournal = {
  what: 'changes to clients',
  next: 'The files of your clients are untouched, and so are their backups; what was written can no longer be undone by a click.',
};

export class ClientSetup implements Disposable {
  readonly #deps: ClientsDeps;
  readonly #disposables = new Disposables();
  readonly #journal: ChangeJournal;
  readonly #changes: ConfigChanges;
  readonly #keys: StoredKeys;
  readonly #plans: ClientPlans;
  readonly #reader: ConfigReader;
  #project: string | null = null;
  #revision = 0;
  #last: Promise<unknown> = Promise.resolve();

  private constructor(deps: ClientsDeps) {
    this.#deps = deps;
    this.#journal = new ChangeJournal(deps.dataDir);
    this.#changes = new ConfigChanges({ ...deps, journal: this.#journal, newId: randomUUID });
    this.#keys = new StoredKeys(deps);
    this.#reader = this.#disposables.add(new ConfigReader(deps.readerLimits));
    const project = (): string | null => this.#project;
    const own = { journal: this.#journal, keys: this.#keys, reader: this.#reader };
    this.#plans = new ClientPlans({ ...deps, ...own, project });
  }

  static async open(deps: ClientsDeps): Promise<ClientSetup> {
    const setup = new ClientSetup(deps);
    const movedTo = await setup.#journal.load(deps.now);
    if (movedTo) deps.core.state.addNotice(notices.setAside({ ...lostJournal, movedTo }));
    for (const { key } of await setup.#changes.recover()) if (key) await setup.#dropUnused(key);
    setup.#disposables.add(deps.sightings.onSeen((name) => void setup.#noteSeen(name)));
    return setup;
  }

  async dispose(): Promise<void> {
    await this.#disposables.dispose();
    await this.#last.catch(() => undefined);
  }

  async list(): Promise<ClientsView> {
    const own = {
      journal: this.#journal,
      keys: this.#keys,
      plans: this.#plans,
      reader: this.#reader,
    };
    const facts = { ...this.#deps, ...own };
    return { cards: await clientCards(facts, this.#project), project: this.#project };
  }

  /** A project folder whose config files are offered too. */
  chooseProject(folder: string | null): void {
    this.#project = folder;
    this.#changed();
  }

  async preview(requestedChange: ClientChange): Promise<ChangePreview> {
    const plan = await this.#plans.change(requestedChange);
    if ('why' in plan) return { kind: 'refused', ...plan };
    const isThere = plan.current.bytes?.equals(plan.after) === true;
    if (isThere) return { kind: 'nothing-to-do', words: 'It stands there already.' };
    return shown(plan, notesOn(requestedChange, plan));
  }

  write(requestedChange: ClientChange, seen: string | null): Promise<ChangeReceipt> {
    return this.#inTurn(async () => {
      const plan = await this.#plans.change(requestedChange);
      if ('why' in plan) return { kind: 'refused', ...plan };
      if (plan.seen !== seen) return { kind: 'refused', ...changedMeanwhile };
      const words = changeWords(requestedChange, plan.current.file);
      return this.#act('owner.write_client_config', requestedChange, plan.current, words, () =>
        this.#writeNow(requestedChange, plan),
      );
    });
  }

  async previewUndo(changeId: string): Promise<ChangePreview> {
    const record = this.#journal.get(changeId);
    if (!record) return { kind: 'refused', ...noLonger };
    const plan = await this.#plans.undo(record);
    if ('why' in plan) return { kind: 'refused', ...plan };
    return shown(plan, plan.after === null ? ['The file was made for this and goes again.'] : []);
  }

  undo(changeId: string, seen: string | null): Promise<ChangeReceipt> {
    return this.#inTurn(async () => {
      const record = this.#journal.get(changeId);
      if (!record) return { kind: 'refused', ...noLonger };
      const plan = await this.#plans.undo(record);
      if ('why' in plan) return { kind: 'refused', ...plan };
      if (plan.seen !== seen) return { kind: 'refused', ...changedMeanwhile };
      const words = `${record.file} is without it again.`;
      return this.#act('owner.undo_client_config', record, plan.current, words, async () => {
        const problem = await this.#undoNow(record, plan.current, plan.after);
        if (!problem && record.key) await this.#dropUnused(record.key);
        return problem;
      });
    });
  }

  /** Writes our entry over somebody else's change, if the file still is what the user saw. */
  async writeAgain(changeId: string, seen: string | null): Promise<ChangeReceipt> {
    const record = this.#journal.get(changeId);
    if (!record) return { kind: 'refused', ...noLonger };
    const { client, purpose, way, file } = record;
    return this.write({ client, purpose, way, file }, seen);
  }

  /** Accepts somebody else's change of our entry. An entry that was removed is forgotten. */
  keepTheirs(changeId: string, seen: string | null): Promise<ChangeReceipt> {
    return this.#inTurn(async () => {
      const record = this.#journal.get(changeId);
      if (!record) return { kind: 'refused', ...noLonger };
      const { client, purpose, file, fulfilled } = record;
      const theirs = await this.#reader.readTheirs({ client, purpose, file, fulfilled });
      if ('why' in theirs) return { kind: 'refused', ...theirs };
      if (theirs.seen !== seen) return { kind: 'refused', ...changedMeanwhile };
      const words = theirs.isGone
        ? `${file} stays without the entry.`
        : `${file} stays as it is, and no longer counts as changed.`;
      return this.#act('owner.keep_client_config', record, record, words, async () => {
        if (theirs.isGone) await this.#journal.forget(changeId);
        else await this.#journal.put({ ...record, fulfilled: theirs.fulfilled, accepted: true });
        if (theirs.isGone && record.key) await this.#dropUnused(record.key);
        return null;
      });
    });
  }

  backups = (): ReturnType<ChangeJournal['backups']> => this.#journal.backups();

  async #writeNow(requestedChange: ClientChange, shownPlan: SetupPlan): Promise<NotTouched | null> {
    const { name } = shownPlan;
    const key = name && (await this.#keys.take(name));
    if (key?.isNew) this.#deps.sightings.forget(key.name);
    const plan =
      key && requestedChange.way === 'key'
        ? await this.#plans.change(requestedChange, key.key)
        : shownPlan;
    const facts = {
      client: requestedChange.client,
      purpose: requestedChange.purpose,
      way: requestedChange.way,
      key: name,
    };
    const written = 'why' in plan ? plan : await this.#changes.write({ ...plan, ...facts });
    if (!('why' in written)) return null;
    if (key?.isNew) await this.#keys.drop(key.name);
    return written;
  }

  /** Writes nothing if the file already has the wanted content. */
  async #undoNow(
    record: ChangeRecord,
    current: ConfigFileState,
    after: Buffer | null,
  ): Promise<NotTouched | null> {
    const isThere =
      current.bytes === null ? after === null : after !== null && current.bytes.equals(after);
    if (!isThere) return this.#changes.undo(record, current, after);
    await this.#journal.forget(record.changeId);
    return null;
  }

  /** Recorded as an action of the user before it is done. */
  async #act(
    action: string,
    { client, purpose }: Pick<ClientChange, 'client' | 'purpose'>,
    { file, target }: Pick<ConfigFileState, 'file' | 'target'>,
    words: string,
    run: () => Promise<NotTouched | null>,
  ): Promise<ChangeReceipt> {
    let problem: NotTouched | null = null;
    const args = { client: catalogue[client].name, purpose, file };
    const outcome: Outcome = await this.#deps.core.userActions.perform(
      { action, path: target, args },
      async () => {
        problem = await run();
        return problem ? refused('action-failed', problem.why) : done({ file });
      },
    );
    this.#changed();
    if (outcome.kind === 'done') return { kind: 'done', words };
    const { why, hint } = problem ?? { why: outcome.message, hint: outcome.hint };
    return { kind: 'refused', why, hint };
  }

  async #dropUnused(key: ClientId): Promise<void> {
    if (!this.#journal.list().some((item) => item.key === key)) await this.#keys.drop(key);
  }

  async #noteSeen(name: ClientId): Promise<void> {
    const record = this.#journal
      .list()
      .find((item) => item.key === name && item.phase === 'written');
    if (!record) return;
    const seen = this.#deps.sightings.last(name);
    // Once per run is enough: it is only shown after the next start.
    if (seen && (record.seen?.at ?? 0) < record.at) {
      const executable = seen.verified?.executable ?? null;
      await this.#inTurn(() => this.#journal.put({ ...record, seen: { at: seen.at, executable } }));
      await this.#deps.core.note('client.connected', `${record.client} with the key ${name}`);
    }
    this.#changed();
  }

  #changed(): void {
    this.#revision += 1;
    this.#deps.core.state.setFacts({ clientsRevision: this.#revision });
  }

  /** One change at a time, so that none overwrites another. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const working = this.#last.catch(() => undefined).then(work);
    this.#last = working;
    return working;
  }
}

const noLonger: NotTouched = {
  why: 'That change is no longer active.',
  hint: 'Look at the page again.',
};

function shown({ current, diff, seen }: ConfigFileChange, notes: readonly string[]): ChangePreview {
  const { file, target } = current;
  return { kind: 'possible', file, target: file === target ? null : target, diff, seen, notes };
}
